import type { Deal } from './types.ts'

/** The deals whose name or currency has the text, the newest first. */
export function foundDeals(deals: readonly Deal[], search: string): Deal[] {
  const text = search.trim().toLowerCase()
  return deals
    .filter(({ name, currency }) => `${name} ${currency}`.toLowerCase().includes(text))
    .toSorted((one, other) => other.id - one.id)
}

interface Total {
  currency: string
  count: number
  expectedMinor: number
  collectedMinor: number
  clawedBackMinor: number
}

/** What deals come to, each currency by itself. */
export function totalsOf(deals: readonly Deal[]): Total[] {
  const totals = new Map<string, Total>()
  for (const { currency, ...deal } of deals) {
    const total = totals.get(currency)
    totals.set(currency, {
      currency,
      count: (total?.count ?? 0) + 1,
      expectedMinor: (total?.expectedMinor ?? 0) + deal.expectedMinor,
      collectedMinor: (total?.collectedMinor ?? 0) + deal.collectedMinor,
      clawedBackMinor: (total?.clawedBackMinor ?? 0) + deal.clawedBackMinor,
    })
  }
  return [...totals.values()].toSorted((one, other) => other.count - one.count)
}

/** How much of what is expected came in, 0 to 100; nothing is expected of a deal without expectations. */
export function collectedPercent({
  expectedMinor,
  collectedMinor,
}: Pick<Deal, 'expectedMinor' | 'collectedMinor'>): number {
  if (expectedMinor <= 0) return collectedMinor > 0 ? 100 : 0
  return Math.min(100, Math.floor((collectedMinor / expectedMinor) * 100))
}
