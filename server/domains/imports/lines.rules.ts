import type { Column } from '../records/definitions/definition.rules.ts'
import { rearmed } from '../records/exports/disarming.rules.ts'
import type { SentCells } from '../records/rows/rows.rules.ts'
import type { FileRecord, FileValue } from './records.ts'

/** The cells that a row of a file sends, or why it can send none. */
export type Line =
  | { line: number; sent: SentCells }
  | { line: number; problem: string; column: string | null }

/**
 * @param columns where each value goes, by place in the file; `null` for nowhere.
 * @param ofSheet whether the row is a workbook's. There, rows have no empty cells at the end, and text is unchanged;
 *   a CSV has an apostrophe before text that a spreadsheet would run.
 */
export function lineOf(
  { line, values }: FileRecord,
  columns: readonly (Column | null)[],
  ofSheet: boolean,
): Line {
  const extra =
    values.length > columns.length &&
    values.slice(columns.length).some((value) => textOf(value).trim() !== '')
  if (extra || (!ofSheet && values.length < columns.length)) {
    const problem = `has ${values.length} values where the header has ${columns.length}`
    return { line, problem, column: null }
  }
  const sent: SentCells = {}
  let isEmpty = true
  // A plain loop: this runs for every cell of a file, and an iterator's pairs would be most of the garbage.
  for (let place = 0; place < columns.length; place++) {
    const column = columns[place]
    const value = values[place]
    if (!column || value === undefined || value === '') continue
    if (typeof value === 'string') {
      if (value.includes('\0')) {
        const problem = `${column.key}: has a NUL character; remove it`
        return { line, problem, column: column.id }
      }
      if (value.trim() === '') continue
      isEmpty = false
      sent[column.key] = ofSheet ? value : rearmed(value)
    } else {
      isEmpty = false
      sent[column.key] = typeof value === 'object' ? percentOf(value, column) : value
    }
  }
  if (!isEmpty) return { line, sent }
  return { line, problem: 'has nothing in the columns that are imported', column: null }
}

/** A percent column holds 12.5 for 12.5 %; any other column holds the fraction that the sheet computes with. */
const percentOf = ({ percent }: { percent: number }, { type }: Column): number =>
  type === 'percent' ? percent : Number((percent / 100).toPrecision(15))

/** A value as people read it, and as failures store it. */
export function textOf(value: FileValue): string {
  return typeof value === 'object' ? `${value.percent}%` : String(value)
}
