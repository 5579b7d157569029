import type { DefinitionAddress } from '../../../../contract/addressed.ts'
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

/** As `locate`, holding the lock that keeps writers of rows out until the change is committed. */
export async function locateForChange(
  tx: Tx,
  address: DefinitionAddress,
): Promise<sql.CountedDefinition> {
  const { id } = await locate(tx, address)
  await sql.lockCounter(tx, id)
  return locate(tx, address)
}

/** By id, with the version that each is of. */
const known = new Map<string, sql.CountedDefinition>()
const MOST_KNOWN = 1000

/**
 * As `locate`, by a definition in memory where its version is the one that counts: finding that out is a fraction of
 * reading all columns. Only for transactions that change no definition: a change that is rolled back leaves its
 * version to the next one.
 */
export async function locateToRead(
  tx: Tx,
  address: DefinitionAddress,
): Promise<sql.CountedDefinition> {
  const standing = address.id
    ? await sql.findBoardStanding(tx, address.id)
    : await sql.findStandingByKey(tx, address.key ?? '')
  if (!standing) throw notFound()
  const { id, version, rowCount } = standing
  const inMemory = known.get(id)
  if (inMemory?.version === version) return { ...inMemory, rowCount }
  const definition = await locate(tx, address)
  // What a column links to may change its name without this definition being another one.
  if (definition.columns.every(({ linked }) => !linked)) {
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!)
    known.set(id, definition)
  }
  return definition
}

/** As `locateForChange` of a definition whose id is known, in one round trip. */
export async function lockDefinition(tx: Tx, id: string): Promise<sql.CountedDefinition> {
  const locked = sql.lockCounter(tx, id)
  const [found] = await Promise.all([sql.findDefinition(tx, id), locked])
  if (!found) throw notFound()
  return found
}
