import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
import { explainFigures } from './explanations.rules.ts'
import * as sql from './explanations.sql.ts'
import { snapshotAround } from './snapshots.sql.ts'
import { availabilityOf, pendingParts } from './splits.rules.ts'

/**
 * `availability` is what is kept, `figures` are reckoned from the entries: each proves the other. Entries never change,
 * so those up to the last one that the kept sums count are what they must add up to, whatever is posted meanwhile.
 *
 * @throws Refusal not_found, invalid_cursor
 */
export async function explainAvailability(
  tx: Tx,
  splitId: number,
  query: { limit?: number; cursor?: string },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['number'])[0] : 0
  const deal = await snapshotAround(tx, splitId)
  const stake = deal?.stakes.find(({ isOwn }) => isOwn)
  if (!deal || !stake) throw notFound()
  const until = deal.entryCount
  const [sums, found] = await Promise.all([
    sql.sumEntries(tx, deal.id, splitId, until),
    sql.listAdding(tx, deal.id, splitId, { after, until, limit: limit + 1 }),
  ])
  const availability = availabilityOf(stake, pendingParts(deal.stakes, deal))
  const { items, nextCursor } = page(found, limit, ({ position }) => [position])
  return {
    data: {
      ...{ dealSplitId: splitId, availability },
      figures: explainFigures(sums, {
        pendingMinor: availability.pendingMinor,
        expectedMinor: deal.expectedMinor,
        collectedMinor: deal.collectedMinor,
        isActive: stake.status === 'active',
        isHeld: availability.isHeld,
      }),
      entries: items.map((entry) => ({
        ...{ entryId: entry.id, kind: entry.kind, amountMinor: entry.amountMinor },
        occurredAt: entry.occurredAt.toISOString(),
        createdAt: entry.createdAt.toISOString(),
        adds: [{ figure: entry.figure, amountMinor: entry.adds }],
      })),
    },
    nextCursor,
  }
}
