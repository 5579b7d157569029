import type { AnyOperation } from '../../../contract/language/operation.ts'
import type { RefusalCode } from '../../../contract/refusals/refusals.ts'
import type { Case } from './cases.ts'
import type { Rule } from './foreign-ids.ts'
import type { Good } from './requests.ts'
import type { Subject } from './subjects.ts'
import type { World } from './world.ts'

/** What the tests of all operations need to know about one part of the API. */
export interface Area {
  /** Makes what the world lacks. Returns the ids by name, which `world.things` then has. */
  furnish?: (world: World) => Promise<Record<string, string>>
  /** A request that succeeds, for each operation. */
  good: [AnyOperation, Good][]
  /** How to cause each refusal that is specific to an operation. */
  cases: [AnyOperation, RefusalCode, Case][]
  /** What a part of a path names: `{views: …}` for `/views/{viewId}`. */
  subjects?: Record<string, Subject>
  /** How ids of another workspace must be treated, by `operationId place` or by the place alone. */
  rules?: Record<string, Rule[]>
}
