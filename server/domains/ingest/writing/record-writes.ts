import { mark, rollBackToMark, type Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import type { Refusal, RowError } from '../../../platform/refusal.ts'
import type { Definition, StoredCells } from '../../records/definitions/definition.rules.ts'
import { addLinkedRows } from '../../records/rows/linked-rows.ts'
import type { RowInMaking } from '../../records/rows/references.ts'
import { changeRows, type RowChange, releaseUniques } from '../../records/rows/row-changes.ts'
import { addRows } from '../../records/rows/row-creation.ts'
import type { RowContext } from '../../records/rows/row-writes.ts'
import type { NewOptions, ReceivedFile } from '../../records/rows/rows.rules.ts'
import { recordBatches } from '../../records/rows/runs.ts'
import { besideSlot, namesOthers } from '../../records/rows/unresolved.rules.ts'
import { announceUnresolved } from '../../records/rows/unresolved.ts'
import { twinsOf } from '../../records/uniques/uniques.rules.ts'
import { checkUniques } from '../../records/uniques/uniques.ts'
import type { Prepared } from '../keys/prepared.ts'
import { sourceOf, type Writer } from '../keys/writer.rules.ts'
import type { WrittenRow } from './answers.ts'
import {
  type FirstAnswer,
  findPageRecords,
  insertPageRecords,
  type PageRecord,
} from './page-records.sql.ts'
import { type Draft, type PlannedRecord, planRecords } from './record-writes.rules.ts'
import { refuseRows, type WriteRequest } from './row-writes.rules.ts'

export interface RecordsWrite {
  writer: Writer
  prepared: Pick<Prepared, 'definition' | 'view'>
  /** The context in which cells are read. */
  context: RowContext
  rows: RecordRows
  /** What the receipt says of the files that the context has, by their ids. */
  received: ReadonlyMap<string, ReceivedFile>
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
  const { writer, prepared, context, rows, request, received, dryRun, now } = write
  const { records, drafts, newOptions, errors } = planRecords(
    prepared.view,
    context,
    request,
    rows.found,
    rows.ids,
    received,
  )
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

/** The rows of a request's records. */
export interface RecordRows {
  /** Those that have the records' own ids. */
  found: readonly PageRecord[]
  /** Every record's row, found or new; the same for records with the same own id. */
  ids: readonly string[]
  /** What is written to rows outside the trash. */
  making: readonly RowInMaking[]
}

/** Finds the rows of a request's records, or gives them ids, so that its links can lead to them before they are stored. */
export async function findRecordRows(
  tx: Tx,
  { id: definitionId }: Definition,
  { records, onConflict }: WriteRequest,
): Promise<RecordRows> {
  const ownIds = new Set(records.flatMap(({ externalId }) => externalId ?? []))
  const found = ownIds.size > 0 ? await findPageRecords(tx, definitionId, [...ownIds]) : []
  const trashed = new Set(found.flatMap((row) => (row.trashed ? row.row_id : [])))
  const known = new Map(found.map((row) => [row.external_id, row.row_id]))
  const ids: string[] = []
  const making: RowInMaking[] = []
  for (const { externalId, cells } of records) {
    const before = externalId === undefined ? undefined : known.get(externalId)
    const id = before ?? newId()
    if (externalId !== undefined) known.set(externalId, id)
    ids.push(id)
    const isReplayed = before !== undefined && onConflict === 'keep'
    if (!isReplayed && !trashed.has(id)) making.push({ id, externalId, cells })
  }
  return { found, ids, making }
}

/** The unique values that drafts set, each with the index of the record that sets it. */
const uniquesOf = (drafts: readonly Draft[]) =>
  drafts.flatMap(({ id, uniques }) =>
    [...uniques.values()].map(({ index, values }) => ({
      id,
      index,
      plan: { uniques: values },
    })),
  )

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
  { writer, prepared: { definition }, context, request }: RecordsWrite,
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
  const byBoard = await addLinkedRows(tx, definition, context.drafts, drafts, creation)
  const linked = byBoard.get(definition.id) ?? []
  const rows = making.map(plannedRow)
  const added = await addRows(tx, definition, { rows, newOptions }, creation)
  const made = new Map(making.map((draft, at) => [draft, added.rows[at]!]))
  storeOwnIds(tx, definition, made)
  if (context.keepsUnresolved && drafts.some(({ cells }) => hasNames(definition, cells))) {
    announceUnresolved(tx)
  }
  const changed = await changeRows(tx, definition, changes, { by, action: 'updated', runId })
  const taken = [...changed.twins, ...added.twins.map((twin) => blamed(twin, making, definition))]
  const all = [...linked, ...added.rows]
  if (taken.length > 0) rollBackToMark(tx)
  else if (runId && all.length + changed.changed.length > 0) {
    recordBatches(tx, [
      {
        id: runId,
        definitionId: definition.id,
        createdBy: by,
        total: request.records.length,
        made: all.map(({ id }) => id),
        updated: changed.changed,
        firstPosition: all[0]?.position ?? null,
      },
    ])
  }
  return { made, taken }
}

/** Whether a row has cells that name rows or people, whether these are there or not. */
const hasNames = ({ columns }: Definition, cells: StoredCells): boolean =>
  columns.some(
    (column) => namesOthers(column) && (column.slot in cells || besideSlot(column.slot) in cells),
  )

const changeOf = ({ found, cells, index }: Draft): RowChange[] =>
  found
    ? [
        {
          id: found.row_id,
          version: found.version,
          before: found.cells,
          after: cells,
          index,
          trashed: found.trashed,
        },
      ]
    : []

const plannedRow = ({ id, cells, externalId, uniques }: Draft) => ({
  id,
  cells,
  externalId,
  uniques: [...uniques.values()].flatMap(({ values }) => values),
})

/** Stores the own ids of new rows, with the answers that retries will get. */
function storeOwnIds(tx: Tx, { id }: Definition, made: ReadonlyMap<Draft, Place>): void {
  const records = [...made].flatMap(([{ externalId, first }, { id: rowId }]) => {
    return externalId === undefined ? [] : [{ externalId, rowId, answer: answerKept(first) }]
  })
  if (records.length > 0) insertPageRecords(tx, id, records)
}

const answerKept = ({
  cells,
  filled,
  coerced,
  ignored,
  unresolved,
  sent,
  files,
}: FirstAnswer): FirstAnswer => ({
  cells,
  filled,
  coerced,
  ignored,
  ...(unresolved && { unresolved }),
  ...(sent && { sent }),
  ...(files && { files }),
})

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
  const { cells, ...receipt } = answerKept(answered)
  return {
    id: found?.row_id ?? made?.id ?? null,
    position: found?.position ?? made?.position ?? null,
    cells,
    createdBy: found?.created_by ?? by,
    createdAt: found?.created_at ?? now,
    receipt,
    outcome,
  }
}
