/**
 * How the money of a deal is divided. All amounts are whole minor units, and rounding loses nothing.
 *
 * A collection A is divided among the active splits in three steps, each in the order of their ids:
 *
 *   1. gross   LR(A; sharePpm of each gross split, the rest to 1,000,000 for the house).
 *              left = A − what the gross splits got. The house's part stays in what is left.
 *   2. funded, flat   together, each min(left, target − collected), never below 0:
 *              target of funded = ⌊sharePpm · fundedMinor / 1,000,000⌋ (0 without fundedMinor), of flat = flatAmountMinor.
 *   3. net     LR(left; sharePpm of each net split, the rest to 1,000,000 for the house).
 *
 * LR is the method of largest remainders: each gets its exact share rounded down, then those with the largest
 * remainders get one more each until nothing is left; ties go to the lowest id, and the house comes last.
 *
 * A clawback K is taken from those who got the collections: LR(K; collected − already clawed back), over all splits,
 * including retired ones, and the house.
 *
 *   collected      Σ parts of collections, less reversals
 *   pending        the split's part if max(0, expected − collected) of the deal were split; 0 if it is retired
 *   entitled       collected + pending; for all splits and the house together, max(expected, collected) of the deal
 *   clawbackShare  Σ parts of clawbacks, less reversals
 *   drawn          Σ draws requested and paid, less voided ones
 *   unpaid         collected − clawbackShare − drawn; below 0 the party owes
 *   available      0 while held, else max(0, unpaid)
 */
import { createHash } from 'node:crypto'
import type { Basis } from '../../../../contract/accounting/accounting.ts'
import { WHOLE_PPM } from '../../../../shared/limits.ts'

/** The house's id in lists of parts. The house gets what no split gets. */
export const HOUSE = 0

/** How much a split gets of future collections. */
export interface Terms {
  basis: Basis
  sharePpm: number | null
  flatAmountMinor: number | null
}

/** A split, with its stored sums. */
export interface Split extends Terms {
  id: number
  status: 'active' | 'inactive'
  heldAt: Date | string | null
  releasedAt: Date | string | null
  collectedMinor: number
  clawedMinor: number
  drawnMinor: number
}

/** The stored sums of a deal. The house's are what no split got. */
export interface DealSums {
  fundedMinor: number | null
  expectedMinor: number
  collectedMinor: number
  clawedMinor: number
  houseCollectedMinor: number
  houseClawedMinor: number
}

/** Amounts by the id of the split, or `HOUSE`. None is 0. */
export type Parts = ReadonlyMap<number, number>

export interface Weight {
  id: number
  weight: number
}

/** Splits an amount in proportion to weights, at least one of which is above 0. */
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

/** Divides a collection. `splits` can include retired ones, which get nothing. */
export function splitCollection(
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

/** Divides a clawback. Nobody loses more than they have left of what they collected. */
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

/** SHA-256 of who gets how much, in hexadecimal. */
export const hashParts = (parts: Parts): string =>
  createHash('sha256')
    .update(JSON.stringify([...parts].toSorted(([one], [other]) => one - other)))
    .digest('hex')

/** What clawbacks have left of the collections, and the limit for the next one. */
export const clawableMinor = (deal: DealSums): number => deal.collectedMinor - deal.clawedMinor

/** What each split would get if everything still expected came at once. */
export const pendingParts = (splits: readonly Split[], deal: DealSums): Parts =>
  splitCollection(outstandingMinor(deal), splits, deal)

/** The money that is expected and has not come in. */
export const outstandingMinor = ({
  expectedMinor,
  collectedMinor,
}: Pick<DealSums, 'expectedMinor' | 'collectedMinor'>): number =>
  Math.max(0, expectedMinor - collectedMinor)

export const isHeld = ({ heldAt, releasedAt }: Pick<Split, 'heldAt' | 'releasedAt'>): boolean =>
  heldAt !== null && releasedAt === null

/** What the figures of a split are calculated from, besides what is pending. */
export type Figured = Pick<
  Split,
  'id' | 'collectedMinor' | 'clawedMinor' | 'drawnMinor' | 'heldAt' | 'releasedAt'
>

/** What no split of a deal gets, as if it were a split. Nobody can draw or hold it. */
export const houseOf = (
  deal: Pick<DealSums, 'houseCollectedMinor' | 'houseClawedMinor'>,
): Figured => ({
  id: HOUSE,
  collectedMinor: deal.houseCollectedMinor,
  clawedMinor: deal.houseClawedMinor,
  drawnMinor: 0,
  heldAt: null,
  releasedAt: null,
})

/** The figures of a split, as defined at the top of this file. */
export function availabilityOf(split: Figured, pending: Parts) {
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

/** The basis whose active splits have more than the whole between them, and how much they have. */
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

/** The first split, or the house, that would have more clawed back than collected without these parts. */
export function shortAfter(
  parts: Parts,
  splits: readonly Split[],
  deal: DealSums,
): number | undefined {
  return [...splits, houseOf(deal)].find(
    ({ id, collectedMinor, clawedMinor }) => collectedMinor - (parts.get(id) ?? 0) < clawedMinor,
  )?.id
}

/** LR (see above) by the shares of one basis. If no split has it, the house gets everything. */
function byShare(amount: number, active: readonly Split[], basis: 'gross' | 'net'): Parts {
  const weights = active
    .filter((split) => split.basis === basis)
    .map(({ id, sharePpm }) => ({ id, weight: sharePpm ?? 0 }))
  const taken = weights.reduce((sum, { weight }) => sum + weight, 0)
  return largestRemainder(amount, [...weights, { id: HOUSE, weight: WHOLE_PPM - taken }])
}

/** The total that a split with the basis `funded` or `flat` is due. */
function targetOf({ basis, sharePpm, flatAmountMinor }: Terms, fundedMinor: number | null): number {
  if (basis === 'flat') return flatAmountMinor ?? 0
  return Number((BigInt(sharePpm ?? 0) * BigInt(fundedMinor ?? 0)) / BigInt(WHOLE_PPM))
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const placeOf = (id: number): number => (id === HOUSE ? Number.MAX_SAFE_INTEGER : id)
const partsOf = (parts: Iterable<readonly [number, number]>): Parts =>
  new Map([...parts].filter(([, part]) => part !== 0))
