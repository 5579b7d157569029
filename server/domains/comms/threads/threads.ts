import { takeIntegerId } from '../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { appendEvent } from '../../events/events.ts'
import type { RowPurger } from '../../records/trash/trash-purge.ts'
import * as sql from './conversations.sql.ts'

/** A locked conversation, and whether it was opened just now. */
export interface Thread {
  conversation: sql.ConversationRow
  opened: boolean
}

/**
 * The thread for messages of an address, which is opened if there is none. One that is about no record yet is from now
 * on about the wanted one.
 */
export async function threadWith(
  tx: Tx,
  actor: string,
  wanted: sql.NewConversation,
): Promise<Thread> {
  const { medium, address, definitionId, rowId } = wanted
  const found = await sql.lockThreadWith(tx, medium, address, rowId ?? null)
  if (!found) return (await openThread(tx, actor, wanted)) ?? threadWith(tx, actor, wanted)
  if (found.row_id !== null || !definitionId || !rowId) {
    return { conversation: found, opened: false }
  }
  const record = { definitionId, rowId }
  const linked = await sql.updateConversation(tx, found.id, { record })
  appendConversationEvent(tx, actor, 'updated', linked)
  return { conversation: linked, opened: false }
}

/**
 * Opens a thread; undefined if somebody else has just opened one and there can be only one. If two transactions open
 * the first thread with an address, one waits here for the other.
 *
 * @param another whether email can have another thread with the address.
 */
export async function openThread(
  tx: Tx,
  actor: string,
  wanted: sql.NewConversation,
  another = false,
): Promise<Thread | undefined> {
  const { medium, address, rowId } = wanted
  const id = await takeIntegerId(tx, 'conversation')
  const single = medium === 'text' || !another
  if (single && (await sql.lockThreadWith(tx, medium, address, rowId ?? null))) {
    return undefined
  }
  const conversation = await sql.insertConversation(tx, id, wanted)
  appendConversationEvent(tx, actor, 'created', conversation)
  return { conversation, opened: true }
}

export function appendConversationEvent(
  tx: Tx,
  actor: string,
  verb: 'created' | 'updated',
  { id, row_id: rowId }: Pick<sql.ConversationRow, 'id' | 'row_id'>,
): void {
  appendEvent(tx, {
    type: `conversation.${verb}`,
    actor,
    subject: `conversation:${id}`,
    data: { conversationId: id, ...(rowId && { rowId }) },
  })
}

/** A thread stays when its row is purged, without it. */
export const threadsOfPurgedRows: RowPurger = sql.clearRows
