import type { QueryClient } from '@tanstack/react-query'
import type { QueryName } from './queries.ts'

/**
 * Asks outdated queries again, one kind after the other. What the first answers is drawn before the next are asked, so
 * that nothing is asked about things that are gone.
 */
export async function askAgain(queries: QueryClient, names: readonly QueryName[]) {
  for (const queryKey of names) {
    await queries.invalidateQueries({ queryKey })
    await drawn()
  }
}

/** Pages draw answers in a timer of 0 ms, set before this one. */
const drawn = () => new Promise((resolve) => setTimeout(resolve))
