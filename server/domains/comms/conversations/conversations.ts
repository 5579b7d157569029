import type { Static } from 'typebox'
import type { Conversation } from '../../../../contract/comms/conversations.ts'
import type { Medium } from '../../../../contract/comms/messages.ts'
import { phoneDigits } from '../../../../shared/phone-digits.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { notFound, Refusal, unknownReference } from '../../../platform/refusal.ts'
import { likePattern } from '../../records/texts/row-texts.rules.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import { addressesLike, requireAddress } from '../addresses/addresses.ts'
import { readNow } from '../sending/queueing.sql.ts'
import { appendMessageEvents } from '../sending/queueing.ts'
import * as sql from '../threads/conversations.sql.ts'
import { refuseEmailOnly, refuseLines } from '../threads/message-body.rules.ts'
import { markRead } from '../threads/messages.sql.ts'
import { recordOf } from '../threads/records-of.ts'
import { excerptOf } from '../threads/row-messages.rules.ts'
import { appendConversationEvent, openThread } from '../threads/threads.ts'
import { listConversations as listRows } from './conversation-list.sql.ts'
import { type ConversationChange, refuseChange } from './conversations.rules.ts'

export interface ConversationFilter {
  limit?: number
  cursor?: string
  medium?: Medium
  status?: sql.ConversationRow['status']
  /** `me`, `none` or a `crmUserId`. */
  assigned_to?: string
  unread?: boolean
  row_id?: string
  address?: string
  search?: string
}

/** Stands in a cursor for a thread without a message. */
const NEVER = -1

/** @throws Refusal invalid_cursor. */
export async function listConversations(tx: Tx, actor: UserActor, query: ConversationFilter) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const { assigned_to: assigned } = query
  const cursor = query.cursor ? decodeCursor(query.cursor, ['number', 'number']) : null
  const digits = query.search === undefined ? undefined : phoneDigits(query.search)
  const found = await listRows(tx, {
    medium: query.medium ?? null,
    status: query.status ?? null,
    limit: limit + 1,
    assignedTo:
      assigned === undefined || assigned === 'none'
        ? null
        : assigned === 'me'
          ? actor.crmUserId
          : Number(assigned),
    unassigned: assigned === 'none',
    unread: query.unread ?? null,
    rowId: query.row_id ?? null,
    addresses: query.address === undefined ? null : await addressesLike(tx, query.address),
    pattern: query.search === undefined ? null : likePattern(query.search),
    phone: digits === undefined ? null : likePattern(digits),
    after: cursor && [cursor[0] === NEVER ? null : cursor[0], cursor[1]],
  })
  const { items, nextCursor } = page(found, limit, ({ at_us, id }) => [at_us ?? NEVER, id])
  return { data: items.map(conversationOut), nextCursor }
}

export interface NewThread {
  medium: Medium
  address: string
  subject?: string
  assigned_to?: number | null
  definition_key?: string | null
  row_id?: string | null
}

/** @throws Refusal invalid_request, unknown_reference, email_only, conversation_exists (for a number). */
export async function createConversation(tx: Tx, actor: UserActor, body: NewThread) {
  const { medium } = body
  refuseChange(body, undefined)
  refuseLines(body.subject)
  refuseEmailOnly(medium, body)
  const address = await requireAddress(tx, medium, body.address, 'address')
  await refuseStranger(tx, body.assigned_to)
  const record = await recordOf(tx, body)
  const made = await openThread(
    tx,
    actorRef(actor),
    { medium, address, subject: body.subject, assignedTo: body.assigned_to, ...record },
    true,
  )
  if (made) return conversationOut(made.conversation)
  throw new Refusal('conversation_exists', 'address', { address })
}

export async function getConversation(tx: Tx, id: number) {
  const found = await sql.findConversation(tx, id)
  if (!found) throw notFound()
  return conversationOut(found)
}

/** @throws Refusal invalid_request, unknown_reference, not_found, email_only. */
export async function updateConversation(
  tx: Tx,
  actor: UserActor,
  id: number,
  body: ConversationChange,
) {
  refuseChange(body, body.snoozed_until == null ? undefined : await readNow(tx))
  refuseLines(body.subject)
  await refuseStranger(tx, body.assigned_to)
  const record = await recordOf(tx, body)
  const before = await sql.lockConversation(tx, id)
  if (!before) throw notFound()
  refuseEmailOnly(before.medium, body)
  const after = await sql.updateConversation(tx, id, {
    status: body.status,
    snoozedUntil: body.snoozed_until,
    subject: body.subject,
    assignedTo: body.assigned_to,
    record: body.row_id === null ? null : record,
  })
  appendConversationEvent(tx, actorRef(actor), 'updated', after)
  return conversationOut(after)
}

/** @throws Refusal not_found. */
export async function readConversation(tx: Tx, actor: UserActor, id: number) {
  const conversation = await sql.lockConversation(tx, id)
  if (!conversation) throw notFound()
  appendMessageEvents(tx, actorRef(actor), 'read', await markRead(tx, id), conversation)
  return conversationOut({ ...conversation, unread_count: 0 })
}

/** @throws Refusal unknown_reference. */
async function refuseStranger(tx: Tx, assignedTo: number | null | undefined): Promise<void> {
  if (assignedTo == null) return
  const people = await listPeople(tx)
  if (!people.some(({ crmUserId }) => crmUserId === assignedTo)) {
    throw unknownReference('assigned_to')
  }
}

const conversationOut = (row: sql.ConversationRow): Static<typeof Conversation> => ({
  id: row.id,
  medium: row.medium,
  address: row.address,
  subject: row.subject,
  status: row.status,
  snoozed_until: row.snoozed_until?.toISOString() ?? null,
  assigned_to: row.assigned_to,
  definition_key: row.definition_key,
  row_id: row.row_id,
  unread_count: row.unread_count,
  last_message_at: row.last_message_at?.toISOString() ?? null,
  last_message: row.last_message && lastOut(row.last_message),
})

const lastOut = ({ beginning, ...last }: NonNullable<sql.ConversationRow['last_message']>) => ({
  ...last,
  excerpt: excerptOf(beginning),
})
