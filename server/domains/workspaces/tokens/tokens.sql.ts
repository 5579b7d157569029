import type { Scope } from '../../../../shared/token-scopes.ts'
import type { Seating, TokenGrant, UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'

export interface TokenRow {
  id: string
  crmUserId: number
  name: string
  scopes: Scope[]
  definitionIds: string[] | null
  addresses: string[] | null
  lastFour: string
  createdAt: Date
  expiresAt: Date
  /** When the secret before the current one ends; null if it has. */
  previousEndsAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
}

const TOKEN = `t.id, t.crm_user_id AS "crmUserId", t.name, t.scopes, t.definition_ids AS "definitionIds", t.addresses,
  t.last_four AS "lastFour", t.created_at AS "createdAt", t.expires_at AS "expiresAt",
  (SELECT e FROM unnest(t.secret_ends[cardinality(t.secret_ends):]) AS e WHERE e > now()) AS "previousEndsAt",
  t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt"`

export async function readNow(tx: Tx): Promise<Date> {
  const [row] = await tx.run<{ now: Date }>('SELECT now() AS now')
  return row!.now
}

export type NewToken = Pick<
  TokenRow,
  'id' | 'crmUserId' | 'name' | 'definitionIds' | 'addresses' | 'lastFour' | 'expiresAt'
> & { scopes: readonly Scope[] }

export async function insertToken(tx: Tx, token: NewToken): Promise<TokenRow> {
  const [made] = await tx.run<TokenRow>(
    `WITH made AS (
       INSERT INTO api_tokens (workspace_id, id, crm_user_id, name, scopes, definition_ids, addresses, last_four, expires_at)
       VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8) RETURNING *)
     SELECT ${TOKEN} FROM made t`,
    [
      token.id,
      token.crmUserId,
      token.name,
      token.scopes,
      token.definitionIds,
      token.addresses,
      token.lastFour,
      token.expiresAt,
    ],
  )
  return made!
}

/** Stores in the directory which workspace a token's secret belongs to. */
export function insertTokenHash(
  tx: Tx,
  tokenId: string,
  secretHash: Buffer,
  secretNumber: number,
): void {
  tx.queue(
    `INSERT INTO token_hashes (secret_hash, workspace_id, token_id, secret_number)
     VALUES ($1, current_workspace(), $2, $3)`,
    [secretHash, tokenId, secretNumber],
  )
}

/** By id, so the oldest comes first. @param crmUserId whose; null for everybody's. */
export function listTokens(
  tx: Tx,
  crmUserId: number | null,
  after: string | null,
  limit: number,
): Promise<TokenRow[]> {
  return tx.run(
    `SELECT ${TOKEN} FROM api_tokens t WHERE t.workspace_id = current_workspace()
       AND ($1::integer IS NULL OR t.crm_user_id = $1) AND ($2::uuid IS NULL OR t.id > $2)
     ORDER BY t.id LIMIT $3`,
    [crmUserId, after, limit],
  )
}

/** @param crmUserId whose it must be; null for anybody's. */
export async function findToken(
  tx: Tx,
  crmUserId: number | null,
  id: string,
): Promise<TokenRow | undefined> {
  const [token] = await tx.run<TokenRow>(
    `SELECT ${TOKEN} FROM api_tokens t WHERE t.workspace_id = current_workspace() AND t.id = $2
       AND ($1::integer IS NULL OR t.crm_user_id = $1)`,
    [crmUserId, id],
  )
  return token
}

export function revokeToken(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE api_tokens SET revoked_at = coalesce(revoked_at, (SELECT now()))
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}

/** For good: a person who comes back gets another seat. */
export function revokeTokensOfSeat(tx: Tx, crmUserId: number): void {
  tx.queue(
    `UPDATE api_tokens SET revoked_at = now()
     WHERE workspace_id = current_workspace() AND crm_user_id = $1 AND revoked_at IS NULL`,
    [crmUserId],
  )
}

/**
 * Lets the token's secrets so far end after the overlap, unless they end sooner, and begins the next.
 *
 * @returns undefined if the token was revoked or has expired.
 */
export async function rotateToken(
  tx: Tx,
  id: string,
  lastFour: string,
  overlapSeconds: number,
): Promise<(TokenRow & { secretNumber: number }) | undefined> {
  const [rotated] = await tx.run<TokenRow & { secretNumber: number }>(
    `WITH rotated AS (
       UPDATE api_tokens SET last_four = $2, secret_ends = ARRAY(
         SELECT least(e, now() + make_interval(secs => $3))
         FROM unnest(secret_ends || NULL::timestamptz) WITH ORDINALITY AS past (e, number) ORDER BY number)
       WHERE workspace_id = current_workspace() AND id = $1 AND revoked_at IS NULL AND expires_at > now()
       RETURNING *)
     SELECT ${TOKEN}, cardinality(t.secret_ends) AS "secretNumber" FROM rotated t`,
    [id, lastFour, overlapSeconds],
  )
  return rotated
}

/** Binds the transaction to the workspace that a token's secret belongs to. */
export function bindToToken(tx: Tx, secretHash: Buffer): void {
  tx.queue(
    `SELECT set_config('app.workspace_id', workspace_id::text, true)
     FROM token_hashes WHERE secret_hash = $1`,
    [secretHash],
  )
}

/** What a token must be to work. Of the moment, so that an end is never late. */
const WORKS = 't.revoked_at IS NULL AND t.expires_at > clock_timestamp()'
const ENDED_SECRETS =
  '(SELECT count(*)::int FROM unnest(t.secret_ends) AS e WHERE e <= clock_timestamp())'

export interface TokenHolder extends Seating {
  tokenId: string
  secretNumber: number
  scopes: Scope[]
  addresses: string[] | null
  definitionIds: string[] | null
  /** Whether its use has to be written: at most every 30 seconds. */
  isUseDue: boolean
}

/**
 * The token with this secret and the seat that it acts for, in a transaction that `bindToToken` bound; undefined if
 * either has ended.
 */
export async function findTokenHolder(
  tx: Tx,
  secretHash: Buffer,
): Promise<TokenHolder | undefined> {
  const [found] = await tx.run<TokenHolder>(
    `SELECT s.workspace_id AS "workspaceId", s.account_id AS "accountId", s.crm_user_id AS "crmUserId", s.role,
       w.plan, t.id AS "tokenId", h.secret_number AS "secretNumber", t.scopes, t.addresses,
       t.definition_ids AS "definitionIds",
       t.last_used_at IS NULL OR t.last_used_at < now() - interval '30 seconds' AS "isUseDue",
       ARRAY(SELECT m.team_id FROM team_members m
         WHERE m.workspace_id = s.workspace_id AND m.crm_user_id = s.crm_user_id
         ORDER BY m.team_id) AS "teamIds"
     FROM token_hashes h
     JOIN api_tokens t ON t.workspace_id = h.workspace_id AND t.id = h.token_id
     JOIN seats s ON s.workspace_id = t.workspace_id AND s.crm_user_id = t.crm_user_id
     JOIN workspaces w ON w.id = s.workspace_id
     WHERE h.secret_hash = $1 AND h.workspace_id = current_workspace() AND s.status = 'active'
       AND w.deleted_at IS NULL
       AND ${WORKS} AND h.secret_number >= ${ENDED_SECRETS}`,
    [secretHash],
  )
  return found
}

/** Fails, because a sentence is no boolean (22P02), unless the token works, with the seat that `findTokenHolder` found then. */
export function proveToken(tx: Tx, actor: UserActor, token: TokenGrant): Promise<unknown> {
  return tx.run(
    `SELECT (CASE WHEN count(*) = 1 THEN 'true' ELSE 'the token or its seat has changed' END)::boolean
       AS proven
     FROM api_tokens t
     JOIN seats s ON s.workspace_id = t.workspace_id AND s.crm_user_id = t.crm_user_id
     JOIN workspaces w ON w.id = s.workspace_id
     WHERE t.workspace_id = current_workspace() AND t.id = $1 AND ${WORKS}
       AND $2::int >= ${ENDED_SECRETS} AND t.scopes = $3::text[]
       AND t.addresses IS NOT DISTINCT FROM $4::text[]
       AND t.definition_ids IS NOT DISTINCT FROM $5::uuid[]
       AND s.account_id = $6 AND s.crm_user_id = $7 AND s.role = $8 AND w.plan = $9 AND s.status = 'active'
       AND w.deleted_at IS NULL
       AND $10::uuid[] = ARRAY(SELECT m.team_id FROM team_members m
         WHERE m.workspace_id = s.workspace_id AND m.crm_user_id = s.crm_user_id
         ORDER BY m.team_id)`,
    [
      token.id,
      token.secretNumber,
      token.scopes,
      token.addresses,
      actor.definitionIds ?? null,
      actor.accountId,
      actor.crmUserId,
      actor.role,
      actor.plan,
      actor.teamIds,
    ],
  )
}

/** Unless somebody else has just done so. */
export function writeUse(tx: Tx, tokenId: string): void {
  tx.queue(
    `UPDATE api_tokens SET last_used_at = now()
     WHERE workspace_id = current_workspace() AND id = $1
       AND (last_used_at IS NULL OR last_used_at < now() - interval '30 seconds')`,
    [tokenId],
  )
}

/** Of these secrets of tokens, those that no longer work, or whose seat has another role or other teams now. */
export function listChangedTokens(
  tx: Tx,
  known: readonly { tokenId: string; secretNumber: number; standing: string }[],
): Promise<
  {
    tokenId: string
    secretNumber: number
    role: Seating['role'] | null
    teamIds: string[] | null
  }[]
> {
  return tx.run(
    `SELECT k."tokenId", k."secretNumber", s.role, s."teamIds"
     FROM jsonb_to_recordset($1::jsonb) AS k ("tokenId" uuid, "secretNumber" integer, standing text)
     LEFT JOIN LATERAL (
       SELECT s.role, ARRAY(SELECT m.team_id FROM team_members m
         WHERE m.workspace_id = s.workspace_id AND m.crm_user_id = s.crm_user_id
         ORDER BY m.team_id) AS "teamIds"
       FROM api_tokens t
       JOIN seats s ON s.workspace_id = t.workspace_id AND s.crm_user_id = t.crm_user_id
       WHERE t.workspace_id = current_workspace() AND t.id = k."tokenId" AND s.status = 'active'
         AND ${WORKS} AND k."secretNumber" >= ${ENDED_SECRETS}
     ) s ON true
     WHERE s.role IS NULL OR concat_ws(' ', s.role, array_to_string(s."teamIds", ' ')) <> k.standing`,
    [JSON.stringify(known)],
  )
}

/** What tokens are called, also those that have ended: rows and histories still name them. */
export function listTokenNames(
  tx: Tx,
  after: string | null,
  limit: number | null,
): Promise<{ id: string; name: string; crmUserId: number }[]> {
  return tx.run(
    `SELECT id, name, crm_user_id AS "crmUserId" FROM api_tokens
     WHERE workspace_id = current_workspace() AND ($1::uuid IS NULL OR id > $1)
     ORDER BY id LIMIT $2`,
    [after, limit],
  )
}

/** The ids of a person's tokens, also of those that have ended. */
export async function listTokenIds(tx: Tx, crmUserId: number): Promise<string[]> {
  const found = await tx.run<{ id: string }>(
    'SELECT id FROM api_tokens WHERE workspace_id = current_workspace() AND crm_user_id = $1',
    [crmUserId],
  )
  return found.map(({ id }) => id)
}

/** Each token's name with its person's, who may have left. */
export function listTokenTitles(tx: Tx): Promise<{ id: string; title: string }[]> {
  return tx.run(
    `SELECT t.id, concat_ws(' for ', t.name, coalesce(nullif(s.name, ''), s.email)) AS title FROM api_tokens t
     LEFT JOIN seats s ON s.workspace_id = t.workspace_id AND s.crm_user_id = t.crm_user_id
     WHERE t.workspace_id = current_workspace()`,
  )
}
