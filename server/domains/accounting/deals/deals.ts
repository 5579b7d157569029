import type { accountingOperations as accounting } from '../../../../contract/accounting/accounting.ts'
import type { EventVerb } from '../../../../contract/events/events.ts'
import type { QueryOf } from '../../../../contract/language/operation.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import { takeIntegerId } from '../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { checkLocale } from '../../../platform/locale.rules.ts'
import { invalid, notFound, Refusal, unknownReference } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { dealsSeen, seesAllMoney, seesDeal } from '../../policies/money.rules.ts'
import { moneySight } from '../../policies/money.ts'
import { isLiveRow } from '../../records/rows/live-rows.ts'
import { likePattern } from '../../records/texts/row-texts.rules.ts'
import type { RowPurger } from '../../records/trash/trash-purge.ts'
import { dealOut } from '../figures/projection.rules.ts'
import type { DealRow } from '../ledger/ledger.sql.ts'
import * as sql from './deals.sql.ts'

/** @throws Refusal invalid_cursor */
export async function listDeals(
  tx: Tx,
  actor: Actor,
  { limit = DEFAULT_LIMIT, cursor, sort, totals, ...query }: QueryOf<typeof accounting.listDeals>,
) {
  const sight = await moneySight(tx, actor)
  const filters = {
    ids: dealsSeen(sight),
    dealRowId: query.dealRowId ?? null,
    pattern: query.search === undefined ? null : likePattern(query.search),
  }
  const after = cursor ? decodeCursor(cursor, ['number'])[0] : null
  const [found, sums] = await Promise.all([
    sql.listDeals(tx, filters, sort === '-id', after, limit + 1),
    totals && !cursor && sight.whole ? sql.sumDeals(tx, filters) : undefined,
  ])
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  return {
    data: items.map((deal) => dealOut(sight, deal)),
    nextCursor,
    ...(sums && { totals: sums }),
  }
}

/** @throws Refusal not_found */
export async function getDeal(tx: Tx, actor: Actor, id: number) {
  const sight = await moneySight(tx, actor)
  const deal = await sql.findDeal(tx, id)
  if (!deal || !seesDeal(sight, id)) throw notFound()
  return dealOut(sight, deal)
}

/** @throws Refusal invalid_request (the currency), unknown_reference. */
export async function createDeal(
  tx: Tx,
  actor: Actor,
  body: sql.DealFields & { name: string; currency: string },
) {
  const [problem] = checkLocale({ currency: body.currency })
  if (problem) throw invalid('body.currency', problem.why)
  await requireRow(tx, body.dealRowId)
  const made = await sql.insertDeal(tx, { ...body, id: await takeIntegerId(tx, 'deal') })
  appendDealEvent(tx, actor, made, 'created')
  return dealOut(await moneySight(tx, actor), made)
}

/** @throws Refusal unknown_reference, not_found, forbidden (a field that they cannot see or that affects splits). */
export async function updateDeal(tx: Tx, actor: Actor, id: number, change: sql.DealFields) {
  const sight = await moneySight(tx, actor)
  if (!seesDeal(sight, id)) throw notFound()
  if (change.fundedMinor !== undefined && !seesAllMoney(actor)) {
    throw new Refusal('forbidden', 'funded_amount')
  }
  if (change.notes !== undefined && !sight.whole) {
    throw new Refusal('forbidden', 'deal_notes')
  }
  await requireRow(tx, change.dealRowId)
  const changed = await sql.updateDeal(tx, id, change)
  if (!changed) throw notFound()
  appendDealEvent(tx, actor, changed, 'updated')
  return dealOut(sight, changed)
}

export const appendDealEvent = (
  tx: Tx,
  actor: Actor,
  { id, dealRowId }: Pick<DealRow, 'id' | 'dealRowId'>,
  verb: EventVerb<'deal'>,
  data: { entryId?: string } = {},
): void =>
  appendEvent(tx, {
    type: `deal.${verb}`,
    actor: actorRef(actor),
    subject: `deal:${id}`,
    data: { dealId: id, ...data, ...(dealRowId && { dealRowId }) },
  })

async function requireRow(tx: Tx, dealRowId: string | null | undefined): Promise<void> {
  if (dealRowId && !(await isLiveRow(tx, dealRowId))) throw unknownReference('dealRowId')
}

/** A deal stays when its row is purged, without it. */
export const dealsOfPurgedRows: RowPurger = sql.clearRows
