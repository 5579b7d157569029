/**
 * How the money of a deal is shared out. All of it is whole minor units, and nothing is rounded away.
 *
 * A receipt A falls to the active stakes, in three steps, in the order of their ids:
 *
 *   1. gross   LR(A; sharePpm of each gross stake, the rest to 1,000,000 the house's).
 *              left = A − what fell to the gross stakes. The house's part stays in what is left.
 *   2. funded, flat   together in the order of their ids, each min(left, target − collected), never below 0:
 *              target of funded = ⌊sharePpm · fundedMinor / 1,000,000⌋ (0 without fundedMinor), of flat = flatAmountMinor.
 *   3. net     LR(left; sharePpm of each net stake, the rest to 1,000,000 the house's).
 *
 * LR is the method of largest remainders: each gets its exact share rounded down, then one more each goes to the
 * largest remainders until the whole is given out; ties go to the lowest id, the house comes last.
 *
 * A clawback K falls to whom the receipts came: LR(K; collected − clawed back before), over all stakes, retired ones and
 * the house included.
 *
 *   collected      Σ parts of receipts, less reversals
 *   pending        the stake's part of splitting max(0, expected − collected) of the deal; 0 of a retired one
 *   entitled       collected + pending; over all stakes and the house that is max(expected, collected) of the deal
 *   clawbackShare  Σ parts of clawbacks, less reversals
 *   drawn          Σ draws requested and paid, less voided ones
 *   unpaid         collected − clawbackShare − drawn; below 0 the party owes
 *   available      0 while held, else max(0, unpaid)
 */
import type { Basis } from '../../../contract/accounting.ts'
import { WHOLE_PPM } from '../../../shared/limits.ts'

/** The id for what no split gets, where parts are listed by the ids of splits. */
export const HOUSE = 0

/** How much a stake gets of receipts to come. */
export interface Terms {
  basis: Basis
  sharePpm: number | null
  flatAmountMinor: number | null
}

/** A stake, with the sums that are kept of it. */
export interface Stake extends Terms {
  id: number
  status: 'active' | 'inactive'
  heldAt: Date | string | null
  releasedAt: Date | string | null
  collectedMinor: number
  clawedMinor: number
  drawnMinor: number
}

/** The sums that are kept of a deal; what is the house's is what no stake has. */
export interface DealSums {
  fundedMinor: number | null
  expectedMinor: number
  collectedMinor: number
  clawedMinor: number
  houseCollectedMinor: number
  houseClawedMinor: number
}

/** Amounts by the id of the stake, `HOUSE` for the house; nobody with 0. */
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

/** What a receipt brings to whom. `stakes` may be all of the deal's; retired ones get nothing. */
export function splitReceipt(
  amountMinor: number,
  stakes: readonly Stake[],
  { fundedMinor }: Pick<DealSums, 'fundedMinor'>,
): Parts {
  const active = stakes
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
  for (const stake of active) {
    if (stake.basis !== 'funded' && stake.basis !== 'flat') continue
    const most = targetOf(stake, fundedMinor) - stake.collectedMinor
    give(stake.id, Math.min(left, Math.max(0, most)))
  }
  for (const [id, part] of byShare(left, active, 'net')) give(id, part)
  return partsOf(parts)
}

/** What a clawback takes from whom: of nobody more than is left of what it collected. */
export function splitClawback(
  amountMinor: number,
  stakes: readonly Stake[],
  deal: DealSums,
): Parts {
  const house = { id: HOUSE, weight: deal.houseCollectedMinor - deal.houseClawedMinor }
  const each = stakes.map(({ id, collectedMinor, clawedMinor }) => ({
    id,
    weight: collectedMinor - clawedMinor,
  }))
  return largestRemainder(amountMinor, [...each, house])
}

/** What of receipts clawbacks have not taken: a further one takes no more. */
export const clawableMinor = (deal: DealSums): number => deal.collectedMinor - deal.clawedMinor

/** What would fall to whom if all that is still expected came at once. */
export const pendingParts = (stakes: readonly Stake[], deal: DealSums): Parts =>
  splitReceipt(Math.max(0, deal.expectedMinor - deal.collectedMinor), stakes, deal)

export const isHeld = ({ heldAt, releasedAt }: Pick<Stake, 'heldAt' | 'releasedAt'>): boolean =>
  heldAt !== null && releasedAt === null

/** The figures of a stake, as the head of this file defines them. */
export function availabilityOf(stake: Stake, pending: Parts) {
  const { collectedMinor, clawedMinor: clawbackShareMinor, drawnMinor } = stake
  const pendingMinor = pending.get(stake.id) ?? 0
  const unpaidMinor = collectedMinor - clawbackShareMinor - drawnMinor
  const held = isHeld(stake)
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
  stakes: readonly Pick<Stake, keyof Terms | 'status'>[],
): { basis: Basis; ppm: number } | undefined {
  for (const basis of ['gross', 'net'] as const) {
    const ppm = stakes
      .filter((stake) => stake.status === 'active' && stake.basis === basis)
      .reduce((sum, { sharePpm }) => sum + (sharePpm ?? 0), 0)
    if (ppm > WHOLE_PPM) return { basis, ppm }
  }
  return undefined
}

/** Who would have less collected than was clawed back from it, were these parts of a receipt taken back. */
export function shortAfter(
  parts: Parts,
  stakes: readonly Stake[],
  deal: DealSums,
): number | undefined {
  const house = {
    id: HOUSE,
    collectedMinor: deal.houseCollectedMinor,
    clawedMinor: deal.houseClawedMinor,
  }
  return [...stakes, house].find(
    ({ id, collectedMinor, clawedMinor }) => collectedMinor - (parts.get(id) ?? 0) < clawedMinor,
  )?.id
}

/** LR by the shares of one basis; without such a stake all of it is the house's. */
function byShare(amount: number, active: readonly Stake[], basis: 'gross' | 'net'): Parts {
  const weights = active
    .filter((stake) => stake.basis === basis)
    .map(({ id, sharePpm }) => ({ id, weight: sharePpm ?? 0 }))
  const taken = weights.reduce((sum, { weight }) => sum + weight, 0)
  return largestRemainder(amount, [...weights, { id: HOUSE, weight: WHOLE_PPM - taken }])
}

/** What a stake of the basis `funded` or `flat` is to have in all. */
function targetOf({ basis, sharePpm, flatAmountMinor }: Terms, fundedMinor: number | null): number {
  if (basis === 'flat') return flatAmountMinor ?? 0
  return Number((BigInt(sharePpm ?? 0) * BigInt(fundedMinor ?? 0)) / BigInt(WHOLE_PPM))
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const placeOf = (id: number): number => (id === HOUSE ? Number.MAX_SAFE_INTEGER : id)
const partsOf = (parts: Iterable<readonly [number, number]>): Parts =>
  new Map([...parts].filter(([, part]) => part !== 0))
