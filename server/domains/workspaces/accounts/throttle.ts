import type { Database, Tx } from '../../../platform/database/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { accountBucket, addressBucket, MAX_PER_ACCOUNT, MAX_PER_ADDRESS } from './throttle.rules.ts'
import * as sql from './throttle.sql.ts'

/** An attempt with a password: the account it is for (none at sign-up), and the IP address it comes from. */
export interface Attempt {
  email?: string
  address: string
  /** Requests for a password link are counted apart, because people who failed to sign in need one. */
  wants?: 'reset'
}

/**
 * Counts an attempt as failed before it is made, so that guesses at the same time cannot exceed the limit. Commit
 * before hashing. If the attempt succeeds, take it back with `forgive`.
 *
 * @throws Refusal rate_limited; the attempt is then not counted.
 */
export async function reserve(tx: Tx, { email, address, wants }: Attempt): Promise<void> {
  // The account first, as everywhere, so that two attempts cannot deadlock.
  const [ofAccount, ofAddress] = await Promise.all([
    email === undefined ? undefined : sql.countFailure(tx, accountBucket(email, wants)),
    sql.countFailure(tx, addressBucket(address)),
  ])
  refuseAbove(MAX_PER_ADDRESS, ofAddress)
  if (ofAccount) refuseAbove(MAX_PER_ACCOUNT, ofAccount)
}

/** For a right password: clears the account's failures, and takes back the one counted for the address. */
export function forgive(tx: Tx, { email, address }: Attempt): void {
  if (email !== undefined) sql.forgetFailures(tx, accountBucket(email))
  sql.uncountFailure(tx, addressBucket(address))
}

/**
 * Runs the work of a reserved attempt. If the work could not be done at all, it takes the reservation back.
 */
export async function attempting<T>(
  db: Database,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await db.withDirectory(async (tx) => {
      if (attempt.email !== undefined) sql.uncountFailure(tx, accountBucket(attempt.email))
      sql.uncountFailure(tx, addressBucket(attempt.address))
    })
    throw error
  }
}

function refuseAbove(most: number, count: { failures: number; seconds: number }): void {
  if (count.failures <= most) return
  const minutes = Math.ceil(count.seconds / 60)
  const details = { retryAfter: Math.max(1, count.seconds) }
  throw minutes === 1
    ? new Refusal('rate_limited', 'failed_attempts_one_minute', {}, details)
    : new Refusal('rate_limited', 'failed_attempts', { minutes }, details)
}
