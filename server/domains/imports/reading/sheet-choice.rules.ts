import { type FileRecord, writtenText } from './file-values.rules.ts'

/** A sheet as the workbook lists it. */
export interface ListedSheet {
  isHidden: boolean
  /** Whether it is the one that a spreadsheet program opens. */
  isActive: boolean
}

/** How many sheets are looked into. */
const MOST_TRIED = 50
/** How many rows of each. */
export const SAMPLED = 20

/** The sheets that may have the table, in the order in which people would look: those that they see, and first the one that opens. */
export function sheetsToTry<S extends ListedSheet>(sheets: readonly S[]): S[] {
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const seen = visible.length > 0 ? visible : sheets
  return seen.toSorted((a, b) => Number(b.isActive) - Number(a.isActive)).slice(0, MOST_TRIED)
}

/** The likeness of a sheet that certainly is a table. */
export const TABLE = 2

const BESIDE =
  /^(?:cover|title|notes?|about|info|read ?me|instructions?|legend|help)(?: (?:page|sheet))?$/i

/** The likeness of a sheet by its name too: one that is named as what stands beside a table is taken only if no other may be one. */
export const likenessNamed = (name: string, likeness: number): number =>
  BESIDE.test(name.trim()) ? likeness * 0.4 : likeness

/**
 * How much the first rows of a sheet look like a table: 0 if there is nothing below a header, 1 if it may be a cover or a
 * note, which has rows of one cell, or a few of a name and a value.
 */
export function likenessOf(records: readonly FileRecord[]): number {
  if (records.length < 2) return 0
  const rows = records.map(({ values }) =>
    values.flatMap((value) => writtenText(value).trim() || []),
  )
  const widths = rows.map(({ length }) => length)
  // The second widest, since one row may have too much.
  const typical = widths.toSorted((a, b) => b - a)[1]!
  if (typical < 2) return 1
  const isShort = records.length < SAMPLED
  const first = rows.find(({ length }) => length > 0)
  const isCover = typical === 2 && isShort && (!first || isCoverRow(first))
  return isCover ? 1 : TABLE
}

/** A title or a note, or `Prepared by:` and a name. */
const isCoverRow = (texts: readonly string[]): boolean =>
  texts.length === 1 || (texts[0]?.endsWith(':') ?? false)
