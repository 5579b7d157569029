import { Webhook } from 'standardwebhooks'
import { failed } from '../../../contract/refusals/reasons.ts'
import type { Role } from '../../../shared/roles.ts'
import { type UserActor, userActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import type { Outbound, Outcome } from '../../platform/outbound/outbound.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { definitionIdOf, isSent, mayHear } from './audience.rules.ts'
import { judge } from './deliveries.rules.ts'
import * as sql from './deliveries.sql.ts'
import { findEvent, findHorizon, listEventsAfter } from './events.sql.ts'
import { loadEvents, projectEvent } from './projection.ts'
import { findWebhook } from './webhooks.sql.ts'
import { sealOf } from './webhooks.ts'

export type { Claim } from './deliveries.sql.ts'

export interface DeliveryTools {
  db: Database
  seal: Seal
  outbound: Outbound
  /** How long a receiver may take. Well below the lease, so that no other worker sends it too. The default is 10 s. */
  timeoutMs?: number | undefined
}

/** With this many pending, the receiver is too slow: no more events are read for it. They stay in the feed. */
const MOST_PENDING = 1000
const BLOCK = 250

/** Claims webhooks of the workspace that have something to do, and says whether any could have work at some time. */
export async function claimWork(
  tx: Tx,
  most: number,
  except: readonly string[],
): Promise<[sql.Claim[], boolean]> {
  if (most === 0) return [[], await sql.hasEnabled(tx)]
  const horizon = await findHorizon(tx)
  return Promise.all([sql.claimWebhooks(tx, most, except, horizon), sql.hasEnabled(tx)])
}

/**
 * Sends a claimed webhook's deliveries one by one, until none is due, the claim is lost or the signal comes. After a
 * crash the try has been counted and the delivery is still pending, so it is sent again, with the same id.
 */
export async function work(
  tools: DeliveryTools,
  workspaceId: string,
  claim: sql.Claim,
  signal: AbortSignal,
): Promise<void> {
  const { db } = tools
  // A try in progress when the stop begins may still finish.
  const late = new AbortController()
  const abort = () => setTimeout(() => late.abort(), 3_000).unref()
  signal.addEventListener('abort', abort, { once: true })
  try {
    while (!signal.aborted) {
      const more = await db.withWorkspace({ workspaceId }, (tx) => noteEvents(tx, claim))
      const { sent, isSilent } = await sendDue(tools, workspaceId, claim, signal, late.signal)
      // A receiver that does not answer waits for a later turn, so that another webhook can use this slot.
      if (isSilent || (!more && sent === 0)) break
    }
    // After an error the claim is not released: the next try waits until the lease lapses.
    await db.withWorkspace({ workspaceId }, async (tx) => sql.releaseClaim(tx, claim))
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Stores deliveries of the next events in the feed. @returns whether there may be more. */
async function noteEvents(tx: Tx, claim: sql.Claim): Promise<boolean> {
  const tail = await sql.holdClaim(tx, claim)
  if (!tail || tail.pending >= MOST_PENDING) return false
  const [webhook, horizon] = await Promise.all([findWebhook(tx, claim.webhookId), findHorizon(tx)])
  if (!webhook?.enabled) return false
  const events = await listEventsAfter(tx, tail, horizon, BLOCK)
  const last = events.at(-1)
  if (!last) return false
  const identity = identityOf('', webhook.role)
  const ids = webhook.definitionIds
  const wanted = events.filter(
    (event) =>
      isSent(event.type, webhook.types) &&
      mayHear(event, identity) &&
      // For an event about a column, the definition is looked up when it is sent.
      (ids === null ||
        event.subject.startsWith('column:') ||
        ids.includes(definitionIdOf(event) ?? '')),
  )
  sql.insertDeliveries(
    tx,
    claim,
    wanted.map(({ xid, id, type }) => ({ deliveryId: newId(), xid, id, type })),
    last,
  )
  return events.length === BLOCK
}

async function sendDue(
  tools: DeliveryTools,
  workspaceId: string,
  claim: sql.Claim,
  signal: AbortSignal,
  late: AbortSignal,
): Promise<{ sent: number; isSilent: boolean }> {
  const { db } = tools
  let sent = 0
  for (; sent < MOST_PENDING && !signal.aborted; sent++) {
    const next = await db.withWorkspace({ workspaceId }, async (tx) => {
      const attempt = await sql.beginAttempt(tx, claim)
      if (!attempt) return undefined
      const body = await payloadOf(tx, workspaceId, claim, attempt)
      if (body === undefined) settle(tx, claim, attempt, 'dropped')
      return { attempt, body }
    })
    if (!next) break
    const { attempt, body } = next
    if (body === undefined) continue
    const outcome = await send(tools, workspaceId, claim, attempt, body, late)
    const { isGone, ...verdict } = judge(outcome, attempt.attempts)
    await db.withWorkspace({ workspaceId }, async (tx) => {
      const { deliveryId, attempts } = attempt
      const { status, ms } = outcome
      sql.settleAttempt(tx, claim, { deliveryId, attempts, status, ms, ...verdict })
      if (isGone) sql.disableGone(tx, claim)
    })
    if (outcome.status === null) return { sent, isSilent: true }
  }
  return { sent, isSilent: false }
}

async function send(
  { seal, outbound, timeoutMs = 10_000 }: DeliveryTools,
  workspaceId: string,
  { webhookId }: sql.Claim,
  attempt: sql.Attempt,
  body: string,
  signal: AbortSignal,
): Promise<Outcome> {
  let secrets: string[]
  try {
    secrets = [attempt.secret, attempt.pastSecret].flatMap((sealed) =>
      sealed ? seal.open(sealed, sealOf(workspaceId, webhookId)) : [],
    )
  } catch {
    return { status: null, why: failed('secret_unreadable', {}), ms: 0 }
  }
  const headers = headersOf(attempt, secrets, body)
  return outbound.post(attempt.url, { holder: workspaceId, headers, body, timeoutMs, signal })
}

const settle = (
  tx: Tx,
  claim: sql.Claim,
  { deliveryId, attempts }: sql.Attempt,
  state: 'dropped',
) =>
  sql.settleAttempt(tx, claim, {
    deliveryId,
    attempts,
    state,
    waitMs: null,
    status: null,
    ms: 0,
    why: failed('nothing_visible', {}),
  })

/** The payload as the webhook's role may see it now; undefined if it may see nothing of it. */
async function payloadOf(
  tx: Tx,
  workspaceId: string,
  claim: sql.Claim,
  attempt: sql.Attempt,
): Promise<string | undefined> {
  const { eventXid: xid, eventId: id } = attempt
  if (xid === null || id === null) {
    const data = { webhookId: claim.webhookId }
    return JSON.stringify({ type: attempt.type, timestamp: attempt.createdAt.toISOString(), data })
  }
  const event = await findEvent(tx, { xid, id })
  const webhook = await findWebhook(tx, claim.webhookId)
  if (!event || !webhook) return undefined
  const loaded = await loadEvents(tx, [event])
  const definitionId = loaded.definitionOf(event)?.id
  if (webhook.definitionIds && !webhook.definitionIds.includes(definitionId ?? '')) return undefined
  const projected = projectEvent(loaded, event, identityOf(workspaceId, webhook.role))
  if (!projected) return undefined
  const { type, at, data, ...rest } = projected
  return JSON.stringify({ type, timestamp: at, data: { ...data, event: rest } })
}

function headersOf(
  { deliveryId, now }: sql.Attempt,
  secrets: readonly string[],
  body: string,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Sourcebook-Webhooks',
    'webhook-id': deliveryId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(deliveryId, now, body))
      .join(' '),
  }
}

/** A seat that nobody has, with that role and in no team. */
const identityOf = (workspaceId: string, role: Role): UserActor =>
  userActor({
    workspaceId,
    accountId: '',
    crmUserId: 0,
    role,
    teamIds: [],
    plan: 'enterprise',
  })

/** Deletes deliveries that were settled long ago. */
export async function sweepDeliveries(tx: Tx): Promise<void> {
  sql.deleteSettled(tx)
}
