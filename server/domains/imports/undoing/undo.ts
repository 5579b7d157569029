import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { type Definition, viewOf } from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { listKeyRefs } from '../../records/policies/keys.ts'
import { valueTaken } from '../../records/trash/row-removals.ts'
import { restoreRows, trashRows } from '../../records/trash/trash.ts'
import { giveUpStaleRuns } from '../running/work.ts'
import { countKept, type KeptRow, listKept, listKeptRows } from '../runs/kept-rows.sql.ts'
import { moneyRowsOf } from '../runs/kept-rows.ts'
import { findLocked } from '../runs/locked-boards.ts'
import { whyUnstamped } from '../runs/runs.rules.ts'
import { findRun, lockRun, type RunRecord } from '../runs/runs.sql.ts'
import { answerRun, type RunAddress } from '../runs/runs.ts'
import { stampsOf, stretchesOf } from '../runs/stamps.rules.ts'
import * as sql from './undo.sql.ts'

const MOST_SHOWN = 1000
/** How many kept rows the answer to an undo lists. */
const MOST_KEPT = 10_000

/**
 * Says what an undo would do now.
 *
 * @throws Refusal not_found, import_running, already_undone.
 */
export async function previewUndo(tx: Tx, address: RunAddress) {
  const definition = await locate(tx, address)
  const run = requireUndoable(await findRun(tx, definition.id, address.runId))
  const keys = new Set(await listKeyRefs(tx, definition.id))
  const money = await moneyRowsOf(tx, run)
  let editedSince = 0
  for (const { definitionId, ...part } of stretchesOf(run)) {
    editedSince += await sql.countEdited(tx, definitionId, part, money)
  }
  const removes: Awaited<ReturnType<typeof sql.listRemovable>> = []
  for (const { definitionId, ...whole } of stampsOf(run)) {
    const room = MOST_SHOWN - removes.length
    removes.push(...(await sql.listRemovable(tx, definitionId, whole, money, room)))
  }
  return {
    wouldRemove: run.standing - money.length,
    wouldKeep: await countKept(tx, run.id, money),
    editedSince,
    removes,
    keeps: (await listKeptRows(tx, run.id, money, MOST_SHOWN)).map((row) => ({
      id: row.id,
      why: whyKept(row, run, keys),
    })),
  }
}

function whyKept(
  row: KeptRow,
  run: RunRecord,
  keys: ReadonlySet<string>,
): 'posted_money' | 'updated' | NonNullable<ReturnType<typeof whyUnstamped>> {
  if (row.hasMoney) return 'posted_money'
  // A file's run stamps every row that it makes, so its other rows are ones that it changed.
  return run.file ? 'updated' : (whyUnstamped(row, run.createdBy, keys) ?? 'updated')
}

/**
 * Undoes a run: moves every row with its stamp to the trash, except those with posted money.
 *
 * @throws Refusal not_found, import_running, already_undone.
 */
export async function undoImport(tx: Tx, actor: UserActor, address: RunAddress) {
  await giveUpStaleRuns(tx, address.runId)
  const { run: locked, boards } = await lockWithBoards(tx, address)
  const run = requireUndoable(locked)
  const origin = { by: actorRef(actor), runId: run.id }
  let removed = 0
  for (const { definitionId, ...part } of stretchesOf(run)) {
    const board = boards.get(definitionId)
    if (board) removed += (await trashRows(tx, board, part, origin)).count
  }
  const money = await moneyRowsOf(tx, run)
  const kept = await listKept(tx, run.id, money, MOST_KEPT)
  const keptCount = kept.length < MOST_KEPT ? kept.length : await countKept(tx, run.id, money)
  sql.markUndone(tx, run.id, { by: actor.crmUserId, removed, kept: keptCount })
  appendRunEvent(tx, actor, run, 'import.undone')
  return { run: await answerRun(tx, run.definitionId, run.id), removed, kept }
}

/**
 * Restores the rows that the undo of a run removed, if nobody has restored them since.
 *
 * @throws Refusal not_found, not_undone, value_taken.
 */
export async function redoImport(tx: Tx, actor: UserActor, address: RunAddress) {
  const { run, boards } = await lockWithBoards(tx, address)
  if (run.status === 'cancelled') {
    throw new Refusal('not_undone', 'cancelled')
  }
  if (!run.undoneAt) throw new Refusal('not_undone')
  const origin = { by: actorRef(actor), runId: run.id }
  let restored = 0
  for (const { definitionId, ...part } of stretchesOf(run)) {
    const board = boards.get(definitionId)
    if (!board) continue
    const back = await restoreRows(tx, board, part, origin)
    if (back.taken.length > 0) {
      throw valueTaken(viewOf(board, actor), back.taken, (rowId) => `rows.${rowId}`)
    }
    restored += back.count
  }
  sql.markRedone(tx, run.id)
  appendRunEvent(tx, actor, run, 'import.redone')
  return { run: await answerRun(tx, run.definitionId, run.id), restored }
}

/**
 * Locks the boards with rows of a run, except deleted ones, and then the run. A finished run gets no further boards.
 *
 * @throws Refusal not_found
 */
async function lockWithBoards(
  tx: Tx,
  address: RunAddress,
): Promise<{ run: RunRecord; boards: ReadonlyMap<string, Definition> }> {
  const { id } = await locate(tx, address)
  const found = await findRun(tx, id, address.runId)
  if (!found) throw notFound()
  const boards = new Map<string, Definition>()
  for (const boardId of [found.definitionId, ...Object.keys(found.linked)].toSorted()) {
    const board = await findLocked(tx, boardId)
    if (board) boards.set(boardId, board)
  }
  const run = await lockRun(tx, id, address.runId)
  if (!run) throw notFound()
  return { run, boards }
}

/** @throws Refusal not_found, import_running, already_undone. */
function requireUndoable(run: RunRecord | undefined): RunRecord {
  if (!run) throw notFound()
  if (run.undoneAt) throw new Refusal('already_undone')
  if (run.status === 'running') throw new Refusal('import_running')
  return run
}

const appendRunEvent = (
  tx: Tx,
  actor: UserActor,
  run: RunRecord,
  type: 'import.undone' | 'import.redone',
) =>
  appendEvent(tx, {
    type,
    actor: actorRef(actor),
    subject: `import:${run.id}`,
    data: { definitionId: run.definitionId },
  })
