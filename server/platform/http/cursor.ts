import { Refusal } from '../refusal.ts'

/**
 * Keyset cursors: the sort values of the last item, as base64url JSON. They carry no rights, so they need no
 * signature: a list only checks that a cursor has the form of its own.
 */
export type CursorPart = 'number' | 'string' | 'uuid' | 'uuid'

export const encodeCursor = (parts: readonly (string | number | null)[]): string =>
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
      form.every((type, i) => fits[type](parts[i]))
    ) {
      return parts as never
    }
  } catch {
    // falls through: not JSON, so not ours
  }
  throw new Refusal('invalid_cursor')
}

const fits: Record<CursorPart, (value: unknown) => boolean> = {
  number: (value) => Number.isSafeInteger(value),
  string: (value) => typeof value === 'string' && !value.includes('\0'),
  uuid: (value) =>
    typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
}

/**
 * Cuts a page out of one more row than was asked for, which shows whether there is a next page.
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

/** A place in a timeline, newest first: the time in whole microseconds, which `Date` cannot hold, and the id. */
export interface Moment {
  atUs: number
  id: string
}
