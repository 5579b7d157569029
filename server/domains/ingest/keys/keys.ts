import { randomInt } from 'node:crypto'
import type { EventVerb } from '../../../../contract/events/events.ts'
import type { keyOperations } from '../../../../contract/ingest/ingest.ts'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { BodyOf, KeyFamily } from '../../../../contract/language/operation.ts'
import { type Actor, actorRef, keyActor, systemActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId, secretHash } from '../../../platform/ids.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { viewOf } from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { type GuideOptions, writeGuide } from '../guide/guide.ts'
import { keyFrom, limitsOf, prefixes } from './keys.rules.ts'
import * as sql from './keys.sql.ts'

export const newKeySecret = (family: KeyFamily): string =>
  keyFrom(family, (below) => randomInt(below))

/** Makes a key. Its secret appears only in this answer. */
export async function createKey(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  body: BodyOf<(typeof keyOperations.boards)['createKey']>,
) {
  const definition = await locate(tx, address)
  const { expiresAt, origins } = limitsOf(body, await sql.readNow(tx))
  const family: KeyFamily = definition.kind
  const secret = newKeySecret(family)
  const id = newId()
  const key = await sql.insertKey(tx, {
    id,
    definitionId: definition.id,
    name: body.name,
    scopes: body.scopes,
    prefix: prefixes[family],
    lastFour: secret.slice(-4),
    createdBy: actorRef(actor),
    expiresAt,
    origins,
  })
  sql.insertKeyHash(tx, id, secretHash(secret), 0)
  appendEvent(tx, keyEvent('created', actor, id, body.name))
  return { ...keyOut(key), secret }
}

/** Whether any board or page of the workspace has a key, and whether one was used. */
export const keyUse = (tx: Tx) => sql.findKeyUse(tx)

export async function listKeys(
  tx: Tx,
  address: DefinitionAddress,
  query: { limit?: number; cursor?: string },
) {
  const definition = await locate(tx, address)
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const { items, nextCursor } = page(
    await sql.listKeys(tx, definition.id, after, limit + 1),
    limit,
    (key) => [key.id],
  )
  return { data: items.map(keyOut), nextCursor }
}

/**
 * Changes a key's name, its end or its sites, from its next request on.
 *
 * @throws Refusal invalid_request, not_found, key_ended.
 */
export async function updateKey(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { keyId: string },
  change: BodyOf<(typeof keyOperations.boards)['updateKey']>,
) {
  const limits = limitsOf(change, await sql.readNow(tx))
  const definition = await locate(tx, address)
  if (!(await sql.findKey(tx, definition.id, address.keyId))) throw notFound()
  const key = await sql.updateKey(tx, address.keyId, {
    name: change.name,
    expiresAt: change.expiresAt === undefined ? undefined : limits.expiresAt,
    origins: change.origins === undefined ? undefined : limits.origins,
  })
  if (!key) throw new Refusal('key_ended')
  appendEvent(tx, keyEvent('updated', actor, key.id, key.name))
  return keyOut(key)
}

/** Revokes a key from its next request on. This cannot be undone. */
export async function revokeKey(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { keyId: string },
): Promise<void> {
  const definition = await locate(tx, address)
  const key = await sql.findKey(tx, definition.id, address.keyId)
  if (!key) throw notFound()
  if (key.revoked_at) return
  await sql.revokeKey(tx, key.id)
  appendEvent(tx, keyEvent('revoked', actor, key.id, key.name))
}

/**
 * Makes a new secret for a key, which appears only in this answer. The previous secret works until the overlap is over.
 *
 * @throws Refusal not_found, key_ended.
 */
export async function rotateKey(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { keyId: string },
  { overlapSeconds = 0 }: { overlapSeconds?: number },
) {
  const definition = await locate(tx, address)
  if (!(await sql.findKey(tx, definition.id, address.keyId))) throw notFound()
  const secret = newKeySecret(definition.kind)
  const key = await sql.rotateKey(tx, address.keyId, secret.slice(-4), overlapSeconds)
  if (!key) throw new Refusal('key_ended')
  sql.insertKeyHash(tx, key.id, secretHash(secret), key.secret_number)
  appendEvent(tx, keyEvent('rotated', actor, key.id, key.name))
  return { ...keyOut(key), secret }
}

/**
 * Lets the operator revoke a key without looking for its board.
 *
 * @throws Refusal not_found.
 */
export async function revokeKeyAnywhere(db: Database, keyId: string): Promise<void> {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
  const workspaceId = uuid.test(keyId)
    ? await db.withDirectory((tx) => sql.workspaceOfKey(tx, keyId))
    : undefined
  const unknown = new Refusal('not_found', 'key', { key: keyId })
  if (!workspaceId) throw unknown
  const actor = systemActor(workspaceId)
  await db.withWorkspace(actor, async (tx) => {
    const name = await sql.revokeKey(tx, keyId)
    if (name === undefined) throw unknown
    appendEvent(tx, keyEvent('revoked', actor, keyId, name))
  })
}

/** The write guide as a key gets it, even for a key that can only write and so cannot read its own guide. */
export async function keyGuide(
  tx: Tx,
  address: DefinitionAddress & { keyId: string },
  options: Omit<GuideOptions, 'scopes'>,
) {
  const definition = await locate(tx, address)
  const key = await sql.findKey(tx, definition.id, address.keyId)
  if (!key) throw notFound()
  const actor = keyActor({
    workspaceId: definition.workspaceId,
    keyId: key.id,
    definitionId: definition.id,
    family: definition.kind,
    scopes: key.scopes,
  })
  return writeGuide(viewOf(definition, actor), { ...options, scopes: key.scopes })
}

const keyOut = (key: sql.KeyRecord) => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  prefix: key.prefix,
  lastFour: key.last_four,
  createdAt: key.created_at.toISOString(),
  createdBy: key.created_by,
  expiresAt: key.expires_at?.toISOString() ?? null,
  origins: key.origins,
  previousEndsAt: key.previous_ends_at?.toISOString() ?? null,
  lastUsedAt: key.last_used_at?.toISOString() ?? null,
  revokedAt: key.revoked_at?.toISOString() ?? null,
})

const keyEvent = (verb: EventVerb<'key'>, actor: Actor, id: string, name: string) => ({
  type: `key.${verb}` as const,
  actor: actorRef(actor),
  subject: `key:${id}`,
  data: { name },
})
