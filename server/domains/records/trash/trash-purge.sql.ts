import type { ClientBase } from 'pg'

/**
 * Removes rows that have been in the trash for 30 days, with their history, comments and own ids; up to `limit` of the
 * workspace that the connection is bound to, the longest there first. Rows that somebody is at work on wait.
 */
export async function purgeRows(client: ClientBase, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `WITH due AS (
       SELECT workspace_id, id FROM rows
       WHERE workspace_id = current_workspace() AND deleted_at < now() - interval '30 days'
       ORDER BY deleted_at LIMIT $1 FOR UPDATE SKIP LOCKED),
     history AS (
       DELETE FROM row_history h USING due
       WHERE h.workspace_id = due.workspace_id AND h.row_id = due.id),
     records AS (
       DELETE FROM page_records p USING due
       WHERE p.workspace_id = due.workspace_id AND p.row_id = due.id)
     DELETE FROM rows r USING due WHERE r.workspace_id = due.workspace_id AND r.id = due.id`,
    [limit],
  )
  return rowCount ?? 0
}

/** Binds the connection to a workspace: row-level security holds for the owner too. */
export async function bindWorkspace(client: ClientBase, workspaceId: string): Promise<void> {
  await client.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId])
}
