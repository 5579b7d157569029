import type { EntryKind } from '../contract/accounting/accounting.ts'

const reversible: readonly EntryKind[] = [
  'commission_expected',
  'commission_collected',
  'clawback',
  'draw_paid',
]

/** Whether entries of a kind can be reversed. Of the entries about draws, only a payment can. */
export const isReversibleKind = (kind: EntryKind): boolean => reversible.includes(kind)
