import type { UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { moneySight } from '../../policies/money.ts'
import { dealParts } from '../figures/by-terms.rules.ts'
import { splitOut } from '../figures/projection.rules.ts'
import { lockDealOfSplit } from '../ledger/ledger.ts'
import {
  addSplit,
  appendSplitEvent,
  problemsAt,
  refuseOverAllocation,
  refuseProblems,
  refuseStranger,
} from './new-splits.ts'
import { type SuccessorFields, straySuccessor, successorOf } from './retirements.rules.ts'
import { retireSplit } from './retirements.sql.ts'

/**
 * Retires a split and adds its successor in the same transaction, so that no collection comes between the two.
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
  const { deal, splits, split } = await lockDealOfSplit(tx, splitId)
  const next = given && successorOf(split, given)
  if (Array.isArray(next)) throw problemsAt(next, 'body.successor')
  if (split.status === 'inactive') {
    throw new Refusal('split_inactive', 'retire')
  }
  const others = splits.filter((other) => other !== split)
  if (next) refuseOverAllocation(others, next)
  const successor = next
    ? await addSplit(tx, actor, { ...next, dealId: deal.id, predecessorId: split.id })
    : null
  const retired = await retireSplit(tx, splitId, reason, successor?.id ?? null)
  appendSplitEvent(tx, actor, retired, 'deactivated')
  const all = [...others, retired, ...(successor ? [successor] : [])]
  const sight = await moneySight(tx, actor)
  const parts = dealParts(all, deal)
  return {
    data: splitOut(sight, retired, parts),
    successor: successor && splitOut(sight, successor, parts),
  }
}
