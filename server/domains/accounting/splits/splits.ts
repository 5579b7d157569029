import { why } from '../../../../contract/refusals/reasons.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { issueAt, notFound, Refusal, unknownReference } from '../../../platform/refusal.ts'
import { type MoneySight, seesSplit, splitsSeen } from '../../policies/money.rules.ts'
import { moneySight } from '../../policies/money.ts'
import { dealParts } from '../figures/by-terms.rules.ts'
import { houseOut, splitOut } from '../figures/projection.rules.ts'
import { snapshotOf } from '../figures/snapshots.sql.ts'
import { findAndLockDeal, lockDealOfSplit } from '../ledger/ledger.ts'
import {
  addSplit,
  appendSplitEvent,
  problemsAt,
  refuseOverAllocation,
  refuseProblems,
  refuseStranger,
} from './new-splits.ts'
import * as sql from './splits.sql.ts'
import {
  changedTerms,
  kindNamed,
  type PartyFields,
  partyFields,
  partyProblems,
  strayTerms,
  type TermsFields,
  termsProblems,
} from './terms.rules.ts'

/** @throws Refusal invalid_cursor */
export async function listSplits(
  tx: Tx,
  actor: Actor,
  {
    limit = DEFAULT_LIMIT,
    cursor,
    ...filter
  }: Omit<sql.SplitFilter, 'ids'> & { limit?: number; cursor?: string },
) {
  const after = cursor ? decodeCursor(cursor, ['number'])[0] : 0
  const partyKind = filter.partyKind ?? kindNamed(filter)
  const sight = await moneySight(tx, actor)
  const filters = { ...filter, partyKind, ids: splitsSeen(sight) }
  const found = await sql.listSplits(tx, filters, after, limit + 1)
  const { items, nextCursor } = page(withFigures(sight, found), limit, ({ id }) => [id])
  const house =
    filter.dealId === undefined ? undefined : await houseIn(tx, sight, filter.dealId, found)
  return { data: items, nextCursor, ...(house && { house }) }
}

/** @throws Refusal not_found */
export async function getSplit(tx: Tx, actor: Actor, id: number) {
  const sight = await moneySight(tx, actor)
  const [split] = withFigures(sight, await sql.splitById(tx, id))
  if (!split || !seesSplit(sight, id)) throw notFound()
  return split
}

/** @throws Refusal invalid_request, unknown_reference, over_allocated. */
export async function createSplit(
  tx: Tx,
  actor: Actor,
  body: PartyFields &
    TermsFields & { dealId: number; basis: sql.NewSplit['basis']; notes?: string },
) {
  refuseProblems([...partyProblems(body), ...termsProblems(body)])
  await refuseStranger(tx, body)
  const locked = await findAndLockDeal(tx, body.dealId)
  if (!locked) throw unknownReference('dealId')
  const terms = {
    basis: body.basis,
    sharePpm: body.sharePpm ?? null,
    flatAmountMinor: body.flatAmountMinor ?? null,
  }
  const { deal, splits } = locked
  refuseOverAllocation(splits, terms)
  const made = await addSplit(tx, actor, { ...body, ...terms })
  return splitOut(await moneySight(tx, actor), made, dealParts([...splits, made], deal))
}

/** @throws Refusal party_is_fixed, invalid_request, not_found, split_inactive, over_allocated. */
export async function updateSplit(
  tx: Tx,
  actor: Actor,
  id: number,
  change: TermsFields & { notes?: string | null },
) {
  refuseParty(change)
  refuseProblems(strayTerms(change))
  const { deal, splits, split } = await lockDealOfSplit(tx, id)
  const terms = changedTerms(split, change)
  if (Array.isArray(terms)) throw problemsAt(terms)
  if (split.status === 'inactive') {
    throw new Refusal('split_inactive', 'change')
  }
  const others = splits.filter((other) => other !== split)
  refuseOverAllocation(others, terms)
  const changed = await sql.updateSplit(tx, id, terms, change.notes)
  appendSplitEvent(tx, actor, changed, 'updated')
  return splitOut(await moneySight(tx, actor), changed, dealParts([...others, changed], deal))
}

function refuseParty(change: object): void {
  const issues = ['partyKind', ...partyFields]
    .filter((field) => Object.hasOwn(change, field))
    .map((field) => issueAt(`body.${field}`, why('cannot_change', {})))
  const [first] = issues
  if (!first) return
  throw new Refusal('party_is_fixed', 'party', { path: first.path }, { issues })
}

/**
 * What no split of a deal gets.
 *
 * @param found splits of the deal, if any are listed: with all others of it, and its sums at the same moment.
 */
async function houseIn(
  tx: Tx,
  sight: MoneySight,
  dealId: number,
  found: readonly sql.SplitOfDeal[],
) {
  if (!sight.whole) return undefined
  const [first] = found
  if (first) return houseOut(sight, first.deal, dealParts(found, first.deal))
  const deal = await snapshotOf(tx, dealId)
  return deal && houseOut(sight, deal, dealParts(deal.splits, deal))
}

/** The splits that were asked for, with their figures. The parts are calculated once per deal. */
function withFigures(sight: MoneySight, found: readonly sql.SplitOfDeal[]) {
  const deals = Map.groupBy(found, ({ dealId }) => dealId)
  const parts = new Map([...deals].map(([id, splits]) => [id, dealParts(splits, splits[0]!.deal)]))
  return found
    .filter(({ isListed }) => isListed)
    .map((split) => splitOut(sight, split, parts.get(split.dealId)!))
}
