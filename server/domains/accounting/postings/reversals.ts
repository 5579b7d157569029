import { isReversibleKind } from '../../../../shared/reversals.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { moneySight } from '../../policies/money.ts'
import { appendDealEvent } from '../deals/deals.ts'
import { reopenDraw } from '../draws/draws.ts'
import { entryOut } from '../figures/projection.rules.ts'
import { findEntry } from '../ledger/ledger.sql.ts'
import { lockDealOfEntry, postEntry } from '../ledger/ledger.ts'
import { HOUSE, shortAfter } from '../ledger/shares.rules.ts'

/**
 * Reverses an entry by posting one with the opposite effect.
 *
 * @throws Refusal not_found, not_reversible, already_reversed, would_go_negative.
 */
export async function reverse(
  tx: Tx,
  actor: Actor,
  entryId: string,
  { reason }: { reason?: string },
) {
  const [locked, entry] = await Promise.all([lockDealOfEntry(tx, entryId), findEntry(tx, entryId)])
  if (!entry) throw notFound()
  if (!isReversibleKind(entry.kind)) {
    throw new Refusal('not_reversible', 'kind', { kind: entry.kind })
  }
  if (entry.reversedBy) throw new Refusal('already_reversed')
  const parts = new Map(entry.parts)
  if (entry.kind === 'commission_collected') {
    const short = shortAfter(parts, locked.splits, locked.deal)
    if (short !== undefined) throw goesNegative(short)
  }
  if (entry.drawId) reopenDraw(tx, entry.drawId)
  const reversal = postEntry(tx, actor, locked, {
    kind: 'reversal',
    amountMinor: entry.amountMinor,
    reason,
    reverses: entry,
    dealSplitId: entry.dealSplitId ?? undefined,
    drawId: entry.drawId ?? undefined,
    parts: new Map(entry.parts.map(([id, amountMinor]) => [id, -amountMinor])),
  })
  appendDealEvent(tx, actor, locked.deal, 'reversed', { entryId: reversal.id })
  return entryOut(await moneySight(tx, actor), reversal)
}

const goesNegative = (splitId: number): Refusal =>
  splitId === HOUSE
    ? new Refusal('would_go_negative', 'house')
    : new Refusal('would_go_negative', 'split', { split: splitId })
