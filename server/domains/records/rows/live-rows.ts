import type { Tx } from '../../../platform/database/tx.ts'
import { listHeadsByKeys } from '../definitions/definition-heads.sql.ts'
import { listLiveRows } from '../links/links.sql.ts'

/** Whether a row with that id exists on any board or page, outside the trash. */
export async function isLiveRow(tx: Tx, id: string): Promise<boolean> {
  return (await listLiveRows(tx, [id])).length > 0
}

/** The id of the definition with that key, and whether the row is one of its rows outside the trash. */
export async function findRowOf(
  tx: Tx,
  key: string,
  id: string,
): Promise<{ definitionId: string | undefined; isLive: boolean }> {
  const [[definition], [row]] = await Promise.all([
    listHeadsByKeys(tx, [key]),
    listLiveRows(tx, [id]),
  ])
  const definitionId = definition?.id
  return { definitionId, isLive: row !== undefined && row.definitionId === definitionId }
}
