import { hasCents } from '../../../../shared/amounts.ts'
import type { Deal, Figured, Split, WholeDeal } from './types.ts'

/** Whether the reader sees all of a deal's money. */
export const isWhole = (deal: Deal): deal is WholeDeal => deal.expectedMinor !== undefined

/** How much of the expected money the desk has, in percent: over 100 if it is more, 0 without expectations. */
export const netPercent = ({
  expectedMinor,
  netCollectedMinor,
}: Pick<WholeDeal, 'expectedMinor' | 'netCollectedMinor'>): number =>
  expectedMinor <= 0 ? 0 : Math.floor((netCollectedMinor / expectedMinor) * 100)

/** Whether any figure of a deal or its splits has cents. */
export function needsCents(
  deal: Deal,
  splits: readonly (Figured & Partial<Pick<Split, 'flatAmountMinor'>>)[],
): boolean {
  const { fundedMinor, expectedMinor, collectedMinor, clawedBackMinor, currency } = deal
  const amounts = [
    fundedMinor,
    expectedMinor,
    collectedMinor,
    clawedBackMinor,
    ...splits.flatMap(({ availability, entitledByTermsMinor, flatAmountMinor }) => [
      flatAmountMinor,
      entitledByTermsMinor,
      ...Object.values(availability).filter((figure) => typeof figure === 'number'),
    ]),
  ]
  return amounts.some((minor) => minor != null && hasCents(minor, currency))
}
