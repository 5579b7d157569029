import { randomBytes } from 'node:crypto'
import type { EventVerb } from '../../../contract/events/events.ts'
import { whyOf } from '../../../contract/refusals/reasons.ts'
import type { Role } from '../../../shared/roles.ts'
import { type Actor, actorRef, isLimited } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/cursor.ts'
import { newId } from '../../platform/ids.ts'
import { announceWork } from '../../platform/jobs/due-work.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { invalid, notFound, Refusal } from '../../platform/refusal.ts'
import type { Reseal, Seal, Sealed } from '../../platform/secrets/seal.ts'
import { appendEvent } from '../events/events.ts'
import { idsOfKeys } from '../records/definitions/definition-heads.ts'
import { findHorizon } from './events.sql.ts'
import * as sql from './webhooks.sql.ts'

export interface WebhookTools {
  seal: Seal
  outbound: Outbound
}

export interface WebhookBody {
  url?: string
  types?: readonly string[]
  role?: Role
  filter?: { definitionKeys?: readonly string[] }
  description?: string
  enabled?: boolean
}

/** The kind of due work that a worker looks for. */
export const WORK = 'webhooks'
const MOST = 100

export async function listWebhooks(tx: Tx, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const { items, nextCursor } = page(
    await sql.listWebhooks(tx, after, limit + 1),
    limit,
    ({ id }) => [id],
  )
  return { data: items.map(webhookOut), nextCursor }
}

/** @throws Refusal not_found */
export const getWebhook = async (tx: Tx, id: string) => webhookOut(await find(tx, id))

/**
 * Makes a webhook; only this answer has its secret.
 *
 * @throws Refusal invalid_request (the url, too many), unknown_reference (filter).
 */
export async function createWebhook(
  tx: Tx,
  { seal, outbound }: WebhookTools,
  actor: Actor,
  body: WebhookBody & { url: string; types: readonly string[]; role: Role },
) {
  refuseUnfiltered(actor, body.filter)
  const url = readUrl(outbound, body.url)
  if ((await sql.countWebhooks(tx)) >= MOST) {
    throw new Refusal('invalid_request', 'too_many_webhooks', { most: MOST })
  }
  const id = newId()
  const secret = newSecret()
  const webhook = {
    id,
    url,
    types: body.types,
    role: body.role,
    definitionIds: (await definitionsOf(tx, body.filter)) ?? null,
    description: body.description ?? '',
    enabled: body.enabled ?? true,
    secret: seal.seal(secret, sealOf(actor.workspaceId, id)),
    createdBy: actorRef(actor),
  }
  sql.insertWebhook(tx, webhook, await findHorizon(tx))
  announceWork(tx, WORK)
  appendWebhookEvent(tx, actor, 'created', id)
  return { ...webhookOut(await find(tx, id)), secret }
}

/** @throws Refusal not_found, invalid_request (the url), unknown_reference (filter). */
export async function updateWebhook(
  tx: Tx,
  { outbound }: WebhookTools,
  actor: Actor,
  id: string,
  body: WebhookBody,
) {
  if (body.filter) refuseUnfiltered(actor, body.filter)
  const url = body.url === undefined ? undefined : readUrl(outbound, body.url)
  const definitionIds = body.filter && ((await definitionsOf(tx, body.filter)) ?? null)
  const before = await find(tx, id)
  const { types, role, description, enabled } = body
  sql.updateWebhook(tx, id, { url, types, role, description, enabled, definitionIds })
  if (enabled && !before.enabled) sql.moveTailToEnd(tx, id, await findHorizon(tx))
  announceWork(tx, WORK)
  appendWebhookEvent(tx, actor, 'updated', id)
  return webhookOut(await find(tx, id))
}

/** @throws Refusal not_found */
export async function removeWebhook(tx: Tx, actor: Actor, id: string): Promise<void> {
  if (!(await sql.deleteWebhook(tx, id))) throw notFound()
  appendWebhookEvent(tx, actor, 'deleted', id)
}

/** @throws Refusal not_found */
export async function rotateSecret(tx: Tx, { seal }: WebhookTools, actor: Actor, id: string) {
  await find(tx, id)
  const secret = newSecret()
  sql.replaceSecret(tx, id, seal.seal(secret, sealOf(actor.workspaceId, id)))
  appendWebhookEvent(tx, actor, 'secret_rotated', id)
  return { ...webhookOut(await find(tx, id)), secret }
}

/** @throws Refusal not_found, webhook_disabled. */
export async function testWebhook(tx: Tx, id: string) {
  await findEnabled(tx, id)
  announceWork(tx, WORK)
  return deliveryOut(await sql.insertTest(tx, id, newId()))
}

/** @throws Refusal not_found, invalid_cursor. */
export async function listDeliveries(
  tx: Tx,
  id: string,
  query: { limit?: number; cursor?: string; state?: string },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const before = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  await find(tx, id)
  const found = await sql.listDeliveries(tx, id, query.state ?? null, before, limit + 1)
  const { items, nextCursor } = page(found, limit, (delivery) => [delivery.id])
  return { data: items.map(deliveryOut), nextCursor }
}

/** @throws Refusal not_found, webhook_disabled. */
export async function replayDelivery(tx: Tx, id: string, deliveryId: string) {
  await findEnabled(tx, id)
  const renewed = await sql.renewDelivery(tx, id, deliveryId)
  if (!renewed) throw notFound()
  announceWork(tx, WORK)
  return deliveryOut(renewed)
}

/** The sealed secrets of the workspace's webhooks. */
export async function sealedSecrets(tx: Tx, workspaceId: string): Promise<Sealed[]> {
  const kept = await sql.listSecrets(tx)
  return kept.map(({ id, secret }) => ({ bytes: secret, context: sealOf(workspaceId, id) }))
}

/** Seals the secrets of the workspace's webhooks with the current key. Returns how many were sealed with another. */
export async function resealSecrets(tx: Tx, workspaceId: string, reseal: Reseal): Promise<number> {
  let count = 0
  for (const { id, secret, past } of await sql.lockSecrets(tx)) {
    const context = sealOf(workspaceId, id)
    const again = [secret, past].map((bytes) => bytes && reseal({ bytes, context }))
    count += again.filter((bytes) => bytes !== null).length
    if (again.some((bytes) => bytes !== null))
      sql.setSecrets(tx, { id, secret: again[0] ?? secret, past: again[1] ?? past })
  }
  return count
}

/** The context that a webhook's secret is sealed with; the secret cannot be opened in any other. */
export const sealOf = (workspaceId: string, id: string): string => `webhook ${workspaceId} ${id}`

/** 256 bits in the form of the Standard Webhooks scheme. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

async function find(tx: Tx, id: string): Promise<sql.WebhookRow> {
  const found = await sql.findWebhook(tx, id)
  if (!found) throw notFound()
  return found
}

async function findEnabled(tx: Tx, id: string): Promise<void> {
  if (!(await find(tx, id)).enabled) throw new Refusal('webhook_disabled')
}

/** The URL as it will be requested. */
function readUrl(outbound: Outbound, text: string): string {
  const fault = outbound.webhookFault(text)
  if (fault) throw invalid('body.url', fault)
  return new URL(text).href
}

/** A token with only some definitions cannot have events of others sent. @throws Refusal forbidden */
function refuseUnfiltered(actor: Actor, filter: WebhookBody['filter']): void {
  if (isLimited(actor) && !filter?.definitionKeys) {
    throw new Refusal('forbidden', 'filter_needed')
  }
}

async function definitionsOf(tx: Tx, filter: WebhookBody['filter']): Promise<string[] | undefined> {
  const keys = filter?.definitionKeys
  return keys && idsOfKeys(tx, keys, (i) => `body.filter.definitionKeys[${i}]`)
}

function appendWebhookEvent(tx: Tx, actor: Actor, verb: EventVerb<'webhook'>, id: string): void {
  appendEvent(tx, {
    type: `webhook.${verb}`,
    actor: actorRef(actor),
    subject: `webhook:${id}`,
    data: {},
  })
}

function webhookOut({
  definitionIds: _,
  definitionKeys,
  createdAt,
  updatedAt,
  ...row
}: sql.WebhookRow) {
  return {
    ...row,
    filter: definitionKeys ? { definitionKeys } : {},
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const deliveryOut = ({ createdAt, nextAttemptAt, settledAt, log, ...row }: sql.DeliveryRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  settledAt: settledAt?.toISOString() ?? null,
  log: log.map(({ at, why = null, ...entry }) => ({
    at: new Date(at).toISOString(),
    ...entry,
    ...whyOf(entry.error, why),
  })),
})
