import { why } from '../../../../contract/refusals/reasons.ts'
import { MOST_CORRECTIONS } from '../../../../shared/limits.ts'
import { invalid } from '../../../platform/refusal.ts'
import type { Column } from '../../records/definitions/definition.rules.ts'
import type { FileRecord } from '../reading/file-values.rules.ts'
import { parsedJson } from './form-json.rules.ts'

/** Values that replace those of a file: by line, and by the id of the column. */
export type Corrections = Record<string, Record<string, string>>

/**
 * Reads the corrections of a form.
 *
 * @param columnOf finds a mapped column by its key, id or name, or throws.
 * @throws Refusal invalid_request, and what `columnOf` throws.
 */
export function readCorrections(
  text: string | undefined,
  columnOf: (ref: string, path: string) => Column,
): Corrections {
  const corrections: Corrections = {}
  const known = new Map<string, Column>()
  for (const [at, { line, column: ref, value }] of listed(text).entries()) {
    const path = `body.corrections[${at}]`
    const column = known.get(ref) ?? columnOf(ref, `${path}.column`)
    known.set(ref, column)
    corrections[line] ??= {}
    corrections[line][column.id] = value
  }
  return corrections
}

interface Correction {
  line: number
  column: string
  value: string
}

function listed(text: string | undefined): Correction[] {
  if (text === undefined) return []
  const list = parsedJson(text)
  if (!Array.isArray(list)) throw invalid('body.corrections', why('corrections_not_json', {}))
  if (list.length > MOST_CORRECTIONS) {
    throw invalid('body.corrections', why('too_many_items', { most: MOST_CORRECTIONS }))
  }
  const odd = list.findIndex((one) => !isCorrection(one))
  if (odd >= 0) throw invalid(`body.corrections[${odd}]`, why('not_a_correction', {}))
  return list
}

function isCorrection(one: unknown): one is Correction {
  if (typeof one !== 'object' || one === null) return false
  const { line, column, value, ...others } = one as Record<string, unknown>
  const isWhole = typeof column === 'string' && typeof value === 'string'
  return Number.isSafeInteger(line) && isWhole && Object.keys(others).length === 0
}

/** @throws Refusal invalid_request if no row of the file begins at the line of a correction. */
export function refuseUnknownLines(corrections: Corrections, lines: ReadonlySet<number>): void {
  const unknown = Object.keys(corrections).find((line) => !lines.has(Number(line)))
  if (unknown !== undefined) {
    throw invalid('body.corrections', why('no_such_line', { line: unknown }))
  }
}

/** A row of a file with its corrections. */
export function corrected(
  record: FileRecord,
  targets: readonly ({ column: Column; joined?: readonly number[] } | null)[],
  corrections: Corrections,
): FileRecord {
  const own = corrections[record.line]
  if (!own) return record
  const values = [...record.values]
  for (const [place, target] of targets.entries()) {
    const value = target ? own[target.column.id] : undefined
    if (value === undefined) continue
    // The rows of a sheet have no empty cells at their end.
    while (values.length < place) values.push('')
    for (const other of target?.joined ?? []) if (other < values.length) values[other] = ''
    values[place] = value
  }
  return { line: record.line, values }
}
