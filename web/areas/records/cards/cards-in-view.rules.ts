import type { RowGroup } from '../grid/rows/groups.rules.ts'

/** Every card has this height, with the gap below it, so that its place follows from its number. */
export const CARD_HEIGHT = 76
/** The height of a group's heading. */
export const HEAD_HEIGHT = 40
/** Browsers stop drawing at about 17.8 million pixels. Nobody scrolls that far on a phone. */
const MOST_CARDS = 200_000
const OVERSCAN = 5

/** How many cards can be scrolled to. */
export const cardsIn = (total: number): number => Math.min(total, MOST_CARDS)

/** The heading of a group: the first row below it, and where it is. */
export interface Head {
  group: number
  row: number
  top: number
}

/** Where the cards and the headings of their groups are. */
export interface Places {
  heads: readonly Head[]
  topOf: (row: number) => number
  height: number
  /** The cards to draw: the first, and the one after the last. */
  inView: (view: { top: number; height: number }) => { from: number; to: number }
}

/** Cards below one another, with a heading above the first one of each group. Rows beyond the known groups are at the end. */
export function placesOf(total: number, groups: readonly Pick<RowGroup, 'count'>[]): Places {
  const count = cardsIn(total)
  const heads: Head[] = []
  let row = 0
  for (const [group, { count: size }] of groups.entries()) {
    if (row >= count) break
    if (size === 0) continue
    heads.push({ group, row, top: row * CARD_HEIGHT + heads.length * HEAD_HEIGHT })
    row += size
  }
  const headsBefore = (isBefore: (head: Head) => boolean): number => {
    let low = 0
    let high = heads.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(heads[middle]!)) low = middle + 1
      else high = middle
    }
    return low
  }
  const topOf = (at: number) =>
    at * CARD_HEIGHT + headsBefore((head) => head.row <= at) * HEAD_HEIGHT
  /** The card at a height, or the first one below the heading there. */
  const rowAt = (top: number): number => {
    const before = headsBefore((head) => head.top <= top)
    const row = Math.floor((top - before * HEAD_HEIGHT) / CARD_HEIGHT)
    return Math.max(heads[before - 1]?.row ?? 0, row)
  }
  return {
    heads,
    topOf,
    height: count * CARD_HEIGHT + heads.length * HEAD_HEIGHT,
    inView: ({ top, height }) => {
      const from = Math.max(0, rowAt(Math.max(0, top)) - OVERSCAN)
      const to = Math.min(count, rowAt(top + height - 1) + 1 + OVERSCAN)
      return { from: Math.min(from, to), to }
    },
  }
}
