import type { Tx, TxScope } from '../../../platform/database/tx.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import type { DefinitionHead } from './definition-heads.sql.ts'
import { type CountedDefinition, findDefinition } from './definitions.sql.ts'

// The definitions that this process has read. Each may have changed since, or be gone. So a reader asks for the version first,
// which costs a fraction of reading all columns, and a writer finds it with the lock that it needs anyway.

/** A transaction or an actor: who reaches only some definitions sees less of them. */
type Reader = Pick<TxScope, 'workspaceId' | 'definitionIds'>

const MOST = 5_000
const definitions = new Memory<CountedDefinition>({ most: MOST })
const ids = new Memory<string>({ most: MOST })

/** The definition as somebody has read it. */
export const recall = (reader: Reader, id: string): CountedDefinition | undefined =>
  definitions.get(nameOf(reader, id))

/** The definition that had a key when somebody read it. */
export function recallByKey(reader: Reader, key: string): CountedDefinition | undefined {
  const id = ids.get(placeOf(reader.workspaceId, key))
  return id === undefined ? undefined : recall(reader, id)
}

/**
 * Keeps a definition as it is committed. Not one that its transaction has changed: after a rollback, the next change gets the
 * same version.
 */
export function keepDefinition(reader: Reader, definition: CountedDefinition): void {
  definitions.keep(nameOf(reader, definition.id), definition)
  ids.keep(placeOf(definition.workspaceId, definition.key), definition.id)
}

/** Reads a definition and keeps it; undefined if it was deleted. Before the transaction changes anything. */
export async function readDefinition(tx: Tx, id: string): Promise<CountedDefinition | undefined> {
  const definition = await findDefinition(tx, id)
  if (definition) keepDefinition(tx, definition)
  else definitions.forget(nameOf(tx, id))
  return definition
}

/** The definition at that version from memory, or as it is now. Before the transaction changes anything. */
export async function definitionAt(
  tx: Tx,
  { id, version }: Pick<DefinitionHead, 'id' | 'version'>,
): Promise<CountedDefinition | undefined> {
  const known = recall(tx, id)
  return known?.version === version ? known : readDefinition(tx, id)
}

const nameOf = ({ definitionIds }: Reader, id: string): string =>
  definitionIds ? `${id} ${definitionIds.join()}` : id

const placeOf = (workspaceId: string | undefined, key: string): string => `${workspaceId} ${key}`
