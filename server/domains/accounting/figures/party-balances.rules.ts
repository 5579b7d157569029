import type { PartyKind } from '../../../../contract/accounting/accounting.ts'
import { availabilityOf, type Figured, houseOf } from '../ledger/shares.rules.ts'
import { type DealParts, dealParts } from './by-terms.rules.ts'
import type { DealSnapshot, Party } from './snapshots.sql.ts'

/** What a party has in one currency. */
export type Balance = ReturnType<typeof nothing>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Up to 15 digits: exact as a JavaScript number, and more than any seat has. */
const NUMBER = /^\d{1,15}$/

/** The party that a reference names; undefined if a party of that kind cannot have it. */
export function partyOf(partyKind: PartyKind, ref: string): Party | undefined {
  const nobody = { partyKind, accountId: null, crmUserId: null, externalParty: null }
  switch (partyKind) {
    case 'account':
      return UUID.test(ref) ? { ...nobody, accountId: ref } : undefined
    case 'crm_user':
      return NUMBER.test(ref) ? { ...nobody, crmUserId: Number(ref) } : undefined
    case 'external':
      return { ...nobody, externalParty: ref }
    case 'house':
      return ref === 'house' ? nobody : undefined
  }
}

/** Adds what a party has in these deals. The house also has everything that no split gets. */
export function addDeals(
  balances: Map<string, Balance>,
  deals: readonly DealSnapshot[],
  isHouse: boolean,
): void {
  for (const deal of deals) {
    const balance = balances.get(deal.currency) ?? nothing()
    balances.set(deal.currency, balance)
    const parts = dealParts(deal.splits, deal)
    for (const split of deal.splits) {
      if (!split.isOwn) continue
      balance.splitCount++
      addFigures(balance, split, parts)
    }
    if (isHouse) addFigures(balance, houseOf(deal), parts)
  }
}

function addFigures(balance: Balance, split: Figured, { pending, byTerms }: DealParts): void {
  const { isHeld, ...figures } = availabilityOf(split, pending)
  if (isHeld) balance.heldMinor += Math.max(0, figures.unpaidMinor)
  for (const [name, amount] of Object.entries(figures)) {
    balance[name as keyof typeof figures] += amount
  }
  balance.entitledByTermsMinor += byTerms ? (byTerms.get(split.id) ?? 0) : figures.entitledMinor
}

const nothing = () => ({
  splitCount: 0,
  collectedMinor: 0,
  pendingMinor: 0,
  entitledMinor: 0,
  entitledByTermsMinor: 0,
  clawbackShareMinor: 0,
  drawnMinor: 0,
  unpaidMinor: 0,
  availableMinor: 0,
  heldMinor: 0,
})
