import type { Cell, ForeignFile, Kind, SheetReading, Value } from './tables.rules.ts'

/** A cell that an independent reader reads otherwise than the board holds it. */
export interface CellDifference {
  file: ForeignFile
  cell: Cell
  /** What the other reader says. */
  read: Value
}

/** Why a cell may differ from what an independent reader says. What the file’s author meant may never differ. */
export interface Explained {
  reason: string
  explains(difference: CellDifference): boolean
}

const isReading = (reading: ForeignFile['reading']): reading is SheetReading => 'sheet' in reading
const isSheet = ({ reading }: ForeignFile): boolean => isReading(reading)

export const EXPLAINED_CELLS: readonly Explained[] = [
  {
    reason:
      'MySQL and PostgreSQL write \\N where there is nothing. To Python’s csv, the backslash only escapes the N.',
    explains: ({ cell, read }) => cell.stored === null && cell.raw === '\\N' && read === 'N',
  },
  {
    reason:
      'PostgreSQL writes tabs and line breaks as \\t and \\n. To Python’s csv, the backslash only escapes the letter.',
    explains: ({ cell, read }) =>
      typeof cell.raw === 'string' &&
      /[\t\n\r]/.test(cell.raw) &&
      read === cell.raw.replaceAll('\t', 't').replaceAll('\n', 'n').replaceAll('\r', 'r'),
  },
  {
    reason:
      'Web shops write ="02138", so that a spreadsheet keeps the digits as text. Python’s csv reads no formulas.',
    explains: ({ file, cell, read }) => !isSheet(file) && read === `="${String(cell.stored)}"`,
  },
  {
    reason: 'openpyxl says what error a formula has. A board has no value for #N/A.',
    explains: ({ file, cell, read }) => isSheet(file) && cell.stored === null && read === '#N/A',
  },
  {
    reason:
      'Excel writes _x000D_ for a carriage return, and _x005F_ before what only looks like such a code. openpyxl leaves both as they are.',
    explains: ({ file, cell, read }) =>
      isSheet(file) &&
      typeof read === 'string' &&
      read !== cell.raw &&
      sameText(
        read.replace(/_x([0-9A-F]{4})_/g, (_, code) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ),
        cell.raw,
      ),
  },
]

/** Why an independent reader cannot read a whole file. */
export const EXPLAINED_FILES: readonly {
  reason: string
  explains(file: ForeignFile, error: string): boolean
}[] = [
  {
    reason: 'openpyxl reads no workbooks that Excel saves as “Strict Open XML”.',
    explains: ({ reading }) => isReading(reading) && reading.isStrict,
  },
  {
    reason: 'openpyxl looks for the styles of a workbook at xl/styles.xml only.',
    explains: ({ reading }, error) =>
      isReading(reading) && reading.styles !== 'xl/styles.xml' && error.startsWith('IndexError'),
  },
]

/** Line breaks are the same however they are written, and blanks at the ends do not count. */
const sameText = (one: unknown, other: unknown): boolean => plainText(one) === plainText(other)

const plainText = (text: unknown): string =>
  text === null || text === undefined ? '' : String(text).replace(/\r\n?/g, '\n').trim().normalize()

const exact = (value: Value): Value =>
  typeof value === 'number' ? Number(value.toPrecision(15)) : value

/** Whether the board holds what the author meant. */
export const isMeant = (kind: Kind, { stored, or }: Cell, held: Value | undefined): boolean =>
  kind === 'text'
    ? sameText(stored, held) || (or !== undefined && sameText(or, held))
    : exact(stored) === exact(held ?? null)

/** Whether another reader reads what the author wrote. */
export const isRead = ({ raw }: Cell, read: Value): boolean =>
  typeof raw === 'number' ? exact(raw) === exact(read) : sameText(raw, read)

/** Whether a column for text holds what another reader reads as text. */
export const isHeld = (kind: Kind, cell: Cell, read: Value): boolean =>
  kind !== 'text' || typeof read !== 'string' || isMeant(kind, cell, read)
