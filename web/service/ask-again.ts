import type { QueryClient } from '@tanstack/react-query'
import type { QueryName } from './queries.ts'

/**
 * Asks outdated queries again, one kind after the other. Each answer is drawn before the next queries are sent, so that
 * nothing is requested about things that no longer exist.
 */
export async function askAgain(queries: QueryClient, names: readonly QueryName[]) {
  for (const queryKey of names) {
    await queries.invalidateQueries({ queryKey })
    await drawn()
  }
}

/** Answers are drawn in a timer of 0 ms, which was set before this one. */
const drawn = () => new Promise((resolve) => setTimeout(resolve))
