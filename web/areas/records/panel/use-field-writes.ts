import { useState } from 'react'
import { Refused } from '../../../api.ts'
import { valueWords } from '../../../ui/failures/refused-value.rules.ts'
import { isSame } from '../grid/rows/live.rules.ts'
import type { Column, Row } from '../grid/types.ts'
import { Conflict } from './use-record.ts'

/** The state of a field's last value: what is wrong with it, or the other value that came first. */
export type Trouble = { message: string } | { mine: unknown; theirs: Row }

const choices: readonly Column['type'][] = ['checkbox', 'select', 'multi_select', 'person', 'link']

/** Writes the fields of a record, each separately, and keeps what became of each. */
export function useFieldWrites(
  row: Row,
  save: (cells: Record<string, unknown>, version: number | null) => Promise<void>,
) {
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({})
  const settle = (key: string, trouble?: Trouble) =>
    setTroubles(({ [key]: _, ...rest }) => (trouble ? { ...rest, [key]: trouble } : rest))
  // A choice is shown at once; typed text is in its field anyway.
  const [chosen, setChosen] = useState<Record<string, unknown>>({})
  const shown = { ...row, cells: { ...row.cells, ...chosen } as Row['cells'] }
  /** @returns false if it was refused. */
  const write = async (
    column: Column,
    value: unknown,
    over = row.cells[column.key],
  ): Promise<boolean> => {
    if (choices.includes(column.type)) setChosen((before) => ({ ...before, [column.key]: value }))
    const taken = await commit(column.key, value, over, row)
    setChosen(({ [column.key]: _, ...rest }) => rest)
    return taken
  }
  /** Saves over the row's last known version; if somebody else changed the cell first, the user decides. */
  const commit = async (key: string, mine: unknown, over: unknown, at: Row): Promise<boolean> => {
    const now = at.cells[key]
    if (!isSame(now, over)) {
      settle(key, isSame(now, mine) ? undefined : { mine, theirs: at })
      return true
    }
    try {
      await save({ [key]: mine }, at.version)
      settle(key)
      return true
    } catch (error) {
      if (error instanceof Conflict) return commit(key, mine, over, error.theirs)
      settle(key, { message: messageOf(error) })
      return false
    }
  }
  return { shown, troubles, settle, write, commit }
}

export type FieldWrites = ReturnType<typeof useFieldWrites>

const messageOf = (error: unknown): string =>
  error instanceof Refused
    ? valueWords(error.failure.issues[0] ?? error)
    : error instanceof Error
      ? error.message
      : String(error)
