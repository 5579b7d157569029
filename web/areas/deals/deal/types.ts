import type { Answer, Data, Item } from '../../../service/api.ts'

export type Deal = Data<'accounting.getDeal'>
/** A deal with all of its money, not only the reader's own splits. */
export type WholeDeal = Deal & Required<Pick<Deal, OfWhole>>
type OfWhole =
  | 'fundedMinor'
  | 'notes'
  | 'expectedMinor'
  | 'collectedMinor'
  | 'clawedBackMinor'
  | 'netCollectedMinor'
  | 'outstandingMinor'
export type DealTotal = NonNullable<Answer<'accounting.listDeals'>['totals']>[number]
export type Split = Data<'accounting.getSplit'>
/** What no split of a deal gets. */
export type HouseRest = NonNullable<Answer<'accounting.listSplits'>['house']>
export type Draw = Item<'accounting.listDraws'>
export type Entry = Item<'accounting.listLedger'>
export type EntryKind = Entry['kind']
export type Explanation = Data<'accounting.explainAvailability'>
export type ExplainedFigure = Explanation['figures'][number]
export type FigureName = ExplainedFigure['name']
/** The figures of a split, or of what no split gets, or of a party in one currency, as the service answers them. */
export interface Figured {
  availability: Record<FigureName, number>
  entitledByTermsMinor: number | null
}
export type PartyKind = Split['partyKind']
export type Basis = Split['basis']
export type Party = Pick<Split, 'partyKind' | 'accountId' | 'crmUserId' | 'externalParty'>
export type Terms = Pick<Split, 'basis' | 'sharePpm' | 'flatAmountMinor'>
/** An amount in minor units as text in the deal's currency. */
/** @param cents whether a whole amount has cents too, because another beside it has some. */
export type AsMoney = (minor: number, cents?: boolean) => string
