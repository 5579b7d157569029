import type { EntryKind } from '../../../../contract/accounting/accounting.ts'
import { HOUSE, type Parts } from './shares.rules.ts'

/** By how much an entry changes the stored sums of the deal, of the house and of the splits. */
export interface Moves {
  expected: number
  collected: number
  clawed: number
  houseCollected: number
  houseClawed: number
  splits: readonly { id: number; collected: number; clawed: number; drawn: number }[]
}

export interface Posted {
  kind: EntryKind
  amountMinor: number
  /** Only for draws. */
  dealSplitId?: number | null | undefined
  /** Only for a reversal: the kind of the entry that it cancels. */
  reversedKind?: EntryKind | undefined
  /** The parts of a collection or clawback; below 0 for its reversal. */
  parts: Parts
}

export function movesOf({ kind, amountMinor, dealSplitId, reversedKind, parts }: Posted): Moves {
  const what = reversedKind ?? kind
  const amount = reversedKind ? -amountMinor : amountMinor
  const collects = what === 'commission_collected'
  const claws = what === 'clawback'
  const house = parts.get(HOUSE) ?? 0
  return {
    expected: what === 'commission_expected' ? amount : 0,
    collected: collects ? amount : 0,
    clawed: claws ? amount : 0,
    houseCollected: collects ? house : 0,
    houseClawed: claws ? house : 0,
    splits: [
      ...[...parts].flatMap(([id, part]) =>
        id === HOUSE
          ? []
          : [{ id, collected: collects ? part : 0, clawed: claws ? part : 0, drawn: 0 }],
      ),
      ...drawnOf(kind, dealSplitId, amountMinor),
    ],
  }
}

/** A requested draw counts as drawn and stays so when it is paid; a voided one no longer counts. */
function drawnOf(kind: EntryKind, id: number | null | undefined, amountMinor: number) {
  if (id == null || (kind !== 'draw_requested' && kind !== 'draw_voided')) return []
  const drawn = kind === 'draw_requested' ? amountMinor : -amountMinor
  return [{ id, collected: 0, clawed: 0, drawn }]
}
