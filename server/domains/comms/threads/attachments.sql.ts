import type { Tx } from '../../../platform/database/db.ts'

/** In their order; `after` is the last position seen, from 1. */
export function listAttachments(
  tx: Tx,
  messageId: number,
  after: number,
  limit: number,
): Promise<{ position: number; id: string; name: string; size: number; type: string }[]> {
  return tx.run(
    `SELECT a.position, f.id, f.name, f.size::bigint AS size, f.type FROM message_attachments a
     JOIN files f ON f.workspace_id = a.workspace_id AND f.id = a.file_id
     WHERE a.workspace_id = current_workspace() AND a.message_id = $1 AND a.position > $2::bigint
     ORDER BY a.position LIMIT $3`,
    [messageId, after, limit],
  )
}
