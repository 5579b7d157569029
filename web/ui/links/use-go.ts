import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes to a path that `paths` made: `go(paths.deal(7))`. */
export function useGo(): (to: string, how?: { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback(
    (to, how) => (how?.replace ? router.history.replace(to) : router.history.push(to)),
    [router],
  )
}
