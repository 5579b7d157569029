import { useCallback, useEffect, useRef, useState } from 'react'
import type { GridModel } from '../grid/model/model.ts'
import { useSignal } from '../list/signal.ts'

/** Whether rows are being selected, and which are. It ends by itself when nothing is selected any more. */
export function useSelecting({ picked: chosen }: GridModel) {
  const picked = useSignal(chosen)
  const [isBegun, setBegun] = useState(false)
  const had = useRef(false)
  useEffect(() => {
    if (had.current && picked.size === 0) setBegun(false)
    had.current = picked.size > 0
  }, [picked])
  return {
    picked,
    isSelecting: isBegun || picked.size > 0,
    begin: useCallback(() => setBegun(true), []),
    end: useCallback(() => {
      setBegun(false)
      chosen.set(new Set())
    }, [chosen]),
    /** Selects a row, or no longer. */
    turn: useCallback(
      (rowId: string) => chosen.set(chosen.get().symmetricDifference(new Set([rowId]))),
      [chosen],
    ),
    hold: useCallback(
      (rowId: string) => chosen.set(chosen.get().union(new Set([rowId]))),
      [chosen],
    ),
  }
}
