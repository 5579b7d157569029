import { type CellType, EMPTY, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, CellContext, CellValue, Conversion, FileCell } from './column.ts'
import { named } from './words.ts'

/** The most rows or files that one cell of a link or file column can hold. */
export const MAX_REFERENCES = 100

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const isId = (text: string) => UUID.test(text)

/**
 * The ids that somebody sent for a cell of a link or file column, in lower case and each once. They come as a list of
 * ids, of objects with an id, or a text with commas. What is not an id stays as sent; undefined for anything else.
 */
export function idsIn(sent: unknown): string[] | undefined {
  const items = Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',') : [sent]
  const ids = new Set<string>()
  for (const item of items) {
    if (item === null || item === undefined) continue
    const id = typeof item === 'object' ? (item as { id?: unknown }).id : item
    if (typeof id !== 'string') return undefined
    const text = id.trim()
    if (text !== '') ids.add(isId(text) ? text.toLowerCase() : text)
  }
  return [...ids]
}

/** The ids of a cell that are worth looking up. */
export function idsToLookUp(sent: unknown): string[] {
  const ids = idsIn(sent)
  return ids && ids.length <= MAX_REFERENCES ? ids.filter(isId) : []
}

function convertLink(column: CellColumn, sent: Sent, ctx: CellContext): Conversion {
  const { settings, linked } = column
  const ids = idsIn(sent)
  if (!ids) return refused('not_row_ids', { sent: named(sent) })
  if (ids.length > MAX_REFERENCES) {
    return refused('too_many_rows', { count: ids.length, most: MAX_REFERENCES })
  }
  if (ids.length === 0) return EMPTY
  if (linked?.deleted) {
    return refused('linked_deleted', { board: linked.name })
  }
  const known = ctx.linkable?.get(column.id)
  const unknown = ids.find((id) => !known?.has(id))
  if (unknown !== undefined) {
    return refused('no_such_row', {
      sent: named(unknown),
      board: linked?.name ?? 'the linked board',
    })
  }
  if (settings.multiple !== true && ids.length > 1) {
    return refused('one_row_only', { count: ids.length })
  }
  return stored(ids, JSON.stringify(ids) !== JSON.stringify(sent))
}

function convertFile({ settings }: CellColumn, sent: Sent, ctx: CellContext): Conversion {
  const most = settings.maxFiles ?? MAX_REFERENCES
  const ids = idsIn(sent)
  if (!ids) return refused('not_file_ids', { sent: named(sent) })
  if (ids.length > most) return refused('too_many_files', { count: ids.length, most })
  if (ids.length === 0) return EMPTY
  const files: FileCell[] = []
  for (const id of ids) {
    const file = ctx.files?.get(id)
    if (!file) return refused('no_such_file', { sent: named(id) })
    if (!takes(settings.accept, file.type)) {
      return refused('other_file_kind', {
        sent: named(file.name),
        kind: file.type,
        kinds: settings.accept!.join(', '),
      })
    }
    files.push(file)
  }
  return stored(files, JSON.stringify(files) !== JSON.stringify(sent))
}

/** Whether a column accepts files of a type: `image/*` means every image. */
const takes = (accept: readonly string[] | undefined, type: string): boolean =>
  accept === undefined ||
  accept.some((one) => (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type))

/** A set: the order in which rows or files were chosen does not matter. */
const unordered = (value: CellValue): string =>
  JSON.stringify(
    (Array.isArray(value) ? value : [])
      .map((item) => (typeof item === 'string' ? item : item.id))
      .sort(),
  )

export const link: CellType = {
  convert: convertLink,
  settings: ['definitionKey', 'multiple'],
  unique: unordered,
  accepts: ({ settings, linked }) =>
    `a list of ids of rows of ${linked?.name ?? 'another board'}: ${settings.multiple ? `up to ${MAX_REFERENCES}` : 'one'}`,
  converts: () => 'one id as text, or several with commas; duplicates are kept once',
  // No id exists in every workspace, so the guide leaves such columns out of its samples.
  example: () => '',
}

export const file: CellType = {
  convert: convertFile,
  settings: ['maxFiles', 'accept'],
  unique: unordered,
  accepts: () => 'nothing from a key: only people can upload files',
  converts: () => '',
  example: () => '',
}
