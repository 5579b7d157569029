import { useEffect, useRef, useState } from 'react'
import { answer } from '../grid/rows/answer.ts'
import { isSame } from '../grid/rows/live.rules.ts'
import { type Question, questionAt } from '../grid/rows/questions.rules.ts'
import { unsavedIn, without } from '../grid/rows/report.rules.ts'
import { useSignal } from '../list/signal.ts'
import type { Cells, Column, Row } from '../list/types.ts'
import type { SavedRecord } from './use-record.ts'

/** Writes the fields of a record, each separately, and keeps the outcome of each. */
export function useFieldWrites(
  row: Row,
  { save, resolve, model }: Pick<SavedRecord, 'save' | 'resolve' | 'model'>,
) {
  const { source, edits } = model
  /** Why fields were refused. */
  const [troubles, setTroubles] = useState<Record<string, string>>({})
  const settle = (key: string, trouble?: string) =>
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
  /** Whether the record has been closed. */
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const report = useSignal(model.report)
  const questions = useSignal(edits.questions)
  const forget = (key: string) => model.report.set(without(model.report.get(), row.id, key))
  /**
   * Saves over the row's last known version; if somebody else changed the cell first, that is asked about. What was
   * written here, or is being written, is nobody else's.
   *
   * @returns false if it was refused.
   */
  const write = async (
    column: Column,
    mine: unknown,
    over = shown.cells[column.key],
  ): Promise<boolean> => {
    const { key, name } = column
    const at = latest()
    const now = source.drafts.shown(at).cells[key]
    const isOwn =
      source.drafts.hasCell(row.id, key) || (key in own.current && isSame(now, own.current[key]))
    if (!isOwn && !isSame(now, over)) {
      settle(key)
      source.learn(at)
      const values = { mine, drawn: mine, theirs: now ?? null }
      if (!isSame(now, mine)) edits.ask([{ rowId: row.id, key, ...values, label: `Edit ${name}` }])
      return true
    }
    forget(key)
    try {
      if (await save(column, mine, now, at, () => isLeft.current))
        own.current[key] = latest().cells[key]
      settle(key)
      return true
    } catch (error) {
      settle(key, error instanceof Error ? error.message : String(error))
      return false
    }
  }
  return {
    shown,
    troubles,
    write,
    resolve: (column: Column, to: unknown) => resolve(column, to, shown),
    /** The question about a field that somebody else changed too. */
    question: (key: string) => questionAt(questions, { rowId: row.id, key }),
    answer: (question: Question, choice: 'mine' | 'theirs') => answer(model, [question], choice),
    /** Whether a field waits to be saved. */
    isWaiting: (key: string) => source.drafts.hasCell(row.id, key),
    /** Why a field was refused after it had waited, with what was typed. */
    unsaved: (key: string) =>
      unsavedIn(report).find((note) => note.rowId === row.id && note.key === key)?.says,
    forget,
  }
}

export type FieldWrites = ReturnType<typeof useFieldWrites>
