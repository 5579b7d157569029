import type { QueryClient } from '@tanstack/react-query'
import type { QueryName } from './queries.ts'

/**
 * Has outdated queries asked again, one kind after the other: what the first answers is drawn before the next are
 * asked, so that nothing is asked of what is gone by now.
 */
export async function askAgain(queries: QueryClient, names: readonly QueryName[]) {
  for (const queryKey of names) {
    await queries.invalidateQueries({ queryKey })
    await drawn()
  }
}

/** Pages draw what came in a timer of 0 ms, set before this one. */
const drawn = () => new Promise((resolve) => setTimeout(resolve))
