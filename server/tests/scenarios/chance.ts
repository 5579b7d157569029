/** Pseudo-random numbers, the same for the same seed (mulberry32), so that a failure can be repeated. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** True with that probability. */
  happens(probability: number): boolean
  /** The same things in another order. */
  shuffled<T>(things: readonly T[]): T[]
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    shuffled: (things) => {
      const left = [...things]
      return things.map(() => left.splice(between(0, left.length - 1), 1)[0]!)
    },
  }
}

/** A seed to print, so that a run can be repeated. */
export const newSeed = (): number => Math.floor(Math.random() * 2 ** 32)
