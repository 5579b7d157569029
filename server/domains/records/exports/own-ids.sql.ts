import type { Tx } from '../../../platform/database/tx.ts'

/** The senders' own ids of rows, of those that have one. */
export function listOwnIds(
  tx: Tx,
  rowIds: readonly string[],
): Promise<{ id: string; externalId: string }[]> {
  return tx.run(
    `SELECT id, external_id AS "externalId" FROM rows
     WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[]) AND external_id IS NOT NULL`,
    [rowIds],
  )
}
