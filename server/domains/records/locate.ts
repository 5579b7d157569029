import type { DefinitionAddress } from '../../../contract/records.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
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
