import type { Cells } from '../list/types.ts'

/** What a card that is dragged has in its transfer: the id of its row. */
export const DRAGGED = 'application/x-sourcebook-row'

/** What a move needs to know of a row. */
export type Movable = { id: string; cells: Cells }

/** A row on its way from one value to another, which is shown as there already. */
export interface Moving<R> {
  row: R
  from: unknown
  to: unknown
}

/** What a cell holds once its row has arrived. */
export function arrivingAt<R extends Movable>(
  moving: ReadonlyMap<string, Moving<R>>,
  { id, cells }: R,
  key: string,
): unknown {
  const entry = moving.get(id)
  return (entry ? entry.to : cells[key]) ?? null
}
