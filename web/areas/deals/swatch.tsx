import classes from './tones.module.css'
import type { Stake } from './types.ts'

/** Six colours, each full and then with a line through it. */
const TONES = 12

/** The tone of a stake, by its place among those of its deal. */
export function toneOf(stakes: readonly Stake[], stakeId: number | null): string {
  const place = stakes.findIndex(({ id }) => id === stakeId)
  return place < 0 ? 'house' : String(place % TONES)
}

/** Leads from a row to its part of the bar; the name beside it says the same. */
export function Swatch({ tone }: { tone: string }) {
  return <span className={`${classes.tone} ${classes.swatch}`} data-tone={tone} aria-hidden />
}
