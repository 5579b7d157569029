import type { Entry, EntryKind } from './types.ts'

const reversible: readonly EntryKind[] = [
  ...(['commission_expected', 'commission_collected', 'clawback', 'draw_paid'] as const),
]

/** Whether an entry can be taken back: once, and of draws only that they were paid. */
export const isReversible = ({ kind, reversedBy }: Pick<Entry, 'kind' | 'reversedBy'>): boolean =>
  reversible.includes(kind) && reversedBy === null

/** The number of the person in `user:7`. */
export function personOf(createdBy: string): number | null {
  const match = /^user:(\d+)$/.exec(createdBy)
  return match ? Number(match[1]) : null
}
