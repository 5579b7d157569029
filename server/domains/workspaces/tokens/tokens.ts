import { randomInt } from 'node:crypto'
import type { EventVerb } from '../../../../contract/events/events.ts'
import type { BodyOf } from '../../../../contract/language/operation.ts'
import type { ownTokenOperations } from '../../../../contract/workspaces/tokens.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId, secretHash } from '../../../platform/ids.ts'
import { notFound, Refusal, unknownReferences } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { knownDefinitions } from './reach.ts'
import { limitsOf, PREFIX, tokenFrom } from './tokens.rules.ts'
import * as sql from './tokens.sql.ts'

type PageQuery = { limit?: number; cursor?: string }

const newTokenSecret = (): string => tokenFrom((below) => randomInt(below))

/**
 * Makes a token for the actor's own seat. Its secret appears only in this answer.
 *
 * @throws Refusal invalid_request, unknown_reference (definitions).
 */
export async function createToken(
  tx: Tx,
  actor: UserActor,
  body: BodyOf<(typeof ownTokenOperations)['createToken']>,
) {
  const { expiresAt, addresses } = limitsOf(body, await sql.readNow(tx))
  const definitionIds = await definitionsOf(tx, body.definitions ?? null)
  const secret = newTokenSecret()
  const id = newId()
  const token = await sql.insertToken(tx, {
    id,
    crmUserId: actor.crmUserId,
    name: body.name,
    scopes: body.scopes,
    definitionIds,
    addresses,
    lastFour: secret.slice(-4),
    expiresAt,
  })
  sql.insertTokenHash(tx, id, secretHash(secret), 0)
  appendTokenEvent(tx, actor, 'created', token)
  const [out] = await tokensOut(tx, [token])
  return { ...out!, secret }
}

/** The actor's own tokens. */
export const listOwnTokens = (tx: Tx, actor: UserActor, query: PageQuery) =>
  listTokens(tx, actor.crmUserId, query)

/** Everybody's. */
export const listAllTokens = (tx: Tx, query: PageQuery) => listTokens(tx, null, query)

/** Revokes one of the actor's own tokens from its next request on. @throws Refusal not_found */
export const revokeOwnToken = (tx: Tx, actor: UserActor, id: string): Promise<void> =>
  revoke(tx, actor, actor.crmUserId, id)

/** Revokes anybody's token. @throws Refusal not_found */
export const revokeAnyToken = (tx: Tx, actor: UserActor, id: string): Promise<void> =>
  revoke(tx, actor, null, id)

/**
 * Makes a new secret for one of the actor's own tokens, which appears only in this answer. The previous secret works until
 * the overlap is over.
 *
 * @throws Refusal not_found, token_ended.
 */
export async function rotateToken(
  tx: Tx,
  actor: UserActor,
  id: string,
  { overlapSeconds = 0 }: { overlapSeconds?: number },
) {
  if (!(await sql.findToken(tx, actor.crmUserId, id))) throw notFound()
  const secret = newTokenSecret()
  const rotated = await sql.rotateToken(tx, id, secret.slice(-4), overlapSeconds)
  if (!rotated) throw new Refusal('token_ended')
  const { secretNumber, ...token } = rotated
  sql.insertTokenHash(tx, id, secretHash(secret), secretNumber)
  appendTokenEvent(tx, actor, 'rotated', token)
  const [out] = await tokensOut(tx, [token])
  return { ...out!, secret }
}

/** What tokens are called, including those that have ended. */
export async function listTokenNames(tx: Tx, query: PageQuery) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const names = await sql.listTokenNames(tx, after, limit + 1)
  const { items, nextCursor } = page(names, limit, ({ id }) => [id])
  return { data: items, nextCursor }
}

async function listTokens(tx: Tx, crmUserId: number | null, query: PageQuery) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const tokens = await sql.listTokens(tx, crmUserId, after, limit + 1)
  const { items, nextCursor } = page(tokens, limit, ({ id }) => [id])
  return { data: await tokensOut(tx, items), nextCursor }
}

async function revoke(
  tx: Tx,
  actor: UserActor,
  crmUserId: number | null,
  id: string,
): Promise<void> {
  const token = await sql.findToken(tx, crmUserId, id)
  if (!token) throw notFound()
  if (token.revokedAt) return
  sql.revokeToken(tx, id)
  appendTokenEvent(tx, actor, 'revoked', token)
}

async function definitionsOf(tx: Tx, keys: readonly string[] | null): Promise<string[] | null> {
  if (keys === null) return null
  const found = await knownDefinitions.filled.findByKeys(tx, keys)
  const ids = new Map(found.map(({ id, key }) => [key, id]))
  const unknown = keys.flatMap((key, i) => (ids.has(key) ? [] : [`body.definitions[${i}]`]))
  if (unknown.length > 0) throw unknownReferences(unknown)
  return keys.map((key) => ids.get(key)!)
}

async function tokensOut(tx: Tx, tokens: readonly sql.TokenRow[]) {
  const ids = [...new Set(tokens.flatMap(({ definitionIds }) => definitionIds ?? []))]
  const found = ids.length > 0 ? await knownDefinitions.filled.findByIds(tx, ids) : []
  const keys = new Map(found.map(({ id, key }) => [id, key]))
  return tokens.map(({ definitionIds, ...token }) => ({
    ...token,
    definitions: definitionIds?.flatMap((id) => keys.get(id) ?? []) ?? null,
    prefix: PREFIX,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    previousEndsAt: token.previousEndsAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
  }))
}

const appendTokenEvent = (
  tx: Tx,
  actor: UserActor,
  verb: EventVerb<'token'>,
  { id, name }: Pick<sql.TokenRow, 'id' | 'name'>,
): void =>
  appendEvent(tx, {
    type: `token.${verb}`,
    actor: actorRef(actor),
    subject: `token:${id}`,
    data: { name },
  })
