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

/** The rows with one value: a lane of a kanban, or a day of a calendar. */
export interface Gathered {
  value: string | null
  count: number
  sums: Record<string, number>
}

/** Lanes or days as they are once the rows on their way have arrived, with one for each value that had none. */
export function arrived(
  before: readonly Gathered[],
  moving: Iterable<Moving<Movable>>,
): Gathered[] {
  const next = before.map((one) => ({ ...one, sums: { ...one.sums } }))
  for (const { row, from, to } of moving) {
    const value = (to ?? null) as string | null
    // Moved back before the service has heard of it.
    if (value === (from ?? null)) continue
    if (!next.some((one) => one.value === value)) next.push({ value, count: 0, sums: {} })
    for (const one of next) {
      const by = one.value === value ? 1 : one.value === (from ?? null) ? -1 : 0
      if (by === 0) continue
      one.count += by
      for (const key of Object.keys(one.sums)) {
        const amount = row.cells[key]
        if (typeof amount === 'number') {
          one.sums[key] = Number((one.sums[key]! + by * amount).toPrecision(15))
        }
      }
    }
  }
  return next
}

/** The rows of a lane or day: the ones that were read, without the ones that leave it, after the ones that arrive. */
export function rowsIn<R extends Movable>(
  rows: readonly R[],
  value: string | null,
  moving: Iterable<Moving<R>>,
): R[] {
  const away = new Set<string>()
  const here: R[] = []
  for (const { row, to } of moving) {
    away.add(row.id)
    if ((to ?? null) === value) here.push(row)
  }
  return [...here, ...rows.filter(({ id }) => !away.has(id))]
}
