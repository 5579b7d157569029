import type { Tx } from '../../../platform/database/tx.ts'

export interface LinkedFile {
  key: string
  name: string
  type: string
  size: number
  sha256: string
}

/** A file of a text that was submitted to the provider at most an hour ago. */
export async function findLinked(
  tx: Tx,
  messageId: number,
  fileId: string,
): Promise<LinkedFile | undefined> {
  const [found] = await tx.run<LinkedFile>(
    `SELECT f.store_key AS key, f.name, f.type, f.size, f.sha256 FROM message_attachments a
     JOIN files f ON f.workspace_id = a.workspace_id AND f.id = a.file_id
     JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
     JOIN message_deliveries d ON d.workspace_id = a.workspace_id AND d.message_id = a.message_id
     WHERE a.workspace_id = current_workspace() AND a.message_id = $1 AND a.file_id = $2
       AND m.deleted_at IS NULL AND d.began_at > now() - interval '1 hour'`,
    [messageId, fileId],
  )
  return found
}
