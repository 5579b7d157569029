import type { EventVerb } from '../../../../contract/events/events.ts'
import { type Actor, actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { seesSplit } from '../../policies/money.rules.ts'
import { moneySight } from '../../policies/money.ts'
import { drawOut } from '../figures/projection.rules.ts'
import type { DrawRow, SplitRow } from '../ledger/ledger.sql.ts'
import { type LockedDeal, lockDealOfSplit, postEntry } from '../ledger/ledger.ts'
import { availabilityOf, isHeld } from '../ledger/shares.rules.ts'
import * as sql from './draws.sql.ts'

/** @throws Refusal not_found */
export async function listDraws(
  tx: Tx,
  actor: Actor,
  splitId: number,
  query: { limit?: number; cursor?: string },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const seen = query.cursor ? decodeCursor(query.cursor, ['number', 'uuid']) : null
  const after = seen && { atUs: seen[0], id: seen[1] }
  if (!seesSplit(await moneySight(tx, actor), splitId)) throw notFound()
  const [isThere, found] = await Promise.all([
    sql.hasSplit(tx, splitId),
    sql.listDraws(tx, splitId, after, limit + 1),
  ])
  if (!isThere) throw notFound()
  const { items, nextCursor } = page(found, limit, ({ requestedAt, id }) => [
    +requestedAt * 1000,
    id,
  ])
  return { data: items.map(drawOut), nextCursor }
}

/**
 * Sets money of a split aside. The deal is locked, so concurrent draws cannot take more than is available.
 *
 * @throws Refusal not_found, split_held, insufficient_available
 */
export async function requestDraw(
  tx: Tx,
  actor: UserActor,
  splitId: number,
  { amountMinor, notes }: { amountMinor: number; notes?: string },
) {
  const locked = await lockDealOfSplit(tx, splitId)
  const { deal, split, now } = locked
  refuseHeld(split)
  const { availableMinor } = availabilityOf(split, new Map())
  if (amountMinor > availableMinor) {
    const reason = availableMinor > 0 ? 'too_much' : 'nothing_left'
    throw new Refusal('insufficient_available', reason, { availableMinor, currency: deal.currency })
  }
  const draw: DrawRow = {
    id: newId(),
    dealId: deal.id,
    dealSplitId: split.id,
    amountMinor,
    notes: notes ?? null,
    status: 'requested',
    requestedAt: now,
    paidAt: null,
    voidedAt: null,
  }
  sql.insertDraw(tx, draw)
  post(tx, actor, locked, draw, 'requested', notes)
  return drawOut(draw)
}

/** @throws Refusal not_found, already_paid, already_voided, split_held */
export async function payDraw(tx: Tx, actor: UserActor, drawId: string) {
  const { locked, split, draw } = await lockDraw(tx, drawId)
  refuseSettled(draw, 'to_pay')
  refuseHeld(split)
  sql.setDrawStatus(tx, draw.id, 'paid', locked.now)
  post(tx, actor, locked, draw, 'paid')
  return drawOut({ ...draw, status: 'paid', paidAt: locked.now })
}

/** @throws Refusal not_found, already_paid, already_voided */
export async function voidDraw(tx: Tx, actor: UserActor, drawId: string) {
  const { locked, draw } = await lockDraw(tx, drawId)
  refuseSettled(draw, 'to_void')
  sql.setDrawStatus(tx, draw.id, 'voided', locked.now)
  post(tx, actor, locked, draw, 'voided')
  return drawOut({ ...draw, status: 'voided', voidedAt: locked.now })
}

/** Makes a paid draw a requested one again, when its payment is reversed. Lock the deal first. */
export const reopenDraw = (tx: Tx, drawId: string): void =>
  sql.setDrawStatus(tx, drawId, 'requested', null)

/** Locks a draw's deal, and reads the draw again, since it may have changed before the lock. */
async function lockDraw(tx: Tx, drawId: string) {
  const found = await sql.findDraw(tx, drawId)
  if (!found) throw notFound()
  const locked = await lockDealOfSplit(tx, found.dealSplitId)
  const draw = await sql.findDraw(tx, drawId)
  if (!draw) throw notFound()
  return { locked, split: locked.split, draw }
}

function refuseSettled({ status }: DrawRow, asked: 'to_pay' | 'to_void'): void {
  if (status === 'paid') throw new Refusal('already_paid', asked)
  if (status === 'voided') throw new Refusal('already_voided', 'draw')
}

function refuseHeld(split: SplitRow): void {
  if (!isHeld(split)) return
  throw new Refusal('split_held', 'draw')
}

function post(
  tx: Tx,
  actor: UserActor,
  locked: LockedDeal,
  { id: drawId, dealId, dealSplitId, amountMinor }: DrawRow,
  verb: EventVerb<'draw'>,
  notes?: string,
): void {
  postEntry(tx, actor, locked, { kind: `draw_${verb}`, amountMinor, dealSplitId, drawId, notes })
  appendEvent(tx, {
    type: `draw.${verb}`,
    actor: actorRef(actor),
    subject: `draw:${drawId}`,
    data: { dealId, dealSplitId, drawId },
  })
}
