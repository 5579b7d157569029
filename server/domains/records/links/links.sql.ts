import type { OwnerQuery } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'
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
 * A mark for each of these boards that changes whenever a row joins the board, leaves it for the trash or returns: all of
 * these count its rows anew. A board that is deleted has none.
 */
export async function boardMarks(
  tx: Tx,
  definitionIds: readonly string[],
): Promise<Map<string, string>> {
  const marks = await tx.run<{ id: string; mark: string }>(
    `SELECT n.definition_id AS id, n.xmin || ' ' || n.ctid AS mark FROM row_counters n
     WHERE n.workspace_id = current_workspace() AND n.definition_id = ANY ($1::uuid[])
       AND n.version IS NOT NULL`,
    [definitionIds],
  )
  return new Map(marks.map(({ id, mark }) => [id, mark]))
}

/** The lock that keeps adding links to rows of a workspace apart from the purge of its rows. */
const LINKING = "hashtextextended('links ' || current_workspace(), 0)"

/**
 * Keeps rows from being purged until the transaction ends. A writer of links calls it before it looks up the linked rows,
 * so that these are still there when the links are stored. Waits for a purge.
 */
export function keepLinkedRows(tx: Tx): void {
  tx.queue(`SELECT pg_advisory_xact_lock_shared(${LINKING})`)
}

/** For the purge: keeps others from adding links until the transaction ends. Writers who come later wait behind it. */
export async function lockLinking(query: OwnerQuery): Promise<void> {
  await query(`SELECT pg_advisory_xact_lock(${LINKING})`, [])
}

/** How long the transaction waits for a lock; 0 is as long as it takes. */
export async function limitLockWait(query: OwnerQuery, mostMs: number): Promise<void> {
  await query("SELECT set_config('lock_timeout', $1, true)", [String(mostMs)])
}

/**
 * Adds links from a column's cells to rows: each row's in the same place as its target. None of the links is there yet; all
 * of the linked rows are, since `keepLinkedRows`. Lines of text take a third of the time of arrays.
 */
export function insertLinks(
  tx: Tx,
  workspaceId: string,
  columnId: string,
  rowIds: readonly string[],
  targetIds: readonly string[],
): void {
  tx.queue(
    `WITH written AS (
       INSERT INTO row_links (workspace_id, column_id, row_id, target_row_id)
       SELECT $1, $2, l.row_id::uuid, l.target_id::uuid FROM ROWS FROM (
         string_to_table($3, E'\\n'), string_to_table($4, E'\\n')) AS l (row_id, target_id) RETURNING 1)
     SELECT FROM written LIMIT 0`,
    [workspaceId, columnId, rowIds.join('\n'), targetIds.join('\n')],
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
       AND EXISTS (SELECT FROM row_links l WHERE l.workspace_id = current_workspace()
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
