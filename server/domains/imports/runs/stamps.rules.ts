import type { Stamp } from '../../records/trash/money-rows.ts'

/** How many positions a statement covers, so that it takes a second or two. */
const BLOCK = 20_000

/** Where the rows are that a run made: on its own board, and by links on others. */
export interface Written {
  id: string
  definitionId: string
  firstPosition: number | null
  lastPosition: number | null
  /** By the ids of the other boards: the first and last position. */
  linked: Readonly<Record<string, readonly [number, number]>>
}

/** The rows of a run on one board. */
export interface BoardStamp extends Stamp {
  definitionId: string
}

/** A stamp for each board with rows of the run. */
export function stampsOf({ id: runId, definitionId, ...run }: Written): BoardStamp[] {
  const { firstPosition, lastPosition, linked } = run
  const own =
    firstPosition === null ? [] : [{ definitionId, runId, from: firstPosition, to: lastPosition! }]
  const others = Object.entries(linked).map(([other, [from, to]]) => ({
    definitionId: other,
    runId,
    from,
    to,
  }))
  return [...own, ...others]
}

/** The same in pieces. */
export function* stretchesOf(run: Written): Generator<BoardStamp> {
  for (const { to, from: first, ...stamp } of stampsOf(run)) {
    for (let from = first; from <= to; from += BLOCK) {
      yield { ...stamp, from, to: Math.min(from + BLOCK - 1, to) }
    }
  }
}
