import type { Body } from '../../../service/api.ts'
import { PPM_OF_PERCENT, ppmOf } from '../deal/shares.rules.ts'
import type { Basis, Party, PartyKind, Terms } from '../deal/types.ts'

type NewSplit = Body<'accounting.createSplit'>
type PartyFields = Pick<NewSplit, 'partyKind' | 'accountId' | 'crmUserId' | 'externalParty'>
type TermsFields = Pick<NewSplit, 'basis' | 'sharePpm' | 'flatAmountMinor'>

/** Who a split is for, in a form: only the field for its kind counts. */
export interface PartyForm {
  kind: PartyKind
  accountId: string | null
  crmUserId: string | null
  externalParty: string
}

/** How much a split gets, as typed: a percentage, or an amount in major units. */
export interface TermsForm {
  basis: Basis
  share: string
  flat: string
}

/** The problems, by field. */
export type Problems = Partial<
  Record<'accountId' | 'crmUserId' | 'externalParty' | 'share' | 'flat', string>
>

export const blankParty: PartyForm = {
  kind: 'crm_user',
  accountId: null,
  crmUserId: null,
  externalParty: '',
}
export const blankTerms: TermsForm = { basis: 'gross', share: '', flat: '' }

/** The fields that are missing for a party. */
export function partyProblems({ kind, ...form }: PartyForm): Problems {
  if (kind === 'account' && !form.accountId) return { accountId: 'Select an account.' }
  if (kind === 'crm_user' && !form.crmUserId) return { crmUserId: 'Select a person.' }
  if (kind === 'external' && !form.externalParty.trim()) return { externalParty: 'Enter a name.' }
  return {}
}

/** The body's fields for a party without problems. */
export function partyBody({ kind, ...form }: PartyForm): PartyFields {
  if (kind === 'account') return { partyKind: kind, accountId: form.accountId! }
  if (kind === 'crm_user') return { partyKind: kind, crmUserId: Number(form.crmUserId) }
  if (kind === 'external') return { partyKind: kind, externalParty: form.externalParty.trim() }
  return { partyKind: kind }
}

/** Reads an amount in the deal's currency; `null` if it is not one. */
type MinorOf = (typed: string) => number | null

/** The fields that are missing for terms. */
export function termsProblems({ basis, share, flat }: TermsForm, minorOf: MinorOf): Problems {
  if (basis === 'flat') {
    return (minorOf(flat) ?? 0) < 1 ? { flat: 'Enter an amount above 0.' } : {}
  }
  if (ppmOf(share) !== null) return {}
  return { share: 'Enter a percentage up to 100, with no more than 4 decimal places.' }
}

/** The body's fields for terms without problems. */
export function termsBody({ basis, share, flat }: TermsForm, minorOf: MinorOf): TermsFields {
  return basis === 'flat'
    ? { basis, flatAmountMinor: minorOf(flat)! }
    : { basis, sharePpm: ppmOf(share)! }
}

/** A form with the split's own values. */
export const partyForm = ({
  partyKind,
  accountId,
  crmUserId,
  externalParty,
}: Party): PartyForm => ({
  kind: partyKind,
  accountId,
  crmUserId: crmUserId === null ? null : String(crmUserId),
  externalParty: externalParty ?? '',
})

export const termsForm = (
  { basis, sharePpm, flatAmountMinor }: Terms,
  majorOf: (minor: number) => string,
): TermsForm => ({
  basis,
  share: sharePpm === null ? '' : String(sharePpm / PPM_OF_PERCENT),
  flat: flatAmountMinor === null ? '' : majorOf(flatAmountMinor),
})
