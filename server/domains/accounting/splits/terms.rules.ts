import type { Basis, PartyKind } from '../../../../contract/accounting/accounting.ts'
import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import type { Terms } from '../ledger/shares.rules.ts'

/** Who a split is for, as in a body. */
export interface PartyFields {
  partyKind: PartyKind
  accountId?: string | undefined
  crmUserId?: number | undefined
  externalParty?: string | undefined
}

/** How much a split gets, as in a body. A change can leave out fields that stay. */
export interface TermsFields {
  basis?: Basis | undefined
  sharePpm?: number | undefined
  flatAmountMinor?: number | undefined
}

export interface Problem {
  field: string
  why: Why
}

export const fieldOfParty = {
  account: 'accountId',
  crm_user: 'crmUserId',
  external: 'externalParty',
  house: undefined,
} as const
export const partyFields = ['accountId', 'crmUserId', 'externalParty'] as const

/** The kind of party that the sent field belongs to. */
export function kindNamed(party: Partial<PartyFields>): PartyKind | undefined {
  if (party.accountId !== undefined) return 'account'
  if (party.crmUserId !== undefined) return 'crm_user'
  return party.externalParty === undefined ? undefined : 'external'
}

/** The problems of a party. It needs the field of its kind, and no other. */
export function partyProblems(party: PartyFields): Problem[] {
  const own = fieldOfParty[party.partyKind]
  return partyFields.flatMap((field) => {
    const isSent = party[field] !== undefined
    if (field === own && !isSent) {
      return [{ field, why: why('party_unnamed', { kind: party.partyKind }) }]
    }
    if (field !== own && isSent) {
      const kind = party.partyKind
      const stray = own
        ? why('party_other_kind', { kind, field: own })
        : why('party_left_out', { kind })
      return [{ field, why: stray }]
    }
    return []
  })
}

const fieldOfBasis = (basis: Basis) => (basis === 'flat' ? 'flatAmountMinor' : 'sharePpm')
const otherField = { sharePpm: 'flatAmountMinor', flatAmountMinor: 'sharePpm' } as const

/** The problems of new terms. They need the field of their basis, and no other. */
export function termsProblems(terms: TermsFields & { basis: Basis }): Problem[] {
  const field = fieldOfBasis(terms.basis)
  if (terms[field] !== undefined) return strayTerms(terms)
  const missing = { field, why: why('share_missing', { basis: terms.basis }) }
  return [missing, ...strayTerms(terms)]
}

/** The problems of a change that show without the current terms: fields that no basis has together. */
export function strayTerms(change: TermsFields): Problem[] {
  if (change.basis) {
    const stray = otherField[fieldOfBasis(change.basis)]
    return change[stray] === undefined ? [] : [strayField(stray, change.basis)]
  }
  if (change.sharePpm === undefined || change.flatAmountMinor === undefined) return []
  return [{ field: 'flatAmountMinor', why: why('one_share_only', {}) }]
}

/** The terms after a change, or its problems. A new basis needs its field. */
export function changedTerms(now: Terms, change: TermsFields): Terms | Problem[] {
  const basis = change.basis ?? now.basis
  const field = fieldOfBasis(basis)
  const stray = otherField[field]
  if (change[stray] !== undefined) return [strayField(stray, basis)]
  const amount = change[field] ?? (basis === now.basis ? now[field] : null)
  if (amount === null) {
    return [{ field, why: why('new_share_missing', { basis }) }]
  }
  return { basis, sharePpm: null, flatAmountMinor: null, [field]: amount }
}

const strayField = (field: 'sharePpm' | 'flatAmountMinor', basis: Basis): Problem => ({
  field,
  why: why('share_of_other_basis', { basis, field: fieldOfBasis(basis) }),
})
