import type { Body } from '../../../api.ts'
import { PPM_OF_PERCENT, ppmOf } from '../deal/shares.rules.ts'
import type { Basis, Party, PartyKind, Terms } from '../deal/types.ts'

type NewSplit = Body<'accounting.createSplit'>
type PartyFields = Pick<NewSplit, 'partyKind' | 'accountId' | 'crmUserId' | 'externalParty'>
type TermsFields = Pick<NewSplit, 'basis' | 'sharePpm' | 'flatAmountMinor'>

/** Who a split is for, as a form has it: of the fields the one of its kind counts. */
export interface PartyForm {
  kind: PartyKind
  accountId: string | null
  crmUserId: string | null
  externalParty: string
}

/** How much, as typed: a percentage, or an amount in major units. */
export interface TermsForm {
  basis: Basis
  share: string
  flat: string
}

/** What is wrong, by the field that it is said at. */
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

/** What a party needs still. */
export function partyProblems({ kind, ...form }: PartyForm): Problems {
  if (kind === 'account' && !form.accountId) return { accountId: 'Select a login.' }
  if (kind === 'crm_user' && !form.crmUserId) return { crmUserId: 'Select a person.' }
  if (kind === 'external' && !form.externalParty.trim()) return { externalParty: 'Enter a name.' }
  return {}
}

/** The body's fields of a party without problems. */
export function partyBody({ kind, ...form }: PartyForm): PartyFields {
  if (kind === 'account') return { partyKind: kind, accountId: form.accountId! }
  if (kind === 'crm_user') return { partyKind: kind, crmUserId: Number(form.crmUserId) }
  if (kind === 'external') return { partyKind: kind, externalParty: form.externalParty.trim() }
  return { partyKind: kind }
}

/** Reads an amount of the deal's currency; `null` where it is none. */
type MinorOf = (typed: string) => number | null

/** What terms need still. */
export function termsProblems({ basis, share, flat }: TermsForm, minorOf: MinorOf): Problems {
  if (basis === 'flat') {
    return (minorOf(flat) ?? 0) < 1 ? { flat: 'Enter an amount above 0.' } : {}
  }
  if (ppmOf(share) !== null) return {}
  return { share: 'Enter a percentage up to 100, with no more than 4 decimal places.' }
}

/** The body's fields of terms without problems. */
export function termsBody({ basis, share, flat }: TermsForm, minorOf: MinorOf): TermsFields {
  return basis === 'flat'
    ? { basis, flatAmountMinor: minorOf(flat)! }
    : { basis, sharePpm: ppmOf(share)! }
}

/** A form that has what a split has. */
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
