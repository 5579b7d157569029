import { cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { inputOf } from '../../../../shared/column-types.ts'
import { MOST_OWN_ID_CHARS } from '../../records/cells/references.ts'
import { named, receiptText } from '../../records/cells/words.ts'
import type { Column } from '../../records/definitions/definition.rules.ts'
import { rearmed } from '../../records/exports/disarming.rules.ts'
import { faultIn, type ImportFault } from '../../records/rows/imported-rows.rules.ts'
import { ownIdColumn } from '../../records/rows/own-id-column.rules.ts'
import type { SentCells } from '../../records/rows/rows.rules.ts'
import { joiningOrder } from '../mapping/joined-columns.rules.ts'
import { linksSent, separatorIn } from '../mapping/link-choices.rules.ts'
import {
  type ColumnTreatment,
  mappedValue,
  type Treatment,
  treatmentOf,
} from '../mapping/treatments.rules.ts'
import {
  type FileRecord,
  type FileValue,
  isFilled,
  shownText,
  valueFor,
} from '../reading/file-values.rules.ts'
import { standsForNothing } from '../reading/no-values.rules.ts'
import type { FileReading } from '../reading/records.ts'
import { serialDate } from '../reading/sheet-values.rules.ts'

/** Where a column of the file goes, and what happens to its values there. */
export interface Target extends ColumnTreatment {
  column: Column
  /** If the values of several columns of the file go there: the places of all of them, in their order. */
  joined?: readonly number[]
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

/**
 * The targets of a file's columns, each with what happens to its values. Of columns whose values are joined, the first has
 * the target.
 */
export function targetsOf(
  columns: readonly (Column | null)[],
  treatment: Treatment,
  header: readonly string[],
): (Target | null)[] {
  const places = Map.groupBy(columns.keys(), (place) => columns[place])
  return columns.map((column, place) => {
    const all = column ? places.get(column)! : []
    if (!column || all[0] !== place) return null
    const joined = all.length > 1 ? { joined: joiningOrder(all, header) } : {}
    return { column, ...treatmentOf(treatment, column), ...joined }
  })
}

/** The cells that a row of a file sends, or why it can send none. */
export type Line =
  | {
      line: number
      sent: SentCells
      left: LeftCell[]
      replaced: Replaced[]
      /** Its values that are errors of the file itself. */
      errors: ImportFault[]
    }
  | { line: number; problem: string; column: string | null }

/**
 * @param targets where each value goes, by place in the file; `null` for nowhere.
 * @param record can end early: the values that it does not have are empty.
 * @param file the row's. In a workbook, text is unchanged; a CSV has an apostrophe before text that a spreadsheet would run.
 */
export function lineOf(
  { line, values }: FileRecord,
  targets: readonly (Target | null)[],
  { format, since1904 }: Pick<FileReading, 'format' | 'since1904'>,
): Line {
  const ofSheet = format === 'xlsx'
  // Values right of the header are columns too, but there are limits to how many, and runs of releases up to 0.2 have none.
  if (values.length > targets.length && isFilled(values, targets.length)) {
    const problem = `has ${values.length} values where the file has ${targets.length} columns`
    return { line, problem, column: null }
  }
  const sent: SentCells = {}
  const left: LeftCell[] = []
  const replaced: Replaced[] = []
  const errors: ImportFault[] = []
  let isEmpty = true
  // A plain loop: this runs for every cell of a file, and an iterator's pairs would be most of the garbage.
  for (let place = 0; place < targets.length; place++) {
    const target = targets[place]
    if (!target) continue
    const { column } = target
    const value = target.joined
      ? joinedValue(target, values)
      : valueFor(column.type, values[place] ?? '')
    if (value === '') continue
    if (target.link && typeof value === 'number') {
      isEmpty = false
      sent[column.key] = linksSent(column, target.link, String(value))
      replaced.push({ column, original: String(value) })
      continue
    }
    if (typeof value !== 'string') {
      if (typeof value === 'object' && 'formula' in value) {
        const fault = faultIn(column, cellRefusal('formula_without_value', value))
        if (column.required) errors.push(fault)
        else left.push({ ...fault, sent: '' })
        continue
      }
      if (typeof value === 'object') {
        if (value.error === NOT_AVAILABLE) left.push(standingForNothing(column, value.error))
        else {
          isEmpty = false
          errors.push(faultIn(column, cellRefusal('sheet_error', { sent: named(value.error) })))
          replaced.push({ column, original: value.error })
        }
        continue
      }
      isEmpty = false
      const day = typeof value === 'number' ? dayOf(String(value), column, since1904) : undefined
      if (day !== undefined) replaced.push({ column, original: String(value) })
      sent[column.key] = day ?? value
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
      left.push(standingForNothing(column, text))
      continue
    }
    isEmpty = false
    const day = ofSheet ? undefined : dayOf(meant.trim(), column)
    if (column === ownIdColumn && meant.trim().length > MOST_OWN_ID_CHARS) {
      const chars = meant.trim().length.toLocaleString('en-US')
      const refusal = { sent: named(meant), chars, most: String(MOST_OWN_ID_CHARS) }
      errors.push(faultIn(column, cellRefusal('too_long', refusal)))
      continue
    }
    sent[column.key] = target.link
      ? linksSent(column, target.link, meant)
      : (day ?? severalIn(column, meant))
    if (sent[column.key] !== text) replaced.push({ column, original: text })
  }
  if (!isEmpty || errors.length > 0) return { line, sent, left, replaced, errors }
  const formula = left.find(({ reason }) => reason === 'formula_without_value')
  if (formula) return { line, problem: formula.message, column: formula.column }
  return { line, problem: 'has nothing in the columns that are imported', column: null }
}

/** The values of several columns as one text. What stands for no value by itself is no part of it. */
function joinedValue({ column, joined = [] }: Target, values: readonly FileValue[]): string {
  const texts = joined.map((place) => shownText(values[place] ?? '').trim())
  const typed = { ...column, type: 'number' as const }
  const some = texts.filter((text) => text !== '' && !standsForNothing(typed, text))
  return some.length > 0 ? some.join(' ') : (texts.find((text) => text !== '') ?? '')
}

/** The error of a formula that found nothing: it stands for no value, even in a column of text. */
const NOT_AVAILABLE = '#N/A'

const standingForNothing = (column: Column, text: string): LeftCell => ({
  ...faultIn(column, cellRefusal('stands_for_nothing', { sent: named(text) })),
  sent: receiptText(text),
})

/** The date of a number by which a spreadsheet counts a day, if the column has dates. */
const dayOf = (text: string, { type }: Column, since1904?: boolean): string | undefined =>
  inputOf(type) === 'day' ? serialDate(text, since1904) : undefined

/** Several values with semicolons between them, in a column that takes several; anything else as it is. */
function severalIn({ type, settings }: Column, text: string): string | string[] {
  if (separatorIn(text) !== ';') return text
  const isOption = () => settings.options?.some(({ label }) => label === text.trim())
  const input = inputOf(type)
  const takesSeveral =
    (input === 'rows' && settings.multiple === true) || (input === 'options' && !isOption())
  return takesSeveral ? text.split(';').flatMap((part) => part.trim() || []) : text
}
