import type { AnyOperation } from '../../../contract/language/operation.ts'
import { goodRequest, type Sent } from '../coverage/requests.ts'
import type { Asker } from './askers.ts'
import { columnAskings } from './asks/columns.ts'
import { commsAskings } from './asks/comms.ts'
import { fileAskings } from './asks/files.ts'
import { obligationAskings } from './asks/obligations.ts'
import { rowAskings } from './asks/rows.ts'
import { type LeakWorld, placeFor } from './world.ts'

const askings = new Map(
  [...columnAskings, ...rowAskings, ...fileAskings, ...commsAskings, ...obligationAskings].map(
    ([operation, asking]) => [operation.operationId, asking],
  ),
)

/** Requests that ask an operation for everything that it could reveal. */
export async function requestsFor(
  leak: LeakWorld,
  operation: AnyOperation,
  by: Asker | 'owner' = 'owner',
): Promise<Sent[]> {
  const good = await goodRequest(leak, operation)
  const { ask } = askings.get(operation.operationId) ?? {}
  return ask ? Promise.all(ask(leak, placeFor(leak, operation), good, by)) : [good]
}

/** Requests that name a column; none if the operation takes no name. */
export async function namingRequests(
  leak: LeakWorld,
  operation: AnyOperation,
  column: string,
): Promise<Sent[]> {
  const { naming } = askings.get(operation.operationId) ?? {}
  if (!naming) return []
  const good = await goodRequest(leak, operation)
  return Promise.all(naming(leak, placeFor(leak, operation), column, good))
}

/** The operations that have requests with the names of columns. */
export const namingOperations = (): string[] =>
  [...askings].flatMap(([operationId, { naming }]) => (naming ? [operationId] : []))
