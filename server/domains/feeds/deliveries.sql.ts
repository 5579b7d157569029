import type { Failed } from '../../../contract/refusals/reasons.ts'
import type { Role } from '../../../shared/roles.ts'
import type { Tx } from '../../platform/database/tx.ts'

/** A webhook that this worker holds until the lease lapses or another worker claims it, which changes the fence. */
export interface Claim {
  webhookId: string
  fence: number
}

const LEASE = "(SELECT clock_timestamp() + interval '30 seconds')"

/** Claims free webhooks that have something to do. */
export function claimWebhooks(
  tx: Tx,
  most: number,
  except: readonly string[],
  horizon: string,
): Promise<Claim[]> {
  return tx.run<Claim>(
    `UPDATE webhook_tails SET fence = fence + 1, leased_until = ${LEASE}
     WHERE workspace_id = current_workspace() AND webhook_id IN (
       SELECT t.webhook_id FROM webhook_tails t
       JOIN webhooks w ON w.workspace_id = current_workspace() AND w.id = t.webhook_id
       WHERE t.workspace_id = current_workspace() AND w.enabled
         AND t.leased_until < (SELECT clock_timestamp()) AND t.webhook_id <> ALL ($2::uuid[])
         AND (EXISTS (SELECT FROM events e WHERE e.workspace_id = current_workspace()
             AND (e.xid, e.id) > (t.xid, t.event_id) AND e.xid < $3::text::xid8)
           OR EXISTS (SELECT FROM webhook_deliveries d WHERE d.workspace_id = current_workspace()
             AND d.webhook_id = t.webhook_id AND d.state = 'pending'
             AND d.next_attempt_at <= (SELECT clock_timestamp())))
       ORDER BY t.leased_until LIMIT $1 FOR UPDATE OF t SKIP LOCKED)
     RETURNING webhook_id AS "webhookId", fence`,
    [most, except, horizon],
  )
}

/** Whether the workspace has a webhook that could have work at some time. */
export async function hasEnabled(tx: Tx): Promise<boolean> {
  const found = await tx.run(
    'SELECT 1 FROM webhooks WHERE workspace_id = current_workspace() AND enabled LIMIT 1',
  )
  return found.length > 0
}

/** Renews and locks a claim. @returns the webhook's place in the feed; undefined if the claim is lost. */
export async function holdClaim(
  tx: Tx,
  { webhookId, fence }: Claim,
): Promise<{ xid: number; id: string; pending: number } | undefined> {
  const [row] = await tx.run<{ xid: number; id: string; pending: number }>(
    `WITH held AS (
       UPDATE webhook_tails SET leased_until = ${LEASE}
       WHERE workspace_id = current_workspace() AND webhook_id = $1 AND fence = $2
       RETURNING xid, event_id)
     SELECT xid::text::bigint AS xid, event_id AS id, (
       SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries
         WHERE workspace_id = current_workspace() AND webhook_id = $1 AND state = 'pending'
         LIMIT 2000) counted) AS pending
     FROM held`,
    [webhookId, fence],
  )
  return row
}

/** Stores new deliveries, and moves the webhook past the events that were read. */
export function insertDeliveries(
  tx: Tx,
  { webhookId, fence }: Claim,
  events: readonly { deliveryId: string; xid: number; id: string; type: string }[],
  seen: { xid: number; id: string },
): void {
  tx.queue(
    `WITH moved AS (
       UPDATE webhook_tails SET xid = $4::text::xid8, event_id = $5
       WHERE workspace_id = current_workspace() AND webhook_id = $1 AND fence = $2
       RETURNING workspace_id, webhook_id)
     INSERT INTO webhook_deliveries (workspace_id, webhook_id, id, event_xid, event_id, type)
     SELECT moved.workspace_id, moved.webhook_id, e."deliveryId", e.xid::xid8, e.id, e.type
     FROM moved, jsonb_to_recordset($3::jsonb) AS e ("deliveryId" uuid, xid text, id uuid, type text)
     RETURNING 1`,
    [
      webhookId,
      fence,
      JSON.stringify(events.map((event) => ({ ...event, xid: String(event.xid) }))),
      String(seen.xid),
      seen.id,
    ],
  )
}

/** A try that is about to be made, with everything it needs. */
export interface Attempt {
  deliveryId: string
  /** How many tries there have been, including this one. */
  attempts: number
  type: string
  eventXid: number | null
  eventId: string | null
  createdAt: Date
  now: Date
  url: string
  role: Role
  secret: Buffer
  /** The previous secret, while it is still valid. */
  pastSecret: Buffer | null
}

/**
 * Counts the next due try, the oldest event first. Only under the claim, which it extends beyond the longest time that
 * a request can take.
 */
export async function beginAttempt(
  tx: Tx,
  { webhookId, fence }: Claim,
): Promise<Attempt | undefined> {
  const [row] = await tx.run<Attempt>(
    `WITH held AS (
       UPDATE webhook_tails SET leased_until = ${LEASE}
       WHERE workspace_id = current_workspace() AND webhook_id = $1 AND fence = $2
       RETURNING workspace_id, webhook_id),
     due AS (
       SELECT d.id FROM webhook_deliveries d
       WHERE d.workspace_id = current_workspace() AND d.webhook_id = $1 AND d.state = 'pending'
         AND d.next_attempt_at <= (SELECT clock_timestamp()) AND EXISTS (SELECT FROM held)
       ORDER BY d.event_xid NULLS FIRST, d.event_id, d.id LIMIT 1),
     begun AS (
       UPDATE webhook_deliveries d SET attempts = attempts + 1
       FROM due, webhooks w
       WHERE d.workspace_id = current_workspace() AND d.webhook_id = $1 AND d.id = due.id
         AND w.workspace_id = d.workspace_id AND w.id = d.webhook_id AND w.enabled
       RETURNING d.id, d.attempts, d.type, d.event_xid, d.event_id, d.created_at,
         w.url, w.role, w.secret, w.past_secret, w.past_until)
     SELECT id AS "deliveryId", attempts, type, event_xid::text::bigint AS "eventXid",
       event_id AS "eventId", created_at AS "createdAt", clock_timestamp() AS now, url, role, secret,
       CASE WHEN past_until > now() THEN past_secret END AS "pastSecret"
     FROM begun`,
    [webhookId, fence],
  )
  return row
}

export interface Settlement {
  deliveryId: string
  attempts: number
  state: 'pending' | 'delivered' | 'failed' | 'dropped'
  /** Until the next try; stretched or shortened by up to a tenth. */
  waitMs: number | null
  status: number | null
  why: Failed | null
  ms: number
}

/** Records the result of a try, if the claim still holds and nobody replayed the delivery meanwhile. */
export function settleAttempt(tx: Tx, { webhookId, fence }: Claim, settled: Settlement): void {
  tx.queue(
    `UPDATE webhook_deliveries d SET state = $5, last_status = $7, last_error = $8::jsonb ->> 'error',
       next_attempt_at = CASE WHEN $5 = 'pending' THEN
         (SELECT clock_timestamp() + $6::float8 * (0.9 + 0.2 * random()) * interval '1 millisecond') END,
       settled_at = CASE WHEN $5 <> 'pending' THEN (SELECT clock_timestamp()) END,
       log = (SELECT jsonb_agg(entry ORDER BY n) FROM (
         SELECT entry, n FROM jsonb_array_elements(d.log || (SELECT jsonb_build_object(
           'at', clock_timestamp() - $9::float8 * interval '1 millisecond',
           'status', $7::integer, 'error', $8::jsonb ->> 'error', 'why', $8::jsonb, 'ms', $9::integer))) WITH ORDINALITY AS l (entry, n)
         ORDER BY n DESC LIMIT 20) latest)
     WHERE workspace_id = current_workspace() AND webhook_id = $1 AND id = $3 AND attempts = $4
       AND EXISTS (SELECT FROM webhook_tails t WHERE t.workspace_id = current_workspace()
         AND t.webhook_id = d.webhook_id AND t.fence = $2)`,
    [
      webhookId,
      fence,
      settled.deliveryId,
      settled.attempts,
      settled.state,
      settled.waitMs,
      settled.status,
      settled.why && JSON.stringify(settled.why),
      settled.ms,
    ],
  )
}

/** The receiver wants no more: it gets nothing until somebody enables it again. */
export function disableGone(tx: Tx, { webhookId }: Claim): void {
  tx.queue(
    `UPDATE webhooks SET enabled = false, disabled_reason = 'gone', updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [webhookId],
  )
}

export function releaseClaim(tx: Tx, { webhookId, fence }: Claim): void {
  tx.queue(
    `UPDATE webhook_tails SET leased_until = '-infinity'
     WHERE workspace_id = current_workspace() AND webhook_id = $1 AND fence = $2`,
    [webhookId, fence],
  )
}

export function deleteSettled(tx: Tx): void {
  tx.queue(
    `DELETE FROM webhook_deliveries
     WHERE workspace_id = current_workspace() AND settled_at < now() - interval '30 days'`,
  )
}
