import type { Tx } from '../../../platform/database/tx.ts'
import type { ColumnSettings } from '../cells/column.ts'
import { raiseVersion } from '../definitions/definitions.sql.ts'

/**
 * A slot's stored cells after position `after`, in order, including those of rows in the trash. A name of a person that leads
 * nowhere counts as what its cell holds.
 */
export function listCells(
  tx: Tx,
  definitionId: string,
  slot: number,
  after: number,
  limit: number,
): Promise<{ id: string; position: number; value: unknown; trashed: boolean }[]> {
  return tx.run(
    `SELECT id, position, coalesce(cells -> $2::text, cells -> ($2::text || '?') -> 0) AS value,
       deleted_at IS NOT NULL AS trashed FROM rows
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND position > $3
       AND cells ?| ARRAY[$2::text, $2::text || '?']
     ORDER BY position LIMIT $4`,
    [definitionId, String(slot), after, limit],
  )
}

/** Gives a column another type and the definition's next slot; its old slot stays on record. */
export async function moveColumn(
  tx: Tx,
  column: { id: string; definitionId: string; type: string; settings: ColumnSettings },
): Promise<number> {
  raiseVersion(tx, column.definitionId)
  const [moved] = await tx.run<{ slot: number }>(
    `WITH slotted AS (
       UPDATE definitions SET next_slot = next_slot + 1, updated_at = now()
       WHERE workspace_id = current_workspace() AND id = $2 RETURNING next_slot - 1 AS slot),
     kept AS (
       INSERT INTO column_slots (workspace_id, column_id, slot, definition_id, type)
       SELECT workspace_id, id, slot, definition_id, type FROM columns
       WHERE workspace_id = current_workspace() AND id = $1 RETURNING 1)
     UPDATE columns SET slot = slotted.slot, type = $3, settings = $4, updated_at = now()
     FROM slotted WHERE workspace_id = current_workspace() AND id = $1 RETURNING slotted.slot`,
    [column.id, column.definitionId, column.type, JSON.stringify(column.settings)],
  )
  return moved!.slot
}

/** Nobody looks for the names in a column's cells any more: they have become values, or are left behind in its old slot. */
export function forgetNames(tx: Tx, columnId: string): void {
  tx.queue(
    'DELETE FROM unresolved_cells WHERE workspace_id = current_workspace() AND column_id = $1',
    [columnId],
  )
}

/** Fills a slot of rows. Raises no versions: a row means the same as before, as far as the new type allows. */
export function fillSlot(
  tx: Tx,
  slot: number,
  cells: readonly { id: string; value: unknown }[],
): void {
  tx.queue(
    `UPDATE rows SET cells = jsonb_set(rows.cells, ARRAY[$1::text], c.value)
     FROM jsonb_to_recordset($2::jsonb) AS c (id uuid, value jsonb)
     WHERE rows.workspace_id = current_workspace() AND rows.id = c.id`,
    [String(slot), JSON.stringify(cells)],
  )
}
