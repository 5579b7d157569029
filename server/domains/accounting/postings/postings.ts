import type { Why } from '../../../../contract/refusals/reasons.ts'
import { MOST_MINOR } from '../../../../shared/limits.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { invalid, notFound, Refusal } from '../../../platform/refusal.ts'
import { momentFault, pastFault } from '../../../platform/times.rules.ts'
import { seesDeal } from '../../policies/money.rules.ts'
import { moneySight } from '../../policies/money.ts'
import { appendDealEvent } from '../deals/deals.ts'
import { entryOut, previewOut } from '../figures/projection.rules.ts'
import { snapshotOf } from '../figures/snapshots.sql.ts'
import { lockDeal, postEntry } from '../ledger/ledger.ts'
import {
  clawableMinor,
  type DealSums,
  hashParts,
  type Parts,
  type Split,
  splitClawback,
  splitCollection,
} from '../ledger/shares.rules.ts'

interface Timed {
  amountMinor: number
  occurredAt?: string
  reference?: string
}

/** What somebody was shown before they posted, if they say so. */
interface Shown {
  partsHash?: string
}

/** @throws Refusal invalid_request (occurredAt), not_found, amount_too_large. */
export async function expect(tx: Tx, actor: Actor, dealId: number, body: Timed) {
  refuseMoment(body, momentFault)
  const locked = await lockDeal(tx, dealId)
  refuseSum('expected', locked.deal.expectedMinor, body.amountMinor)
  const entry = postEntry(tx, actor, locked, { ...body, kind: 'commission_expected' })
  appendDealEvent(tx, actor, locked.deal, 'expected', { entryId: entry.id })
  return entryOut(await moneySight(tx, actor), entry)
}

/** @throws Refusal invalid_request (occurredAt), not_found, amount_too_large, parts_changed. */
export async function collect(tx: Tx, actor: Actor, dealId: number, body: Timed & Shown) {
  const locked = await lockDeal(tx, dealId)
  refuseMoment(body, (occurredAt) => pastFault(occurredAt, locked.now))
  const { deal, splits } = locked
  const parts = partsOfCollection(body.amountMinor, splits, deal)
  refuseOtherParts(parts, body)
  const entry = postEntry(tx, actor, locked, { ...body, kind: 'commission_collected', parts })
  appendDealEvent(tx, actor, deal, 'collected', { entryId: entry.id })
  return entryOut(await moneySight(tx, actor), entry)
}

/**
 * How a collection would be divided if it were posted now.
 *
 * @throws Refusal not_found, amount_too_large.
 */
export const previewCollection = (tx: Tx, actor: Actor, dealId: number, amount: Amount) =>
  preview(tx, actor, dealId, amount, partsOfCollection)

/** @throws Refusal not_found, exceeds_collected, parts_changed. */
export async function clawBack(
  tx: Tx,
  actor: Actor,
  dealId: number,
  body: { amountMinor: number; reason: string } & Shown,
) {
  const locked = await lockDeal(tx, dealId)
  const { deal, splits } = locked
  const parts = partsOfClawback(body.amountMinor, splits, deal)
  refuseOtherParts(parts, body)
  const entry = postEntry(tx, actor, locked, { ...body, kind: 'clawback', parts })
  appendDealEvent(tx, actor, deal, 'clawed_back', { entryId: entry.id })
  return entryOut(await moneySight(tx, actor), entry)
}

/**
 * Who would give back how much of a clawback if it were posted now.
 *
 * @throws Refusal not_found, exceeds_collected.
 */
export const previewClawback = (tx: Tx, actor: Actor, dealId: number, amount: Amount) =>
  preview(tx, actor, dealId, amount, partsOfClawback)

interface Amount {
  amountMinor: number
}

/** Divides an amount by the same function that posting uses, and writes nothing. */
async function preview(
  tx: Tx,
  actor: Actor,
  dealId: number,
  { amountMinor }: Amount,
  divide: typeof partsOfCollection,
) {
  const sight = await moneySight(tx, actor)
  const deal = await snapshotOf(tx, dealId)
  if (!deal || !seesDeal(sight, dealId)) throw notFound()
  return previewOut(sight, amountMinor, divide(amountMinor, deal.splits, deal))
}

/** @throws Refusal amount_too_large. */
function partsOfCollection(amountMinor: number, splits: readonly Split[], deal: DealSums): Parts {
  refuseSum('collected', deal.collectedMinor, amountMinor)
  return splitCollection(amountMinor, splits, deal)
}

/** @throws Refusal exceeds_collected. */
function partsOfClawback(amountMinor: number, splits: readonly Split[], deal: DealSums): Parts {
  const leftMinor = clawableMinor(deal)
  if (amountMinor > leftMinor) {
    const reason = leftMinor > 0 ? 'too_much' : 'nothing_left'
    throw new Refusal('exceeds_collected', reason, { amountMinor, leftMinor })
  }
  return splitClawback(amountMinor, splits, deal)
}

/** Refuses parts that are not those somebody was shown. */
function refuseOtherParts(parts: Parts, { partsHash }: Shown): void {
  if (partsHash === undefined || partsHash === hashParts(parts)) return
  throw new Refusal('parts_changed')
}

/** Refuses a well-formed timestamp that cannot be meant, such as a leap second or one in the year 1. */
function refuseMoment(
  { occurredAt }: Timed,
  faultOf: (occurredAt: string) => Why | undefined,
): void {
  const fault = occurredAt === undefined ? undefined : faultOf(occurredAt)
  if (fault) throw invalid('body.occurredAt', fault)
}

function refuseSum(what: 'expected' | 'collected', before: number, amountMinor: number): void {
  if (before + amountMinor <= MOST_MINOR) return
  const values = { amountMinor, mostMinor: MOST_MINOR, leftMinor: MOST_MINOR - before }
  throw new Refusal('amount_too_large', what, values)
}
