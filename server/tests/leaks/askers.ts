import { type AnyOperation, isKeyAccess } from '../../../contract/language/operation.ts'
import { atLeast } from '../../../shared/roles.ts'
import { leastRole } from '../../platform/http/call.ts'

/** Everybody who may not see the hidden columns: the matrix has a column for each. */
export const askers = ['viewer', 'member', 'manager', 'key', 'as a role', 'as a key'] as const
export type Asker = (typeof askers)[number]

/**
 * What happens to an asker's request: it is answered without what is hidden, or it is refused because of the role.
 * Undefined if the asker has no such way.
 */
export type Outcome = 'answered' | 'refused'

export function outcomeFor(operation: AnyOperation, asker: Asker): Outcome | undefined {
  if (isKeyAccess(operation.access)) return asker === 'key' ? 'answered' : undefined
  if (asker === 'key') return undefined
  if (asker === 'as a role' || asker === 'as a key')
    return takesAs(operation) ? 'answered' : undefined
  // These are about the asker's account, so the role makes no difference.
  if (operation.access === 'public' || operation.access === 'session') {
    return asker === 'viewer' ? 'answered' : undefined
  }
  const least = leastRole(operation)
  return least === undefined || atLeast(asker, least) ? 'answered' : 'refused'
}

const takesAs = ({ query }: AnyOperation): boolean =>
  'as' in ((query as { properties?: object } | undefined)?.properties ?? {})
