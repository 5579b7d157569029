import {
  type DealSums,
  HOUSE,
  type Parts,
  pendingParts,
  type Split,
  splitCollection,
} from '../ledger/shares.rules.ts'

/** A deal's sums, and how many entries they come from. */
export interface PostedSums extends DealSums {
  entryCount: number
}

/** What the splits of a deal get besides what they have. */
export interface DealParts {
  /** Of what is still expected. */
  pending: Parts
  /** Of everything, by their terms alone; undefined if their terms were different before. */
  byTerms: Parts | undefined
}

export const dealParts = (splits: readonly Split[], deal: PostedSums): DealParts => {
  const pending = pendingParts(splits, deal)
  return { pending, byTerms: partsByTerms(splits, deal, pending) }
}

/**
 * What each split is due of all that is expected, or collected if that is more, if it came in at once. Unlike collected
 * + pending, it does not move by a few minor units with each collection, which is rounded by itself.
 *
 * It is undefined if rounding cannot explain the difference for everybody. Then a split was added, changed or retired
 * after money came in, and the terms as they are now do not tell what the splits were due before.
 */
function partsByTerms(
  splits: readonly Split[],
  deal: PostedSums,
  pending: Parts,
): Parts | undefined {
  const { expectedMinor, collectedMinor, houseCollectedMinor, entryCount } = deal
  const fresh = splits.map((split) => ({ ...split, collectedMinor: 0 }))
  const byTerms = splitCollection(Math.max(expectedMinor, collectedMinor), fresh, deal)
  // Each collection rounds a part by less than one minor unit, and so does what is pending.
  const most = entryCount + 1
  const isRounding = ({ id, collectedMinor: has }: Pick<Split, 'id' | 'collectedMinor'>) =>
    Math.abs(has + (pending.get(id) ?? 0) - (byTerms.get(id) ?? 0)) <= most
  const everybody = [...splits, { id: HOUSE, collectedMinor: houseCollectedMinor }]
  return everybody.every(isRounding) ? byTerms : undefined
}
