import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, string | number | boolean | object | undefined>

/**
 * What the page keeps in its URL, and how to change it: `undefined` takes a member out. A change replaces the entry of
 * the history unless `push` says that going back should return to it.
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
