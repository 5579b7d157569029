import type { DeliveryState, MessageStatus } from '../../../../contract/comms/messages.ts'
import type { Failed } from '../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { SET_NEXT_WORK } from '../../../platform/jobs/due-work.sql.ts'

export interface Settlement {
  id: number
  fence: number
  state: Extract<DeliveryState, 'pending' | 'sent' | 'failed' | 'uncertain'>
  status: MessageStatus
  waitMs: number | null
  why: Failed | null
  /** The provider's id of a text. An email keeps its Message-ID. */
  externalId: string | null
  /** The facts about a text that are known now. */
  facts: {
    provider?: string
    segment_count?: number
    error_code?: string | null
    error_message?: string | null
    why?: Failed | null
  }
  /** Whether the local outbox has it, so that nobody else got it. */
  inOutbox?: boolean
}

/** A message whose delivery was settled. */
export interface Settled {
  id: number
  state: Settlement['state']
  conversationId: number
  rowId: string | null
}

/** Settles attempts whose claims are still valid, or schedules the next ones. Returns the messages of those. */
export function settle(tx: Tx, settlements: readonly Settlement[]): Promise<Settled[]> {
  return tx.run(
    `WITH wanted AS (
       SELECT *, clock_timestamp() + "waitMs" * interval '1 millisecond' AS next_at
       FROM jsonb_to_recordset($1::jsonb) AS w (id integer, fence integer, state text,
         status text, "waitMs" float8, why jsonb, "externalId" text, facts jsonb)),
     settled AS (
       UPDATE message_deliveries d SET state = wanted.state, error = wanted.why ->> 'error', why = wanted.why,
         next_attempt_at = CASE WHEN wanted.state = 'pending' THEN wanted.next_at END,
         claimed_at = CASE WHEN wanted.state <> 'pending' THEN d.claimed_at END,
         claimed_by = CASE WHEN wanted.state <> 'pending' THEN d.claimed_by END,
         began_at = CASE WHEN wanted.state <> 'pending' THEN d.began_at END,
         leased_until = NULL,
         settled_at = CASE WHEN wanted.state <> 'pending' THEN (SELECT clock_timestamp()) END
       FROM wanted
       WHERE d.workspace_id = current_workspace() AND d.message_id = wanted.id
         AND d.fence = wanted.fence AND d.state = 'claimed'
       RETURNING wanted.id, wanted.state, wanted.status, wanted."externalId", wanted.facts),
     changed AS (
       UPDATE messages m SET
         status = CASE WHEN m.status IN ('queued', 'sending') THEN settled.status ELSE m.status END,
         external_id = CASE WHEN m.medium = 'email' OR settled."externalId" IS NULL OR EXISTS (
           SELECT FROM messages o WHERE o.workspace_id = current_workspace() AND o.direction = 'outbound'
             AND o.external_id = settled."externalId") THEN m.external_id
           ELSE settled."externalId" END,
         text_facts = CASE WHEN m.medium = 'text'
           THEN coalesce(m.text_facts, '{}') || CASE WHEN m.status IN ('queued', 'sending')
             THEN settled.facts ELSE settled.facts - '{error_code,error_message,why}'::text[] END END
       FROM settled WHERE m.workspace_id = current_workspace() AND m.id = settled.id
       RETURNING m.id, m.conversation_id, settled.state)
     SELECT changed.id, changed.state, c.id AS "conversationId", c.row_id AS "rowId"
     FROM changed JOIN conversations c ON c.workspace_id = current_workspace() AND c.id = changed.conversation_id
     ORDER BY changed.id`,
    [JSON.stringify(settlements)],
  )
}

/** Sets the next turn: when a message is due or a lease lapses. */
export function setWork(tx: Tx, kind: string): void {
  tx.queue(
    `WITH next AS (
       SELECT least(
         (SELECT min(next_attempt_at) FROM message_deliveries
           WHERE workspace_id = current_workspace() AND state = 'pending'),
         (SELECT min(leased_until) FROM message_deliveries
           WHERE workspace_id = current_workspace() AND state = 'claimed')) AS at)${SET_NEXT_WORK}`,
    [kind, 0],
  )
}

/** Wakes the listening workers when the transaction commits. */
export function notifyWorkers(tx: Tx, channel: string): void {
  tx.queue('SELECT pg_notify($1, current_workspace()::text)', [channel])
}
