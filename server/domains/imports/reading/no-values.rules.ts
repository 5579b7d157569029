import { isPlainText } from '../../../../shared/column-types.ts'
import type { CellColumn } from '../../records/cells/column.ts'
import { folded } from '../../records/cells/words.ts'

/**
 * What people, spreadsheets, databases and statistics write where they have no value. None of them is a value of a column
 * that has a type: refusing the row would lose the rest of it, and keeping the word is only right where any text is right.
 */
const NO_VALUES: ReadonlySet<string> = new Set([
  'n/a',
  '#n/a',
  'na',
  'nan',
  '-',
  '–',
  '—',
  '--',
  '.',
  'tbd',
  'none',
  'null',
  '\\n',
  'unknown',
])
const MOST_CHARS = Math.max(...[...NO_VALUES].map((word) => word.length))
const FIRST_CHARS: ReadonlySet<string> = new Set([...NO_VALUES].map((word) => word[0]!))

/** Whether a text in a file is a word for no value. */
export function isNoValue(value: string): boolean {
  // Plain comparisons first: this runs for every text of a file, and folding takes far longer.
  if (value.length > 2 * MOST_CHARS) return false
  const text = value.trim()
  return FIRST_CHARS.has(text.slice(0, 1).toLowerCase()) && NO_VALUES.has(folded(text))
}

/** Whether a text in a file is a word for no value in this column, rather than its text or the label of an option. */
export function standsForNothing({ type, settings }: CellColumn, value: string): boolean {
  if (isPlainText(type) || !isNoValue(value)) return false
  const word = folded(value)
  return !settings.options?.some(({ label }) => folded(label) === word)
}
