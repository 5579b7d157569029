import type { EntryKind } from '../contract/accounting.ts'

const reversible: readonly EntryKind[] = [
  'commission_expected',
  'commission_collected',
  'clawback',
  'draw_paid',
]

/** Whether entries of a kind can be taken back: of draws only that they were paid. */
export const isReversibleKind = (kind: EntryKind): boolean => reversible.includes(kind)
