import type { Tx } from '../../../platform/database/tx.ts'

/** How long a place is known after the account was last there. */
const DAYS = 180

/** The first of these places that is known. */
export async function findPlace(tx: Tx, places: readonly string[]): Promise<string | undefined> {
  const [found] = await tx.run<{ place: string }>(
    `SELECT place FROM signin_places WHERE place = ANY ($1)
     ORDER BY array_position($1::text[], place) LIMIT 1`,
    [places],
  )
  return found?.place
}

/** Notes that an account was at these places. At most once a day, so that not every sign-in causes a write. */
export function notePlaces(tx: Tx, places: readonly string[]): void {
  for (const place of [...places].sort()) {
    tx.queue(
      `INSERT INTO signin_places AS p (place, seen_at) VALUES ($1, now())
       ON CONFLICT (place) DO UPDATE SET seen_at = excluded.seen_at
       WHERE p.seen_at < excluded.seen_at - interval '1 day'`,
      [place],
    )
  }
}

/** Forgets all places of an account. */
export function forgetPlaces(tx: Tx, bucket: string): void {
  tx.queue(`DELETE FROM signin_places WHERE starts_with(place, $1 || ':')`, [bucket])
}

export async function sweepPlaces(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ swept: number }>(
    `WITH gone AS (
       DELETE FROM signin_places WHERE seen_at + make_interval(days => $1) < now() RETURNING 1)
     SELECT count(*) AS swept FROM gone`,
    [DAYS],
  )
  return row!.swept
}
