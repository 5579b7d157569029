import type { EntryKind } from '../../../../contract/accounting/accounting.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { notFound } from '../../../platform/refusal.ts'
import { seesDeal, splitsSeen } from '../../policies/money.rules.ts'
import { moneySight } from '../../policies/money.ts'
import { findDeal } from '../deals/deals.sql.ts'
import { entryOut } from '../figures/projection.rules.ts'
import { listEntries } from '../ledger/ledger.sql.ts'

/** @throws Refusal invalid_cursor, not_found. */
export async function listLedger(
  tx: Tx,
  actor: Actor,
  dealId: number,
  query: { limit?: number; cursor?: string; kind?: EntryKind },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const sight = await moneySight(tx, actor)
  const [deal, found] = await Promise.all([
    findDeal(tx, dealId),
    listEntries(tx, dealId, query.kind ?? null, splitsSeen(sight), after, limit + 1),
  ])
  if (!deal || !seesDeal(sight, dealId)) throw notFound()
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  return { data: items.map((entry) => entryOut(sight, entry)), nextCursor }
}
