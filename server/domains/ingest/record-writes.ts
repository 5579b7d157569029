import { actorRef, type KeyActor } from '../../platform/actor.ts'
import { mark, rollBackToMark, type Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Refusal, RowError } from '../../platform/refusal.ts'
import { appendEvent } from '../events/events.ts'
import type { CellContext } from '../records/cells/column.ts'
import { withFormulas } from '../records/columns/formulas.rules.ts'
import type { Definition, StoredCells } from '../records/definitions/definition.rules.ts'
import { saveDerived } from '../records/rows/derived.ts'
import { changeRows } from '../records/rows/row-changes.ts'
import { addOptions } from '../records/rows/row-writes.ts'
import {
  type NewOptions,
  planRows,
  type RowPlan,
  type SentCells,
} from '../records/rows/rows.rules.ts'
import { advanceCounters, insertRows } from '../records/rows/rows.sql.ts'
import { recordBatches } from '../records/rows/runs.ts'
import { twinsOf } from '../records/uniques/uniques.rules.ts'
import { checkUniques, claimUniques } from '../records/uniques/uniques.ts'
import type { Admission } from './admission.ts'
import type { WrittenRow } from './answers.ts'
import { rowsCreated, sourceOf } from './coalesced-writes.ts'
import { type FirstAnswer, findPageRecords, insertPageRecords } from './page-records.sql.ts'
import type { Prepared } from './prepared.ts'
import { refuseRows, type WriteRequest } from './row-writes.rules.ts'

/** A row that the request makes, or that an own id found. */
interface Target {
  id: string
  position: number
  createdAt: Date
  createdBy: string
  /** What is stored now, and what will be. */
  before: StoredCells
  after: StoredCells
  isNew: boolean
  /** In the trash, where a row claims nothing in unique columns. */
  trashed: boolean
  changed: boolean
  /** The last of the request's records that it is about. */
  index: number
  /** What its maker was told: a replay tells it again. */
  first: FirstAnswer
  /** What it will hold in unique columns, as far as this request sets them: nothing where it clears one. */
  uniques: Map<string, { plan: Pick<RowPlan, 'uniques'>; index: number }>
}

/**
 * Writes a request's records one after the other in meaning, all at once in SQL: new ones, and on pages
 * those whose own id is known, which replay or update. Holds the definition's lock.
 *
 * @returns what became of each record, or the refusal, after which nothing of it is written.
 */
export async function writeRecords(
  tx: Tx,
  actor: KeyActor,
  { definition, view }: Prepared,
  context: CellContext,
  admission: Admission,
  request: WriteRequest,
  dryRun: boolean,
): Promise<WrittenRow[] | Refusal> {
  const by = actorRef(actor)
  const known = await knownTargets(tx, actor, request)
  const targets = new Set<Target>()
  const errors: RowError[] = []
  const newOptions: NewOptions = new Map()
  let position = admission.nextPosition(definition.id)

  const plan = (cells: SentCells, index: number, update: boolean): RowPlan => {
    const planned = planRows(view, context, [cells], { misfits: 'ignore', update, newOptions })
    errors.push(...planned.errors.map((error) => ({ ...error, index })))
    return planned.rows[0]!
  }

  const written = request.records.map(({ cells, externalId }, index): [WrittenRow, Target] => {
    const found = externalId === undefined ? undefined : known.get(externalId)
    if (found && request.onConflict === 'keep')
      return [rowWritten(found, found.first, 'replayed'), found]
    const row = plan(cells, index, found !== undefined)
    const target: Target = found ?? {
      id: newId(),
      position: position++,
      createdAt: admission.now,
      createdBy: by,
      before: {},
      after: {},
      isNew: true,
      trashed: false,
      changed: false,
      index,
      first: row,
      uniques: new Map(),
    }
    apply(target, row, index, definition)
    targets.add(target)
    if (externalId !== undefined) known.set(externalId, target)
    return [rowWritten(target, row, found ? 'updated' : 'created'), target]
  })
  if (errors.length > 0) return refuseRows(errors, request.records.length)

  const unique = [...targets].flatMap((target) =>
    [...target.uniques.values()].map(({ plan, index }) => ({ id: target.id, plan, index })),
  )
  if (dryRun) {
    const released = [...targets].flatMap(({ id, uniques }) =>
      [...uniques.keys()].map((columnId) => ({ columnId, rowId: id })),
    )
    const twins = await checkUniques(tx, unique, released)
    return twins.length > 0
      ? refuseRows(twins, request.records.length)
      : written.map(([row, { isNew }]) => (isNew ? { ...row, id: null, position: null } : row))
  }

  mark(tx)
  await addOptions(tx, definition, newOptions)
  const made = [...targets].filter((target) => target.isNew)
  const importRunId = request.records.length > 1 ? newId() : undefined
  for (const target of made) target.after = withFormulas(definition, target.after)
  const first = admission.nextPosition(definition.id)
  if (made.length > 0) {
    const idOf = new Map([...known].map(([externalId, target]) => [target, externalId]))
    insertRows(
      tx,
      definition.workspaceId,
      made.map((target) => ({
        id: target.id,
        definitionId: definition.id,
        position: target.position,
        source: sourceOf(actor),
        cells: target.after,
        externalId: idOf.get(target),
        importRunId,
        createdBy: by,
      })),
    )
    advanceCounters(tx, [
      { definitionId: definition.id, nextPosition: first + made.length, added: made.length },
    ])
    const records = made.flatMap((target) => {
      const externalId = idOf.get(target)
      const { cells, filled, coerced, ignored } = target.first
      return externalId === undefined
        ? []
        : [{ externalId, rowId: target.id, answer: { cells, filled, coerced, ignored } }]
    })
    if (records.length > 0) insertPageRecords(tx, definition.id, records)
    saveDerived(tx, definition, made)
    appendEvent(tx, rowsCreated(actor, [[first, made.length]]))
  }
  const updated = [...targets].filter((target) => !target.isNew && target.changed)
  const ofMade = unique.filter(({ id }) => made.some((target) => target.id === id))
  const among = twinsOf(unique)
  const changes = updated.map(({ id, before, after, index, trashed }) => ({
    id,
    before,
    after,
    index,
    trashed,
  }))
  const origin = { by, action: 'updated', runId: importRunId }
  const { changed, twins: taken } = await changeRows(tx, definition, changes, origin)
  const twins = among.length > 0 ? among : [...taken, ...(await claimUniques(tx, ofMade))]
  if (twins.length > 0) {
    rollBackToMark(tx)
    return refuseRows(twins, request.records.length)
  }
  if (importRunId && made.length + changed.length > 0) {
    const run = { id: importRunId, definitionId: definition.id, createdBy: by }
    const ids = made.map(({ id }) => id)
    const firstPosition = made.length > 0 ? first : null
    const total = request.records.length
    recordBatches(tx, [{ ...run, total, made: ids, updated: changed, firstPosition }])
  }
  return written.map(([row]) => row)
}

async function knownTargets(
  tx: Tx,
  actor: KeyActor,
  request: WriteRequest,
): Promise<Map<string, Target>> {
  const externalIds = request.records.flatMap(({ externalId }) => externalId ?? [])
  if (externalIds.length === 0) return new Map()
  const found = await findPageRecords(tx, actor.definitionId, [...new Set(externalIds)])
  return new Map(
    found.map((record) => [
      record.external_id,
      {
        id: record.row_id,
        position: record.position,
        createdAt: record.created_at,
        createdBy: record.created_by,
        before: record.cells,
        after: { ...record.cells },
        isNew: false,
        trashed: record.trashed,
        changed: false,
        index: 0,
        first: record.answer,
        uniques: new Map(),
      },
    ]),
  )
}

function apply(target: Target, row: RowPlan, index: number, definition: Definition): void {
  Object.assign(target.after, row.cells)
  for (const slot of row.cleared) delete target.after[slot]
  target.changed = true
  target.index = index
  if (target.trashed) return
  for (const column of definition.columns.filter((candidate) => candidate.unique)) {
    const uniques = row.uniques.filter((unique) => unique.column === column)
    if (uniques.length > 0 || row.cleared.includes(column.slot)) {
      target.uniques.set(column.id, { plan: { uniques }, index })
    }
  }
}

const rowWritten = (
  target: Target,
  { cells, filled, coerced, ignored }: FirstAnswer,
  outcome: WrittenRow['outcome'],
): WrittenRow => ({
  id: target.id,
  position: target.position,
  cells,
  createdBy: target.createdBy,
  createdAt: target.createdAt,
  receipt: { filled, coerced, ignored },
  outcome,
})
