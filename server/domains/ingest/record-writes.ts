import { mark, rollBackToMark, type Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Refusal, RowError } from '../../platform/refusal.ts'
import type { CellContext } from '../records/cells/column.ts'
import type { Definition } from '../records/definitions/definition.rules.ts'
import { changeRows, type RowChange, releaseUniques } from '../records/rows/row-changes.ts'
import { addRows } from '../records/rows/row-creation.ts'
import type { NewOptions } from '../records/rows/rows.rules.ts'
import { recordBatches } from '../records/rows/runs.ts'
import { twinsOf } from '../records/uniques/uniques.rules.ts'
import { checkUniques } from '../records/uniques/uniques.ts'
import type { WrittenRow } from './answers.ts'
import { findPageRecords, insertPageRecords } from './page-records.sql.ts'
import type { Prepared } from './prepared.ts'
import { type Draft, type PlannedRecord, planRecords } from './record-writes.rules.ts'
import { refuseRows, type WriteRequest } from './row-writes.rules.ts'
import { sourceOf, type Writer } from './writer.rules.ts'

export interface RecordsWrite {
  writer: Writer
  prepared: Prepared
  /** The context in which cells are read. */
  context: CellContext
  request: WriteRequest
  dryRun: boolean
  /** The transaction's time. */
  now: Date
}

/**
 * Writes a request's records as if one came after the other, but all at once in SQL: new ones, and on pages
 * those whose own id is known, which replay or update. The caller holds the definition's lock.
 *
 * @returns what happened to each record, or the refusal; then nothing is written.
 */
export async function writeRecords(tx: Tx, write: RecordsWrite): Promise<WrittenRow[] | Refusal> {
  const { writer, prepared, context, request, dryRun, now } = write
  const { definition, view } = prepared
  const found = await findKnown(tx, definition, request)
  const { records, drafts, newOptions, errors } = planRecords(view, context, request, found)
  const refuse = (faults: readonly RowError[]) => refuseRows(faults, request.records.length)
  if (errors.length > 0) return refuse(errors)
  const twins = twinsOf(uniquesOf(drafts))
  if (twins.length > 0) return refuse(twins)
  if (dryRun) {
    const taken = await findTaken(tx, drafts)
    return taken.length > 0 ? refuse(taken) : records.map((record) => answerOf(record, writer, now))
  }
  const saved = await save(tx, write, drafts, newOptions)
  return saved.taken.length > 0
    ? refuse(saved.taken)
    : records.map((record) => answerOf(record, writer, now, saved.made.get(record.draft)))
}

function findKnown(tx: Tx, { id }: Definition, { records }: WriteRequest) {
  const externalIds = new Set(records.flatMap(({ externalId }) => externalId ?? []))
  return externalIds.size > 0 ? findPageRecords(tx, id, [...externalIds]) : []
}

/** The unique values that drafts set, each with the index of the record that sets it. */
const uniquesOf = (drafts: readonly Draft[]) =>
  drafts.flatMap(({ found, uniques }) => {
    const id = found?.row_id ?? newId()
    return [...uniques.values()].map(({ index, values }) => ({
      id,
      index,
      plan: { uniques: values },
    }))
  })

/** Errors for values that rows have and do not give up in this request. */
function findTaken(tx: Tx, drafts: readonly Draft[]): Promise<RowError[]> {
  const released = drafts.flatMap(({ found, uniques }) =>
    found ? [...uniques.keys()].map((columnId) => ({ columnId, rowId: found.row_id })) : [],
  )
  return checkUniques(tx, uniquesOf(drafts), released)
}

type Place = { id: string; position: number }

/** Stores all drafts, or none if a unique value is taken. */
async function save(
  tx: Tx,
  { writer, prepared: { definition }, request }: RecordsWrite,
  drafts: readonly Draft[],
  newOptions: NewOptions,
): Promise<{ made: Map<Draft, Place>; taken: RowError[] }> {
  const { by } = writer
  const runId = request.records.length > 1 ? newId() : undefined
  const making = drafts.filter(({ found }) => !found)
  const changes = drafts.flatMap(changeOf)

  mark(tx)
  releaseUniques(tx, definition, changes)
  const creation = { by, source: sourceOf(writer), importRunId: runId }
  const rows = making.map(plannedRow)
  const added = await addRows(tx, definition, { rows, newOptions }, creation)
  const made = new Map(making.map((draft, at) => [draft, added.rows[at]!]))
  storeOwnIds(tx, definition, made)
  const changed = await changeRows(tx, definition, changes, { by, action: 'updated', runId })
  const taken = [...changed.twins, ...added.twins.map((twin) => blamed(twin, making, definition))]
  if (taken.length > 0) rollBackToMark(tx)
  else if (runId && made.size + changed.changed.length > 0) {
    recordBatches(tx, [
      {
        id: runId,
        definitionId: definition.id,
        createdBy: by,
        total: request.records.length,
        made: added.rows.map(({ id }) => id),
        updated: changed.changed,
        firstPosition: added.rows[0]?.position ?? null,
      },
    ])
  }
  return { made, taken }
}

const changeOf = ({ found, cells, index }: Draft): RowChange[] =>
  found
    ? [{ id: found.row_id, before: found.cells, after: cells, index, trashed: found.trashed }]
    : []

const plannedRow = ({ cells, externalId, uniques }: Draft) => ({
  cells,
  externalId,
  uniques: [...uniques.values()].flatMap(({ values }) => values),
})

/** Stores the own ids of new rows, with the answers that retries will get. */
function storeOwnIds(tx: Tx, { id }: Definition, made: ReadonlyMap<Draft, Place>): void {
  const records = [...made].flatMap(([{ externalId, first }, { id: rowId }]) => {
    const { cells, filled, coerced, ignored } = first
    return externalId === undefined
      ? []
      : [{ externalId, rowId, answer: { cells, filled, coerced, ignored } }]
  })
  if (records.length > 0) insertPageRecords(tx, id, records)
}

/** The error of a new row, with the index of the record that set the value. */
function blamed(fault: RowError, making: readonly Draft[], { columns }: Definition): RowError {
  const column = columns.find(({ key }) => key === fault.column)!
  return { ...fault, index: making[fault.index]!.uniques.get(column.id)!.index }
}

function answerOf(
  { draft: { found }, answered, outcome }: PlannedRecord,
  { by }: Writer,
  now: Date,
  made?: Place,
): WrittenRow {
  const { cells, filled, coerced, ignored } = answered
  return {
    id: found?.row_id ?? made?.id ?? null,
    position: found?.position ?? made?.position ?? null,
    cells,
    createdBy: found?.created_by ?? by,
    createdAt: found?.created_at ?? now,
    receipt: { filled, coerced, ignored },
    outcome,
  }
}
