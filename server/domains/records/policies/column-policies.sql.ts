import type { Tx } from '../../../platform/database/tx.ts'
import type { ColumnPolicy } from '../../policies/columns.rules.ts'

/** When and by whom a column's policy was written. */
export interface PolicyStamp {
  columnId: string
  updatedAt: Date
  updatedBy: string
}

/** The stamps of a definition's restricted columns. */
export function listPolicyStamps(tx: Tx, definitionId: string): Promise<PolicyStamp[]> {
  return tx.run(
    `SELECT p.column_id AS "columnId", p.updated_at AS "updatedAt", p.updated_by AS "updatedBy"
     FROM column_policies p
     JOIN columns c ON c.workspace_id = p.workspace_id AND c.id = p.column_id
     WHERE p.workspace_id = current_workspace() AND c.definition_id = $1`,
    [definitionId],
  )
}

export function putPolicy(tx: Tx, columnId: string, policy: ColumnPolicy, by: string): void {
  tx.queue(
    `INSERT INTO column_policies (workspace_id, column_id, visible_to, editable_by, updated_by)
     VALUES (current_workspace(), $1, $2, $3, $4)
     ON CONFLICT (workspace_id, column_id) DO UPDATE SET visible_to = excluded.visible_to,
       editable_by = excluded.editable_by, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [columnId, JSON.stringify(policy.visibleTo), JSON.stringify(policy.editableBy), by],
  )
}

/** @returns whether the column was restricted. */
export async function deletePolicy(tx: Tx, columnId: string): Promise<boolean> {
  const deleted = await tx.run(
    `DELETE FROM column_policies
     WHERE workspace_id = current_workspace() AND column_id = $1 RETURNING 1`,
    [columnId],
  )
  return deleted.length > 0
}
