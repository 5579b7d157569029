import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { keyOf } from '../../../service/api.ts'
import { isAbout } from '../../../service/events.rules.ts'
import { useLive } from '../../../service/live.ts'
import { goBackByKey } from '../grid/model/go-back.ts'
import { modelOf } from '../grid/model/models.ts'
import { drawnRow } from '../grid/rows/drawn-row.ts'
import { isSame } from '../grid/rows/live.rules.ts'
import { toldOutcome } from '../grid/rows/refused.ts'
import { useSignal } from '../list/signal.ts'
import type { Column, Definition, Row } from '../list/types.ts'
import { movesIn } from './moves.ts'
import { destinationsOf } from './moving.rules.ts'

/** How long other people's changes are gathered before the rows are read again. */
const GATHER_MS = 700

/**
 * Moves cards by setting a cell of their rows. It goes the way of all edits, so it waits, is asked about and is undone
 * with them. Reads the rows again when they have changed, here or elsewhere.
 */
export function useMoves(definition: Definition, column: Column) {
  const { key, id } = definition
  const queries = useQueryClient()
  const model = modelOf(key)
  const { source, edits } = model
  const { moved, readAgain, follow } = useMemo(() => {
    const read = () =>
      queries.invalidateQueries({
        queryKey: keyOf('definitions.listRows'),
        predicate: ({ queryKey }) =>
          (queryKey[2] as { params?: { key?: string } } | undefined)?.params?.key === key,
      })
    return movesIn(source, column.key, read)
  }, [queries, source, key, column.key])
  useEffect(follow, [follow])
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive((event) => {
    if (!isAbout(event, 'rows') || event.data.definition.id !== id) return
    gathering.current ??= setTimeout(() => {
      gathering.current = undefined
      readAgain()
    }, GATHER_MS)
  })
  useEffect(() => () => clearTimeout(gathering.current), [])
  useSignal(source.changed)
  const drawn = (row: Row): Row => drawnRow(source, row)
  return {
    moving: useSignal(moved),
    /** A row with what has been changed here since it was read. */
    drawn,
    isWaiting: (rowId: string): boolean => source.drafts.has(rowId),
    readAgain,
    /** What a screen reader announces. */
    status: useSignal(edits.message),
    move: (row: Row, to: unknown, words: string): void => {
      const from = drawn(row).cells[column.key] ?? null
      if (isSame(from, to)) return
      source.learn(row)
      const change = { rowId: row.id, key: column.key, from, to }
      void toldOutcome(definition, edits.change('Move', [change]))
      edits.message.set(words)
    },
    onUndoKey: (event: KeyboardEvent): void => {
      void goBackByKey(event, model, () => destinationsOf(moved.get())).then((isElsewhere) => {
        if (isElsewhere) readAgain()
      })
    },
  }
}
