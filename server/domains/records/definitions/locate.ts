import type { DefinitionAddress } from '../../../../contract/addressed.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { notFound } from '../../../platform/refusal.ts'
import * as sql from './definitions.sql.ts'

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

/** By their addresses. */
const known = new Map<string, sql.CountedDefinition>()
const MOST_KNOWN = 1000

/**
 * Like `locate`, with the database's time, but uses a definition in memory if its version is current: asking for the
 * version costs a fraction of reading all columns. Only for transactions that change no definition: after a rollback,
 * the next change gets the same version.
 */
export async function locateToRead(
  tx: Tx,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  address: DefinitionAddress,
): Promise<{ definition: sql.CountedDefinition; now: Date }> {
  const place = address.id ?? `${workspaceId} ${address.key}`
  const inMemory = known.get(place)
  const current = inMemory && (await sql.findVersion(tx, inMemory.id))
  if (inMemory && current?.version === inMemory.version) {
    return { definition: { ...inMemory, rowCount: current.rowCount }, now: current.now }
  }
  const definition = await locate(tx, address)
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!)
  known.set(place, definition)
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
