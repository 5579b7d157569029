import type { EntryKind } from '../../../contract/accounting.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
import { findDeal } from './deals.sql.ts'
import { listEntries } from './ledger.sql.ts'
import { entryOut } from './ledger.ts'

/** @throws Refusal invalid_cursor, not_found. */
export async function listLedger(
  tx: Tx,
  dealId: number,
  query: { limit?: number; cursor?: string; kind?: EntryKind },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['number'])[0] : 0
  const [deal, found] = await Promise.all([
    findDeal(tx, dealId),
    listEntries(tx, dealId, query.kind ?? null, after, limit + 1),
  ])
  if (!deal) throw notFound()
  const { items, nextCursor } = page(found, limit, ({ position }) => [position])
  return { data: items.map(entryOut), nextCursor }
}
