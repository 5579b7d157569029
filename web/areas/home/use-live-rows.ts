import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keyOf } from '../../service/api.ts'
import { useLive } from '../../service/live.ts'

/** An import causes hundreds of events, and to count the stages the service reads every row. */
const PAUSE_MS = 3_000

/** Asks for rows and their counts again after rows have changed: at once, and then at most once per pause. */
export function useLiveRows(): void {
  const cache = useQueryClient()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isWaiting = useRef(false)
  const ask = () => {
    cache.invalidateQueries({ queryKey: keyOf('definitions.listRows') })
    cache.invalidateQueries({ queryKey: keyOf('definitions.list') })
    pause.current = setTimeout(() => {
      pause.current = undefined
      if (!isWaiting.current) return
      isWaiting.current = false
      ask()
    }, PAUSE_MS)
  }
  useLive(({ type }) => {
    if (!type.startsWith('rows.')) return
    if (pause.current === undefined) ask()
    else isWaiting.current = true
  })
  useEffect(() => () => clearTimeout(pause.current), [])
}
