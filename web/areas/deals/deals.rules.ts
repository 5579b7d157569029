import type { Deal } from './types.ts'

/** How much of what is expected came in, 0 to 100; nothing is expected of a deal without expectations. */
export function collectedPercent({
  expectedMinor,
  collectedMinor,
}: Pick<Deal, 'expectedMinor' | 'collectedMinor'>): number {
  if (expectedMinor <= 0) return collectedMinor > 0 ? 100 : 0
  return Math.min(100, Math.floor((collectedMinor / expectedMinor) * 100))
}
