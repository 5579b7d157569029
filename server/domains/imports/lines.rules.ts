import { type CellRefusal, cellRefusal } from '../../../contract/cell-refusals.ts'
import { named, receiptText } from '../records/cells/words.ts'
import type { Column } from '../records/definitions/definition.rules.ts'
import { rearmed } from '../records/exports/disarming.rules.ts'
import { faultIn, type ImportFault } from '../records/rows/imported-rows.rules.ts'
import type { SentCells } from '../records/rows/rows.rules.ts'
import { standsForNothing } from './no-values.rules.ts'
import type { FileRecord, FileValue } from './records.ts'
import { serialDate } from './sheet-values.rules.ts'
import {
  type ColumnTreatment,
  mappedValue,
  type Treatment,
  treatmentOf,
} from './treatments.rules.ts'

/** Where a column of the file goes, and what happens to its values there. */
export interface Target extends ColumnTreatment {
  column: Column
}

/** A cell that stays empty although the file has a value for it, and why. */
export interface LeftCell extends ImportFault {
  sent: string
}

/** A value that a row of the file has in other words than it sends. */
export interface Replaced {
  column: Column
  original: string
}

/** The targets of a file's columns, each with what happens to its values. */
export const targetsOf = (
  columns: readonly (Column | null)[],
  treatment: Treatment,
): (Target | null)[] =>
  columns.map((column) => {
    if (!column) return null
    const { leave, labels } = treatmentOf(treatment, column)
    return { column, leave, labels }
  })

/** The cells that a row of a file sends, or why it can send none. */
export type Line =
  | { line: number; sent: SentCells; left: LeftCell[]; replaced: Replaced[] }
  | { line: number; problem: string; column: string | null }

/**
 * @param targets where each value goes, by place in the file; `null` for nowhere.
 * @param ofSheet whether the row is a workbook's. There, rows have no empty cells at the end, and text is unchanged;
 *   a CSV has an apostrophe before text that a spreadsheet would run.
 */
export function lineOf(
  { line, values }: FileRecord,
  targets: readonly (Target | null)[],
  ofSheet: boolean,
): Line {
  const extra =
    values.length > targets.length &&
    values.slice(targets.length).some((value) => textOf(value).trim() !== '')
  if (extra || (!ofSheet && values.length < targets.length)) {
    const problem = `has ${values.length} values where the header has ${targets.length}`
    return { line, problem, column: null }
  }
  const sent: SentCells = {}
  const left: LeftCell[] = []
  const replaced: Replaced[] = []
  let isEmpty = true
  // A plain loop: this runs for every cell of a file, and an iterator's pairs would be most of the garbage.
  for (let place = 0; place < targets.length; place++) {
    const target = targets[place]
    const value = values[place]
    if (!target || value === undefined || value === '') continue
    const { column } = target
    if (typeof value !== 'string') {
      isEmpty = false
      sent[column.key] = typeof value === 'object' ? percentOf(value, column) : value
      continue
    }
    if (value.includes('\0')) {
      const problem = `${column.key}: has a NUL character; remove it`
      return { line, problem, column: column.id }
    }
    if (value.trim() === '') continue
    const text = ofSheet ? value : rearmed(value)
    const meant = target.labels ? mappedValue(column, target.labels, text) : text
    if (meant === null || (meant === text && standsForNothing(column, text))) {
      left.push(leftCell(column, text, cellRefusal('stands_for_nothing', { sent: named(text) })))
      continue
    }
    isEmpty = false
    const day = !ofSheet && column.type === 'date' ? serialDate(meant.trim()) : undefined
    sent[column.key] = day ?? meant
    if (sent[column.key] !== text) replaced.push({ column, original: text })
  }
  if (!isEmpty) return { line, sent, left, replaced }
  return { line, problem: 'has nothing in the columns that are imported', column: null }
}

const leftCell = (column: Column, text: string, refusal: CellRefusal): LeftCell => ({
  ...faultIn(column, refusal),
  sent: receiptText(text),
})

/** A percent column holds 12.5 for 12.5 %; any other column holds the fraction that the sheet computes with. */
const percentOf = ({ percent }: { percent: number }, { type }: Column): number =>
  type === 'percent' ? percent : Number((percent / 100).toPrecision(15))

/** A value as people read it, and as failures store it. */
export function textOf(value: FileValue): string {
  return typeof value === 'object' ? `${value.percent}%` : String(value)
}
