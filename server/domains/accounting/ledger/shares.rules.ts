/**
 * How the money of a deal is shared out. All of it is whole minor units, and nothing is rounded away.
 *
 * A collection A is shared among the active splits in three steps, in the order of their ids:
 *
 *   1. gross   LR(A; sharePpm of each gross split, the rest to 1,000,000 the house's).
 *              left = A − what the gross splits got. The house's part stays in what is left.
 *   2. funded, flat   together in the order of their ids, each min(left, target − collected), never below 0:
 *              target of funded = ⌊sharePpm · fundedMinor / 1,000,000⌋ (0 without fundedMinor), of flat = flatAmountMinor.
 *   3. net     LR(left; sharePpm of each net split, the rest to 1,000,000 the house's).
 *
 * LR is the method of largest remainders: each gets its exact share rounded down, then one more each goes to the
 * largest remainders until the whole is given out; ties go to the lowest id, the house comes last.
 *
 * A clawback K is taken from those who got the collections: LR(K; collected − clawed back before), over all splits,
 * retired ones and the house included.
 *
 *   collected      Σ parts of collections, less reversals
 *   pending        the split's part of splitting max(0, expected − collected) of the deal; 0 of a retired one
 *   entitled       collected + pending; over all splits and the house that is max(expected, collected) of the deal
 *   clawbackShare  Σ parts of clawbacks, less reversals
 *   drawn          Σ draws requested and paid, less voided ones
 *   unpaid         collected − clawbackShare − drawn; below 0 the party owes
 *   available      0 while held, else max(0, unpaid)
 */
import type { Basis } from '../../../../contract/accounting.ts'
import { WHOLE_PPM } from '../../../../shared/limits.ts'

/** The id for what no split gets, where parts are listed by the ids of splits. */
export const HOUSE = 0

/** How much a split gets of later collections. */
export interface Terms {
  basis: Basis
  sharePpm: number | null
  flatAmountMinor: number | null
}

/** A split, with the sums that are kept of it. */
export interface Split extends Terms {
  id: number
  status: 'active' | 'inactive'
  heldAt: Date | string | null
  releasedAt: Date | string | null
  collectedMinor: number
  clawedMinor: number
  drawnMinor: number
}

/** The sums that are kept of a deal; what is the house's is what no split has. */
export interface DealSums {
  fundedMinor: number | null
  expectedMinor: number
  collectedMinor: number
  clawedMinor: number
  houseCollectedMinor: number
  houseClawedMinor: number
}

/** Amounts by the id of the split, `HOUSE` for the house; nobody with 0. */
export type Parts = ReadonlyMap<number, number>

export interface Weight {
  id: number
  weight: number
}

/** Splits an amount in proportion to weights, of which at least one is above 0. */
export function largestRemainder(amount: number, weights: readonly Weight[]): Parts {
  const whole = weights.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
  let left = amount
  const shares = weights.map(({ id, weight }) => {
    const exact = BigInt(amount) * BigInt(weight)
    const floor = Number(exact / whole)
    left -= floor
    return { id, floor, remainder: exact % whole }
  })
  shares.sort((a, b) => compare(b.remainder, a.remainder) || placeOf(a.id) - placeOf(b.id))
  return partsOf(shares.map(({ id, floor }, i) => [id, i < left ? floor + 1 : floor]))
}

/** What a receipt brings to whom. `splits` may be all of the deal's; retired ones get nothing. */
export function splitReceipt(
  amountMinor: number,
  splits: readonly Split[],
  { fundedMinor }: Pick<DealSums, 'fundedMinor'>,
): Parts {
  const active = splits
    .filter(({ status }) => status === 'active')
    .toSorted((one, other) => one.id - other.id)
  const parts = new Map<number, number>()
  let left = amountMinor
  const give = (id: number, part: number): void => {
    parts.set(id, part)
    left -= part
  }
  for (const [id, part] of byShare(left, active, 'gross')) {
    if (id !== HOUSE) give(id, part)
  }
  for (const split of active) {
    if (split.basis !== 'funded' && split.basis !== 'flat') continue
    const most = targetOf(split, fundedMinor) - split.collectedMinor
    give(split.id, Math.min(left, Math.max(0, most)))
  }
  for (const [id, part] of byShare(left, active, 'net')) give(id, part)
  return partsOf(parts)
}

/** What a clawback takes from whom: of nobody more than is left of what it collected. */
export function splitClawback(
  amountMinor: number,
  splits: readonly Split[],
  deal: DealSums,
): Parts {
  const house = { id: HOUSE, weight: deal.houseCollectedMinor - deal.houseClawedMinor }
  const each = splits.map(({ id, collectedMinor, clawedMinor }) => ({
    id,
    weight: collectedMinor - clawedMinor,
  }))
  return largestRemainder(amountMinor, [...each, house])
}

/** What of receipts clawbacks have not taken: a further one takes no more. */
export const clawableMinor = (deal: DealSums): number => deal.collectedMinor - deal.clawedMinor

/** What would fall to whom if all that is still expected came at once. */
export const pendingParts = (splits: readonly Split[], deal: DealSums): Parts =>
  splitReceipt(Math.max(0, deal.expectedMinor - deal.collectedMinor), splits, deal)

export const isHeld = ({ heldAt, releasedAt }: Pick<Split, 'heldAt' | 'releasedAt'>): boolean =>
  heldAt !== null && releasedAt === null

/** The figures of a split, as the head of this file defines them. */
export function availabilityOf(split: Split, pending: Parts) {
  const { collectedMinor, clawedMinor: clawbackShareMinor, drawnMinor } = split
  const pendingMinor = pending.get(split.id) ?? 0
  const unpaidMinor = collectedMinor - clawbackShareMinor - drawnMinor
  const held = isHeld(split)
  return {
    collectedMinor,
    pendingMinor,
    entitledMinor: collectedMinor + pendingMinor,
    clawbackShareMinor,
    drawnMinor,
    unpaidMinor,
    availableMinor: held ? 0 : Math.max(0, unpaidMinor),
    isHeld: held,
  }
}

/** The basis whose active splits would have more than the whole, and how much they would have. */
export function overAllocated(
  splits: readonly Pick<Split, keyof Terms | 'status'>[],
): { basis: Basis; ppm: number } | undefined {
  for (const basis of ['gross', 'net'] as const) {
    const ppm = splits
      .filter((split) => split.status === 'active' && split.basis === basis)
      .reduce((sum, { sharePpm }) => sum + (sharePpm ?? 0), 0)
    if (ppm > WHOLE_PPM) return { basis, ppm }
  }
  return undefined
}

/** Who would have less collected than was clawed back from it, were these parts of a receipt taken back. */
export function shortAfter(
  parts: Parts,
  splits: readonly Split[],
  deal: DealSums,
): number | undefined {
  const house = {
    id: HOUSE,
    collectedMinor: deal.houseCollectedMinor,
    clawedMinor: deal.houseClawedMinor,
  }
  return [...splits, house].find(
    ({ id, collectedMinor, clawedMinor }) => collectedMinor - (parts.get(id) ?? 0) < clawedMinor,
  )?.id
}

/** LR by the shares of one basis; without such a split all of it is the house's. */
function byShare(amount: number, active: readonly Split[], basis: 'gross' | 'net'): Parts {
  const weights = active
    .filter((split) => split.basis === basis)
    .map(({ id, sharePpm }) => ({ id, weight: sharePpm ?? 0 }))
  const taken = weights.reduce((sum, { weight }) => sum + weight, 0)
  return largestRemainder(amount, [...weights, { id: HOUSE, weight: WHOLE_PPM - taken }])
}

/** What a split of the basis `funded` or `flat` is to have in all. */
function targetOf({ basis, sharePpm, flatAmountMinor }: Terms, fundedMinor: number | null): number {
  if (basis === 'flat') return flatAmountMinor ?? 0
  return Number((BigInt(sharePpm ?? 0) * BigInt(fundedMinor ?? 0)) / BigInt(WHOLE_PPM))
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const placeOf = (id: number): number => (id === HOUSE ? Number.MAX_SAFE_INTEGER : id)
const partsOf = (parts: Iterable<readonly [number, number]>): Parts =>
  new Map([...parts].filter(([, part]) => part !== 0))
