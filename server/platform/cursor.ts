import { Refusal } from './refusal.ts'

/**
 * Keyset cursors: the sort values of the last item, as base64url JSON. They carry no rights, so they
 * need no signature; they are checked to be what this list gives out.
 */
export type CursorPart = 'number' | 'string'

export const encodeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** @throws Refusal invalid_cursor if the text is not a cursor of that form. */
export function decodeCursor<const F extends readonly CursorPart[]>(
  cursor: string,
  form: F,
): { [I in keyof F]: F[I] extends 'number' ? number : string } {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (
      Array.isArray(parts) &&
      parts.length === form.length &&
      form.every((type, i) =>
        type === 'number' ? Number.isSafeInteger(parts[i]) : isPlainText(parts[i]),
      )
    ) {
      return parts as never
    }
  } catch {
    // falls through: not JSON, so not ours
  }
  throw new Refusal('invalid_cursor')
}

const isPlainText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0')

/**
 * Cuts a page out of one row more than was asked for, which tells whether there is a next one.
 *
 * @param rows up to `limit + 1` items in the list's order.
 */
export function page<T>(
  rows: readonly T[],
  limit: number,
  keyOf: (item: T) => readonly (string | number)[],
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(keyOf(last)) : null }
}

export const DEFAULT_LIMIT = 100
