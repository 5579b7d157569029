import type { Basis, PartyKind } from '../../../../contract/accounting.ts'
import type { Terms } from '../ledger/shares.rules.ts'

/** Who a split is for, as in a body. */
export interface PartyFields {
  partyKind: PartyKind
  accountId?: string | undefined
  crmUserId?: number | undefined
  externalParty?: string | undefined
}

/** How much a split gets, as in a body; a change may leave out what stays. */
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

/** The kind of party that each field names. */
export function kindNamed(party: Partial<PartyFields>): PartyKind | undefined {
  if (party.accountId !== undefined) return 'account'
  if (party.crmUserId !== undefined) return 'crm_user'
  return party.externalParty === undefined ? undefined : 'external'
}

/** What is wrong with a party: it needs exactly the field of its kind. */
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

/** What is wrong with new terms: they need exactly the field of the basis. */
export function termsProblems(terms: TermsFields & { basis: Basis }): Problem[] {
  const field = fieldOfBasis(terms.basis)
  if (terms[field] !== undefined) return strayTerms(terms)
  const missing = { field, message: `is required: it says how much the basis ${terms.basis} gets` }
  return [missing, ...strayTerms(terms)]
}

/** What is wrong with a change of terms, whatever they are now: fields that no basis has together. */
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

/** The terms after a change, or what is wrong with it: a new basis needs its field. */
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
