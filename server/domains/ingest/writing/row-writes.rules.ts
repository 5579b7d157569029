import type { KeyFamily } from '../../../../contract/language/operation.ts'
import { cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { messageOf, type Why, why } from '../../../../contract/refusals/reasons.ts'
import { holdsFiles } from '../../../../shared/column-types.ts'
import { sizeText } from '../../../../shared/forms/fields.ts'
import { MOST_ROWS } from '../../../../shared/limits.ts'
import { nearMiss } from '../../../../shared/nearest.ts'
import { withSentNumbers } from '../../../platform/http/sent-numbers.rules.ts'
import { allRead, fine, type Read } from '../../../platform/read.rules.ts'
import { codeOfRows, Refusal, type RowError, rowError } from '../../../platform/refusal.ts'
import { MOST_OWN_ID_CHARS, ownIdOf } from '../../records/cells/references.ts'
import { clipped, listed, named } from '../../records/cells/words.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import type { Ignored, SentCells } from '../../records/rows/rows.rules.ts'

/** How many lost files a receipt names. */
const MOST_NAMED = 5
/** More than any board has. Without a limit, a body full of unknown names would be answered name by name. */
const MAX_CELLS = 1000
/** More errors would say nothing new, and a batch can have a hundred thousand. */
export const MAX_ERRORS = 1000

export interface SentRecord {
  cells: SentCells
  externalId?: string
}

export interface WriteRequest {
  /** Whether it came as `cells` (one row) and not as `rows` (a batch); the answer has the same form. */
  single: boolean
  records: SentRecord[]
  onConflict: 'keep' | 'update'
}

/** The cells of every record of a request. */
export const sentCells = ({ records }: WriteRequest): SentCells[] =>
  records.map(({ cells }) => cells)

/** The errors of a form's files that were sent to columns of another type. An unknown column is ignored, as anywhere. */
export const misplacedFiles = (
  { find }: Pick<DefinitionView, 'find'>,
  files: readonly { field: string; name: string }[],
): RowError[] =>
  files.flatMap(({ field, name }) => {
    const column = find(field)
    return column && !holdsFiles(column.type)
      ? [rowError(0, column.key, cellRefusal('file_not_taken', { sent: named(name) }))]
      : []
  })

/** The errors of a form's files that are too large. An unknown column is ignored, as anywhere. */
export const largeFiles = (
  { find }: Pick<DefinitionView, 'find'>,
  files: readonly { field: string; name: string }[],
  maxBytes: number,
): RowError[] =>
  files.flatMap(({ field, name }) => {
    const column = find(field)
    if (!column) return []
    const sent = named(name)
    const refused = holdsFiles(column.type)
      ? cellRefusal('file_too_large', { sent, most: sizeText(maxBytes) })
      : cellRefusal('file_not_taken', { sent })
    return [rowError(0, column.key, refused)]
  })

/** What a form's receipt says was left out, with the files that came for it. */
export const withLostFiles = (
  { find }: Pick<DefinitionView, 'find'>,
  ignored: readonly Ignored[],
  files: readonly { field: string; name: string }[],
): Ignored[] =>
  ignored.map((item) => {
    const names = files
      .filter(({ field }) => (find(field)?.key ?? clipped(field, 200)) === item.column)
      .map(({ name }) => name)
    return names.length === 0 ? item : { ...item, lost: listed(names, MOST_NAMED) }
  })

/**
 * Reads the body of a write.
 *
 * @throws Refusal invalid_rows that lists everything that is wrong with its form.
 */
export function readWriteBody(body: unknown, family: KeyFamily): WriteRequest {
  if (Array.isArray(body) && body.length > 0) throw new Refusal('invalid_rows', 'list_of_rows')
  if (!isObject(body)) throw new Refusal('invalid_rows', 'not_an_object')
  refuseUnknown(body, family)
  if ('cells' in body === 'rows' in body) {
    throw new Refusal('invalid_rows', 'cells_or_rows')
  }
  const onConflict = body.onConflict ?? 'keep'
  if (onConflict !== 'keep' && onConflict !== 'update') {
    throw new Refusal('invalid_rows', 'on_conflict')
  }
  const single = 'cells' in body
  const rows = single ? [{ cells: body.cells, ...externalIdOf(body) }] : batchOf(body.rows)
  const { value: records, problems } = allRead(
    rows.map((row, index) => readRecord(row, index, family)),
  )
  if (problems.length > 0) throw refuseRows(problems)
  return { single, records, onConflict }
}

function batchOf(rows: unknown): unknown[] {
  if (!Array.isArray(rows)) throw new Refusal('invalid_rows', 'rows_not_a_list')
  if (rows.length === 0) throw new Refusal('invalid_rows', 'no_rows')
  if (rows.length > MOST_ROWS) {
    throw new Refusal('invalid_rows', 'too_many_rows', { count: rows.length, most: MOST_ROWS })
  }
  return rows
}

/** `{cells, external_id?}`, or the cells themselves. */
function readRecord(row: unknown, index: number, family: KeyFamily): Read<SentRecord, RowError> {
  const wrong = (refused: Why, column?: string): Read<SentRecord, RowError> => ({
    value: { cells: {} },
    problems: [{ index, message: messageOf(refused), ...(column && { column }), ...refused }],
  })
  if (!isObject(row)) return wrong(why('row_not_an_object', {}))
  const named = Object.keys(isObject(row.cells) ? row.cells : row).length
  if (named > MAX_CELLS) {
    return wrong(why('row_too_wide', { count: named, most: MAX_CELLS }))
  }
  if (!('cells' in row)) {
    // As a column it would be ignored, and a retry would make a second row.
    return 'external_id' in row
      ? wrong(why('own_id_misplaced', {}), 'external_id')
      : fine({ cells: withSentNumbers(row) })
  }
  if (!isObject(row.cells)) return wrong(why('cells_not_an_object', {}))
  const cells: SentCells = withSentNumbers(row.cells)
  const { external_id } = row
  for (const field in row) {
    if (field === 'cells' || field === 'external_id') continue
    return wrong(why('not_in_row', { field: clipped(field, 100) }))
  }
  if (external_id === undefined) return fine({ cells })
  if (family === 'board') return wrong(why('own_id_of_board', {}), 'external_id')
  const externalId = ownIdOf(external_id)
  if (externalId === undefined) {
    return wrong(why('own_id_unfit', { most: MOST_OWN_ID_CHARS }), 'external_id')
  }
  return fine({ cells, externalId })
}

const known: Record<KeyFamily, readonly string[]> = {
  board: ['cells', 'rows'],
  page: ['cells', 'rows', 'external_id', 'onConflict'],
}

function refuseUnknown(body: Record<string, unknown>, family: KeyFamily): void {
  for (const name of Object.keys(body)) {
    if (known[family].includes(name)) continue
    if (name === 'external_id') throw new Refusal('invalid_rows', 'external_id_of_board')
    const field = clipped(name, 100)
    const near = nearMiss(name, known[family])
    const isBare = !('cells' in body || 'rows' in body)
    // The value of a column is no object and no list, but for a few types; its name can be nearly that of a field.
    if (near !== undefined && (!isBare || typeof body[name] === 'object')) {
      throw new Refusal('invalid_rows', 'near_field', { field, nearest: near })
    }
    if (isBare && isListOfObjects(body[name])) throw new Refusal('invalid_rows', 'list_of_rows')
    throw new Refusal('invalid_rows', isBare ? 'values_beside_cells' : 'unknown_field', { field })
  }
  if ('external_id' in body && 'rows' in body) {
    throw new Refusal('invalid_rows', 'external_id_of_batch')
  }
}

const externalIdOf = (body: Record<string, unknown>): object =>
  'external_id' in body ? { external_id: body.external_id } : {}

const isListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The refusal for wrong rows, which names them all. */
export function refuseRows(errors: readonly RowError[], batch = errors.length): Refusal {
  const sorted = errors.toSorted((a, b) => a.index - b.index)
  const details = { errors: sorted.slice(0, MAX_ERRORS) }
  const code = codeOfRows(errors)
  if (errors.length === 1) return new Refusal(code, details)
  const rows = new Set(sorted.map((error) => error.index)).size
  const values = { problems: errors.length, rows, batch }
  return new Refusal(code, 'several_problems', values, details)
}
