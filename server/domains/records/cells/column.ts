import type { CellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import type { ColumnType, ResultType, SettingName } from '../../../../shared/column-types.ts'
import type { DateNotation, NumberNotation } from '../../../../shared/notations.ts'

export type { ColumnType, ResultType }

/** A choice of a select column. Cells hold its label. */
export type Option = { id: string; label: string; color: string | null }

/** Settings as they are stored. `currency` is an ISO 4217 code. */
type StoredSettings = {
  options?: Option[]
  allowNewOptions?: boolean
  currency?: string
  precision?: number
  min?: number
  max?: number
  /** The definition that a link leads to; answers show its key. */
  definitionId?: string
  definitionKey?: string
  multiple?: boolean
  maxFiles?: number
  accept?: string[]
  expression?: string
  resultType?: ResultType
  /** The ids of the columns that a formula reads, by the key that the expression uses. */
  inputs?: Record<string, string>
}

/** The settings that only the service sets. */
type OwnSettings = { link: 'definitionId'; formula: 'inputs' }

/** The settings of columns of a type; without a type, of any column. `settingsOut` turns them into the form in answers. */
export type ColumnSettings<T extends ColumnType = ColumnType> = Pick<
  StoredSettings,
  Extract<
    keyof StoredSettings,
    SettingName<T> | (T extends keyof OwnSettings ? OwnSettings[T] : never)
  >
>

/** The board or page that a link column leads to. */
export type Linked = { key: string; name: string; deleted: boolean }

/**
 * What conversions need to know about a column. A changed column must be a new object with new
 * `settings`: the index of its options is cached by the identity of their array.
 */
export type CellColumn<T extends ColumnType = ColumnType> = {
  id: string
  slot: number
  key: string
  name: string
  type: ColumnType
  required: boolean
  unique: boolean
  readOnly: boolean
  settings: ColumnSettings<T>
  /** Only link columns have it. */
  linked?: Linked | undefined
}

/** A file in a cell. */
export type FileCell = { id: string; name: string; size: number; type: string }

/** A file that a cell can hold, and the hash of its bytes. */
export type HeldFile = { cell: FileCell; sha256: string }

/** How all values of a column are written, if they come together: one decimal mark, or one order of day and month. */
export type Notation<How = NumberNotation | DateNotation> = {
  how: How
  /** Whether it also decides what the region leaves open. */
  isSure: boolean
  /** Whether groups above the thousands have two digits, as in 12,34,567. */
  lakh?: boolean
}

export type Person = { crmUserId: number; name: string; email: string }

/** The row that a link leads to, or why it leads nowhere. */
export type LinkTarget = { rowId: string } | { refusal: CellRefusal }

/**
 * What conversions depend on besides the column. The region (ISO 3166 country) decides how numbers
 * and dates are written, and which country a phone number without `+` belongs to. The time zone
 * (IANA) applies to times without one, the currency (ISO 4217) to columns without one. `people`
 * are the seats; reuse the array until they change, since its index is cached by identity.
 */
export type CellContext = {
  region: string
  timeZone: string
  currency: string
  people: readonly Person[]
  /**
   * Whether no part of a value may get lost: the extension of a phone number, or decimals of an amount. Where a receipt
   * has what was sent, it may.
   */
  keepsAll?: boolean
  /** Whether numbers are those of a workbook, which computes amounts with more decimals than it shows. */
  ofSheet?: boolean
  /** By column id: how the values are written. In other columns, each value is read by itself. */
  notations?: ReadonlyMap<string, Notation>
  /** By column id, then by `linkText`: what is named in cells of link columns. Looked up for each request. */
  linkable?: ReadonlyMap<string, ReadonlyMap<string, LinkTarget>>
  /** By id: the files named in cells that the writer may put there. */
  files?: ReadonlyMap<string, HeldFile>
  /** Whether the writer can only use what it uploaded itself, as a key can. */
  onlyUploads?: boolean
  /** Whether names of rows and people that lead nowhere are kept and not refused, because the writer reads nothing. */
  keepsUnresolved?: boolean
  /**
   * By column id: the names that lead nowhere in the rows that are edited, or led nowhere before an edit took them out; of rows
   * by `linkText`. They can be sent again.
   */
  unresolved?: ReadonlyMap<string, ReadonlySet<string>>
}

/** A name of a row or person that leads nowhere yet, as it was sent. */
export type Unresolved = string | number | { [name: string]: string | number | boolean }

/** Why a formula has no result. */
export type FormulaError = { error: string }

export type CellValue = string | number | boolean | string[] | FileCell[] | FormulaError

/**
 * What happened to a value. `coerced`: the stored value differs from what was sent, even if only in
 * its JSON type. `shortened`: why a part of it was left out. `newOptions`: labels to add to the column before the cell can
 * hold them.
 */
export type Conversion =
  | { kind: 'empty' }
  | {
      kind: 'stored'
      value: CellValue
      coerced: boolean
      shortened?: CellRefusal
      newOptions?: string[]
    }
  /** Names that lead nowhere, which are kept beside the cell, and what the cell holds already, if anything. */
  | { kind: 'unresolved'; names: Unresolved[]; value?: CellValue }
  | { kind: 'refused'; refusal: CellRefusal }
