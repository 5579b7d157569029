import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, violates } from '../../platform/database/db.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { allWorkspaceIds } from '../workspaces/sweeps.ts'
import { BLOCK, blockHash, countOf, FORM, KINDS, NO_HASH, START } from './chain.rules.ts'
import * as sql from './chain.sql.ts'
import { findUnsealed, nextEntries } from './entries.sql.ts'
import { isProvenHead, proveHead } from './heads.ts'

const EVERY_MS = 30_000
/** A workspace where nothing happens is looked at less and less often, but at least every so many turns. */
const MOST_REST = 10
/** How many times a workspace is sealed in one turn, so that others need not wait for a big one. */
const AT_ONCE = 16
/** After an upgrade there is much to seal; others need the database too. */
const PAUSE_MS = 50

interface Options {
  db: Database
  seal: Seal
  /** Called with the reason if a workspace could not be sealed. The others are. */
  fail: (error: unknown) => void
}

/** Seals what happened in all workspaces. Requests do nothing for it and never wait. */
export function sealHistory({ db, seal, fail }: Options): Job {
  const rests = new Map<string, { turns: number; left: number }>()
  const run = async (signal: AbortSignal) => {
    let isMore = false
    for (const workspaceId of await allWorkspaceIds(db)) {
      if (signal.aborted) return false
      const rest = rests.get(workspaceId)
      if (rest && rest.left-- > 0) continue
      const done = await sealWorkspace(db, seal, workspaceId, signal).catch(fail)
      isMore ||= done === 'more'
      const turns = done === 'nothing' ? Math.min((rest?.turns ?? 0) + 1, MOST_REST) : 0
      rests.set(workspaceId, { turns, left: turns })
    }
    return isMore
  }
  return { name: 'chain', everyMs: EVERY_MS, run }
}

/** Seals one workspace. It is safe for several processes to do so at once. */
export async function sealWorkspace(
  db: Database,
  seal: Seal,
  workspaceId: string,
  signal?: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<'nothing' | 'all' | 'more'> {
  for (let time = 0; time < AT_ONCE && !signal?.aborted; time++) {
    const unsealed = await db.withWorkspace({ workspaceId }, async (tx) =>
      findUnsealed(tx, (await sql.beginPass(tx)).horizon),
    )
    if (unsealed.length === 0) return time === 0 ? 'nothing' : 'all'
    const isFull = await db
      .withWorkspace({ workspaceId }, (tx) => addBlocks(tx, seal, workspaceId))
      .catch((error) => {
        // Another process was quicker, where there was no head to lock.
        if (violates(error, 'chain_blocks_pkey')) return false
        throw error
      })
    if (!isFull) return 'all'
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
  return 'more'
}

/**
 * Adds a block of each kind that has something to seal. Returns whether one of them is full, so that there may be more.
 * @throws Error if the chain does not end where the head says: it is not continued then, so that it shows.
 */
async function addBlocks(tx: Tx, seal: Seal, workspaceId: string): Promise<boolean> {
  await sql.lockHead(tx)
  // Where there was none to lock, another process may have made the first block since.
  const { head, lastNumber } = await sql.findHead(tx)
  if (lastNumber !== (head?.number ?? 0) || (head && !isProvenHead(seal, workspaceId, head))) {
    throw new Error(
      `the chain of history of workspace ${workspaceId} was changed from outside, and is not continued: run "sourcebook verify"`,
    )
  }
  const { horizon, sealedUs } = await sql.beginPass(tx)
  const pages = await Promise.all(
    KINDS.map(async (kind) => {
      const after = (await sql.findLast(tx, kind)) ?? START
      return { kind, page: await nextEntries(tx, kind, { after, horizon }) }
    }),
  )
  let end = { number: lastNumber, hash: head?.hash ?? Buffer.from(NO_HASH) }
  for (const { kind, page } of pages) {
    if (page === undefined) continue
    const block = { ...page, number: end.number + 1, kind, form: FORM, sealedUs }
    end = { number: block.number, hash: blockHash(workspaceId, end.hash, block) }
    sql.insertBlock(tx, { ...block, hash: end.hash })
  }
  if (end.number > lastNumber) {
    sql.setHead(tx, { ...end, proof: proveHead(seal, workspaceId, end) })
  }
  return pages.some(({ page }) => page !== undefined && countOf(page.entries) === BLOCK)
}
