import type { Static } from 'typebox'
import type { Message } from '../../../../contract/comms/messages.ts'
import { whyOf } from '../../../../contract/refusals/reasons.ts'
import type { MessageRow, TextFacts } from './messages.sql.ts'

const noFacts: TextFacts = {
  error_code: null,
  error_message: null,
  media_count: 0,
  provider: 'local',
  segment_count: 0,
}

/** A message as the API returns it. A deleted message has no content. */
export function messageOut(row: MessageRow): Static<typeof Message> {
  const deleted = row.deleted_at !== null
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    parent_message_id: row.parent_id,
    medium: row.medium,
    direction: row.direction,
    status: row.status,
    subject: deleted ? null : row.subject,
    content: deleted ? '' : row.content,
    content_html: deleted ? null : row.content_html,
    external_id: row.external_id,
    is_deleted: deleted,
    sender_id: row.sender_id,
    sender_name: row.sender_name,
    sender_type: row.sender_type,
    occurred_at: row.occurred_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
    delivered_at: time(row.delivered_at),
    read_at: time(row.read_at),
    call: row.call && (deleted ? { ...row.call, ...noWords } : row.call),
    delivery: row.state && {
      attempts: row.attempts!,
      claimed_at: time(row.claimed_at),
      claimed_by: row.claimed_by,
      error: row.error,
      ...whyOf(row.error, row.why),
      next_attempt_at: time(row.next_attempt_at),
      settled_at: time(row.settled_at),
      state: row.state,
    },
    text: row.medium === 'text' ? textOut({ ...noFacts, ...row.text_facts }) : null,
  }
}

const textOut = ({ why = null, ...facts }: TextFacts) => ({
  ...facts,
  ...whyOf(facts.error_message, why),
})

/** The transcript of a call. */
const noWords = { ai_summary: null, recording_url: null, transcript: null }

const time = (at: Date | null): string | null => at?.toISOString() ?? null

type Standing = Pick<MessageRow, 'direction' | 'status' | 'state' | 'deleted_at'>

/** Whether a message can be sent again: it failed, was not delivered, or its outcome is not known. */
export const mayRetry = ({ direction, status, state, deleted_at }: Standing): boolean =>
  direction === 'outbound' &&
  deleted_at === null &&
  (state === 'failed' ||
    state === 'uncertain' ||
    (state === 'sent' && (status === 'undelivered' || status === 'failed')))
