import type { UserActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { moneySight } from '../policies/money.ts'
import { lockDealOfSplit } from './ledger.ts'
import {
  addStake,
  problemsAt,
  refuseOverAllocation,
  refuseProblems,
  refuseStranger,
  tellOfSplit,
} from './new-stakes.ts'
import { stakeOut } from './projection.rules.ts'
import { type SuccessorFields, straySuccessor, successorOf } from './retirements.rules.ts'
import { retireStake } from './retirements.sql.ts'
import { pendingParts } from './splits.rules.ts'

/**
 * Retires a stake, and adds the one that follows it in the same transaction: no receipt falls in between.
 *
 * @throws Refusal invalid_request, unknown_reference, not_found, split_inactive, over_allocated
 */
export async function deactivateSplit(
  tx: Tx,
  actor: UserActor,
  splitId: number,
  { reason, successor: given }: { reason: string; successor?: SuccessorFields },
) {
  if (given) {
    refuseProblems(straySuccessor(given), 'body.successor')
    await refuseStranger(tx, given, 'successor.')
  }
  const { deal, stakes, stake } = await lockDealOfSplit(tx, splitId)
  const next = given && successorOf(stake, given)
  if (Array.isArray(next)) throw problemsAt(next, 'body.successor')
  if (stake.status === 'inactive') {
    throw new Refusal('split_inactive', 'The split has already been retired; add a new one.')
  }
  const others = stakes.filter((other) => other !== stake)
  if (next) refuseOverAllocation([...others, { ...next, status: 'active' }])
  const successor = next
    ? await addStake(tx, actor, { ...next, dealId: deal.id, predecessorId: stake.id })
    : null
  const retired = await retireStake(tx, splitId, reason, successor?.id ?? null)
  tellOfSplit(tx, actor, retired, 'deactivated')
  const all = [...others, retired, ...(successor ? [successor] : [])]
  const sight = await moneySight(tx, actor)
  const pending = pendingParts(all, deal)
  return {
    data: stakeOut(sight, retired, pending),
    successor: successor && stakeOut(sight, successor, pending),
  }
}
