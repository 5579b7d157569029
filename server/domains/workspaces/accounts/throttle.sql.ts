import type { Tx } from '../../../platform/database/db.ts'
import { THROTTLE_MINUTES } from './throttle.rules.ts'

/** Counts a failure in advance. Returns how many there are now, and the seconds until they are forgotten. */
export async function countFailure(
  tx: Tx,
  bucket: string,
): Promise<{ failures: number; seconds: number }> {
  const [row] = await tx.run<{ failures: number; seconds: number }>(
    `INSERT INTO signin_failures AS f (bucket, failures, since) VALUES ($1, 1, now())
     ON CONFLICT (bucket) DO UPDATE SET
       failures = CASE WHEN f.since + make_interval(mins => $2) > now() THEN f.failures + 1 ELSE 1 END,
       since = CASE WHEN f.since + make_interval(mins => $2) > now() THEN f.since ELSE now() END
     RETURNING failures,
       ceil(extract(epoch FROM since + make_interval(mins => $2) - now()))::integer AS seconds`,
    [bucket, THROTTLE_MINUTES],
  )
  return row!
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

export async function sweepFailures(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ swept: number }>(
    `WITH gone AS (
       DELETE FROM signin_failures WHERE since + make_interval(mins => $1) < now() RETURNING 1)
     SELECT count(*) AS swept FROM gone`,
    [THROTTLE_MINUTES],
  )
  return row!.swept
}
