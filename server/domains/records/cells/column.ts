import type { CellRefusal } from '../../../../contract/cell-refusals.ts'
import type { ColumnType, ResultType } from '../../../../shared/column-types.ts'

export type { ColumnType, ResultType }

/** A choice of a select column. Cells hold its label. */
export type Option = { id: string; label: string; color: string | null }

/**
 * By type: options of selects, the ISO 4217 code of money, decimals and bounds of numbers, where links lead, what files
 * are taken, what a formula computes. As they are stored: `settingsOut` answers them.
 */
export type ColumnSettings = {
  options?: Option[]
  allowNewOptions?: boolean
  currency?: string
  precision?: number
  min?: number
  max?: number
  /** Of the definition that a link leads to; answered as its key. */
  definitionId?: string
  definitionKey?: string
  multiple?: boolean
  maxFiles?: number
  accept?: string[]
  expression?: string
  resultType?: ResultType
  /** The columns that a formula reads: by the key that the expression names, their ids. */
  inputs?: Record<string, string>
}

/** What a link column leads to. */
export type Linked = { key: string; name: string; deleted: boolean }

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
  /** Of a link column. */
  linked?: Linked | undefined
}

/** A file as cells hold it. */
export type FileCell = { id: string; name: string; size: number; type: string }

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
  /** By column: which of the rows that the cells name it may link to. Looked up for the request at hand. */
  linkable?: ReadonlyMap<string, ReadonlySet<string>>
  /** Of the files that the cells name, those that the writer may read. */
  files?: ReadonlyMap<string, FileCell>
}

/** Why a formula has no result. */
export type FormulaError = { error: string }

export type CellValue = string | number | boolean | string[] | FileCell[] | FormulaError

/**
 * What happened to a value. `coerced`: stored otherwise than it was sent, if only as another JSON
 * type. `newOptions`: labels to add to the column before the cell may hold them.
 */
export type Conversion =
  | { kind: 'empty' }
  | { kind: 'stored'; value: CellValue; coerced: boolean; newOptions?: string[] }
  | { kind: 'refused'; refusal: CellRefusal }
