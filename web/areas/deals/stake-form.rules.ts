import type { Body } from '../../api.ts'
import { ppmOf } from './shares.rules.ts'
import type { Basis, Party, PartyKind, Terms } from './types.ts'

type NewStake = Body<'accounting.createSplit'>
type PartyFields = Pick<NewStake, 'partyKind' | 'accountId' | 'crmUserId' | 'externalParty'>
type TermsFields = Pick<NewStake, 'basis' | 'sharePpm' | 'flatAmountMinor'>

/** Who a stake is for, as a form has it: of the fields the one of its kind counts. */
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

/** By the field that each is beside. */
export type Problems = Partial<Record<'party' | 'share' | 'flat', string>>

export const blankParty: PartyForm = {
  kind: 'crm_user',
  accountId: null,
  crmUserId: null,
  externalParty: '',
}
export const blankTerms: TermsForm = { basis: 'gross', share: '', flat: '' }

/** The body's fields of a party, or what is wrong with them. */
export function partyBody({ kind, ...form }: PartyForm): PartyFields | Problems {
  if (kind === 'house') return { partyKind: kind }
  if (kind === 'account') {
    if (!form.accountId) return { party: 'Choose whose login it is.' }
    return { partyKind: kind, accountId: form.accountId }
  }
  if (kind === 'crm_user') {
    if (!form.crmUserId) return { party: 'Choose who it is.' }
    return { partyKind: kind, crmUserId: Number(form.crmUserId) }
  }
  const externalParty = form.externalParty.trim()
  return externalParty ? { partyKind: kind, externalParty } : { party: 'Write who it is.' }
}

/** The body's fields of terms, or what is wrong with them. `minorOf` reads an amount of the deal's currency. */
export function termsBody(
  { basis, share, flat }: TermsForm,
  minorOf: (typed: string) => number | null,
): TermsFields | Problems {
  if (basis === 'flat') {
    const flatAmountMinor = minorOf(flat)
    if (flatAmountMinor === null || flatAmountMinor < 1) return { flat: 'Write an amount above 0.' }
    return { basis, flatAmountMinor }
  }
  const sharePpm = ppmOf(share)
  if (sharePpm === null) {
    return { share: 'Write a percentage of at most 100, with at most 4 digits after the point.' }
  }
  return { basis, sharePpm }
}

export const isProblem = (made: object): made is Problems =>
  ['party', 'share', 'flat'].some((field) => field in made)

/** A form that has what a stake has. */
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
  share: sharePpm === null ? '' : String(sharePpm / 10_000),
  flat: flatAmountMinor === null ? '' : majorOf(flatAmountMinor),
})
