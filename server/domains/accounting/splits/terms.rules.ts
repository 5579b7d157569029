import type { Basis, PartyKind } from '../../../../contract/accounting.ts'
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
  message: string
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
      return [{ field, message: `is required: it says who the partyKind ${party.partyKind} is` }]
    }
    if (field !== own && isSent) {
      const send = own ? `send ${own} alone` : 'leave it out'
      return [{ field, message: `does not go with the partyKind ${party.partyKind}; ${send}` }]
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
  const missing = { field, message: `is required: it says how much the basis ${terms.basis} gets` }
  return [missing, ...strayTerms(terms)]
}

/** The problems of a change that show without the current terms: fields that no basis has together. */
export function strayTerms(change: TermsFields): Problem[] {
  if (change.basis) {
    const stray = otherField[fieldOfBasis(change.basis)]
    return change[stray] === undefined ? [] : [strayField(stray, change.basis)]
  }
  if (change.sharePpm === undefined || change.flatAmountMinor === undefined) return []
  return [
    {
      field: 'flatAmountMinor',
      message: 'does not go with sharePpm: a basis takes only one of them',
    },
  ]
}

/** The terms after a change, or its problems. A new basis needs its field. */
export function changedTerms(now: Terms, change: TermsFields): Terms | Problem[] {
  const basis = change.basis ?? now.basis
  const field = fieldOfBasis(basis)
  const stray = otherField[field]
  if (change[stray] !== undefined) return [strayField(stray, basis)]
  const amount = change[field] ?? (basis === now.basis ? now[field] : null)
  if (amount === null) {
    return [{ field, message: `is required: it says how much the new basis ${basis} gets` }]
  }
  return { basis, sharePpm: null, flatAmountMinor: null, [field]: amount }
}

const strayField = (field: 'sharePpm' | 'flatAmountMinor', basis: Basis): Problem => ({
  field,
  message: `does not go with the basis ${basis}; send ${fieldOfBasis(basis)}`,
})
