import type { Query, Tx } from '../../../platform/database/tx.ts'
import { ENDED_SECRETS, WORKS } from '../keys/keys.sql.ts'
import type { RateWindow } from './rate.rules.ts'

export interface Counter {
  definition_id: string
  next_position: number
  /** Null if the definition was deleted. */
  version: number | null
}

const COUNTERS = `SELECT definition_id, next_position, version FROM row_counters
  WHERE workspace_id = current_workspace() AND definition_id = ANY ($1::uuid[])`

/** Locks the counters of definitions, always in the order of their ids. */
export function lockCounters(tx: Tx, definitionIds: readonly string[]): Promise<Counter[]> {
  return tx.run(`${COUNTERS} ORDER BY definition_id FOR UPDATE`, [definitionIds])
}

export function listCounters(tx: Tx, definitionIds: readonly string[]): Promise<Counter[]> {
  return tx.run(COUNTERS, [definitionIds])
}

/** Makes the rate rows of keys that have none. */
export function ensureRates(tx: Tx, keyIds: readonly string[], route: string): void {
  tx.queue(
    `INSERT INTO ingest_rates (workspace_id, key_id, route)
     SELECT current_workspace(), k, $2 FROM unnest($1::uuid[]) AS k ORDER BY k ON CONFLICT DO NOTHING`,
    [keyIds, route],
  )
}

/** Locks the rate windows of keys, in the order of their ids, until the transaction ends. */
export async function lockRates(
  tx: Tx,
  keyIds: readonly string[],
  route: string,
): Promise<Map<string, RateWindow>> {
  const rows = await tx.run<{ key_id: string; window: RateWindow }>(
    `SELECT key_id, json_build_object('at', granted_at, 'n', granted) AS window FROM ingest_rates
     WHERE workspace_id = current_workspace() AND route = $2 AND key_id = ANY ($1::uuid[])
     ORDER BY key_id FOR UPDATE`,
    [keyIds, route],
  )
  return new Map(rows.map((row) => [row.key_id, row.window]))
}

export interface KeyState {
  key_id: string
  /** Whether it is neither revoked nor expired. */
  works: boolean
  /** How many of its secrets have ended: those with a lower number. */
  ended_secrets: number
  /** Whether last_used_at is older than a minute. */
  stale_use: boolean
  /** The database's clock, in µs since 1970, read after taking the locks, so that it only rises. */
  now_us: number
  /** The transaction's time, which new rows get. */
  now: Date
}

export function keyStates(tx: Tx, keyIds: readonly string[]): Promise<KeyState[]> {
  return tx.run(
    `SELECT k.id AS key_id, ${WORKS} AS works, ${ENDED_SECRETS} AS ended_secrets,
       k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS stale_use,
       (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now_us, now() AS now
     FROM ingest_keys k
     WHERE k.workspace_id = current_workspace() AND k.id = ANY ($1::uuid[])`,
    [keyIds],
  )
}

export function saveRates(tx: Tx, route: string, windows: ReadonlyMap<string, RateWindow>): void {
  const saved = [...windows]
  tx.queue(...(saved.length === 1 ? oneRate(route, saved[0]!) : manyRates(route, saved)))
}

type KeyWindow = [keyId: string, RateWindow]

const oneRate = (route: string, [keyId, { at, n }]: KeyWindow): Query => [
  `UPDATE ingest_rates SET granted_at = $3::bigint[], granted = $4::integer[]
   WHERE workspace_id = current_workspace() AND route = $2 AND key_id = $1`,
  [keyId, route, at, n],
]

/** Looks each window up by its key, which takes half the time of a join. */
const manyRates = (route: string, windows: readonly KeyWindow[]): Query => [
  `UPDATE ingest_rates SET granted_at = (SELECT ('{' || ($3::jsonb -> key_id::text ->> 'at') || '}')::bigint[]),
     granted = (SELECT ('{' || ($3::jsonb -> key_id::text ->> 'n') || '}')::integer[])
   WHERE workspace_id = current_workspace() AND route = $2 AND key_id = ANY ($1::uuid[])`,
  [
    windows.map(([keyId]) => keyId),
    route,
    JSON.stringify(
      Object.fromEntries(
        windows.map(([keyId, { at, n }]) => [keyId, { at: at.join(), n: n.join() }]),
      ),
    ),
  ],
]

export function touchKeys(tx: Tx, keyIds: readonly string[]): void {
  tx.queue(
    `UPDATE ingest_keys SET last_used_at = now()
     WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])`,
    [keyIds],
  )
}

/** The database's clock, in µs since 1970. It only rises while the caller holds a lock. */
export async function clockUs(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ now_us: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now_us',
  )
  return row!.now_us
}
