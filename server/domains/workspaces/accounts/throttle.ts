import type { Database, Tx } from '../../../platform/database/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { accountBucket, addressBucket, MAX_PER_ACCOUNT, MAX_PER_ADDRESS } from './throttle.rules.ts'
import * as sql from './throttle.sql.ts'

/** Someone who gives a password: for which account (none at a sign-up), and from where. */
export interface Attempt {
  email?: string
  address: string
  /** Links to a new password are counted apart: who has failed to sign in needs one. */
  wants?: 'reset'
}

/**
 * Counts an attempt as failed before it is made, so that guesses side by side cannot outrun the limit.
 * Commit before hashing; a success takes it back with `forgive`.
 *
 * @throws Refusal rate_limited; the attempt is then not counted.
 */
export async function reserve(tx: Tx, { email, address, wants }: Attempt): Promise<void> {
  // The account first, as everywhere: two attempts never wait for each other's second lock.
  const account =
    email === undefined ? undefined : sql.countFailure(tx, accountBucket(email, wants))
  refuseAbove(MAX_PER_ADDRESS, await sql.countFailure(tx, addressBucket(address)))
  if (account) refuseAbove(MAX_PER_ACCOUNT, await account)
}

/** The password was right: the account starts over, and the address gets its attempt back. */
export function forgive(tx: Tx, { email, address }: Attempt): void {
  if (email !== undefined) sql.forgetFailures(tx, accountBucket(email))
  sql.uncountFailure(tx, addressBucket(address))
}

/**
 * Runs the work that a reserved attempt is for, and takes the reservation back if the work could not be
 * done at all.
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
  throw new Refusal(
    'rate_limited',
    `Too many failed attempts; try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter: Math.max(1, count.seconds) },
  )
}
