import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { api, keyOf, Refused } from '../../../api.ts'
import { isAbout } from '../../../events.rules.ts'
import { useLive } from '../../../live.ts'
import { toastFailure } from '../../../ui/toasts/toasts.tsx'
import { isSame } from '../grid/rows/live.rules.ts'
import type { Column, Definition, Row } from '../grid/types.ts'
import type { Moving } from './lanes.rules.ts'
import { type Move, madeAgain, noMoves, takenBack, withMove } from './moves.rules.ts'

/** How long other people's changes are gathered before the rows are read again. */
const GATHER_MS = 700

export type MovingRows = ReadonlyMap<string, Moving<Row>>

/**
 * Moves cards by setting a cell of their rows. A card is shown where it goes at once; then the rows are read again. Also
 * reads them again when somebody else changes one.
 */
export function useMoves({ key, id }: Definition, column: Column) {
  const queries = useQueryClient()
  const [moving, setMoving] = useState<MovingRows>(new Map())
  const [said, setSaid] = useState('')
  const moves = useRef(noMoves)
  const known = useRef(new Map<string, Row>())
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined)

  const readAgain = useCallback(
    () =>
      queries.invalidateQueries({
        queryKey: keyOf('definitions.listRows'),
        predicate: ({ queryKey }) =>
          (queryKey[2] as { params?: { key?: string } } | undefined)?.params?.key === key,
      }),
    [queries, key],
  )
  useLive((event) => {
    if (!isAbout(event, 'rows') || event.data.definition.id !== id) return
    gathering.current ??= setTimeout(() => {
      gathering.current = undefined
      readAgain()
    }, GATHER_MS)
  })
  useEffect(() => () => clearTimeout(gathering.current), [])

  /** @returns whether the cell now has the value. */
  const write = async ({ rowId, from, to }: Move): Promise<boolean> => {
    const row = known.current.get(rowId)!
    setMoving((before) => new Map(before).set(rowId, { row, from, to }))
    try {
      const saved = await put(key, column, row, from, to)
      known.current.set(rowId, saved)
      return true
    } catch (error) {
      toastFailure(error)
      return false
    } finally {
      await readAgain()
      setMoving((before) => {
        const next = new Map(before)
        // It may have been moved on in the meantime.
        if (isSame(next.get(rowId)?.to, to)) next.delete(rowId)
        return next
      })
    }
  }
  const take = async (found: ReturnType<typeof takenBack>, verb: string) => {
    if (!found) return setSaid(`Nothing to ${verb}.`)
    const before = moves.current
    moves.current = found.left
    if (await write(found.move)) setSaid(`${verb === 'undo' ? 'Undone' : 'Redone'}: move.`)
    else moves.current = before
  }
  const undo = () => take(takenBack(moves.current), 'undo')
  const redo = () => take(madeAgain(moves.current), 'redo')
  return {
    moving,
    readAgain,
    /** What a screen reader announces. */
    said,
    move: async (row: Row, to: unknown, words: string): Promise<void> => {
      const from = moving.get(row.id)?.to ?? cellOf(row, column) ?? null
      if (isSame(from, to)) return
      const last = known.current.get(row.id)
      known.current.set(row.id, last && last.version > row.version ? last : row)
      const move = { rowId: row.id, from, to }
      moves.current = withMove(moves.current, move)
      setSaid(words)
      if (!(await write(move))) {
        const { done, undone } = moves.current
        moves.current = { done: done.filter((one) => one !== move), undone }
      }
    },
    /** Ctrl+Z undoes the last move, and Ctrl+Y or Ctrl+Shift+Z makes it again. */
    onUndoKey: (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const pressed = event.key.toLowerCase()
      if (pressed !== 'z' && pressed !== 'y') return
      event.preventDefault()
      if (pressed === 'y' || event.shiftKey) redo()
      else undo()
    },
  }
}

const cellOf = (row: Row, { key }: Column): unknown => (row.cells as Record<string, unknown>)[key]

/**
 * Sets the cell. If the row has changed in the meantime, but not this cell, the change goes on top.
 *
 * @throws Refused
 */
async function put(
  definitionKey: string,
  column: Column,
  row: Row,
  from: unknown,
  to: unknown,
): Promise<Row> {
  const params = { key: definitionKey, rowId: row.id }
  const cells = { [column.key]: to }
  const first = await api.definitions.updateRow(params, { cells, version: row.version })
  if (first.ok) return first.data
  const { current } = first
  if (!current || !isSame(cellOf(current, column), from)) throw new Refused(first)
  const again = await api.definitions.updateRow(params, { cells, version: current.version })
  if (again.ok) return again.data
  throw new Refused(again)
}
