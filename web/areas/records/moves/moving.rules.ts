import { isSame } from '../grid/rows/live.rules.ts'
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

/** A row whose cell has been changed here since the lists were read. */
interface Moved<R> extends Moving<R> {
  /** Whether the service has still to answer. */
  waits: boolean
}

export type AllMoved<R> = ReadonlyMap<string, Moved<R>>

/**
 * The rows that have moved, once more is known: those whose cell waits to be written, and those whose write has been
 * answered, until the lists are read again.
 *
 * @param waiting the ids of the rows whose cell waits.
 * @param known a row as it is saved and as it is drawn.
 */
export function movedBy<R extends Movable>(
  before: AllMoved<R>,
  waiting: ReadonlySet<string>,
  known: (id: string) => { saved: R; drawn: R } | undefined,
  key: string,
): AllMoved<R> {
  const next = new Map<string, Moved<R>>()
  for (const id of new Set([...before.keys(), ...waiting])) {
    const row = known(id)
    if (!row) continue
    const { saved, drawn } = row
    const entry = before.get(id) ?? { row: saved, from: saved.cells[key] ?? null }
    const to = drawn.cells[key] ?? null
    next.set(id, { row: entry.row, from: entry.from, to, waits: waiting.has(id) })
  }
  return isSame(destinationsOf(before), destinationsOf(next)) ? before : next
}

/** Where rows go, to compare. */
export const destinationsOf = (moved: AllMoved<Movable>): unknown[] =>
  [...moved].map(([id, { from, to, waits }]) => [id, from, to, waits])

/**
 * The rows that are still on their way once the lists have been read again. A row that was moved on meanwhile comes from
 * where it was then.
 *
 * @param saved by row, what its cell held when the reading began.
 */
export function afterReading<R extends Movable>(
  now: AllMoved<R>,
  saved: ReadonlyMap<string, unknown>,
): AllMoved<R> {
  const left = new Map(now)
  for (const [id, from] of saved) {
    const entry = left.get(id)
    if (entry && (entry.waits || !isSame(entry.to, from))) left.set(id, { ...entry, from })
    else left.delete(id)
  }
  return left
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
  const all = [...moving]
  const read = new Set(rows.map(({ id }) => id))
  const goesTo = new Map(all.map(({ row, to }) => [row.id, to ?? null]))
  const here = all.filter(({ row, to }) => (to ?? null) === value && !read.has(row.id))
  return [
    ...here.map(({ row }) => row),
    ...rows.filter(({ id }) => !goesTo.has(id) || goesTo.get(id) === value),
  ]
}
