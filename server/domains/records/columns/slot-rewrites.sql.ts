import type { Tx } from '../../../platform/database/tx.ts'
import type { StoredCells } from '../definitions/definition.rules.ts'

/** Rows after position `after`, in order, including those in the trash. */
export function listBlock(
  tx: Tx,
  definitionId: string,
  after: number,
  limit: number,
): Promise<{ id: string; position: number; cells: StoredCells }[]> {
  return tx.run(
    `SELECT id, position, cells FROM rows
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND position > $2
     ORDER BY position LIMIT $3`,
    [definitionId, after, limit],
  )
}

/** Replaces what rows hold in these slots. Raises no versions, since nobody changed the rows. */
export function replaceSlots(
  tx: Tx,
  slots: readonly string[],
  rows: readonly { id: string; cells: StoredCells }[],
): void {
  tx.queue(
    `UPDATE rows SET cells = (rows.cells - $1::text[]) || c.cells
     FROM jsonb_to_recordset($2::jsonb) AS c (id uuid, cells jsonb)
     WHERE rows.workspace_id = current_workspace() AND rows.id = c.id`,
    [slots, JSON.stringify(rows)],
  )
}
