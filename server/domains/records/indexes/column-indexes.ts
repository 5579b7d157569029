import type { ClientConfig } from 'pg'
import type { Database } from '../../../platform/database/db.ts'
import { withOwner } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import {
  announceWork,
  type DueWork,
  findDueWork,
  settleWork,
} from '../../../platform/jobs/due-work.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import type { CountedDefinition } from '../definitions/definitions.sql.ts'
import type { Target } from '../filters/targets.rules.ts'
import {
  BIG_BOARD,
  coversOnly,
  indexedSql,
  indexName,
  MOST_INDEXES,
  MOST_OF_A_BOARD,
  rangedTarget,
  UNUSED_DAYS,
  type Wanted,
  wantedIndexes,
} from './column-indexes.rules.ts'
import * as sql from './column-indexes.sql.ts'

const KIND = 'column_indexes'
const HOUR_MS = 3_600_000

/**
 * Asks for the indexes that would serve a list of a big board. A worker makes them; the list does not wait.
 *
 * @param again asks even if this process has done so lately.
 */
export async function announceIndexes(
  tx: Tx,
  definition: CountedDefinition,
  listing: Wanted,
  again = false,
): Promise<void> {
  if (definition.rowCount < BIG_BOARD || listing.trashed) return
  const keys = wantedIndexes(listing)
  if (keys.length === 0) return
  const what = `${definition.id} ${keys.join()}`
  if (announced.get(what) && !again) return
  const asked = await sql.wantIndexes(tx, definition.id, keys, MOST_OF_A_BOARD)
  announced.keep(what, true) // not before: on a replica, this list ends here and is read again on the primary
  if (asked.length > 0) announceWork(tx, KIND)
}

/** The target of a range in a list of a big board, if its index is ready. */
export async function indexedRange(
  tx: Tx,
  definition: CountedDefinition,
  listing: Wanted,
): Promise<Target | undefined> {
  if (definition.rowCount < BIG_BOARD || listing.trashed) return undefined
  const target = rangedTarget(listing)
  return target && (await sql.isServing(tx, definition.id, target.index!)) ? target : undefined
}

/** What this process has announced lately: repeating it with each list would cost a statement each time. */
const announced = new Memory<true>({ most: 10_000, forMs: 600_000 })

/**
 * One turn of the background work: makes the indexes that were asked for and drops those that nothing wants any more.
 * One process does this at a time, and makes one index at a time.
 */
export async function workOnColumnIndexes(
  db: Database,
  owner: ClientConfig,
  signal: AbortSignal,
): Promise<void> {
  const due = await findDueWork(db, KIND)
  if (due.length === 0) return
  await withOwner(owner, async (client) => {
    if (!(await sql.tryIndexLock(client, 'rows'))) return
    let made = 0
    for (const work of due) {
      if (signal.aborted) break
      made += await workOnWorkspace(db, client, work, signal)
    }
    if (made > 0) await sql.analyzeRows(client)
  })
}

type Client = Parameters<Parameters<typeof withOwner>[1]>[0]

/** @returns how many indexes it made. */
async function workOnWorkspace(
  db: Database,
  client: Client,
  work: DueWork,
  signal: AbortSignal,
): Promise<number> {
  const scope = { workspaceId: work.workspaceId }
  const wanted = await db.withWorkspace(scope, (tx) => sql.listWantedIndexes(tx, UNUSED_DAYS))
  let made = 0
  let failure: unknown
  for (const { definition_id, key, state, unused, slots } of wanted) {
    if (signal.aborted) return made
    const name = indexName(definition_id, key)
    const there = await sql.listCellIndexes(client)
    const existing = there.find((index) => index.name === name)
    if (unused || !slots || !coversOnly(key, new Set(slots))) {
      await sql.dropIndex(client, name)
      await db.withWorkspace(scope, async (tx) => sql.deleteIndex(tx, definition_id, key))
      continue
    }
    if (existing?.valid) {
      if (state === 'ready') continue
    } else {
      if (existing) await sql.dropIndex(client, name)
      if (there.length >= MOST_INDEXES) continue
      const place = { ...scope, definitionId: definition_id }
      try {
        await sql.makeIndex(client, place, name, indexedSql(key))
      } catch (error) {
        // The others are still made, and this one is tried again in an hour.
        failure ??= error
        await db.withWorkspace(scope, async (tx) =>
          sql.setIndexState(tx, definition_id, key, 'failed'),
        )
        continue
      }
      made++
    }
    await db.withWorkspace(scope, async (tx) => sql.setIndexState(tx, definition_id, key, 'ready'))
  }
  // Looks again in an hour, for indexes that are then unused or whose columns are deleted.
  const again = wanted.length > 0 ? HOUR_MS : null
  await db.withWorkspace(scope, async (tx) => settleWork(tx, KIND, work, again))
  if (failure !== undefined) throw failure
  return made
}
