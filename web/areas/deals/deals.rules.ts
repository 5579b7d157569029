import type { Deal } from './types.ts'

/** How much of what is expected came in; over 100 where more did. Of a deal without expectations it is 0. */
export function collectedPercent({
  expectedMinor,
  collectedMinor,
}: Pick<Deal, 'expectedMinor' | 'collectedMinor'>): number {
  return expectedMinor <= 0 ? 0 : Math.floor((collectedMinor / expectedMinor) * 100)
}
