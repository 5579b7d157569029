import classes from './tones.module.css'
import type { Split } from './types.ts'

/** Six colours, each full and then with a line through it. */
const TONES = 12

/** The tone of a split, by its place among those of its deal. */
export function toneOf(splits: readonly Split[], splitId: number | null): string {
  const place = splits.findIndex(({ id }) => id === splitId)
  return place < 0 ? 'house' : String(place % TONES)
}

/** Leads from a row to its part of the bar; the name beside it says the same. */
export function Swatch({ tone }: { tone: string }) {
  return <span className={`${classes.tone} ${classes.swatch}`} data-tone={tone} aria-hidden />
}
