import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { Definition } from './definition.rules.ts'
import * as sql from './definitions.sql.ts'
import { keepDefinition, recall, recallByKey } from './memory.ts'

/** The definition at an address: a board by its id, any definition by its key. */
export async function locate(tx: Tx, address: DefinitionAddress): Promise<sql.CountedDefinition> {
  const found = address.id
    ? await sql.findBoard(tx, address.id)
    : await sql.findDefinitionByKey(tx, address.key ?? '')
  if (!found) throw notFound()
  return found
}

/** Like `locate`, holding the lock that keeps writers of rows out until the change is committed. */
export async function locateForChange(
  tx: Tx,
  address: DefinitionAddress,
): Promise<sql.CountedDefinition> {
  const { id } = await locate(tx, address)
  await sql.lockCounter(tx, id)
  return locate(tx, address)
}

/**
 * Like `locateForChange`, for whoever changes rows and not the definition: it uses the definition in memory if its version is
 * current. Before the transaction changes anything.
 */
export async function locateToWrite(tx: Tx, address: DefinitionAddress): Promise<Definition> {
  const inMemory = recallAt(tx, address)
  const counter = inMemory && (await sql.lockCounter(tx, inMemory.id))
  if (inMemory && counter?.version === inMemory.version) return inMemory
  const definition = await locateForChange(tx, address)
  keepDefinition(tx, definition)
  return definition
}

/**
 * Like `locate`, with the database's time, but uses the definition in memory if its version is current. Only for transactions
 * that change no definition.
 */
export async function locateToRead(
  tx: Tx,
  address: DefinitionAddress,
): Promise<{ definition: sql.CountedDefinition; now: Date }> {
  const inMemory = recallAt(tx, address)
  const current = inMemory && (await sql.findVersion(tx, inMemory.id))
  if (inMemory && current?.version === inMemory.version) {
    return { definition: { ...inMemory, rowCount: current.rowCount }, now: current.now }
  }
  const definition = await locate(tx, address)
  keepDefinition(tx, definition)
  const { now } = (await sql.findVersion(tx, definition.id)) ?? {}
  if (!now) throw notFound()
  return { definition, now }
}

/** As `locateForChange` for a definition whose id is known, in one round trip. */
export async function lockDefinition(tx: Tx, id: string): Promise<sql.CountedDefinition> {
  const [, found] = await Promise.all([sql.lockCounter(tx, id), sql.findDefinition(tx, id)])
  if (!found) throw notFound()
  return found
}

/** The definition that was at an address when somebody read it. */
export function recallAt(
  tx: Tx,
  { id, key = '' }: DefinitionAddress,
): sql.CountedDefinition | undefined {
  if (!id) return recallByKey(tx, key)
  const found = recall(tx, id)
  return found?.kind === 'board' ? found : undefined
}
