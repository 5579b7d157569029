import classes from './tones.module.css'
import type { Split } from './types.ts'

/** Six colours, each solid and then with a line through it. */
const TONES = 12

/** The tone of a split, by its place among the deal's splits. */
export function toneOf(splits: readonly Split[], splitId: number | null): string {
  const place = splits.findIndex(({ id }) => id === splitId)
  return place < 0 ? 'house' : String(place % TONES)
}

/** Shows by colour which part of the bar a row belongs to. The name beside it says the same. */
export function Swatch({ tone }: { tone: string }) {
  return <span className={`${classes.tone} ${classes.swatch}`} data-tone={tone} aria-hidden />
}
