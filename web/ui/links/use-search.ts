import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, string | number | boolean | object | undefined>

interface How {
  push?: boolean
  scrolls?: boolean
}

/**
 * What the page keeps in its URL, and how to change it: `undefined` removes a member. A change replaces the history
 * entry unless `push` is set, which lets the back button return to it. With `scrolls`, the page itself decides what is shown
 * then; otherwise the router keeps what was scrolled where it was.
 */
export function useSearchState<S extends Search>(): [S, (change: Partial<S>, how?: How) => void] {
  const search = useSearch({ strict: false } as never) as S
  const navigate = useNavigate()
  const change = useCallback(
    (part: Partial<S>, how?: How) => {
      navigate({
        to: '.',
        search: ((before: S) => ({ ...before, ...part })) as never,
        replace: !how?.push,
        resetScroll: !how?.scrolls,
      })
    },
    [navigate],
  )
  return [search, change]
}
