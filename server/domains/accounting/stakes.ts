import type { StakeRow } from './ledger.sql.ts'
import { availabilityOf, type DealSums, isHeld, type Parts, pendingParts } from './splits.rules.ts'

/** A stake as it is answered, with its figures; they need all stakes of its deal. */
export const splitOut = (stake: StakeRow, deal: DealSums, stakes: readonly StakeRow[]) =>
  splitWith(stake, pendingParts(stakes, deal))

/** As `splitOut`, where what is pending in its deal is known. */
export function splitWith(stake: StakeRow, pending: Parts) {
  const { heldAt, releasedAt, releasedReason } = stake
  const { deactivatedAt, deactivatedReason, predecessorId, successorId } = stake
  return {
    ...{ id: stake.id, dealId: stake.dealId, partyKind: stake.partyKind },
    accountId: stake.accountId,
    crmUserId: stake.crmUserId,
    externalParty: stake.externalParty,
    ...{ basis: stake.basis, sharePpm: stake.sharePpm, flatAmountMinor: stake.flatAmountMinor },
    ...{ notes: stake.notes, status: stake.status },
    ...{ held: isHeld(stake), heldReason: stake.heldReason },
    detail: {
      ...(heldAt && { heldAt: heldAt.toISOString() }),
      ...(releasedAt && { releasedAt: releasedAt.toISOString() }),
      ...(releasedReason !== null && { releasedReason }),
      ...(deactivatedReason !== null && { deactivatedReason }),
      ...(predecessorId !== null && { predecessorId }),
      ...(successorId !== null && { successorId }),
    },
    createdAt: stake.createdAt.toISOString(),
    updatedAt: stake.updatedAt.toISOString(),
    deactivatedAt: deactivatedAt?.toISOString() ?? null,
    availability: availabilityOf(stake, pending),
  }
}
