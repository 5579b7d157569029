import type { Failed } from '../../../contract/refusals/reasons.ts'
import type { Role } from '../../../shared/roles.ts'
import type { Tx } from '../../platform/database/tx.ts'

export interface WebhookRow {
  id: string
  url: string
  types: string[]
  role: Role
  definitionIds: string[] | null
  /** The keys of those definitions, including deleted ones. */
  definitionKeys: string[] | null
  description: string
  enabled: boolean
  disabledReason: string | null
  createdAt: Date
  createdBy: string
  updatedAt: Date
}

const WEBHOOK = `w.id, w.url, w.types, w.role, w.definition_ids AS "definitionIds",
  CASE WHEN w.definition_ids IS NOT NULL THEN ARRAY(
    SELECT d.key FROM definitions d WHERE d.workspace_id = current_workspace() AND d.id = ANY (w.definition_ids)
    ORDER BY d.key) END AS "definitionKeys",
  w.description, w.enabled, w.disabled_reason AS "disabledReason",
  w.created_at AS "createdAt", w.created_by AS "createdBy", w.updated_at AS "updatedAt"`

/** Oldest first; `after` is the last id seen. */
export function listWebhooks(tx: Tx, after: string | null, limit: number): Promise<WebhookRow[]> {
  return tx.run<WebhookRow>(
    `SELECT ${WEBHOOK} FROM webhooks w
     WHERE w.workspace_id = current_workspace() AND ($1::uuid IS NULL OR w.id > $1)
     ORDER BY w.id LIMIT $2`,
    [after, limit],
  )
}

export async function findWebhook(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.run<WebhookRow>(
    `SELECT ${WEBHOOK} FROM webhooks w WHERE w.workspace_id = current_workspace() AND w.id = $1`,
    [id],
  )
  return row
}

export interface SecretsRow {
  id: string
  secret: Buffer
  past: Buffer | null
}

export function listSecrets(tx: Tx): Promise<SecretsRow[]> {
  return tx.run(
    'SELECT id, secret, past_secret AS past FROM webhooks WHERE workspace_id = current_workspace()',
  )
}

/** Like `listSecrets`; they stay as they are until the transaction ends. */
export function lockSecrets(tx: Tx): Promise<SecretsRow[]> {
  return tx.run(
    `SELECT id, secret, past_secret AS past FROM webhooks
     WHERE workspace_id = current_workspace() ORDER BY id FOR UPDATE`,
  )
}

export function setSecrets(tx: Tx, { id, secret, past }: SecretsRow): void {
  tx.queue(
    `UPDATE webhooks SET secret = $2, past_secret = $3
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, secret, past],
  )
}

export async function countWebhooks(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ count: number }>(
    'SELECT count(*) FROM webhooks WHERE workspace_id = current_workspace()',
  )
  return row!.count
}

export interface NewWebhook {
  id: string
  url: string
  types: readonly string[]
  role: Role
  definitionIds: readonly string[] | null
  description: string
  enabled: boolean
  secret: Buffer
  createdBy: string
}

/** Inserts a webhook whose place in the feed is after every event that can be read now. */
export function insertWebhook(tx: Tx, webhook: NewWebhook, horizon: string): void {
  const { id, url, types, role, definitionIds, description, enabled, secret, createdBy } = webhook
  tx.queue(
    `WITH made AS (
       INSERT INTO webhooks (workspace_id, id, url, types, role, definition_ids, description, enabled,
         secret, created_by)
       VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING workspace_id, id)
     INSERT INTO webhook_tails (workspace_id, webhook_id, xid, event_id)
     SELECT workspace_id, id, $10::text::xid8,
       '00000000-0000-0000-0000-000000000000' FROM made RETURNING 1`,
    [id, url, types, role, definitionIds, description, enabled, secret, createdBy, horizon],
  )
}

export interface WebhookChange {
  url?: string | undefined
  types?: readonly string[] | undefined
  role?: Role | undefined
  /** Null for all definitions. */
  definitionIds?: readonly string[] | null | undefined
  description?: string | undefined
  enabled?: boolean | undefined
}

export function updateWebhook(tx: Tx, id: string, change: WebhookChange): void {
  tx.queue(
    `UPDATE webhooks SET url = coalesce($2, url), types = coalesce($3, types), role = coalesce($4, role),
       definition_ids = CASE WHEN $5 THEN $6 ELSE definition_ids END,
       description = coalesce($7, description), enabled = coalesce($8, enabled),
       disabled_reason = CASE WHEN $8 IS NULL THEN disabled_reason END, updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [
      id,
      change.url ?? null,
      change.types ?? null,
      change.role ?? null,
      change.definitionIds !== undefined,
      change.definitionIds ?? null,
      change.description ?? null,
      change.enabled ?? null,
    ],
  )
}

/** Skips everything that happened so far. */
export function moveTailToEnd(tx: Tx, id: string, horizon: string): void {
  tx.queue(
    `UPDATE webhook_tails SET xid = $2::text::xid8,
       event_id = '00000000-0000-0000-0000-000000000000', fence = fence + 1
     WHERE workspace_id = current_workspace() AND webhook_id = $1`,
    [id, horizon],
  )
}

/** The previous secret also signs for a day. */
export function replaceSecret(tx: Tx, id: string, secret: Buffer): void {
  tx.queue(
    `UPDATE webhooks SET past_secret = secret, past_until = now() + interval '24 hours', secret = $2,
       updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, secret],
  )
}

export async function deleteWebhook(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx.run(
    'DELETE FROM webhooks WHERE workspace_id = current_workspace() AND id = $1 RETURNING 1',
    [id],
  )
  return gone.length > 0
}

export interface DeliveryRow {
  id: string
  webhookId: string
  state: 'pending' | 'delivered' | 'failed' | 'dropped'
  type: string
  eventId: string | null
  attempts: number
  createdAt: Date
  nextAttemptAt: Date | null
  settledAt: Date | null
  lastStatus: number | null
  lastError: string | null
  /** Attempts of releases up to 0.3.0 have no `why`. */
  log: {
    at: string
    status: number | null
    error: string | null
    why?: Failed | null
    ms: number
  }[]
}

const DELIVERY = `id, webhook_id AS "webhookId", state, type, event_id AS "eventId", attempts,
  created_at AS "createdAt", next_attempt_at AS "nextAttemptAt", settled_at AS "settledAt",
  last_status AS "lastStatus", last_error AS "lastError", log`

/** Newest first; `before` is the last id seen. */
export function listDeliveries(
  tx: Tx,
  webhookId: string,
  state: string | null,
  before: string | null,
  limit: number,
): Promise<DeliveryRow[]> {
  return tx.run<DeliveryRow>(
    `SELECT ${DELIVERY} FROM webhook_deliveries
     WHERE workspace_id = current_workspace() AND webhook_id = $1
       AND ($2::text IS NULL OR state = $2) AND ($3::uuid IS NULL OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [webhookId, state, before, limit],
  )
}

export async function insertTest(tx: Tx, webhookId: string, id: string): Promise<DeliveryRow> {
  const [row] = await tx.run<DeliveryRow>(
    `INSERT INTO webhook_deliveries (workspace_id, webhook_id, id, type)
     VALUES (current_workspace(), $1, $2, 'webhook.test') RETURNING ${DELIVERY}`,
    [webhookId, id],
  )
  return row!
}

/** Makes a delivery due again, with all its tries; one that is being sent right now is sent again afterwards. */
export async function renewDelivery(
  tx: Tx,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx.run<DeliveryRow>(
    `UPDATE webhook_deliveries
     SET state = 'pending', attempts = 0, next_attempt_at = (SELECT clock_timestamp()), settled_at = NULL
     WHERE workspace_id = current_workspace() AND webhook_id = $1 AND id = $2 RETURNING ${DELIVERY}`,
    [webhookId, id],
  )
  return row
}
