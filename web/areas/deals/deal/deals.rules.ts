import type { Deal, WholeDeal } from './types.ts'

/** Whether the reader sees all of a deal's money. */
export const isWhole = (deal: Deal): deal is WholeDeal => deal.expectedMinor !== undefined

/** How much of the expected money came in, in percent: over 100 if more did, 0 without expectations. */
export function collectedPercent({
  expectedMinor,
  collectedMinor,
}: Pick<WholeDeal, 'expectedMinor' | 'collectedMinor'>): number {
  return expectedMinor <= 0 ? 0 : Math.floor((collectedMinor / expectedMinor) * 100)
}
