import { useRef, useState } from 'react'
import { Refused } from '../../../api.ts'
import { valueWords } from '../../../ui/failures/refused-value.rules.ts'
import { isSame } from '../grid/rows/live.rules.ts'
import type { Cells, Column, Row } from '../grid/types.ts'
import { Conflict } from './use-record.ts'

/** The state of a field's last value: what is wrong with it, or the other value that came first. */
export type Trouble = { message: string } | { mine: unknown; theirs: Row }

const choices: readonly Column['type'][] = ['checkbox', 'select', 'multi_select', 'person', 'link']

/** Writes the fields of a record, each separately, and keeps what became of each. */
export function useFieldWrites(row: Row, save: (cells: Cells, version: number) => Promise<Row>) {
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({})
  const settle = (key: string, trouble?: Trouble) =>
    setTroubles(({ [key]: _, ...rest }) => (trouble ? { ...rest, [key]: trouble } : rest))
  // A choice is shown at once; typed text is in its field anyway.
  const [chosen, setChosen] = useState<Record<string, unknown>>({})
  const shown = { ...row, cells: { ...row.cells, ...chosen } as Row['cells'] }
  /** The row as it was last written here, and the cells that were. */
  const saved = useRef(row)
  const own = useRef<Cells>({})
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** One write after the other, so that each is based on the version that the one before left. */
  const next = (work: () => Promise<boolean>): Promise<boolean> => {
    const done = last.current.then(work)
    last.current = done
    return done
  }
  /** @returns false if it was refused. */
  const write = async (
    { key, type }: Column,
    value: unknown,
    over = row.cells[key],
  ): Promise<boolean> => {
    if (choices.includes(type)) setChosen((before) => ({ ...before, [key]: value }))
    const taken = await next(() =>
      commit(key, value, over, saved.current.version > row.version ? saved.current : row),
    )
    setChosen((before) => {
      const { [key]: shown, ...rest } = before
      return shown === value ? rest : before
    })
    return taken
  }
  /** Saves over the row's last known version; if somebody else changed the cell first, the user decides. */
  const commit = async (key: string, mine: unknown, over: unknown, at: Row): Promise<boolean> => {
    const now = at.cells[key]
    const isOwn = key in own.current && isSame(now, own.current[key])
    if (!isSame(now, over) && !isOwn) {
      settle(key, isSame(now, mine) ? undefined : { mine, theirs: at })
      return true
    }
    try {
      saved.current = await save({ [key]: mine }, at.version)
      own.current[key] = saved.current.cells[key]
      settle(key)
      return true
    } catch (error) {
      if (error instanceof Conflict) return commit(key, mine, over, error.theirs)
      settle(key, { message: messageOf(error) })
      return false
    }
  }
  /** Ends a conflict. */
  const keepMine = (key: string, mine: unknown, theirs: Row) =>
    next(() => commit(key, mine, theirs.cells[key], theirs))
  return { shown, troubles, settle, write, keepMine }
}

export type FieldWrites = ReturnType<typeof useFieldWrites>

const messageOf = (error: unknown): string =>
  error instanceof Refused
    ? valueWords(error.failure.issues[0] ?? error)
    : error instanceof Error
      ? error.message
      : String(error)
