import type { Stamp } from '../records/trash/money-rows.ts'

/** How many positions a statement covers, so that it takes a second or two. */
const BLOCK = 20_000

interface Written {
  id: string
  firstPosition: number | null
  lastPosition: number | null
}

/** Where the rows are that a run made; undefined if it made none. */
export const stampOf = ({ id, firstPosition, lastPosition }: Written): Stamp | undefined =>
  firstPosition === null ? undefined : { runId: id, from: firstPosition, to: lastPosition! }

/** The same in pieces. */
export function* stretchesOf(run: Written): Generator<Stamp> {
  const whole = stampOf(run)
  if (!whole) return
  const { runId, to } = whole
  for (let { from } = whole; from <= to; from += BLOCK) {
    yield { runId, from, to: Math.min(from + BLOCK - 1, to) }
  }
}
