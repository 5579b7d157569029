import type { ColumnType } from '../../../../contract/columns.ts'

export type { ColumnType }

/** A choice of a select column. Cells hold its label. */
export type Option = { id: string; label: string; color: string | null }

/** By type: options of selects, the ISO 4217 code of money, decimals and bounds of numbers. */
export type ColumnSettings = {
  options?: Option[]
  allowNewOptions?: boolean
  currency?: string
  precision?: number
  min?: number
  max?: number
}

/**
 * A column as conversions need it. A plain value: a changed column is a new object with new
 * `settings`, since indexes of the options are kept by the identity of their array.
 */
export type CellColumn = {
  id: string
  slot: number
  key: string
  name: string
  type: ColumnType
  required: boolean
  unique: boolean
  readOnly: boolean
  settings: ColumnSettings
}

export type Person = { crmUserId: number; name: string; email: string }

/**
 * What surrounds a cell: the region (ISO 3166 country) decides the marks of numbers, the order of
 * date parts and where a phone number without `+` is dialled; the time zone (IANA) places times
 * that name none; the currency (ISO 4217) is that of columns that name none. `people` are the
 * seats; keep one array per state of them, since it is indexed by identity.
 */
export type CellContext = {
  region: string
  timeZone: string
  currency: string
  people: readonly Person[]
}

export type CellValue = string | number | boolean | string[]

/**
 * What became of a value. `coerced`: stored otherwise than it was sent, if only as another JSON
 * type. `newOptions`: labels to add to the column before the cell may hold them.
 */
export type Conversion =
  | { kind: 'empty' }
  | { kind: 'stored'; value: CellValue; coerced: boolean; newOptions?: string[] }
  | { kind: 'refused'; message: string }
