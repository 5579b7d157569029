import { mark, rollBackToMark, type Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import type { RowError } from '../../../platform/refusal.ts'
import type { Definition, StoredCells } from '../../records/definitions/definition.rules.ts'
import { addLinkedRows } from '../../records/rows/linked-rows.ts'
import type { RowInMaking } from '../../records/rows/references/making.ts'
import { changeRows, type RowChange, releaseUniques } from '../../records/rows/row-changes.ts'
import type { RowContext } from '../../records/rows/row-context.ts'
import { addRows } from '../../records/rows/row-creation.ts'
import { recordBatches } from '../../records/rows/runs.ts'
import { besideSlot, namesOthers } from '../../records/rows/unresolved.rules.ts'
import { announceUnresolved } from '../../records/rows/unresolved.ts'
import { checkUniques } from '../../records/uniques/uniques.ts'
import { sourceOf, type Writer } from '../keys/writer.rules.ts'
import { findPageRecords, insertPageRecords } from './page-records.sql.ts'
import type { WriteRequest } from './row-writes.rules.ts'
import {
  answerKept,
  type Draft,
  type Place,
  type RecordRows,
  type RecordsPlan,
  uniquesOf,
} from './whole-writes.rules.ts'

/** Finds the rows of a request's records, or gives them ids, so that its links can lead to them before they are stored. */
export async function findRecords(
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

/** Errors for values that rows have and do not give up in this request. */
export function findTaken(tx: Tx, drafts: readonly Draft[]): Promise<RowError[]> {
  const released = drafts.flatMap(({ found, uniques }) =>
    found ? [...uniques.keys()].map((columnId) => ({ columnId, rowId: found.row_id })) : [],
  )
  return checkUniques(tx, uniquesOf(drafts), released)
}

interface RecordsToStore {
  writer: Writer
  definition: Definition
  /** The context in which the cells were read. */
  context: RowContext
  plan: RecordsPlan
}

/** Stores what a request's records come to, or nothing if a unique value is taken. The caller holds the definition's lock. */
export async function storeRecords(
  tx: Tx,
  { writer, definition, context, plan }: RecordsToStore,
): Promise<{ made: Map<Draft, Place>; taken: RowError[] }> {
  const { records, drafts, newOptions } = plan
  const { by } = writer
  const runId = records.length > 1 ? newId() : undefined
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
        total: records.length,
        made: all.length,
        firstPosition: all[0]?.position ?? null,
        ...(changed.changed.length > 0 && {
          wrote: { made: all.map(({ id }) => id), updated: changed.changed },
        }),
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

/** The error of a new row, with the index of the record that set the value. */
function blamed(fault: RowError, making: readonly Draft[], { columns }: Definition): RowError {
  const column = columns.find(({ key }) => key === fault.column)!
  return { ...fault, index: making[fault.index]!.uniques.get(column.id)!.index }
}
