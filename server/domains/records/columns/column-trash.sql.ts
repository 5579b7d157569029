import type { Tx } from '../../../platform/database/tx.ts'
import type { Column } from '../definitions/definition.rules.ts'
import { COLUMN, type ColumnRow, columnOf } from '../definitions/definitions.sql.ts'

export interface TrashedColumn {
  column: Column
  deletedAt: Date
}

/** The columns of a definition that can still be restored, the last deleted first. */
export async function listTrashedColumns(tx: Tx, definitionId: string): Promise<TrashedColumn[]> {
  const rows = await tx.run<{ column: ColumnRow; deleted_at: Date }>(
    `SELECT ${COLUMN} AS column, c.deleted_at
     FROM columns c
     LEFT JOIN column_policies p ON p.workspace_id = c.workspace_id AND p.column_id = c.id
     WHERE c.workspace_id = current_workspace() AND c.definition_id = $1
       AND c.deleted_at > now() - interval '30 days'
     ORDER BY c.deleted_at DESC, c.id DESC`,
    [definitionId],
  )
  return rows.map(({ column, deleted_at }) => ({ column: columnOf(column), deletedAt: deleted_at }))
}

export function restoreColumn(tx: Tx, id: string, unique: boolean): void {
  tx.queue(
    `UPDATE columns SET deleted_at = NULL, deleted_by = NULL, "unique" = $2, updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, unique],
  )
}
