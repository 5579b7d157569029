import type { Failed } from '../../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../../platform/database/tx.ts'

/** A text with files that are not fetched yet. */
export interface Awaiting {
  messageId: number
  channelId: string | null
  urls: string[]
  ageMs: number
}

const AWAITING = `id AS "messageId", channel_id AS "channelId", media_urls AS urls,
  (extract(epoch FROM clock_timestamp() - recorded_at) * 1000)::float8 AS "ageMs"`

/** The oldest texts first. */
export function listAwaiting(tx: Tx, most: number): Promise<Awaiting[]> {
  return tx.run(
    `SELECT ${AWAITING} FROM messages
     WHERE workspace_id = current_workspace() AND media_urls IS NOT NULL AND deleted_at IS NULL
     ORDER BY id LIMIT $1`,
    [most],
  )
}

/** Locks a text until the transaction ends; undefined if its files are done or it is deleted. */
export async function lockAwaiting(
  tx: Tx,
  messageId: number,
): Promise<{ urls: string[]; conversationId: number; rowId: string | null } | undefined> {
  const [found] = await tx.run<{ urls: string[]; conversationId: number; rowId: string | null }>(
    `SELECT m.media_urls AS urls, m.conversation_id AS "conversationId", c.row_id AS "rowId"
     FROM messages m
     JOIN conversations c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
     WHERE m.workspace_id = current_workspace() AND m.id = $1 AND m.media_urls IS NOT NULL
       AND m.deleted_at IS NULL FOR NO KEY UPDATE OF m`,
    [messageId],
  )
  return found
}

/** Adds a file after the text's other files. */
export function attach(tx: Tx, messageId: number, fileId: string): void {
  tx.queue(
    `INSERT INTO message_attachments (workspace_id, message_id, position, file_id)
     SELECT current_workspace(), $1, 1 + coalesce(max(position), 0), $2 FROM message_attachments
     WHERE workspace_id = current_workspace() AND message_id = $1 RETURNING 1`,
    [messageId, fileId],
  )
}

/** Stores which files are still to be fetched, if any. An error names those that could not be fetched. */
export function keepAwaiting(
  tx: Tx,
  messageId: number,
  urls: readonly string[],
  why: Failed | null,
): void {
  tx.queue(
    `UPDATE messages SET media_urls = CASE WHEN cardinality($2::text[]) > 0 THEN $2::text[] END,
       text_facts = CASE WHEN $3::jsonb IS NULL THEN text_facts ELSE coalesce(text_facts, '{}') || $3::jsonb END
     WHERE workspace_id = current_workspace() AND id = $1`,
    [messageId, urls, why && JSON.stringify({ error_message: why.error, why })],
  )
}
