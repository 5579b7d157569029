import type { Tx } from '../../../platform/database/tx.ts'
import type { StoredCells } from '../definitions/definition.rules.ts'

/** A row of any board or page, with what its title needs. */
export interface TitledRow {
  id: string
  definitionId: string
  cells: StoredCells
  trashed: boolean
}

/** The rows with these ids, including those in the trash, in definitions that are not deleted. */
export function listTitledRows(tx: Tx, ids: readonly string[]): Promise<TitledRow[]> {
  return tx.run(
    `SELECT r.id, r.definition_id AS "definitionId", r.cells, r.deleted_at IS NOT NULL AS trashed
     FROM rows r JOIN definitions d ON d.workspace_id = r.workspace_id AND d.id = r.definition_id
     WHERE r.workspace_id = current_workspace() AND r.id = ANY ($1::uuid[]) AND d.deleted_at IS NULL
       AND r.deleted_at IS DISTINCT FROM '-infinity'`,
    [ids],
  )
}
