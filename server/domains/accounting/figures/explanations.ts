import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { notFound } from '../../../platform/refusal.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import { seesSplit } from '../../policies/money.rules.ts'
import { moneySight } from '../../policies/money.ts'
import { pendingParts } from '../ledger/shares.rules.ts'
import { addedSums, type EntrySum } from './explanations.rules.ts'
import * as sql from './explanations.sql.ts'
import { explanationOut } from './projection.rules.ts'
import { snapshotAround } from './snapshots.sql.ts'

/**
 * `availability` comes from the stored sums and `figures` from the entries, so each proves the other. It reads the
 * entries up to the last one that the stored sums include. Entries never change, so both agree even if somebody posts
 * in the meantime.
 *
 * @throws Refusal not_found, invalid_cursor
 */
export async function explainAvailability(
  tx: Tx,
  actor: Actor,
  splitId: number,
  query: { limit?: number; cursor?: string },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const sight = await moneySight(tx, actor)
  const deal = await snapshotAround(tx, splitId)
  const split = deal?.splits.find(({ isOwn }) => isOwn)
  if (!deal || !split || !seesSplit(sight, splitId)) throw notFound()
  const until = deal.entryCount
  const [sums, found] = await Promise.all([
    sumsOf(tx, actor, deal.id, splitId, until, after !== null),
    sql.listAdding(tx, deal.id, splitId, { after, until, limit: limit + 1 }),
  ])
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  const pending = pendingParts(deal.splits, deal)
  return { data: explanationOut(sight, split, pending, deal, sums, items), nextCursor }
}

/** What the entries of a split up to a position add. */
interface Summed {
  until: number
  sums: readonly EntrySum[]
}

const summed = new Memory<Summed>({ most: 1_000, forMs: 10 * 60_000 })

/**
 * The sums of a split's entries. The first page adds up all of them, because it proves the stored figures. Entries never change,
 * so a page that follows adds only what was posted since to the sums of the page before.
 */
async function sumsOf(
  tx: Tx,
  { workspaceId }: Actor,
  dealId: number,
  splitId: number,
  until: number,
  isFollowing: boolean,
): Promise<readonly EntrySum[]> {
  const name = `${workspaceId} ${splitId}`
  const kept = isFollowing ? summed.get(name) : undefined
  const before = kept && kept.until <= until ? kept : { until: 0, sums: [] }
  const added = await sql.sumEntries(tx, dealId, splitId, before.until, until)
  const sums = addedSums([...before.sums, ...added])
  summed.keep(name, { until, sums })
  return sums
}
