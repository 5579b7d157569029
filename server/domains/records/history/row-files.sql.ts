import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'

export interface RowFileRecord {
  id: string
  name: string
  size: number
  type: string
  added_at: Date
  added_by: string
}

const FILE = 'f.id, f.name, f.size, f.type, u.added_at, u.added_by'
const FILES = `row_files u
  JOIN files f ON f.workspace_id = u.workspace_id AND f.id = u.file_id`

/** In the order of the files' ids, which is the order in which they were uploaded; `after` is the last id seen. */
export function listRowFiles(
  tx: Tx,
  rowId: string,
  after: string | null,
  limit: number,
): Promise<RowFileRecord[]> {
  return tx.run(
    `SELECT ${FILE} FROM ${FILES}
     WHERE u.workspace_id = current_workspace() AND u.row_id = $1
       AND ($2::uuid IS NULL OR u.file_id > $2)
     ORDER BY u.file_id LIMIT $3`,
    [rowId, after, limit],
  )
}

/** Files that were added before a moment, newest first. */
export function listAdded(
  tx: Tx,
  rowId: string,
  before: Moment,
  limit: number,
): Promise<(RowFileRecord & { at_us: number })[]> {
  return tx.run(
    `SELECT ${FILE}, (extract(epoch FROM u.added_at) * 1000000)::bigint AS at_us FROM ${FILES}
     WHERE u.workspace_id = current_workspace() AND u.row_id = $1
       AND (u.added_at, u.file_id)
         < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::uuid)
     ORDER BY u.added_at DESC, u.file_id DESC LIMIT $4`,
    [rowId, before.atUs, before.id, limit],
  )
}

export async function findRowFile(
  tx: Tx,
  rowId: string,
  fileId: string,
): Promise<RowFileRecord | undefined> {
  const [found] = await tx.run<RowFileRecord>(
    `SELECT ${FILE} FROM ${FILES}
     WHERE u.workspace_id = current_workspace() AND u.row_id = $1 AND u.file_id = $2`,
    [rowId, fileId],
  )
  return found
}

/** @returns false if the row has it already. */
export async function insertRowFile(
  tx: Tx,
  rowId: string,
  fileId: string,
  by: string,
): Promise<boolean> {
  const made = await tx.run(
    `INSERT INTO row_files (workspace_id, row_id, file_id, added_by)
     VALUES (current_workspace(), $1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`,
    [rowId, fileId, by],
  )
  return made.length > 0
}

/** Removes a file, which can be purged a day later. @returns false if the row does not have it. */
export async function deleteRowFile(tx: Tx, rowId: string, fileId: string): Promise<boolean> {
  const gone = await tx.run(
    `WITH gone AS (
       DELETE FROM row_files
       WHERE workspace_id = current_workspace() AND row_id = $1 AND file_id = $2 RETURNING file_id),
     loose AS (
       UPDATE files SET loose_since = now()
       WHERE workspace_id = current_workspace() AND id IN (SELECT file_id FROM gone))
     SELECT file_id FROM gone`,
    [rowId, fileId],
  )
  return gone.length > 0
}
