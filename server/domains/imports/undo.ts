import { actorRef, type UserActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { appendEvent } from '../events/events.ts'
import { type Definition, viewOf } from '../records/definitions/definition.rules.ts'
import { locate, locateForChange } from '../records/definitions/locate.ts'
import { listKeyRefs } from '../records/policies/keys.ts'
import { valueTaken } from '../records/trash/row-removals.ts'
import { restoreRows, trashRows } from '../records/trash/trash.ts'
import { whyUnstamped } from './runs.rules.ts'
import { findRun, lockRun, type RunRecord } from './runs.sql.ts'
import { answerRun, type RunAddress } from './runs.ts'
import * as sql from './undo.sql.ts'
import { giveUpStaleRuns } from './work.ts'

/** How many positions a statement covers, so that it takes a second or two. */
const BLOCK = 20_000
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
  const whole = stretchOf(run)
  let editedSince = 0
  for (const part of blocksOf(run)) editedSince += await sql.countEdited(tx, definition.id, part)
  const { count, money } = await sql.countKept(tx, stampOf(definition, run))
  return {
    wouldRemove: run.standing - money,
    wouldKeep: count,
    editedSince,
    removes: whole ? await sql.listRemovable(tx, definition.id, whole, MOST_SHOWN) : [],
    keeps: (await sql.listKeptRows(tx, stampOf(definition, run), MOST_SHOWN)).map((row) => ({
      id: row.id,
      why: whyKept(row, run, keys),
    })),
  }
}

function whyKept(
  row: sql.KeptRow,
  run: RunRecord,
  keys: ReadonlySet<string>,
): 'posted_money' | 'updated' | NonNullable<ReturnType<typeof whyUnstamped>> {
  if (row.hasMoney) return 'posted_money'
  // A file's run stamps the rows that it makes, so the others are rows that it changed.
  return run.file ? 'updated' : (whyUnstamped(row, run.createdBy, keys) ?? 'updated')
}

/**
 * Undoes a run: moves every row with its stamp to the trash, except those with posted money.
 *
 * @throws Refusal not_found, import_running, already_undone.
 */
export async function undoImport(tx: Tx, actor: UserActor, address: RunAddress) {
  const definition = await locateForChange(tx, address)
  await giveUpStaleRuns(tx, address.runId)
  const run = requireUndoable(await lockRun(tx, definition.id, address.runId))
  const origin = { by: actorRef(actor), runId: run.id }
  let removed = 0
  for (const { from, to } of blocksOf(run)) {
    removed += (await trashRows(tx, definition, { runId: run.id, from, to }, origin)).count
  }
  const stamp = stampOf(definition, run)
  const kept = await sql.listKept(tx, stamp, MOST_KEPT)
  const keptCount = kept.length < MOST_KEPT ? kept.length : (await sql.countKept(tx, stamp)).count
  sql.markUndone(tx, run.id, { by: actor.crmUserId, removed, kept: keptCount })
  appendRunEvent(tx, actor, definition, run, 'import.undone')
  return { run: await answerRun(tx, definition.id, run.id), removed, kept }
}

/**
 * Restores the rows that the undo of a run removed, if nobody has restored them since.
 *
 * @throws Refusal not_found, not_undone, value_taken.
 */
export async function redoImport(tx: Tx, actor: UserActor, address: RunAddress) {
  const definition = await locateForChange(tx, address)
  const run = await lockRun(tx, definition.id, address.runId)
  if (!run) throw notFound()
  if (!run.undoneAt) throw new Refusal('not_undone')
  const origin = { by: actorRef(actor), runId: run.id }
  let restored = 0
  for (const { from, to } of blocksOf(run)) {
    const back = await restoreRows(tx, definition, { runId: run.id, from, to }, origin)
    if (back.taken.length > 0) {
      throw valueTaken(viewOf(definition, actor), back.taken, (rowId) => `rows.${rowId}`)
    }
    restored += back.count
  }
  sql.markRedone(tx, run.id)
  appendRunEvent(tx, actor, definition, run, 'import.redone')
  return { run: await answerRun(tx, definition.id, run.id), restored }
}

/** @throws Refusal not_found, import_running, already_undone. */
function requireUndoable(run: RunRecord | undefined): RunRecord {
  if (!run) throw notFound()
  if (run.undoneAt) throw new Refusal('already_undone')
  if (run.status === 'running') throw new Refusal('import_running')
  return run
}

const stampOf = ({ id }: Definition, run: RunRecord): sql.Stamped => ({
  definitionId: id,
  runId: run.id,
  from: run.firstPosition,
  to: run.lastPosition,
})

const stretchOf = ({ id, firstPosition, lastPosition }: RunRecord) =>
  firstPosition === null ? undefined : { id, from: firstPosition, to: lastPosition! }

function* blocksOf(run: RunRecord) {
  const whole = stretchOf(run)
  if (!whole) return
  for (let { from } = whole; from <= whole.to; from += BLOCK) {
    yield { id: run.id, from, to: Math.min(from + BLOCK - 1, whole.to) }
  }
}

const appendRunEvent = (
  tx: Tx,
  actor: UserActor,
  { id }: Definition,
  run: RunRecord,
  type: 'import.undone' | 'import.redone',
) =>
  appendEvent(tx, {
    type,
    actor: actorRef(actor),
    subject: `import:${run.id}`,
    data: { definitionId: id },
  })
