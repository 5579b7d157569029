import { Refused } from '../../../service/api.ts'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'

export interface Outcome {
  done: Obligation[]
  refused: { obligation: Obligation; error: Refused }[]
}

/** How many requests run together. */
const TOGETHER = 4

/**
 * Does the same with each obligation, and tells for which of them the service refused it.
 *
 * @throws what else went wrong, such as that the service cannot be reached.
 */
export async function forEachOf(
  obligations: readonly Obligation[],
  act: (obligation: Obligation) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] }
  const waiting = [...obligations]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await act(next)
        outcome.done.push(next)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        outcome.refused.push({ obligation: next, error })
      }
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return outcome
}
