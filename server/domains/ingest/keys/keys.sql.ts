import type { KeyScope } from '../../../../contract/language/operation.ts'
import type { Tx } from '../../../platform/database/tx.ts'

export interface KeyRecord {
  id: string
  definition_id: string
  name: string
  scopes: KeyScope[]
  prefix: 'sbk_' | 'spk_'
  last_four: string
  created_at: Date
  created_by: string
  expires_at: Date | null
  origins: string[] | null
  /** When the secret before the current one ends; null if it has. */
  previous_ends_at: Date | null
  /** Whether it has expired. A revoked key need not have. */
  has_expired: boolean
  last_used_at: Date | null
  revoked_at: Date | null
}

const HAS_EXPIRED = 'expires_at IS NOT NULL AND expires_at <= now()'
const KEY = `id, definition_id, name, scopes, prefix, last_four, created_at, created_by, expires_at, origins,
  (SELECT e FROM unnest(secret_ends[cardinality(secret_ends):]) AS e WHERE e > now()) AS previous_ends_at,
  ${HAS_EXPIRED} AS has_expired, last_used_at, revoked_at`

export async function readNow(tx: Tx): Promise<Date> {
  const [row] = await tx.run<{ now: Date }>('SELECT now() AS now')
  return row!.now
}

export interface NewKey {
  id: string
  definitionId: string
  name: string
  scopes: readonly KeyScope[]
  prefix: string
  lastFour: string
  createdBy: string
  expiresAt: Date | null
  origins: readonly string[] | null
}

export async function insertKey(tx: Tx, key: NewKey): Promise<KeyRecord> {
  const [made] = await tx.run<KeyRecord>(
    `WITH made AS (
       INSERT INTO ingest_keys
         (workspace_id, id, definition_id, name, scopes, prefix, last_four, created_by, expires_at, origins)
       VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *)
     SELECT ${KEY} FROM made`,
    [
      key.id,
      key.definitionId,
      key.name,
      key.scopes,
      key.prefix,
      key.lastFour,
      key.createdBy,
      key.expiresAt,
      key.origins,
    ],
  )
  return made!
}

/** Stores in the directory which workspace a key's secret belongs to. */
export function insertKeyHash(
  tx: Tx,
  keyId: string,
  secretHash: Buffer,
  secretNumber: number,
): void {
  tx.queue(
    `INSERT INTO key_hashes (secret_hash, workspace_id, key_id, secret_number)
     VALUES ($1, current_workspace(), $2, $3)`,
    [secretHash, keyId, secretNumber],
  )
}

/**
 * Changes what is given of a key.
 *
 * @returns undefined if the key was revoked or has expired.
 */
export async function updateKey(
  tx: Tx,
  id: string,
  { name, expiresAt, origins }: KeyChange,
): Promise<KeyRecord | undefined> {
  const [changed] = await tx.run<KeyRecord>(
    `WITH changed AS (
       UPDATE ingest_keys SET name = coalesce($2, name),
         expires_at = CASE WHEN $3 THEN $4 ELSE expires_at END,
         origins = CASE WHEN $5 THEN $6 ELSE origins END
       WHERE workspace_id = current_workspace() AND id = $1 AND revoked_at IS NULL AND NOT (${HAS_EXPIRED})
       RETURNING *)
     SELECT ${KEY} FROM changed`,
    [id, name, expiresAt !== undefined, expiresAt, origins !== undefined, origins],
  )
  return changed
}

/** A field that is undefined stays as it is. */
interface KeyChange {
  name: string | undefined
  expiresAt: Date | null | undefined
  origins: readonly string[] | null | undefined
}

/**
 * Lets the key's secrets so far end after the overlap, unless they end sooner, and begins the next.
 *
 * @returns undefined if the key was revoked or has expired.
 */
export async function rotateKey(
  tx: Tx,
  id: string,
  lastFour: string,
  overlapSeconds: number,
): Promise<(KeyRecord & { secret_number: number }) | undefined> {
  const [rotated] = await tx.run<KeyRecord & { secret_number: number }>(
    `WITH rotated AS (
       UPDATE ingest_keys SET last_four = $2, secret_ends = ARRAY(
         SELECT least(e, now() + make_interval(secs => $3))
         FROM unnest(secret_ends || NULL::timestamptz) WITH ORDINALITY AS past (e, number) ORDER BY number)
       WHERE workspace_id = current_workspace() AND id = $1 AND revoked_at IS NULL AND NOT (${HAS_EXPIRED})
       RETURNING *)
     SELECT ${KEY}, cardinality(secret_ends) AS secret_number FROM rotated`,
    [id, lastFour, overlapSeconds],
  )
  return rotated
}

/** By id, so the oldest comes first. */
export function listKeys(
  tx: Tx,
  definitionId: string,
  after: string | null,
  limit: number,
): Promise<KeyRecord[]> {
  return tx.run(
    `SELECT ${KEY} FROM ingest_keys WHERE workspace_id = current_workspace() AND definition_id = $1
     AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [definitionId, after, limit],
  )
}

/** Whether any board or page has a key, and whether one was used. */
export async function findKeyUse(tx: Tx): Promise<{ hasKey: boolean; usedKey: boolean }> {
  const [row] = await tx.run<{ hasKey: boolean; usedKey: boolean }>(
    `SELECT count(*) FILTER (WHERE revoked_at IS NULL AND NOT (${HAS_EXPIRED})) > 0 AS "hasKey",
       count(last_used_at) > 0 AS "usedKey" FROM ingest_keys
     WHERE workspace_id = current_workspace()`,
    [],
  )
  return row!
}

export async function findKey(
  tx: Tx,
  definitionId: string,
  id: string,
): Promise<KeyRecord | undefined> {
  const [key] = await tx.run<KeyRecord>(
    `SELECT ${KEY} FROM ingest_keys
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND id = $2`,
    [definitionId, id],
  )
  return key
}

/** @returns its name, if there is such a key. */
export async function revokeKey(tx: Tx, id: string): Promise<string | undefined> {
  const [revoked] = await tx.run<{ name: string }>(
    `UPDATE ingest_keys SET revoked_at = coalesce(revoked_at, (SELECT now()))
     WHERE workspace_id = current_workspace() AND id = $1 RETURNING name`,
    [id],
  )
  return revoked?.name
}

/** What the directory knows of a key's secret. */
export interface KeyHash {
  workspaceId: string
  keyId: string
  secretNumber: number
}

export async function findKeyHash(tx: Tx, secretHash: Buffer): Promise<KeyHash | undefined> {
  const [found] = await tx.run<KeyHash>(
    `SELECT workspace_id AS "workspaceId", key_id AS "keyId", secret_number AS "secretNumber"
     FROM key_hashes WHERE secret_hash = $1`,
    [secretHash],
  )
  return found
}

export interface KeyOwner {
  workspace_id: string
  id: string
  definition_id: string
  scopes: KeyScope[]
  origins: string[] | null
  secret_number: number
  kind: 'board' | 'page'
}

/**
 * How many of a key's secrets have ended: those with a lower number, since an older one never ends later. Of the moment, so
 * that an end is never late.
 */
export const ENDED_SECRETS = 'width_bucket(clock_timestamp(), k.secret_ends)'

/** What a key must be to work, besides its secret and its definition. */
export const WORKS = 'k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())'

/** The key with this secret, unless the secret, the key or its definition is gone. */
export async function findLiveKey(
  tx: Tx,
  { keyId, secretNumber }: KeyHash,
): Promise<KeyOwner | undefined> {
  const [key] = await tx.run<KeyOwner>(
    `SELECT k.workspace_id, k.id, k.definition_id, k.scopes, k.origins, $2::integer AS secret_number, d.kind
     FROM ingest_keys k
     JOIN definitions d ON d.workspace_id = k.workspace_id AND d.id = k.definition_id
     WHERE k.workspace_id = current_workspace() AND k.id = $1 AND $2::integer >= ${ENDED_SECRETS} AND ${WORKS}
       AND d.deleted_at IS NULL`,
    [keyId, secretNumber],
  )
  return key
}

/** The workspace of a key, from the directory. */
export async function workspaceOfKey(tx: Tx, id: string): Promise<string | undefined> {
  const [found] = await tx.run<{ workspace_id: string }>(
    'SELECT workspace_id FROM key_hashes WHERE key_id = $1',
    [id],
  )
  return found?.workspace_id
}

/** What the keys of a definition are called, including revoked ones. */
export function listKeyNames(
  tx: Tx,
  definitionId: string,
): Promise<{ id: string; name: string }[]> {
  return tx.run(
    `SELECT id, name FROM ingest_keys
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId],
  )
}

/** The keys of a definition, including revoked ones, since their rows still name them. */
export async function listKeyIds(tx: Tx, definitionId: string): Promise<string[]> {
  const keys = await tx.run<{ id: string }>(
    `SELECT id FROM ingest_keys
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId],
  )
  return keys.map(({ id }) => id)
}
