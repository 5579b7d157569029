import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { api, keyOf, Refused } from '../../../api.ts'
import { isAbout } from '../../../events.rules.ts'
import { useLive } from '../../../live.ts'
import { toastFailure } from '../../../ui/toasts/toasts.tsx'
import { isSame } from '../grid/rows/live.rules.ts'
import type { Column, Definition, Row } from '../grid/types.ts'
import { type Move, madeAgain, noMoves, takenBack, withMove } from './moves.rules.ts'
import { arrivingAt, type Moving } from './moving.rules.ts'

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

  /** One write after the other, so that each is based on the version that the one before left. */
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** @returns whether the cell now has the value. */
  const write = (move: Move): Promise<boolean> => {
    const { rowId, from, to } = move
    setMoving((before) => {
      // A card that is moved on is still where it was in the lists that are read.
      const entry = before.get(rowId)
      const row = known.current.get(rowId)!
      return new Map(before).set(rowId, { row, from: entry ? entry.from : from, to })
    })
    const done = last.current.then(() => put(key, column, known.current.get(rowId)!, move))
    const settled = done.then(
      (saved) => {
        known.current.set(rowId, saved)
        return true
      },
      (error: unknown) => {
        toastFailure(error)
        return false
      },
    )
    last.current = settled
    return settled.then(async (isDone) => {
      await readAgain()
      setMoving((before) => {
        const next = new Map(before)
        const entry = next.get(rowId)
        if (!entry || isSame(entry.to, to)) next.delete(rowId)
        else if (isDone) next.set(rowId, { ...entry, from: to })
        return next
      })
      return isDone
    })
  }
  const take = async (found: ReturnType<typeof takenBack>, verb: string) => {
    if (!found) return setSaid(`Nothing to ${verb}.`)
    const before = moves.current
    moves.current = found.left
    if (await write(found.move)) setSaid(`${verb === 'undo' ? 'Undone' : 'Redone'}: move.`)
    else if (moves.current === found.left) moves.current = before
  }
  const undo = () => take(takenBack(moves.current), 'undo')
  const redo = () => take(madeAgain(moves.current), 'redo')
  return {
    moving,
    readAgain,
    /** What a screen reader announces. */
    said,
    move: async (row: Row, to: unknown, words: string): Promise<void> => {
      const from = arrivingAt(moving, row, column.key)
      if (isSame(from, to)) return
      const saved = known.current.get(row.id)
      known.current.set(row.id, saved && saved.version > row.version ? saved : row)
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

/**
 * Sets the cell. If the row has changed in the meantime, but not this cell, the change goes on top.
 *
 * @throws Refused
 */
async function put(
  definitionKey: string,
  column: Column,
  row: Row,
  { from, to }: Move,
): Promise<Row> {
  const params = { key: definitionKey, rowId: row.id }
  const cells = { [column.key]: to }
  const first = await api.definitions.updateRow(params, { cells, version: row.version })
  if (first.ok) return first.data
  const { current } = first
  if (!current || !isSame(current.cells[column.key], from)) throw new Refused(first)
  const again = await api.definitions.updateRow(params, { cells, version: current.version })
  if (again.ok) return again.data
  throw new Refused(again)
}
