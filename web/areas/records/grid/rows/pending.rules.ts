import type { Cells } from '../../list/types.ts'
import type { Job, Work } from './jobs.ts'
import { changed, remembered } from './live.rules.ts'
import { type Change, type Log, shownBy, type Write } from './log.rules.ts'

/** Values by row and column. */
export type Drawn = ReadonlyMap<string, ReadonlyMap<string, unknown>>

/** What writes that are not answered yet show, over the rows as the service has them. */
export interface Pending {
  /** The cells of each write, in order. */
  readonly cells: readonly Drawn[]
  /** Rows that are in the trash once all is answered, and those that come back from it. */
  readonly leaving: ReadonlySet<string>
  readonly coming: ReadonlySet<string>
  /** New rows whose creation is undone. */
  readonly hidden: ReadonlySet<string>
}

export const nothingPending: Pending = {
  cells: [],
  leaving: new Set(),
  coming: new Set(),
  hidden: new Set(),
}

/** A row that was started here and has been created. */
export interface Made {
  rowId: string
  /** The cells that have been sent. */
  sent: Cells
}

type Filling = Write & { work: Work & { does: 'fill' } }

/** @param made the created rows, by the ids that they were started with. */
export function pendingOf(log: Log, made: (id: string) => Made | undefined): Pending {
  const cells: Drawn[] = []
  const leaving = new Set<string>()
  const coming = new Set<string>()
  const hidden = new Set<string>()
  const move = (ids: readonly string[], to: Set<string>, from: Set<string>) => {
    for (const id of ids) {
      to.add(id)
      from.delete(id)
    }
  }
  const fillings = log.writes.filter(isFilling)
  const last = new Map(fillings.map((write) => [write.work.id, write]))
  const making = Map.groupBy(log.writes.filter(makesRows), ({ act }) => act)
  for (const write of log.writes) {
    const change = shownBy(log, write)
    if (change.cells.length > 0) cells.push(cellsIn(change))
    move(change.removed, leaving, coming)
    move(change.added, coming, leaving)
    if (isFilling(write) && last.get(write.work.id) === write) {
      const one = made(write.work.id)
      if (one) cells.push(drawn(one.rowId, changed(one.sent, write.work.cells)))
    }
    if (write.does === 'part') continue
    const isUndone = write.does === 'undo'
    for (const part of making.get(write.act) ?? []) {
      for (const id of createdBy(part)) {
        const rowId = made(id)?.rowId
        if (rowId !== undefined && isUndone) move([rowId], leaving, coming)
        else if (rowId !== undefined) move([rowId], coming, leaving)
        else if (isUndone) hidden.add(id)
        else hidden.delete(id)
      }
      const rowId = isFilling(part) ? made(part.work.id)?.rowId : undefined
      if (isFilling(part) && rowId) cells.push(drawn(rowId, refilled(part.work, isUndone)))
    }
  }
  return { cells, leaving, coming, hidden }
}

const isFilling = (write: Write): write is Filling => write.work.does === 'fill'
const makesRows = ({ work }: Write): boolean => work.does === 'fill' || work.does === 'add'

/** The id of a row that is added together with others, until the service gives it one. */
export const addedId = ({ key }: Pick<Job, 'key'>, index: number): string => `new-${key}-${index}`

/** The new rows that a write creates, by their ids here. */
export function createdBy({ work, key }: Job): string[] {
  if (work.does === 'add') return work.rows.map((_, i) => addedId({ key }, i))
  return work.does === 'fill' && Object.keys(work.was).length === 0 ? [work.id] : []
}

/** The cells that change when what was filled into a new row is undone, or redone. */
export function refilled({ was, cells }: Work & { does: 'fill' }, isUndone: boolean): Cells {
  if (Object.keys(was).length === 0) return {}
  return isUndone ? changed(cells, was) : changed(was, cells)
}

const drawn = (rowId: string, cells: Cells): Drawn =>
  new Map([[rowId, new Map(Object.entries(cells))]])

const cellsIn = remembered(({ cells }: Change): Drawn => {
  const rows = new Map<string, Map<string, unknown>>()
  for (const { rowId, key, after } of cells) {
    const row = rows.get(rowId)
    if (row) row.set(key, after)
    else rows.set(rowId, new Map([[key, after]]))
  }
  return rows
})

/** A row as it is shown, with the cells that are drawn in it. */
export const drawnOver = <R extends { cells: Cells }>(
  row: R,
  values: ReadonlyMap<string, unknown>,
): R => ({
  ...row,
  cells: { ...row.cells, ...Object.fromEntries(values) },
})
