import { isSame } from '../grid/rows/live.rules.ts'
import type { RowSource } from '../grid/rows/row-source.ts'
import { signal } from '../list/signal.ts'
import type { Row } from '../list/types.ts'
import { type AllMoved, afterReading, movedBy } from './moving.rules.ts'

export type MovedRows = AllMoved<Row>

/**
 * The rows whose cell has been changed here, in whichever view, since the lists that show them were read. Lists are read
 * by queries of their own, so a row stays where it is in them until they are read again, and is drawn where it goes.
 *
 * @param read reads the lists again.
 */
export function movesIn(source: RowSource, key: string, read: () => Promise<unknown>) {
  const now = (before: MovedRows) => {
    const waiting = [...source.drafts.ids()].filter((id) => source.drafts.hasCell(id, key))
    const known = (id: string) => {
      const saved = source.saved(id)
      return saved && { saved, drawn: source.drafts.shown(saved) }
    }
    return movedBy(before, new Set(waiting), known, key)
  }
  const moved = signal(now(new Map()))
  const readAgain = async (): Promise<void> => {
    const saved = [...moved.get().keys()].map(
      (id) => [id, source.saved(id)?.cells[key] ?? null] as const,
    )
    await read()
    moved.set(afterReading(moved.get(), new Map(saved)))
  }
  const update = (): void => {
    const before = moved.get()
    moved.set(now(before))
    const isAnswered = [...moved.get()].some(([id, { to, waits }]) => {
      const known = before.get(id)
      return !waits && (known?.waits !== false || !isSame(known.to, to))
    })
    if (isAnswered) void readAgain()
  }
  return {
    moved,
    readAgain,
    /** Follows what changes here, until its result is called. */
    follow: () => {
      update()
      return source.changed.subscribe(update)
    },
  }
}
