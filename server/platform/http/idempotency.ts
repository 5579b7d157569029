import { hash } from 'node:crypto'
import { type Actor, actorRef } from '../actor.ts'
import { sqlState } from '../database/db.ts'
import type { OwnerQuery } from '../database/owner.ts'
import type { Tx } from '../database/tx.ts'
import { Refusal } from '../refusal.ts'
import type { Reseal, Seal, Sealed } from '../secrets/seal.ts'
import { SentNumber, withSentNumbers } from './sent-numbers.rules.ts'

/**
 * One effect per key: the key's row is written in the effect's transaction, so that both exist or neither.
 * A second request with the key waits on that row (up to 10 s) and replays the first answer.
 * Only successes are stored: a refusal rolls the row back, and a corrected request can use the key again.
 */
export interface IdempotentRequest {
  actor: Actor
  key: string
  method: string
  /** With its query: the same key on another path is another request. */
  url: string
  /** The parsed body: spaces and the order of members make no difference. */
  body: unknown
}

export interface KeptAnswer {
  status: number
  body: string
}

const CLAIM = `
  INSERT INTO idempotency_keys AS kept (workspace_id, actor, key, request_hash)
  VALUES (current_workspace(), $1, $2, $3)
  ON CONFLICT (workspace_id, actor, key) DO UPDATE
    SET request_hash = excluded.request_hash, status = NULL, answer = NULL, created_at = excluded.created_at
    WHERE excluded.created_at - kept.created_at > interval '24 hours'
  RETURNING 1`
const READ = `
  SELECT request_hash, status, answer FROM idempotency_keys
  WHERE workspace_id = current_workspace() AND actor = $1 AND key = $2`
const KEEP = `
  UPDATE idempotency_keys SET status = $3, answer = $4
  WHERE workspace_id = current_workspace() AND actor = $1 AND key = $2`
const DROP = `
  DELETE FROM idempotency_keys
  WHERE workspace_id = current_workspace() AND actor = $1 AND key = $2`

const SOME = `
  SELECT actor, key, answer FROM idempotency_keys
  WHERE workspace_id = current_workspace() AND answer IS NOT NULL ORDER BY created_at DESC LIMIT 10`

const BATCH = 500
const LOCK_SOME = `
  SELECT actor, key, answer FROM idempotency_keys
  WHERE workspace_id = current_workspace() AND answer IS NOT NULL AND (actor, key) > ($1, $2)
  ORDER BY actor, key LIMIT ${BATCH} FOR UPDATE`
const RESEAL = `
  UPDATE idempotency_keys SET answer = $3
  WHERE workspace_id = current_workspace() AND actor = $1 AND key = $2`

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Claims the key for this transaction, or returns the answer that the first request with it got.
 *
 * @throws Refusal idempotency_key_reused (another request), request_in_progress (after 10 s of waiting).
 */
export async function claimIdempotencyKey(
  tx: Tx,
  seal: Seal,
  request: IdempotentRequest,
): Promise<KeptAnswer | undefined> {
  const actor = actorRef(request.actor)
  tx.queue("SET LOCAL lock_timeout = '10s'")
  try {
    const claimed = await tx.run(CLAIM, [actor, request.key, requestHash(request)])
    if (claimed.length > 0) {
      tx.queue('SET LOCAL lock_timeout = 0')
      return undefined
    }
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) throw new Refusal('request_in_progress')
    throw error
  }
  const [kept] = await tx.run<{ request_hash: Buffer; status: number; answer: Buffer }>(READ, [
    actor,
    request.key,
  ])
  if (!kept?.request_hash.equals(requestHash(request))) throw new Refusal('idempotency_key_reused')
  try {
    return { status: kept.status, body: seal.open(kept.answer, sealContext(request)) }
  } catch {
    throw new Refusal('idempotency_key_reused', 'answer_unreadable')
  }
}

/** Stores the answer with the key; commits with the effect. */
export function keepAnswer(
  tx: Tx,
  seal: Seal,
  request: IdempotentRequest,
  answer: KeptAnswer,
): void {
  tx.queue(KEEP, [
    actorRef(request.actor),
    request.key,
    answer.status,
    seal.seal(answer.body, sealContext(request)),
  ])
}

/** Releases the key if a refusal commits something else (a stored receipt). */
export function dropIdempotencyKey(tx: Tx, request: IdempotentRequest): void {
  tx.queue(DROP, [actorRef(request.actor), request.key])
}

const requestHash = ({ method, url, body }: IdempotentRequest): Buffer =>
  hash('sha256', `${method} ${url}\n${JSON.stringify(withSentNumbers(body), sorted)}`, 'buffer')

function sorted(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const sent = this[name]
  // Two ways to write a number make no difference, but two numbers that are the same double do.
  if (sent instanceof SentNumber) return sent.isExact ? sent.value : value
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}

const sealContext = ({ actor, key }: IdempotentRequest): string =>
  contextOf(actor.workspaceId, actorRef(actor), key)

const contextOf = (workspaceId: string, actor: string, key: string): string =>
  `${workspaceId} ${actor} ${key}`

/** Some of the stored, sealed answers. */
export async function someSealedAnswers(tx: Tx, workspaceId: string): Promise<Sealed[]> {
  const kept = await tx.run<{ actor: string; key: string; answer: Buffer }>(SOME)
  return kept.map(({ actor, key, answer }) => ({
    bytes: answer,
    context: contextOf(workspaceId, actor, key),
  }))
}

/** An answer that is stored under an Idempotency-Key. */
export interface KeptUnder {
  actor: string
  key: string
}

/**
 * Seals the workspace's next stored answers with the current key.
 *
 * @param after the last one of the call before; empty texts at first.
 * @returns how many were sealed with another key, and the last one that was looked at, if there can be more.
 */
export async function resealAnswers(
  tx: Tx,
  workspaceId: string,
  reseal: Reseal,
  after: KeptUnder,
): Promise<{ count: number; last: KeptUnder | undefined }> {
  const kept = await tx.run<KeptUnder & { answer: Buffer }>(LOCK_SOME, [after.actor, after.key])
  let count = 0
  for (const { actor, key, answer } of kept) {
    const again = reseal({ bytes: answer, context: contextOf(workspaceId, actor, key) })
    if (again === null) continue
    tx.queue(RESEAL, [actor, key, again])
    count++
  }
  return { count, last: kept.length < BATCH ? undefined : kept.at(-1) }
}

/** Deletes the workspace's keys that are older than 24 hours. */
export async function sweepIdempotencyKeys(tx: Tx): Promise<void> {
  await tx.run(
    `DELETE FROM idempotency_keys WHERE workspace_id = current_workspace()
     AND created_at < now() - interval '24 hours'`,
  )
}

/** Deletes the answers that these actors got. */
export const deleteAnswersOf = (query: OwnerQuery, actors: readonly string[]): Promise<unknown> =>
  query(
    'DELETE FROM idempotency_keys WHERE workspace_id = current_workspace() AND actor = ANY ($1::text[])',
    [actors],
  )
