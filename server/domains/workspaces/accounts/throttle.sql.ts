import type { Tx } from '../../../platform/database/tx.ts'
import { THROTTLE_MINUTES } from './throttle.rules.ts'

/** Locks the failures that count together. Returns how many there are, and how long ago the last was. */
export async function lockFailures(
  tx: Tx,
  bucket: string,
): Promise<{ failures: number; secondsAgo: number }> {
  const [row] = await tx.run<{ failures: number; secondsAgo: number }>(
    `INSERT INTO signin_failures AS f (bucket, failures, since) VALUES ($1, 0, now())
     ON CONFLICT (bucket) DO UPDATE SET failures =
       CASE WHEN f.since + make_interval(mins => $2) > now() THEN f.failures ELSE 0 END
     RETURNING failures, extract(epoch FROM clock_timestamp() - since)::float8 AS "secondsAgo"`,
    [bucket, THROTTLE_MINUTES],
  )
  return row!
}

/** Counts a failure in advance, under the lock. */
export function countFailure(tx: Tx, bucket: string): void {
  tx.queue(
    `UPDATE signin_failures SET failures = failures + 1, since = (SELECT clock_timestamp())
     WHERE bucket = $1`,
    [bucket],
  )
}

/** Takes one failure back. */
export function uncountFailure(tx: Tx, bucket: string): void {
  tx.queue(
    'UPDATE signin_failures SET failures = failures - 1 WHERE bucket = $1 AND failures > 0',
    [bucket],
  )
}

export function forgetFailures(tx: Tx, bucket: string): void {
  tx.queue('DELETE FROM signin_failures WHERE bucket = $1', [bucket])
}

/** Forgets the failures of strangers at an account, and of all places that it knows. */
export function forgetAccount(tx: Tx, bucket: string): void {
  tx.queue(`DELETE FROM signin_failures WHERE bucket = $1 OR starts_with(bucket, $1 || ':')`, [
    bucket,
  ])
}

export async function sweepFailures(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ swept: number }>(
    `WITH gone AS (
       DELETE FROM signin_failures WHERE since + make_interval(mins => $1) < now() RETURNING 1)
     SELECT count(*) AS swept FROM gone`,
    [THROTTLE_MINUTES],
  )
  return row!.swept
}
