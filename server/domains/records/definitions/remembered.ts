import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { CountedDefinition } from './definitions.sql.ts'

// Definitions that this process has read. Whoever uses one asks for its version first, which costs a fraction of reading all
// columns.

const MOST = 1000
const byId = new Map<string, CountedDefinition>()
const ids = new Map<string, string>()

/** The definition that was at an address when somebody read it. It may have changed since, or be gone. */
export function recall(
  { workspaceId }: Pick<Tx, 'workspaceId'>,
  { id, key }: DefinitionAddress,
): CountedDefinition | undefined {
  const found = byId.get(id ?? ids.get(`${workspaceId} ${key}`) ?? '')
  return id && found?.kind === 'page' ? undefined : found
}

/**
 * Keeps a definition as it is committed. Not one that its transaction has changed: after a rollback, the next change gets the
 * same version.
 */
export function remember(definition: CountedDefinition): void {
  byId.set(definition.id, definition)
  ids.set(placeOf(definition), definition.id)
  if (byId.size <= MOST) return
  const [oldest] = byId.values()
  byId.delete(oldest!.id)
  if (ids.get(placeOf(oldest!)) === oldest!.id) ids.delete(placeOf(oldest!))
}

const placeOf = ({ workspaceId, key }: CountedDefinition): string => `${workspaceId} ${key}`
