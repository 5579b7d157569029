import type { Tx } from '../../../platform/database/tx.ts'
import type { StoredCells } from '../definitions/definition.rules.ts'

export interface NewestRow {
  id: string
  definitionId: string
  cells: StoredCells
  source: 'api' | 'page' | 'import' | 'manual'
  createdAt: Date
  createdBy: string
}

/**
 * The rows that were added last, outside the trash. Positions follow the order in which rows are added, so the newest
 * of each board are at the end of its index, and of those the newest are taken.
 */
export function listNewestRows(tx: Tx, limit: number): Promise<NewestRow[]> {
  return tx.run(
    `SELECT r.id, r.definition_id AS "definitionId", r.cells, r.source, r.created_at AS "createdAt",
       r.created_by AS "createdBy"
     FROM rows r WHERE r.workspace_id = current_workspace() AND r.id IN (
       SELECT last.id FROM definitions d CROSS JOIN LATERAL (
         SELECT o.id, o.created_at, o.position FROM rows o
         WHERE o.workspace_id = current_workspace() AND o.definition_id = d.id AND o.deleted_at IS NULL
         ORDER BY o.position DESC LIMIT $1) AS last
       WHERE d.workspace_id = current_workspace() AND d.deleted_at IS NULL
       ORDER BY last.created_at DESC, d.id, last.position DESC LIMIT $1)
     ORDER BY r.created_at DESC, r.definition_id, r.position DESC`,
    [limit],
  )
}
