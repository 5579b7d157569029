import type { Tx } from '../../../platform/database/tx.ts'

export interface MentionRecord {
  id: string
  row_id: string
  body: string
  created_by: string
  created_at: Date
  read_at: Date | null
}

export interface MentionsQuery {
  crmUserId: number
  unread: boolean | null
  /** The last comment of the page before. */
  before: string | null
  limit: number
}

/** By the ids of the comments, the last made first. */
export function listMentions(tx: Tx, q: MentionsQuery): Promise<MentionRecord[]> {
  return tx.run(
    `SELECT c.id, c.row_id, c.body, c.created_by, c.created_at, m.read_at
     FROM comment_mentions m
     JOIN comments c ON c.workspace_id = m.workspace_id AND c.row_id = m.row_id AND c.id = m.comment_id
     JOIN rows r ON r.workspace_id = c.workspace_id AND r.id = c.row_id AND r.deleted_at IS NULL
     JOIN definitions d ON d.workspace_id = r.workspace_id AND d.id = r.definition_id
       AND d.deleted_at IS NULL
     WHERE m.workspace_id = current_workspace() AND m.crm_user_id = $1
       AND ($2::boolean IS NULL OR (m.read_at IS NULL) = $2)
       AND ($3::uuid IS NULL OR m.comment_id < $3)
     ORDER BY m.comment_id DESC LIMIT $4`,
    [q.crmUserId, q.unread, q.before, q.limit],
  )
}

/** Stores whom a comment mentions; whoever it mentioned before keeps whether they have read it. */
export function replaceMentions(
  tx: Tx,
  comment: { rowId: string; id: string; mentions: readonly number[] },
): void {
  tx.queue(
    `WITH gone AS (
       DELETE FROM comment_mentions
       WHERE workspace_id = current_workspace() AND row_id = $1 AND comment_id = $2
         AND crm_user_id <> ALL ($3::integer[]))
     INSERT INTO comment_mentions (workspace_id, crm_user_id, comment_id, row_id)
     SELECT DISTINCT current_workspace(), person, $2::uuid, $1::uuid FROM unnest($3::integer[]) AS person
     ON CONFLICT DO NOTHING`,
    [comment.rowId, comment.id, comment.mentions],
  )
}

/** @returns the comments that were unread before. */
export async function markRead(
  tx: Tx,
  crmUserId: number,
  ids: readonly string[],
): Promise<string[]> {
  const read = await tx.run<{ id: string }>(
    `UPDATE comment_mentions SET read_at = now()
     WHERE workspace_id = current_workspace() AND crm_user_id = $1 AND comment_id = ANY ($2::uuid[])
       AND read_at IS NULL
     RETURNING comment_id AS id`,
    [crmUserId, ids],
  )
  return read.map(({ id }) => id)
}
