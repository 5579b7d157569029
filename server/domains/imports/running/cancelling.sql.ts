import type { Tx } from '../../../platform/database/tx.ts'
import type { Written } from '../runs/stamps.rules.ts'

/**
 * Cancels a locked run: whoever holds it loses it, and any worker can claim it.
 *
 * @param ref who it was, as histories name them.
 */
export function markCancelled(tx: Tx, id: string, by: number, ref: string): void {
  tx.queue(
    `UPDATE import_runs SET cancelled_at = (SELECT clock_timestamp()), cancelled_by = $2, cancelled_ref = $3, claimed_by = NULL,
       lease_until = NULL, progressed_at = (SELECT clock_timestamp())
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, by, ref],
  )
}

/** Locks a cancelled run for the rest of the transaction; undefined if this worker does not hold it any more. */
export async function holdCancelled(
  tx: Tx,
  { id, token }: { id: string; token: string },
): Promise<Written | undefined> {
  const [run] = await tx.run<Written>(
    `SELECT id, definition_id AS "definitionId", linked, first_position AS "firstPosition", last_position AS "lastPosition" FROM import_runs
     WHERE workspace_id = current_workspace() AND id = $1 AND claimed_by = $2
       AND status = 'running' AND cancelled_at IS NOT NULL FOR UPDATE`,
    [id, token],
  )
  return run
}

/** Counts rows that went to the trash, and renews the lease. */
export function advanceCancelled(tx: Tx, id: string, removed: number, leaseSeconds: number): void {
  tx.queue(
    `UPDATE import_runs SET undone_count = coalesce(undone_count, 0) + $2,
       progressed_at = (SELECT clock_timestamp()), lease_until = (SELECT clock_timestamp() + make_interval(secs => $3))
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, removed, leaseSeconds],
  )
}

/** Ends a locked run whose rows are in the trash. */
export function settleCancelled(tx: Tx, id: string, kept: number): void {
  tx.queue(
    `UPDATE import_runs SET status = 'cancelled', finished_at = (SELECT clock_timestamp()), claimed_by = NULL,
       lease_until = NULL, treatment = NULL, undone_at = (SELECT clock_timestamp()), undone_by = cancelled_by,
       undone_count = coalesce(undone_count, 0), kept_count = $2
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, kept],
  )
}
