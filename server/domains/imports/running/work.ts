import { type Failed, failed } from '../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { newId } from '../../../platform/ids.ts'
import {
  announceWork,
  type DueWork,
  findDueWork,
  settleWork,
} from '../../../platform/jobs/due-work.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { Shares } from '../../../platform/sharing/shares.ts'
import { appendEvent } from '../../events/events.ts'
import { FileProblem } from '../reading/file-problem.ts'
import type { FileRecord } from '../reading/file-values.rules.ts'
import { AGAIN, blocksOf } from '../reading/records.ts'
import { BlockWriter, BrokenRun, LEASE_SECONDS, LostRun } from './blocks.ts'
import { isCancelled, undoCancelled } from './cancelling.ts'
import { IMPORTS, type ImportDeps } from './imports.ts'
import {
  type ClaimedRun,
  claimRun,
  releaseRun,
  secondsUntilDue,
  settleRun,
  settleStaleRuns,
} from './work.sql.ts'

export { listRunFiles, resumeRuns } from './work.sql.ts'

const REST_SECONDS = 5

/**
 * One turn of importing: claims the first waiting run of any workspace, and finishes it. Several turns can be under way
 * at once, in several processes.
 *
 * @param places what the turns of this process share.
 * @returns whether there was a run.
 */
export async function importTurn(
  deps: ImportDeps,
  signal: AbortSignal,
  places = new Shares(1),
): Promise<boolean> {
  for (const due of await findDueWork(deps.db, IMPORTS, { except: places.sated })) {
    if (signal.aborted) return false
    if (!places.take(due.workspaceId)) continue
    try {
      if (await importOne(deps, due, signal)) return true
    } finally {
      places.leave(due.workspaceId)
    }
  }
  return false
}

/** @returns whether the workspace had a run. */
async function importOne(deps: ImportDeps, due: DueWork, signal: AbortSignal): Promise<boolean> {
  const claim = await deps.db.withWorkspace(due, (tx) => claimOf(tx, due))
  await dropFiles(deps.files, claim.given)
  if (!claim.run) return false
  await doRun(deps, due.workspaceId, claim.run, claim.token, signal)
  return true
}

async function claimOf(tx: Tx, due: DueWork) {
  const given = await giveUpStaleRuns(tx, null)
  const token = newId()
  const run = await claimRun(tx, token, LEASE_SECONDS)
  if (!run) {
    // Settle first: new announcements wait for this transaction, and the next query sees runs announced earlier.
    settleWork(tx, IMPORTS, due, null)
    const seconds = await secondsUntilDue(tx)
    if (seconds !== null) announceWork(tx, IMPORTS, Math.ceil(seconds * 1000) + 100)
  }
  return { given, run, token }
}

/** Ends stale runs. @returns the keys of their files, which nobody needs any more. */
export async function giveUpStaleRuns(tx: Tx, id: string | null): Promise<string[]> {
  const stale = await settleStaleRuns(tx, id)
  for (const run of stale) appendFinished(tx, run)
  return stale.map(({ fileKey }) => fileKey)
}

const appendFinished = (tx: Tx, run: { id: string; definitionId: string; createdBy: string }) =>
  appendEvent(tx, {
    type: 'import.finished',
    actor: run.createdBy,
    subject: `import:${run.id}`,
    data: { definitionId: run.definitionId },
  })

async function doRun(
  deps: ImportDeps,
  workspaceId: string,
  run: ClaimedRun,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, files } = deps
  const settle = async (why: Failed | null) => {
    const settled = await db.withWorkspace({ workspaceId }, async (tx) => {
      if (!(await settleRun(tx, { id: run.id, token }, why))) return false
      appendFinished(tx, run)
      return true
    })
    if (settled) await files.delete(run.file.key)
  }
  const release = (seconds: number) =>
    db.withWorkspace({ workspaceId }, async (tx) => {
      releaseRun(tx, { id: run.id, token }, seconds)
      announceWork(tx, IMPORTS, seconds * 1000)
    })
  try {
    if (isCancelled(run)) {
      const onEnd = (tx: Tx) => void appendFinished(tx, run)
      const isUndone = await undoCancelled(db, workspaceId, run, token, signal, onEnd)
      if (isUndone) await files.delete(run.file.key)
      else await release(0)
      return
    }
    const isDone = await writeFile(deps, new BlockWriter(db, workspaceId, run, token), run, signal)
    await (isDone ? settle(null) : release(0))
  } catch (error) {
    if (error instanceof LostRun) return
    if (error instanceof BrokenRun) return settle(error.why)
    if (error instanceof FileProblem)
      return settle(failed('file_unread', { problem: error.message }))
    if ((error as { code?: string }).code === 'ENOENT') return settle(failed('file_gone', {}))
    await release(REST_SECONDS).catch(() => {})
    // Being too busy is not an error: the run is tried again.
    if (!(error instanceof Refusal && error.code === 'overloaded')) throw error
  }
}

/** @returns whether the file was read to its end. */
async function writeFile(
  { files }: ImportDeps,
  writer: BlockWriter,
  run: ClaimedRun,
  signal: AbortSignal,
): Promise<boolean> {
  let writing: Promise<void> = Promise.resolve()
  for await (const block of blocksOf(files, run.file, run.linesDone)) {
    if (signal.aborted) {
      await writing
      return false
    }
    // One block is written while the next is read and planned.
    const planned = await writer.plan(block)
    await writing
    writing = writer.write(planned)
    writing.catch(() => {}) // thrown where it is awaited
  }
  await writing
  return writeEarly(files, writer, run, signal)
}

/**
 * Writes the lines again that were refused because they name rows from further down the file, as long as that helps.
 *
 * @returns whether it came to an end.
 */
async function writeEarly(
  files: FileStore,
  writer: BlockWriter,
  run: ClaimedRun,
  signal: AbortSignal,
): Promise<boolean> {
  for (let isLast = false; ; ) {
    let written = 0
    const early = await writer.listEarly()
    if (early.size === 0) return true
    const isEarly = ({ line }: FileRecord) => early.has(line)
    for await (const block of blocksOf(files, run.file, 0, isEarly, AGAIN)) {
      if (signal.aborted) return false
      written += await writer.writeAgain(block, isLast)
    }
    if (isLast) return true
    isLast = written === 0
  }
}

export const dropFiles = async (files: FileStore, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await files.delete(key)
}
