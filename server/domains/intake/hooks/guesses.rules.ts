import { isDated, isMoney } from '../../../../shared/column-types.ts'
import type { Reading } from '../../../../shared/hooks.ts'
import { numberIn } from '../../../platform/http/sent-numbers.rules.ts'
import { proposeMapping } from '../../imports/mapping/mapping.rules.ts'
import type { FileValue } from '../../imports/reading/file-values.rules.ts'
import type { CellContext } from '../../records/cells/column.ts'
import { convertCell } from '../../records/cells/convert.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { isFillable } from './hooks.rules.ts'
import type { Leaf } from './leaves.rules.ts'
import { isScalar, textAt } from './paths.rules.ts'

export interface Guess {
  column: string
  as?: Reading
}

/**
 * The columns that the values of a body likely go to, by path: by name and by content, as an import guesses for a file.
 * Answers to questions come first, because a body also describes its form.
 */
export function guessColumns(
  view: DefinitionView,
  leaves: readonly Leaf[],
  body: unknown,
  context: CellContext,
): Map<string, Guess> {
  const filled = leaves.filter(({ value }) => readableValue(value) !== '')
  const sorted = [
    ...filled.filter(({ isAnswer }) => isAnswer),
    ...filled.filter(({ isAnswer }) => !isAnswer),
  ]
  const header = sorted.map(({ label }) => label)
  const values = sorted.map(
    ({ value }) => (isScalar(value) ? numberIn(value) : readableValue(value)) as FileValue,
  )
  const places = proposeMapping(view, header, [{ line: 1, values }], context)
  const guesses = new Map<string, Guess>()
  for (const [at, { column }] of places.entries()) {
    const { path, value } = sorted[at]!
    if (!column || !view.columns.includes(column) || !isFillable(column)) continue
    const as = readingOf(column, value, body)
    const fits = as !== undefined || convertCell(column, value, context).kind === 'stored'
    if (fits) guesses.set(path, { column: column.key, ...(as && { as }) })
  }
  guessReadings(view, sorted, body, guesses)
  return guesses
}

/** Of the values that are left, gives the first time and the first amount in cents to the first column that takes them. */
function guessReadings(
  view: DefinitionView,
  leaves: readonly Leaf[],
  body: unknown,
  guesses: Map<string, Guess>,
): void {
  for (const { path, label, value } of leaves) {
    if (guesses.has(path)) continue
    const taken = new Set([...guesses.values()].map(({ column }) => column))
    const free = view.columns.filter(({ key }) => !taken.has(key))
    for (const column of free) {
      const as = isFillable(column) && view.mayWrite(column) && readingOf(column, value, body)
      if (!as || (as === 'minor_units' && !/^amount/i.test(label))) continue
      guesses.set(path, { column: column.key, as })
      break
    }
  }
}

/** 2001 to 2286, in seconds. */
const isTime = (value: number): boolean => value >= 1e9 && value < 1e10

function readingOf({ type }: Column, sent: unknown, body: unknown): Reading | undefined {
  const value = numberIn(sent)
  if (!Number.isInteger(value)) return undefined
  if (isDated(type) && isTime(value as number)) return 'unix_seconds'
  // Stripe’s amounts are in cents.
  return isMoney(type) && textAt(body, ['object']) === 'event' ? 'minor_units' : undefined
}

/** A value of a body as people read it. */
export function readableValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}
