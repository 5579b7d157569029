import { SYSTEM, tokenRef, userRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'
import { excerptOf, isInOutbox, messageIdIn, placeIdOf } from './row-messages.rules.ts'
import * as sql from './row-messages.sql.ts'

/** The messages of a row's conversations from before a moment, newest first. */
export async function messagesOfRow(tx: Tx, rowId: string, before: Moment, limit: number) {
  const found = await sql.listOfRow(tx, rowId, before, messageIdIn(before.id), limit)
  return found.map((message) => ({
    id: placeIdOf(message.id),
    atUs: message.at_us,
    at: message.recorded_at.toISOString(),
    actor: actorOf(message),
    message: {
      messageId: message.id,
      conversationId: message.conversation_id,
      medium: message.medium,
      direction: message.direction,
      status: message.status,
      ...(isInOutbox(message) && { inOutbox: true as const }),
      senderType: message.sender_type,
      senderName: message.sender_name,
      subject: message.subject,
      excerpt: excerptOf(message.beginning),
      isCall: message.is_call,
      isDeleted: message.is_deleted,
    },
  }))
}

/** Who wrote the message, as events name people and tokens. */
function actorOf({ direction, sender_id, token_id }: sql.RowMessage): string {
  if (direction === 'inbound') return 'contact'
  if (token_id !== null) return tokenRef(token_id)
  return sender_id === null ? SYSTEM : userRef(sender_id)
}
