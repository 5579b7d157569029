import type { Tx } from '../../../platform/database/db.ts'
import { findStandingByKey } from '../definitions/definitions.sql.ts'
import { listStanding } from '../links/links.sql.ts'

/** Whether a row of that id stands, in whatever board or page: not one in the trash. */
export async function isStandingRow(tx: Tx, id: string): Promise<boolean> {
  return (await listStanding(tx, [id])).length > 0
}

/** The definition of that key, if it stands, and whether the row is one of its rows that do. */
export async function findRowOf(
  tx: Tx,
  key: string,
  id: string,
): Promise<{ definitionId: string | undefined; stands: boolean }> {
  const [definition, [row]] = await Promise.all([
    findStandingByKey(tx, key),
    listStanding(tx, [id]),
  ])
  const definitionId = definition?.id
  return { definitionId, stands: row !== undefined && row.definitionId === definitionId }
}
