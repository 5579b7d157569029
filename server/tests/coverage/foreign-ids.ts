import type { AnyOperation } from '../../../contract/language/operation.ts'
import type { Sent } from './requests.ts'
import type { World } from './world.ts'

type Id = string | number

/** How an id of another workspace in a query or a body must be treated. */
export interface Rule {
  /** The good request with such an id in it. */
  put: (sent: Sent, id: Id) => Sent
  foreign: (theirs: World, operation: AnyOperation) => Id[]
  /** How it is answered, in the same bytes as an id that nothing has; absent if it refers to nothing by itself. */
  as?: { missing: Id; status: number; code?: string }
}
