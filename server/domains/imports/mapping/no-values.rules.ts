import type { CellColumn } from '../../records/cells/column.ts'
import { folded } from '../../records/cells/words.ts'

/**
 * What people and spreadsheets write where they have no value. None of them is a value of a column that has a type:
 * refusing the row would lose the rest of it, and keeping the word is only right where any text is right.
 */
const NO_VALUES: ReadonlySet<string> = new Set([
  'n/a',
  '#n/a',
  '-',
  '–',
  'tbd',
  'none',
  'null',
  'unknown',
])
const MOST_CHARS = Math.max(...[...NO_VALUES].map((word) => word.length))

/** Whether a text in a file is a word for no value in this column, rather than its text or the label of an option. */
export function standsForNothing({ type, settings }: CellColumn, value: string): boolean {
  // A plain comparison first: this runs for every text of a file.
  if (value.length > 2 * MOST_CHARS || type === 'text' || type === 'long_text') return false
  const word = folded(value.trim())
  if (!NO_VALUES.has(word)) return false
  return !settings.options?.some(({ label }) => folded(label) === word)
}
