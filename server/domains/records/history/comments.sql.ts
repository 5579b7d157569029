import type { Tx } from '../../../platform/database/tx.ts'

export interface CommentRecord {
  id: string
  body: string
  mentions: number[]
  created_by: string
  created_at: Date
  updated_at: Date
}

const COMMENT = 'id, body, mentions, created_by, created_at, updated_at'

/** In the order of their ids, which is the order in which they were made; `after` is the last id seen. */
export function listComments(
  tx: Tx,
  rowId: string,
  after: string | null,
  limit: number,
): Promise<CommentRecord[]> {
  return tx.run(
    `SELECT ${COMMENT} FROM comments
     WHERE workspace_id = current_workspace() AND row_id = $1 AND ($2::uuid IS NULL OR id > $2)
     ORDER BY id LIMIT $3`,
    [rowId, after, limit],
  )
}

/** Finds a comment and locks it until the transaction ends. */
export async function findComment(
  tx: Tx,
  rowId: string,
  id: string,
): Promise<CommentRecord | undefined> {
  const [comment] = await tx.run<CommentRecord>(
    `SELECT ${COMMENT} FROM comments
     WHERE workspace_id = current_workspace() AND row_id = $1 AND id = $2 FOR UPDATE`,
    [rowId, id],
  )
  return comment
}

export async function insertComment(
  tx: Tx,
  comment: { rowId: string; id: string; body: string; mentions: readonly number[]; by: string },
): Promise<CommentRecord> {
  const [made] = await tx.run<CommentRecord>(
    `INSERT INTO comments (workspace_id, row_id, id, body, mentions, created_by)
     VALUES (current_workspace(), $1, $2, $3, $4, $5) RETURNING ${COMMENT}`,
    [comment.rowId, comment.id, comment.body, comment.mentions, comment.by],
  )
  return made!
}

export async function updateComment(
  tx: Tx,
  rowId: string,
  id: string,
  change: { body?: string; mentions?: readonly number[] },
): Promise<CommentRecord> {
  const [changed] = await tx.run<CommentRecord>(
    `UPDATE comments SET body = coalesce($3, body), mentions = coalesce($4::integer[], mentions),
       updated_at = now()
     WHERE workspace_id = current_workspace() AND row_id = $1 AND id = $2 RETURNING ${COMMENT}`,
    [rowId, id, change.body ?? null, change.mentions ?? null],
  )
  return changed!
}

export function deleteComment(tx: Tx, rowId: string, id: string): void {
  tx.queue(
    'DELETE FROM comments WHERE workspace_id = current_workspace() AND row_id = $1 AND id = $2',
    [rowId, id],
  )
}
