import { inputOf, natureOf } from '../../../../shared/column-types.ts'
import type { Region } from '../../../../shared/regions.ts'
import type { Column, Row } from '../list/types.ts'

/** What a cell's text depends on besides the cell. */
export interface TextContext {
  nameOf: (crmUserId: number) => string
  /** Names of keys, forms and email addresses, by how rows name them. */
  senders?: ReadonlyMap<string, string>
  /** The board's time zone, in which times are typed and shown. */
  timeZone: string
  /** How people in the board's country write numbers and dates. */
  region: Region
  /** A phone number as people in the board's country read it. */
  phoneText: (number: string) => string
  /** Opens a record's composer with an email to this address; absent if the desk sends no email. */
  onEmail?: ((rowId: string, address: string) => void) | undefined
}

export interface FileCell {
  id: string
  name: string
  size: number
  type: string
}

/** The files of a cell; of those that are being written, only the ids are known. */
export const filesIn = (value: unknown): FileCell[] =>
  Array.isArray(value) ? (value as FileCell[]).filter((one) => typeof one === 'object') : []

/** The labels or ids in a cell. A cell that is being written may have names of rows too, which are objects. */
export const labelsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one) => typeof one !== 'object').map(String)
    : value == null
      ? []
      : [String(value)]

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Whether a formula failed; the cell then holds the error's name. */
export const errorOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'error' in value
    ? String(value.error).replaceAll('_', ' ')
    : undefined

/** The text to copy, and to start an editor with. The service reads it back as the same value. */
export function plainText(
  column: Column,
  value: unknown,
  row: Pick<Row, 'links'> | undefined,
  context: TextContext,
): string {
  if (isEmpty(value)) return ''
  const error = errorOf(value)
  if (error) return `#${error}`
  switch (natureOf(column)) {
    case 'checkbox':
      return value === true ? 'yes' : 'no'
    case 'datetime':
      return localTime(String(value), context.timeZone)
    case 'choices':
      return labelsIn(value).join(', ')
    case 'number':
      return withDecimalOf(context.region, String(value))
    case 'text':
      return inputOf(column.type) === 'phone' ? context.phoneText(String(value)) : String(value)
    case 'choice':
    case 'date':
      return String(value)
    case 'person':
      return typeof value === 'number' ? context.nameOf(value) : String(value)
    case 'actor':
      return actorText(String(value), context)
    case 'links':
      return linkTexts(column, value, row, context).join(', ')
    case 'files':
      return filesIn(value)
        .map(({ name }) => name)
        .join(', ')
  }
}

/** A plain decimal with the mark of a region, so that nobody reads 1.234 as a thousand. */
const withDecimalOf = ({ decimal }: Region, number: string): string =>
  decimal === ',' ? number.replace('.', ',') : number

/** The titles of the rows that a cell links to, as far as they are known. */
export function linkTexts(
  { key }: Pick<Column, 'key'>,
  value: unknown,
  row: Pick<Row, 'links'> | undefined,
  { phoneText }: Pick<TextContext, 'phoneText'>,
): string[] {
  const titles = new Map(row?.links?.[key]?.map((link) => [link.id, link]) ?? [])
  return labelsIn(value).map((id) => {
    const link = titles.get(id)
    if (!link) return '…'
    return link.trashed ? '(in the trash)' : phoneText(link.title || '(no title)')
  })
}

/** Who is no person and has no name here, by the kind of actor. */
const unnamed: Record<string, string> = {
  key: 'A key',
  form: 'A form',
  address: 'An email address',
}

function actorText(actor: string, { nameOf, senders }: TextContext): string {
  const [kind, id] = actor.split(':')
  if (kind === 'user') return nameOf(Number(id))
  return senders?.get(actor) ?? unnamed[kind ?? ''] ?? actor
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment as `2026-11-20 14:30` in a time zone. */
export function localTime(at: string, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish writes the ISO way.
    const parts = { dateStyle: 'short', timeStyle: 'short' } as const
    format = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone })
    formats.set(timeZone, format)
  }
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? at : format.format(moment)
}
