import type { Tx } from '../../../platform/database/tx.ts'

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

/** Takes a message's files off it. @returns their ids. */
export async function removeAttachments(tx: Tx, messageId: number): Promise<string[]> {
  const gone = await tx.run<{ id: string }>(
    `DELETE FROM message_attachments WHERE workspace_id = current_workspace() AND message_id = $1
     RETURNING file_id AS id`,
    [messageId],
  )
  return gone.map(({ id }) => id)
}

/** Which of these files are attached to messages. */
export async function listAttachedFiles(tx: Tx, fileIds: readonly string[]): Promise<string[]> {
  const found = await tx.run<{ id: string }>(
    `SELECT DISTINCT a.file_id AS id FROM message_attachments a
     JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
     WHERE a.workspace_id = current_workspace() AND a.file_id = ANY ($1::uuid[])`,
    [fileIds],
  )
  return found.map(({ id }) => id)
}
