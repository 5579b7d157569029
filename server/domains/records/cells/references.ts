import type { CellReason } from '../../../../contract/refusals/cell-refusals.ts'
import { comparable } from '../../../../shared/visible-text.ts'
import { numberIn, SentNumber } from '../../../platform/http/sent-numbers.rules.ts'
import { type CellType, EMPTY, refused, type Sent, stored, unresolved } from './cell-type.ts'
import type {
  CellColumn,
  CellContext,
  CellValue,
  Conversion,
  FileCell,
  LinkTarget,
  Unresolved,
} from './column.ts'
import { named } from './words.ts'

/** The most rows or files that one cell of a link or file column can hold. */
export const MAX_REFERENCES = 100
/** The length of an own id. */
export const MOST_OWN_ID_CHARS = 255

/** The length of a name that leads nowhere and is kept all the same. */
const MOST_UNRESOLVED_CHARS = 1000

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
export const isId = (text: string) => UUID.test(text)

/** How a cell of a link column names a row. */
export type LinkReference =
  | { by: 'id'; id: string }
  /** A text that is not a row id: an own id, or a value of a unique column. */
  | { by: 'text'; text: string }
  /** `create`: whether to make the row if there is none. */
  | { by: 'ownId'; externalId: string; create: boolean }
  | { by: 'unique'; column: string; value: Sent; create: boolean }

/**
 * The rows that somebody named in a cell of a link column, each once: as ids, own ids, values of unique columns, or a
 * list of these. In a column for several rows, commas separate texts. Undefined if something names no row.
 */
export function linksIn(
  { settings }: CellColumn<'link'>,
  sent: unknown,
): LinkReference[] | undefined {
  if (typeof sent === 'string' && !sent.includes(',')) {
    return isBlank(sent) ? [] : [linkOfText(sent)]
  }
  const links = new Map<string, LinkReference>()
  for (const item of itemsIn(sent, settings.multiple === true)) {
    if (isBlank(item)) continue
    const link = linkOf(item)
    if (!link) return undefined
    links.set(linkText(link), link)
  }
  return [...links.values()]
}

/** The links of a cell that are worth looking up. */
export function linksToLookUp(column: CellColumn<'link'>, sent: unknown): LinkReference[] {
  const links = linksIn(column, sent)
  return links && links.length <= MAX_REFERENCES ? links : []
}

/**
 * The same text for references that are the same. A text stands for itself, because most are texts, and making others
 * would cost more than looking them up; no cell has a NUL.
 */
export const linkText = (link: LinkReference): string => {
  if (link.by === 'text') return link.text
  return link.by === 'id' ? `\0id ${link.id}` : `\0${JSON.stringify(link)}`
}

/** The target of a cell that is one text without commas, if it is known. */
export const targetOfText = (
  sent: unknown,
  known: ReadonlyMap<string, LinkTarget> | undefined,
): LinkTarget | undefined =>
  typeof sent === 'string' && !sent.includes(',') ? known?.get(sent) : undefined

/** What a refusal says was sent. */
export const linkShown = (link: LinkReference): string => {
  if (link.by === 'id') return named(link.id)
  if (link.by === 'text') return named(link.text)
  return named(link.by === 'ownId' ? link.externalId : link.value)
}

function itemsIn(sent: unknown, multiple: boolean): unknown[] {
  if (Array.isArray(sent)) return sent
  if (typeof sent !== 'string') return [sent]
  const parts = sent.split(',')
  // A name can have commas, but ids with commas are several rows in any column.
  return multiple || parts.every((part) => isBlank(part) || isId(part.trim())) ? parts : [sent]
}

const isBlank = (item: unknown): boolean =>
  item === null || item === undefined || (typeof item === 'string' && comparable(item) === '')

function linkOf(item: unknown): LinkReference | undefined {
  if (typeof item === 'number') return { by: 'text', text: String(item) }
  if (item instanceof SentNumber) return { by: 'text', text: item.plain }
  if (typeof item === 'string') return linkOfText(item)
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
  const { id, create = false, ...others } = item as Record<string, unknown>
  if (typeof id === 'string')
    return { by: 'id', id: isId(id.trim()) ? id.trim().toLowerCase() : id }
  const [[column, value] = [], ...more] = Object.entries(others)
  if (column === undefined || isBlank(value) || more.length > 0) return undefined
  if (typeof create !== 'boolean') return undefined
  if (column !== 'external_id') return { by: 'unique', column, value: value as Sent, create }
  const externalId = ownIdOf(
    value instanceof SentNumber ? value.plain : typeof value === 'number' ? String(value) : value,
  )
  return externalId === undefined ? undefined : { by: 'ownId', externalId, create }
}

/** Own ids and unique values are compared as people see them. */
function linkOfText(sent: string): LinkReference {
  const text = comparable(sent)
  return isId(text) ? { by: 'id', id: text.toLowerCase() } : { by: 'text', text }
}

/** A record's own id as it is stored and compared; undefined if no record can have it. */
export function ownIdOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return undefined
  const id = comparable(value)
  return id.length >= 1 && id.length <= MOST_OWN_ID_CHARS ? id : undefined
}

function convertLink(column: CellColumn<'link'>, sent: Sent, ctx: CellContext): Conversion {
  const { settings, linked } = column
  const known = ctx.linkable?.get(column.id)
  const only = linked?.deleted ? undefined : targetOfText(sent, known)
  if (only && 'rowId' in only) return stored([only.rowId], true)
  const links = linksIn(column, sent)
  if (!links) return refused('not_row_ids', { sent: named(sent) })
  if (links.length > MAX_REFERENCES) {
    return refused('too_many_rows', { count: links.length, most: MAX_REFERENCES })
  }
  if (links.length === 0) return EMPTY
  if (ctx.keepsUnresolved) return convertUnread(column, sent, links, known)
  if (linked?.deleted) {
    return refused('linked_deleted', { board: linked.name })
  }
  const rows = new Set<string>()
  const names: Unresolved[] = []
  for (const link of links) {
    const text = linkText(link)
    const target = known?.get(text)
    const isKept = ctx.unresolved?.get(column.id)?.has(text) === true
    if (isKept && !(target && 'rowId' in target)) {
      names.push(nameOf(link)!)
      continue
    }
    if (target && 'refusal' in target) return { kind: 'refused', refusal: target.refusal }
    if (!target) {
      return refused('no_such_row', {
        sent: linkShown(link),
        board: linked?.name ?? 'the linked board',
      })
    }
    rows.add(target.rowId)
  }
  const count = rows.size + names.length
  if (settings.multiple !== true && count > 1) return refused('one_row_only', { count })
  const ids = [...rows]
  if (names.length > 0) return unresolved(names, ids.length > 0 ? ids : undefined)
  return stored(ids, typeof sent === 'string' || JSON.stringify(ids) !== JSON.stringify(sent))
}

/** Refusals that say something of how a row was named, and nothing of which rows there are. */
const ofTheForm: readonly CellReason[] = ['no_unique_column', 'too_many_names']

/**
 * A cell of somebody who reads nothing. It is refused only for what it looks like, so that the answer is the same whatever
 * rows there are.
 */
function convertUnread(
  { settings }: CellColumn<'link'>,
  sent: Sent,
  links: readonly LinkReference[],
  known: ReadonlyMap<string, LinkTarget> | undefined,
): Conversion {
  if (settings.multiple !== true && links.length > 1) {
    return refused('one_row_only', { count: links.length })
  }
  const rows = new Set<string>()
  const names: Unresolved[] = []
  for (const link of links) {
    const name = nameOf(link)
    if (name === undefined) return refused('not_row_ids', { sent: named(sent) })
    const chars = JSON.stringify(name).length
    if (chars > MOST_UNRESOLVED_CHARS) {
      return refused('too_long', { sent: linkShown(link), chars, most: MOST_UNRESOLVED_CHARS })
    }
    const target = known?.get(linkText(link))
    if (target && 'rowId' in target) rows.add(target.rowId)
    else if (target && ofTheForm.includes(target.refusal.reason)) {
      return { kind: 'refused', refusal: target.refusal }
    } else names.push(name)
  }
  const ids = [...rows]
  if (names.length > 0) return unresolved(names, ids.length > 0 ? ids : undefined)
  return stored(ids, typeof sent === 'string' || JSON.stringify(ids) !== JSON.stringify(sent))
}

/** A reference as it is kept until it leads somewhere; undefined if its value is one that no column can have. */
function nameOf(link: LinkReference): Unresolved | undefined {
  if (link.by === 'id') return link.id
  if (link.by === 'text') return link.text
  if (link.by === 'ownId') return { external_id: link.externalId }
  const value = numberIn(link.value)
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
  return isPlain ? { [link.column]: value as string | number | boolean } : undefined
}

/**
 * The ids that somebody sent for a cell of a file column, in lower case and each once. They come as a list of ids, of
 * objects with an id, or a text with commas. A text that is not an id stays as sent; undefined for anything else.
 */
function filesIn(sent: unknown): string[] | undefined {
  const items = Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',') : [sent]
  const ids = new Set<string>()
  for (const item of items) {
    if (item === null || item === undefined) continue
    const id = typeof item === 'object' ? idOf(item) : item
    if (typeof id !== 'string') return undefined
    const text = id.trim()
    if (text !== '') ids.add(isId(text) ? text.toLowerCase() : text)
  }
  return [...ids]
}

/** A file that a key uploaded calls its id `upload`. */
function idOf({ id, upload }: { id?: unknown; upload?: unknown }): unknown {
  return id ?? upload
}

/** The files of a cell that are worth looking up, by id. */
export function filesToLookUp(sent: unknown): string[] {
  const ids = filesIn(sent)
  return ids && ids.length <= MAX_REFERENCES ? ids.filter(isId) : []
}

function convertFile({ settings }: CellColumn<'file'>, sent: Sent, ctx: CellContext): Conversion {
  const most = settings.maxFiles ?? MAX_REFERENCES
  const ids = filesIn(sent)
  if (!ids) return refused('not_file_ids', { sent: named(sent) })
  if (ids.length > most) return refused('too_many_files', { count: ids.length, most })
  if (ids.length === 0) return EMPTY
  const files: FileCell[] = []
  for (const id of ids) {
    const file = ctx.files?.get(id)?.cell
    if (!file)
      return refused(ctx.onlyUploads ? 'no_such_upload' : 'no_such_file', { sent: named(id) })
    if (!acceptsFile(settings.accept, file.type)) {
      return refused('other_file_kind', {
        sent: named(file.name),
        kind: file.type,
        kinds: settings.accept!.join(', '),
      })
    }
    files.push(file)
  }
  // A key's receipt names its files in a list of their own.
  return stored(files, !ctx.onlyUploads && JSON.stringify(files) !== JSON.stringify(sent))
}

/** Whether a column accepts files of a type: `image/*` means every image. */
export const acceptsFile = (accept: readonly string[] | undefined, type: string): boolean =>
  accept === undefined ||
  accept.some((one) => (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type))

/** A set: the order in which rows or files were chosen does not matter. */
const unordered = (value: CellValue): string =>
  JSON.stringify(
    (Array.isArray(value) ? value : [])
      .map((item) => (typeof item === 'string' ? item : item.id))
      .sort(),
  )

export const link: CellType<'link'> = {
  convert: convertLink,
  needs: 'definitionKey',
  unique: unordered,
  accepts: ({ settings, linked }) =>
    `a list of ids of rows of ${linked?.name ?? 'another board'}: ${settings.multiple ? `up to ${MAX_REFERENCES}` : 'one'}`,
  converts: ({ settings }) =>
    `{"external_id": "…"}, {"column": value} with a unique column there, or either as text${settings.multiple ? ', several with commas' : ''}; duplicates are kept once`,
  inWords: (value, _column, { titles }) =>
    [value]
      .flat()
      .map((id) => titles.get(String(id)) ?? '')
      .filter((title) => title !== '')
      .join(', '),
  // No id exists in every workspace, so the guide leaves such columns out of its samples.
  example: () => '',
}

export const file: CellType<'file'> = {
  convert: convertFile,
  unique: unordered,
  accepts: ({ settings }) => {
    const most = settings.maxFiles ?? MAX_REFERENCES
    const kinds = settings.accept ? ` of the kinds ${settings.accept.join(', ')}` : ''
    return `a list of up to ${most} uploads${kinds}: POST /v1/ingest/files answers one for each file`
  },
  converts: () => 'one upload as text, or several with commas; in a form, the files themselves',
  example: () => '',
}
