import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'
import type { CommentRecord } from './comments.sql.ts'
import type { EntryRecord } from './row-history.sql.ts'

/** Newest first. One row has few enough changes to sort. */
export function listChanges(
  tx: Tx,
  rowId: string,
  slots: readonly string[],
  before: Moment,
  limit: number,
): Promise<(Omit<EntryRecord, 'version'> & { at_us: number })[]> {
  return tx.run(
    `SELECT id, at, (extract(epoch FROM at) * 1000000)::bigint AS at_us, actor, action, run_id, cells
     FROM row_history
     WHERE workspace_id = current_workspace() AND row_id = $1
       AND (cells = '{}' OR cells ?| $2::text[])
       AND (at, id) < ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::uuid)
     ORDER BY at DESC, id DESC LIMIT $5`,
    [rowId, slots, before.atUs, before.id, limit],
  )
}

/** As `listChanges`. */
export function listComments(
  tx: Tx,
  rowId: string,
  before: Moment,
  limit: number,
): Promise<(CommentRecord & { at_us: number })[]> {
  return tx.run(
    `SELECT id, body, mentions, created_by, created_at, updated_at,
       (extract(epoch FROM created_at) * 1000000)::bigint AS at_us
     FROM comments
     WHERE workspace_id = current_workspace() AND row_id = $1
       AND (created_at, id) < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::uuid)
     ORDER BY created_at DESC, id DESC LIMIT $4`,
    [rowId, before.atUs, before.id, limit],
  )
}

/** When a row was made, in microseconds. */
export async function creationTime(tx: Tx, rowId: string): Promise<number> {
  const [row] = await tx.run<{ at_us: number }>(
    `SELECT (extract(epoch FROM created_at) * 1000000)::bigint AS at_us
     FROM rows WHERE workspace_id = current_workspace() AND id = $1`,
    [rowId],
  )
  return row!.at_us
}
