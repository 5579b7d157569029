import type { Tx } from '../../../platform/database/db.ts'

/** In order. `after` is the last position of the page before; positions start at 1. */
export function listAttachments(
  tx: Tx,
  messageId: number,
  after: number,
  limit: number,
): Promise<
  { position: number; id: string; name: string; size: number; type: string; inline: boolean }[]
> {
  return tx.run(
    `SELECT a.position, f.id, f.name, f.size::bigint AS size, f.type,
       coalesce(position('src="/v1/files/' || f.id || '/content"' IN m.content_html) > 0, false) AS inline
     FROM message_attachments a
     JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
     JOIN files f ON f.workspace_id = a.workspace_id AND f.id = a.file_id
     WHERE a.workspace_id = current_workspace() AND a.message_id = $1 AND a.position > $2::bigint
     ORDER BY a.position LIMIT $3`,
    [messageId, after, limit],
  )
}

/** Which of these files are attached to messages. Deleted messages count only if asked for. */
export async function listAttachedFiles(
  tx: Tx,
  fileIds: readonly string[],
  withDeleted: boolean,
): Promise<string[]> {
  const found = await tx.run<{ id: string }>(
    `SELECT DISTINCT a.file_id AS id FROM message_attachments a
     JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
       AND ($2 OR m.deleted_at IS NULL)
     WHERE a.workspace_id = current_workspace() AND a.file_id = ANY ($1::uuid[])`,
    [fileIds, withDeleted],
  )
  return found.map(({ id }) => id)
}
