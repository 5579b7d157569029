import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keyOf, useAnswer } from '../../../service/api.ts'
import { isAbout } from '../../../service/events.rules.ts'
import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import { useLive } from '../../../service/live.ts'
import { isTyped } from '../cells/cell-parse.rules.ts'
import { modelOf } from '../grid/model/models.ts'
import { answer } from '../grid/rows/answer.ts'
import type { CellChange } from '../grid/rows/changes.rules.ts'
import { drawnRow, latestRow } from '../grid/rows/drawn-row.ts'
import { isSame } from '../grid/rows/live.rules.ts'
import { type Question, questionAt } from '../grid/rows/questions.rules.ts'
import { unsavedIn, without } from '../grid/rows/report.rules.ts'
import { useSignal } from '../list/signal.ts'
import type { Cells, Column, Definition, Row } from '../list/types.ts'

/** How a record's row is asked for. */
export const rowInput = (key: string, rowId: string) => ({
  params: { key, rowId },
  query: { expand: 'links' as const },
})

/**
 * A record: its row, kept up to date and drawn with what waits to be written, and what writes its fields, each separately,
 * and keeps the outcome of each. For one row as long as it is mounted.
 *
 * @param known the row as a list has it, which is shown until the service answers.
 */
export function useRecord(definition: Definition, rowId: string, known: Row | undefined) {
  const model = modelOf(definition.key)
  const { source, edits } = model
  const query = useAnswer(
    'definitions.getRow',
    rowInput(definition.key, rowId),
    known && { placeholder: { data: known } },
  )
  const read = query.data?.data
  const outdate = useOutdate(definition, rowId)
  /** Why fields were refused. */
  const [troubles, setTroubles] = useState<Record<string, string>>({})
  const settle = (key: string, trouble?: string) =>
    setTroubles(({ [key]: _, ...rest }) => (trouble ? { ...rest, [key]: trouble } : rest))
  /** The cells as they were last written here. */
  const own = useRef<Cells>({})
  const isLeft = useIsLeft()
  useSignal(source.changed)
  const report = useSignal(model.report)
  const questions = useSignal(edits.questions)
  const row = read && drawnRow(source, read)
  const forget = (key: string) => model.report.set(without(model.report.get(), rowId, key))

  /**
   * Writes a field over its row as it is drawn; while the service is away, it waits. If somebody else changed the cell
   * first, that is asked about. A value written here, or being written, is nobody else's.
   *
   * @param over what the field held when the typing began.
   * @returns false if it was refused.
   */
  const write = async (
    column: Column,
    mine: unknown,
    over = row?.cells[column.key],
  ): Promise<boolean> => {
    if (!read) return false
    const { key, name } = column
    const label = `Edit ${name}`
    source.learn(latestRow(source, read))
    const now = drawnRow(source, read).cells[key]
    const isOwn =
      source.drafts.hasCell(rowId, key) || (key in own.current && isSame(now, own.current[key]))
    if (!isOwn && !isSame(now, over)) {
      settle(key)
      const theirs = now ?? null
      if (!isSame(now, mine)) edits.ask([{ rowId, key, mine, drawn: mine, theirs, label }])
      return true
    }
    forget(key)
    // A name that leads nowhere can be taken out of a cell that holds nothing else.
    const change: CellChange = { rowId, key, from: now, to: mine, empties: true }
    try {
      const { changed, refused } = await edits.change(label, [change])
      for (const { stored } of changed) own.current[key] = stored
      if (isLeft.current && isTyped(column)) edits.keepTyped([change], refused)
      await outdate()
      const [first] = refused
      settle(key, first && valueWords(first))
      return !first
    } catch (error) {
      settle(key, error instanceof Error ? error.message : String(error))
      return false
    }
  }
  return {
    ...query,
    /** The row as it was read, and as it is drawn. */
    read,
    row,
    outdate,
    model,
    troubles,
    write,
    /** The question about a field that somebody else changed too. */
    question: (key: string) => questionAt(questions, { rowId, key }),
    answer: (question: Question, choice: 'mine' | 'theirs') => answer(model, [question], choice),
    /** Whether a field waits to be saved. */
    isWaiting: (key: string) => source.drafts.hasCell(rowId, key),
    /** Why a field was refused after it had waited, with what was typed. */
    unsaved: (key: string) =>
      unsavedIn(report).find((note) => note.rowId === rowId && note.key === key)?.says,
    forget,
  }
}

/** A record whose row is there. */
export type LoadedRecord = ReturnType<typeof useRecord> & { read: Row; row: Row }

/** Reads a record again, with everything that is shown of it, when it has changed. */
function useOutdate({ key, id }: Definition, rowId: string): () => Promise<void> {
  const queries = useQueryClient()
  const outdate = useCallback(async () => {
    const outdated = ['getRow', 'getTimeline', 'listLinks'] as const
    const params = { key, rowId }
    await Promise.all(
      outdated.map((name) =>
        queries.invalidateQueries({
          queryKey: keyOf(`definitions.${name}`),
          predicate: ({ queryKey }) => isOf(queryKey[2], params),
        }),
      ),
    )
  }, [queries, key, rowId])
  useLive((event) => {
    if (!isAbout(event, 'rows') || event.data.definition.id !== id) return
    const { rowIds = [] } = event.data
    const rows = 'rows' in event.data ? (event.data.rows ?? []) : []
    const changes = 'changes' in event.data ? (event.data.changes ?? []) : []
    const named = [...rowIds, ...rows.map((row) => row.id), ...changes.map((each) => each.rowId)]
    if (named.includes(rowId)) outdate()
  })
  return outdate
}

const isOf = (input: unknown, params: { key: string; rowId: string }): boolean => {
  const asked = (input as { params?: Partial<typeof params> } | undefined)?.params
  return asked?.key === params.key && asked.rowId === params.rowId
}

/** Whether the record has been closed, so that what was typed and refused is kept at the cell. */
function useIsLeft() {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}
