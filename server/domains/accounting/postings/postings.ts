import { why } from '../../../../contract/reasons.ts'
import { MOST_MINOR } from '../../../../shared/limits.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { moneySight } from '../../policies/money.ts'
import { appendDealEvent } from '../deals/deals.ts'
import { entryOut } from '../figures/projection.rules.ts'
import { isMoment } from '../ledger/ledger.rules.ts'
import { lockDeal, postEntry } from '../ledger/ledger.ts'
import { clawableMinor, splitClawback, splitCollection } from '../ledger/shares.rules.ts'

interface Timed {
  amountMinor: number
  occurredAt?: string
  reference?: string
}

/** @throws Refusal invalid_request (occurredAt), not_found, amount_too_large. */
export async function expect(tx: Tx, actor: Actor, dealId: number, body: Timed) {
  refuseMoment(body.occurredAt)
  const locked = await lockDeal(tx, dealId)
  refuseSum('expected', locked.deal.expectedMinor, body.amountMinor)
  const entry = postEntry(tx, actor, locked, { ...body, kind: 'commission_expected' })
  appendDealEvent(tx, actor, locked.deal, 'expected', { entryId: entry.id })
  return entryOut(await moneySight(tx, actor), entry)
}

/** @throws Refusal invalid_request (occurredAt), not_found, amount_too_large. */
export async function collect(tx: Tx, actor: Actor, dealId: number, body: Timed) {
  refuseMoment(body.occurredAt)
  const locked = await lockDeal(tx, dealId)
  const { deal, splits } = locked
  refuseSum('collected', deal.collectedMinor, body.amountMinor)
  const parts = splitCollection(body.amountMinor, splits, deal)
  const entry = postEntry(tx, actor, locked, { ...body, kind: 'commission_collected', parts })
  appendDealEvent(tx, actor, deal, 'collected', { entryId: entry.id })
  return entryOut(await moneySight(tx, actor), entry)
}

/** @throws Refusal not_found, exceeds_collected. */
export async function clawBack(
  tx: Tx,
  actor: Actor,
  dealId: number,
  body: { amountMinor: number; reason: string },
) {
  const locked = await lockDeal(tx, dealId)
  const { deal, splits } = locked
  const most = clawableMinor(deal)
  if (body.amountMinor > most) {
    throw new Refusal(
      'exceeds_collected',
      `amountMinor: ${body.amountMinor} is more than is left of what was collected, ${most}; send that or less.`,
    )
  }
  const parts = splitClawback(body.amountMinor, splits, deal)
  const entry = postEntry(tx, actor, locked, { ...body, kind: 'clawback', parts })
  appendDealEvent(tx, actor, deal, 'clawed_back', { entryId: entry.id })
  return entryOut(await moneySight(tx, actor), entry)
}

/** Refuses a well-formed timestamp that cannot be stored, such as a leap second or one in the year 0. */
function refuseMoment(occurredAt: string | undefined): void {
  if (occurredAt === undefined || isMoment(occurredAt)) return
  throw invalid('body.occurredAt', why('not_a_moment', {}))
}

function refuseSum(what: string, before: number, amountMinor: number): void {
  if (before + amountMinor <= MOST_MINOR) return
  throw new Refusal(
    'amount_too_large',
    `amountMinor: with ${amountMinor} the deal would have more ${what} than can be kept exactly, ${MOST_MINOR}; send ${MOST_MINOR - before} or less.`,
  )
}
