import { type AnyOperation, isKeyAccess } from '../../../contract/operation.ts'
import { atLeast } from '../../../shared/roles.ts'
import { leastRole } from '../../platform/http/call.ts'

/** Everybody who may not see the hidden columns: the matrix has a column for each. */
export const askers = ['viewer', 'member', 'manager', 'key', 'as a role', 'as a key'] as const
export type Asker = (typeof askers)[number]

/**
 * What becomes of an asker's request: it is answered, and what is hidden is not in the answer; or it is refused for
 * the role. Nothing where that one has no such way.
 */
export type Outcome = 'answered' | 'refused'

export function outcomeFor(operation: AnyOperation, asker: Asker): Outcome | undefined {
  if (isKeyAccess(operation.access)) return asker === 'key' ? 'answered' : undefined
  if (asker === 'key') return undefined
  if (asker === 'as a role' || asker === 'as a key')
    return takesAs(operation) ? 'answered' : undefined
  // They are about the account that asks; whose role it is makes no difference.
  if (operation.access === 'public' || operation.access === 'session') {
    return asker === 'viewer' ? 'answered' : undefined
  }
  const least = leastRole(operation)
  return least === undefined || atLeast(asker, least) ? 'answered' : 'refused'
}

const takesAs = ({ query }: AnyOperation): boolean =>
  'as' in ((query as { properties?: object } | undefined)?.properties ?? {})
