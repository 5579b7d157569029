import type { Tx } from '../../../platform/database/db.ts'
import type { StoredCells } from '../definitions/definition.rules.ts'

/** The rows with these ids outside the trash, each with its definition, unless that is deleted. */
export function listLiveRows(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; definitionId: string }[]> {
  return tx.run(
    `SELECT r.id, r.definition_id AS "definitionId" FROM rows r
     JOIN definitions d ON d.workspace_id = r.workspace_id AND d.id = r.definition_id
     WHERE r.workspace_id = current_workspace() AND r.id = ANY ($1::uuid[])
       AND r.deleted_at IS NULL AND d.deleted_at IS NULL`,
    [ids],
  )
}

/** A link from a row's cell to another row. */
export interface RowLink {
  columnId: string
  rowId: string
  targetId: string
}

/**
 * Adds links from a column's cells to rows, for rows in the order of their targets. None of them is there yet. Locks the
 * linked rows, so that no purge removes one before the links are committed; one that is purged already gets no link, as if
 * it had been purged a moment later.
 */
export function insertLinks(
  tx: Tx,
  workspaceId: string,
  columnId: string,
  rowIds: readonly string[],
  targetIds: readonly string[],
): void {
  tx.queue(
    `WITH kept AS MATERIALIZED (
       SELECT id FROM rows WHERE workspace_id = $1 AND id = ANY ($4::uuid[]) ORDER BY id FOR KEY SHARE)
     INSERT INTO row_links (workspace_id, column_id, row_id, target_row_id)
     SELECT $1, $2, m.row_id, m.target_id FROM unnest($3::uuid[], $4::uuid[]) AS m (row_id, target_id)
     WHERE m.target_id IN (SELECT id FROM kept)`,
    [workspaceId, columnId, rowIds, targetIds],
  )
}

/** Removes links, by column, row and linked row. */
export function deleteLinks(tx: Tx, gone: readonly RowLink[]): void {
  tx.queue(
    `DELETE FROM row_links l
     USING jsonb_to_recordset($1::jsonb) AS g ("columnId" uuid, "rowId" uuid, "targetId" uuid)
     WHERE l.workspace_id = current_workspace() AND l.column_id = g."columnId"
       AND l.row_id = g."rowId" AND l.target_row_id = g."targetId"`,
    [JSON.stringify(gone)],
  )
}

/** The columns, of definitions that are not deleted, through which rows link to a row. */
export function listLinkingColumns(
  tx: Tx,
  rowId: string,
): Promise<{ columnId: string; definitionId: string }[]> {
  return tx.run(
    `SELECT c.id AS "columnId", c.definition_id AS "definitionId" FROM columns c
     JOIN definitions d ON d.workspace_id = c.workspace_id AND d.id = c.definition_id
     WHERE c.workspace_id = current_workspace() AND c.deleted_at IS NULL AND d.deleted_at IS NULL
       AND EXISTS (SELECT FROM row_links l WHERE l.workspace_id = c.workspace_id
         AND l.target_row_id = $1 AND l.column_id = c.id)
     ORDER BY d.id, c.position, c.slot`,
    [rowId],
  )
}

/** The rows outside the trash that link to a row through a column, in order, up to a limit. */
export function listLinkingRows(
  tx: Tx,
  rowId: string,
  columnId: string,
  limit: number,
): Promise<{ id: string; cells: StoredCells }[]> {
  return tx.run(
    `SELECT r.id, r.cells FROM row_links l
     JOIN rows r ON r.workspace_id = l.workspace_id AND r.id = l.row_id
     WHERE l.workspace_id = current_workspace() AND l.target_row_id = $1 AND l.column_id = $2
       AND r.deleted_at IS NULL
     ORDER BY r.position LIMIT $3`,
    [rowId, columnId, limit],
  )
}
