import type { AnyOperation } from '../../../../contract/language/operation.ts'
import type { Sent } from '../../coverage/requests.ts'
import type { Place } from '../../coverage/world.ts'
import type { Asker } from '../askers.ts'
import type { LeakWorld } from '../world.ts'

/** Requests made for the matrix, on the operation's own board or page. */
export type Ask = (
  leak: LeakWorld,
  place: Place,
  good: Sent,
  /** Who will send it: some things only their maker may change. */
  by: Asker | 'owner',
) => (Sent | Promise<Sent>)[]
/** Requests that name a column: by its key, id or name, or by a name that no column has. */
export type Naming = (
  leak: LeakWorld,
  place: Place,
  column: string,
  good: Sent,
) => (Sent | Promise<Sent>)[]

export interface Asking {
  /** Replaces the request that the contract's coverage makes. */
  ask?: Ask
  /** For an operation that takes the name of a column: a hidden one must be treated as one that does not exist. */
  naming?: Naming
}

export const each = (operations: AnyOperation[], asking: Asking): [AnyOperation, Asking][] =>
  operations.map((operation) => [operation, asking])

export const withQuery = (sent: Sent, more: Record<string, string>): Sent => ({
  ...sent,
  query: { ...sent.query, ...more },
})
export const withParams = (sent: Sent, more: Sent['params']): Sent => ({
  ...sent,
  params: { ...sent.params, ...more },
})
export const withBody = (sent: Sent, more: object): Sent => ({
  ...sent,
  body: { ...(sent.body as object), ...more },
})
