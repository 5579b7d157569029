import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findPlace, notePlaces } from './places.sql.ts'
import { type Attempt, attemptPlaces, bucketsOf, freeIn, waitAfter } from './throttle.rules.ts'
import * as sql from './throttle.sql.ts'

/** An attempt that was counted as failed in advance. */
export interface Reserved {
  buckets: readonly string[]
  /** Whether it comes from a place where the account has been before. */
  isKnown: boolean
}

/**
 * Counts an attempt as failed before it is made, so that guesses at the same time cannot exceed the limit. Commit
 * before hashing. If the attempt succeeds, take it back with `forgive`.
 *
 * @throws Refusal rate_limited; the attempt is then not counted.
 */
export async function reserve(tx: Tx, attempt: Attempt): Promise<Reserved> {
  const known = await findPlace(tx, attemptPlaces(attempt))
  const buckets = bucketsOf(attempt, known)
  const failures = await Promise.all(buckets.map((bucket) => sql.lockFailures(tx, bucket)))
  const waits = failures.map((one, at) =>
    waitAfter(one.failures, freeIn(buckets[at]!), one.secondsAgo),
  )
  refuseBefore(Math.max(...waits))
  for (const bucket of buckets) sql.countFailure(tx, bucket)
  return { buckets, isKnown: known !== undefined || attempt.for === 'session' }
}

/**
 * For an attempt that succeeded: clears the failures at the account that count with it, takes back the one counted for the
 * address, and notes that the account was here.
 */
export function forgive(tx: Tx, attempt: Attempt, { buckets }: Reserved): void {
  for (const bucket of buckets) {
    if (bucket.startsWith('address:')) sql.uncountFailure(tx, bucket)
    else sql.forgetFailures(tx, bucket)
  }
  notePlaces(tx, attemptPlaces(attempt))
}

/**
 * Runs the work of a reserved attempt. If the work could not be done at all, it takes the reservation back.
 */
export async function attempting<T>(
  db: Database,
  { buckets }: Reserved,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await db.withDirectory(async (tx) => {
      for (const bucket of buckets) sql.uncountFailure(tx, bucket)
    })
    throw error
  }
}

function refuseBefore(seconds: number): void {
  if (seconds === 0) return
  const minutes = Math.ceil(seconds / 60)
  const details = { retryAfter: seconds }
  throw minutes === 1
    ? new Refusal('rate_limited', 'failed_attempts_one_minute', {}, details)
    : new Refusal('rate_limited', 'failed_attempts', { minutes }, details)
}
