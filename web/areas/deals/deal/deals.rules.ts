import type { Deal, WholeDeal } from './types.ts'

/** Whether all of a deal's money is seen. */
export const isWhole = (deal: Deal): deal is WholeDeal => deal.expectedMinor !== undefined

/** How much of what is expected came in; over 100 where more did. Of a deal without expectations it is 0. */
export function collectedPercent({
  expectedMinor,
  collectedMinor,
}: Pick<WholeDeal, 'expectedMinor' | 'collectedMinor'>): number {
  return expectedMinor <= 0 ? 0 : Math.floor((collectedMinor / expectedMinor) * 100)
}
