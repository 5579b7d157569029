import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { capital } from '../../../../shared/wording.ts'
import { keyOf } from '../../../service/api.ts'
import { isAbout } from '../../../service/events.rules.ts'
import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import { useLive } from '../../../service/live.ts'
import { toastDone, toastFailure } from '../../../ui/toasts/toasts.tsx'
import { modelOf } from '../grid/model/models.ts'
import { isSame } from '../grid/rows/live.rules.ts'
import type { Column, Definition, Row } from '../list/types.ts'
import { type Move, madeAgain, noMoves, takenBack, withMove } from './moves.rules.ts'
import { arrivingAt, type Moving } from './moving.rules.ts'

/** How long other people's changes are gathered before the rows are read again. */
const GATHER_MS = 700

export type MovingRows = ReadonlyMap<string, Moving<Row>>

/**
 * Moves cards by setting a cell of their rows. A card is shown where it goes at once; then the rows are read again. Also
 * reads them again when somebody else changes one. While the service is away, moves wait with all other edits.
 */
export function useMoves({ key, id }: Definition, column: Column) {
  const queries = useQueryClient()
  const [moving, setMoving] = useState<MovingRows>(() => waitingIn(key, column))
  const [status, setStatus] = useState('')
  const moves = useRef(noMoves)
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

  // Moves that were made before the page was left, and still wait.
  useEffect(() => {
    const waiting = waitingIn(key, column)
    if (waiting.size === 0) return
    modelOf(key)
      .edits.settled()
      .then(readAgain)
      .then(() => setMoving((now) => without(now, waiting)))
  }, [key, column, readAgain])

  /** @returns whether the cell now has the value, or that somebody else has changed it since. */
  const write = async ({ rowId, from, to }: Move): Promise<boolean | 'theirs'> => {
    const { source, edits } = modelOf(key)
    setMoving((before) => {
      // A card that is moved on is still where it was in the lists that are read.
      const entry = before.get(rowId)
      const row = source.saved(rowId)!
      return new Map(before).set(rowId, { row, from: entry ? entry.from : from, to })
    })
    const change = { rowId, key: column.key, from, to }
    const outcome = await edits.change('Move', [change]).then(
      ({ changed, refused: [refused], conflicts }) => {
        if (refused) toastFailure(new Error(valueWords(refused)))
        return conflicts.length > 0 ? 'theirs' : changed.length > 0
      },
      (error: unknown) => {
        toastFailure(error)
        return false
      },
    )
    await readAgain()
    setMoving((before) => {
      const next = new Map(before)
      const entry = next.get(rowId)
      if (!entry || isSame(entry.to, to)) next.delete(rowId)
      else if (outcome === true) next.set(rowId, { ...entry, from: to })
      return next
    })
    return outcome
  }
  const take = async (found: ReturnType<typeof takenBack>, verb: string) => {
    if (!found) return setStatus(`Nothing to ${verb}.`)
    const before = moves.current
    moves.current = found.left
    const outcome = await write(found.move)
    const done = verb === 'undo' ? 'undone' : 'redone'
    if (outcome === true) return setStatus(`${capital(done)}: move.`)
    if (moves.current === found.left) moves.current = before
    if (outcome !== 'theirs') return
    const words = `Nothing was ${done}: somebody else has moved the card since.`
    setStatus(words)
    toastDone(words)
  }
  const undo = () => take(takenBack(moves.current), 'undo')
  const redo = () => take(madeAgain(moves.current), 'redo')
  return {
    moving,
    readAgain,
    /** What a screen reader announces. */
    status,
    move: async (row: Row, to: unknown, words: string): Promise<void> => {
      const from = arrivingAt(moving, row, column.key)
      if (isSame(from, to)) return
      modelOf(key).source.learn(row)
      const move = { rowId: row.id, from, to }
      moves.current = withMove(moves.current, move)
      setStatus(words)
      if ((await write(move)) !== true) {
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

/** The rows whose cell waits to be written. */
function waitingIn(definitionKey: string, { key }: Column): MovingRows {
  const { source } = modelOf(definitionKey)
  const waiting = [...source.drafts.ids()].flatMap((id): [string, Moving<Row>][] => {
    const row = source.drafts.hasCell(id, key) ? source.saved(id) : undefined
    return row ? [[id, { row, from: row.cells[key], to: source.drafts.shown(row).cells[key] }]] : []
  })
  return new Map(waiting)
}

/** The moves whose rows have not been moved on. */
const without = (now: MovingRows, gone: MovingRows): MovingRows =>
  new Map([...now].filter(([id, { to }]) => !gone.has(id) || !isSame(gone.get(id)!.to, to)))
