import { useRef, useState } from 'react'
import { isSame } from '../grid/rows/live.rules.ts'
import { unsavedIn, without } from '../grid/rows/report.rules.ts'
import { useSignal } from '../list/signal.ts'
import type { Cells, Column, Row } from '../list/types.ts'
import { Conflict, type SavedRecord } from './use-record.ts'

/** The state of a field's last value: what is wrong with it, or the other value that came first. */
export type Trouble = { message: string } | { mine: unknown; theirs: Row }

/** Writes the fields of a record, each separately, and keeps the outcome of each. */
export function useFieldWrites(row: Row, { save, model }: Pick<SavedRecord, 'save' | 'model'>) {
  const { source } = model
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({})
  const settle = (key: string, trouble?: Trouble) =>
    setTroubles(({ [key]: _, ...rest }) => (trouble ? { ...rest, [key]: trouble } : rest))
  useSignal(source.changed)
  /** The row as it was last read, or last written here. */
  const latest = (): Row => {
    const saved = source.saved(row.id)
    return saved && saved.version > row.version ? { ...saved, links: row.links } : row
  }
  /** With the changes that are being saved. */
  const shown = source.drafts.shown(latest())
  /** The cells as they were last written here. */
  const own = useRef<Cells>({})
  const report = useSignal(model.report)
  const forget = (key: string) => model.report.set(without(model.report.get(), row.id, key))
  /** @returns false if it was refused. */
  const write = async (
    column: Column,
    value: unknown,
    over = shown.cells[column.key],
  ): Promise<boolean> => commit(column, value, over, latest())
  /**
   * Saves over the row's last known version; if somebody else changed the cell first, the user decides. What was written
   * here, or is being written, is nobody else's.
   */
  const commit = async (
    column: Column,
    mine: unknown,
    over: unknown,
    at: Row,
  ): Promise<boolean> => {
    const { key } = column
    const now = source.drafts.shown(at).cells[key]
    const isOwn =
      source.drafts.hasCell(row.id, key) || (key in own.current && isSame(now, own.current[key]))
    if (!isOwn && !isSame(now, over)) {
      settle(key, isSame(now, mine) ? undefined : { mine, theirs: at })
      return true
    }
    forget(key)
    try {
      await save(column, mine, now, at)
      own.current[key] = latest().cells[key]
      settle(key)
      return true
    } catch (error) {
      if (error instanceof Conflict) settle(key, { mine, theirs: error.theirs })
      else settle(key, { message: error instanceof Error ? error.message : String(error) })
      return error instanceof Conflict
    }
  }
  return {
    shown,
    troubles,
    settle,
    write,
    commit,
    /** Whether a field waits to be saved. */
    isWaiting: (key: string) => source.drafts.hasCell(row.id, key),
    /** Why a field was refused after it had waited, with what was typed. */
    unsaved: (key: string) =>
      unsavedIn(report).find((note) => note.rowId === row.id && note.key === key)?.says,
    forget,
  }
}

export type FieldWrites = ReturnType<typeof useFieldWrites>
