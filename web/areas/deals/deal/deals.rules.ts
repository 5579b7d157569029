import { hasCents } from '../../../../shared/amounts.ts'
import type { Deal, Split, WholeDeal } from './types.ts'

/** Whether the reader sees all of a deal's money. */
export const isWhole = (deal: Deal): deal is WholeDeal => deal.expectedMinor !== undefined

type Sums = Pick<WholeDeal, 'collectedMinor' | 'clawedBackMinor'>

/** What the desk received and still has: clawed-back money went back. */
export const netMinor = ({ collectedMinor, clawedBackMinor }: Sums): number =>
  collectedMinor - clawedBackMinor

/** How much of the expected money the desk has, in percent: over 100 if it is more, 0 without expectations. */
export function netPercent({
  expectedMinor,
  ...sums
}: Sums & Pick<WholeDeal, 'expectedMinor'>): number {
  return expectedMinor <= 0 ? 0 : Math.floor((netMinor(sums) / expectedMinor) * 100)
}

/** Whether any figure of a deal or its splits has cents. */
export function needsCents(
  deal: Deal,
  splits: readonly Pick<Split, 'availability' | 'flatAmountMinor'>[],
): boolean {
  const { fundedMinor, expectedMinor, collectedMinor, clawedBackMinor, currency } = deal
  const amounts = [
    fundedMinor,
    expectedMinor,
    collectedMinor,
    clawedBackMinor,
    ...splits.flatMap(({ availability: { isHeld, ...figures }, flatAmountMinor }) => [
      flatAmountMinor,
      ...Object.values(figures),
    ]),
  ]
  return amounts.some((minor) => minor != null && hasCents(minor, currency))
}
