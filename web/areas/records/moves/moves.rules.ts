/** A cell of a row that was set by moving its card. */
export interface Move {
  rowId: string
  from: unknown
  to: unknown
}

/** Moves that can be undone, and undone ones that can be redone; the last of each comes first. */
export interface Moves {
  done: readonly Move[]
  undone: readonly Move[]
}

const MOST = 100
export const noMoves: Moves = { done: [], undone: [] }

export const withMove = ({ done }: Moves, move: Move): Moves => ({
  done: [...done, move].slice(-MOST),
  undone: [],
})

/** The move that takes the last one back, and the moves that are left. */
export function takenBack({ done, undone }: Moves): { move: Move; left: Moves } | null {
  const last = done.at(-1)
  if (!last) return null
  return {
    move: { rowId: last.rowId, from: last.to, to: last.from },
    left: { done: done.slice(0, -1), undone: [...undone, last] },
  }
}

/** The last move that was taken back, to be made again. */
export function madeAgain({ done, undone }: Moves): { move: Move; left: Moves } | null {
  const move = undone.at(-1)
  return move ? { move, left: { done: [...done, move], undone: undone.slice(0, -1) } } : null
}
