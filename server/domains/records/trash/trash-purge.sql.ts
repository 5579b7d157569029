import type { OwnerQuery } from '../../../platform/database/owner.ts'
import { ROW_HISTORY_CONTENT } from '../rows/history-form.rules.ts'

/**
 * Locks up to `limit` rows that have been in the trash for 30 days or were deleted for good, oldest deletion first. Skips rows
 * that another transaction has locked.
 */
export async function takeOldRows(query: OwnerQuery, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM rows
     WHERE workspace_id = current_workspace() AND deleted_at < now() - interval '30 days'
     ORDER BY deleted_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  )
  return rows.map(({ id }) => id)
}

/**
 * Removes rows with their history, comments and links. Records the positions that they leave empty, and a hash of each
 * entry, so that the chain of history shows nothing to be missing. Which rows they link to is in their cells, also in those
 * of deleted columns.
 */
export async function purgeRows(query: OwnerQuery, ids: readonly string[]): Promise<void> {
  await query(
    `WITH history AS (
       DELETE FROM row_history
       WHERE workspace_id = current_workspace() AND row_id = ANY ($1::uuid[])
       RETURNING *),
     recorded AS (
       INSERT INTO purged_history (workspace_id, id, row_id, content_hash)
       SELECT current_workspace(), id, row_id, ${ROW_HISTORY_CONTENT} FROM history RETURNING 1),
     links_to AS (
       DELETE FROM row_links
       WHERE workspace_id = current_workspace() AND target_row_id = ANY ($1::uuid[])),
     links_from AS (
       DELETE FROM row_links l
       USING rows r
       JOIN columns c ON c.workspace_id = r.workspace_id AND c.definition_id = r.definition_id AND c.type = 'link'
       CROSS JOIN jsonb_array_elements_text(r.cells -> c.slot::text) AS t (id)
       WHERE r.workspace_id = current_workspace() AND r.id = ANY ($1::uuid[])
         AND t.id::uuid <> ALL ($1::uuid[])
         AND l.workspace_id = r.workspace_id AND l.target_row_id = t.id::uuid AND l.column_id = c.id
         AND l.row_id = r.id),
     purged AS (
       DELETE FROM rows WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])
       RETURNING definition_id, position)
     INSERT INTO row_gaps (workspace_id, definition_id, first_position, count)
     SELECT current_workspace(), definition_id, min(position), count(*)
     FROM (SELECT definition_id, position,
         position - row_number() OVER (PARTITION BY definition_id ORDER BY position) AS line
       FROM purged) AS lined
     GROUP BY definition_id, line RETURNING 1`,
    [ids],
  )
}
