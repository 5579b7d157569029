import type { PresentedKey } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { versionSeen } from '../../records/definitions/definition.rules.ts'
import { takePositions } from '../../records/rows/stored-rows.ts'
import * as sql from './admission.sql.ts'
import {
  emptyWindow,
  grant,
  type Rate,
  type RateDecision,
  type RateWindow,
  rateHeaders,
} from './rate.rules.ts'

/** The routes that have separate limits. */
export type RateRoute = 'write' | 'read'

/** One of a key's secrets. */
export type KeySecret = Pick<PresentedKey, 'keyId' | 'secretNumber' | 'definitionId'>

/**
 * Judges requests of keys inside the transaction that serves them: whether the key still works, whether its
 * rate allows one more, and which version of the definition is current. `save` stores what was granted in
 * the same transaction, so the limit is exact across all processes.
 */
export interface Admission {
  /** The transaction's time, which computed cells of new rows show; only while there is a key. */
  readonly now: Date
  /** The current version of the key's definition; undefined if the key or that secret has ended, or the definition is deleted. */
  version: (key: KeySecret) => string | undefined
  nextPosition: (definitionId: string) => number
  /** How many positions were taken already, by definition. */
  taken: ReadonlyMap<string, number>
  /** Counts one request of the key. */
  decide: (keyId: string) => RateDecision
  save: () => void
}

/**
 * @param keys the key of each request.
 * @param rows how many rows may be written to each definition: their counters are locked. For a single definition, the
 *   positions are taken at once, which is one statement instead of two; what is not needed has to be given back.
 * @param alone what this process has granted while there was no primary: each then counts by itself.
 */
export async function admit(
  tx: Tx,
  route: RateRoute,
  limit: number,
  keys: readonly Omit<KeySecret, 'secretNumber'>[],
  rows: ReadonlyMap<string, number> = new Map(),
  alone = new Map<string, RateWindow>(),
): Promise<Admission> {
  const keyIds = [...new Set(keys.map(({ keyId }) => keyId))]
  const unwritten = new Set(keys.map(({ definitionId }) => definitionId)).difference(rows)
  let [{ locked, taken }, rates, states, others] = await Promise.all([
    lockCounters(tx, rows),
    tx.canWrite ? sql.lockRates(tx, keyIds, route) : alone,
    sql.keyStates(tx, keyIds),
    unwritten.size > 0 ? sql.listCounters(tx, [...unwritten]) : [],
  ])
  if (tx.canWrite && rates.size < keyIds.length) {
    // A key's first request, or its first since a crash of the database emptied the unlogged table.
    sql.ensureRates(tx, keyIds, route)
    ;[rates, states, others] = await Promise.all([
      sql.lockRates(tx, keyIds, route),
      sql.keyStates(tx, keyIds),
      unwritten.size > 0 ? sql.listCounters(tx, [...unwritten]) : [],
    ])
  }
  const byKey = new Map(states.map((state) => [state.key_id, state]))
  const counters = new Map(
    [...locked, ...others].map((counter) => [counter.definition_id, counter]),
  )
  const nowUs = states[0]?.now_us ?? 0
  const changed = new Map<string, RateWindow>()

  return {
    get now() {
      return states[0]!.now
    },
    version: ({ keyId, secretNumber, definitionId }) => {
      const state = byKey.get(keyId)
      const version = counters.get(definitionId)?.version ?? null
      if (!state?.works || secretNumber < state.ended_secrets || version === null) return undefined
      return versionSeen(version, tx.definitionIds)
    },
    nextPosition: (definitionId) => counters.get(definitionId)?.next_position ?? 1,
    taken,
    decide(keyId) {
      const window = changed.get(keyId) ?? rates.get(keyId) ?? emptyWindow
      const decision = grant(window, nowUs, limit)
      if (decision.granted) changed.set(keyId, decision.window)
      return decision
    },
    save() {
      if (changed.size === 0) return
      if (!tx.canWrite) {
        for (const [keyId, window] of changed) alone.set(keyId, window)
        return
      }
      sql.saveRates(tx, route, changed)
      const stale = [...changed.keys()].filter((keyId) => byKey.get(keyId)?.stale_use)
      if (stale.length > 0) sql.touchKeys(tx, stale)
    },
  }
}

async function lockCounters(
  tx: Tx,
  rows: ReadonlyMap<string, number>,
): Promise<{ locked: sql.Counter[]; taken: Map<string, number> }> {
  const [only, ...others] = rows
  if (!only) return { locked: [], taken: new Map() }
  const [definitionId, count] = only
  if (others.length > 0 || count === 0) {
    return { locked: await sql.lockCounters(tx, [...rows.keys()]), taken: new Map() }
  }
  const counter = await takePositions(tx, definitionId, count)
  if (!counter) return { locked: [], taken: new Map() }
  const { first, version } = counter
  return {
    locked: [{ definition_id: definitionId, next_position: first, version }],
    taken: new Map([[definitionId, count]]),
  }
}

/** Over the limit: the transaction is rolled back, including the claim of an Idempotency-Key. */
export const rateLimited = (rate: Rate, retryAfter: number): Refusal =>
  new Refusal(
    'rate_limited',
    'key_rate',
    { limit: rate.limit, seconds: retryAfter },
    { retryAfter, headers: rateHeaders(rate) },
  )

/**
 * Counts one request of a sender without a key, as a key's are. Every route has a limit of its own.
 *
 * @returns the refusal if its rate allows no more; then nothing is counted.
 */
export async function admitSender(
  tx: Tx,
  id: string,
  route: 'hook' | 'unsigned',
  limit: number,
): Promise<Rate | Refusal> {
  sql.ensureRates(tx, [id], route)
  const windows = await sql.lockRates(tx, [id], route)
  const decision = grant(windows.get(id) ?? emptyWindow, await sql.clockUs(tx), limit)
  if (!decision.granted) return rateLimited(decision.rate, decision.retryAfter)
  sql.saveRates(tx, route, new Map([[id, decision.window]]))
  return decision.rate
}

/** How many names of rows and people a key that cannot read may send in a minute. */
export const MOST_NAMES = 10_000

/**
 * Counts the names of rows and people in a request of a key that cannot read, found or not: it could not guess many, even if
 * something told it which were found.
 *
 * @throws Refusal rate_limited; then nothing of the request is counted.
 */
export async function admitNames(tx: Tx, keyId: string, names: number): Promise<void> {
  if (names === 0) return
  sql.ensureRates(tx, [keyId], 'names')
  const windows = await sql.lockRates(tx, [keyId], 'names')
  const now = await sql.clockUs(tx)
  const count = Math.min(names, MOST_NAMES)
  const decision = grant(windows.get(keyId) ?? emptyWindow, now, MOST_NAMES, count)
  if (!decision.granted) {
    const { retryAfter } = decision
    const values = { limit: MOST_NAMES, seconds: retryAfter }
    throw new Refusal('rate_limited', 'names_rate', values, { retryAfter })
  }
  sql.saveRates(tx, 'names', new Map([[keyId, decision.window]]))
}
