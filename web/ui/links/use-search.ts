import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, string | number | boolean | object | undefined>

/**
 * What the page keeps in its URL, and how to change it: `undefined` removes a member. A change replaces the history
 * entry unless `push` is set, which lets the back button return to it.
 */
export function useSearchState<S extends Search>(): [
  S,
  (change: Partial<S>, how?: { push?: boolean }) => void,
] {
  const search = useSearch({ strict: false } as never) as S
  const navigate = useNavigate()
  const change = useCallback(
    (part: Partial<S>, how?: { push?: boolean }) => {
      navigate({
        to: '.',
        search: ((before: S) => ({ ...before, ...part })) as never,
        replace: !how?.push,
      })
    },
    [navigate],
  )
  return [search, change]
}
