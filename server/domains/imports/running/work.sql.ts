import type { ClientBase } from 'pg'
import { type Failed, failed } from '../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { RunFile } from '../mapping/places.rules.ts'
import type { Treatment } from '../mapping/treatments.rules.ts'

/** A run that this worker holds. */
export interface ClaimedRun {
  id: string
  definitionId: string
  actorUserId: number
  createdBy: string
  /** The only boards and pages that exist for it; null: all. */
  definitionIds: string[] | null
  file: RunFile
  /** Runs that an older version started have none. */
  treatment: Treatment | null
  linesDone: number
  /** How many blocks of results it has. */
  blocks: number
  /** Who cancelled it: then what it has written has to be undone. */
  cancelledBy: number | null
  /** The same as histories name them. Runs that an older version cancelled have none. */
  cancelledRef: string | null
}

/** Claims the oldest run that nobody holds. The holder passes the token to every later call. */
export async function claimRun(
  tx: Tx,
  token: string,
  leaseSeconds: number,
): Promise<ClaimedRun | undefined> {
  const [run] = await tx.run<ClaimedRun>(
    `UPDATE import_runs i SET claimed_by = $1, lease_until = (SELECT clock_timestamp() + make_interval(secs => $2)),
       started_at = coalesce(started_at, (SELECT clock_timestamp()))
     WHERE i.workspace_id = current_workspace() AND i.id = (
       SELECT w.id FROM import_runs w WHERE w.workspace_id = current_workspace() AND w.status = 'running'
         AND (w.lease_until IS NULL OR w.lease_until < (SELECT clock_timestamp()))
       ORDER BY w.id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING i.id, i.definition_id AS "definitionId", i.actor_user_id AS "actorUserId",
       i.created_by AS "createdBy", i.definition_ids AS "definitionIds", i.file, i.treatment, i.lines_done AS "linesDone", i.cancelled_by AS "cancelledBy",
       i.cancelled_ref AS "cancelledRef",
       (SELECT count(*) FROM import_results b WHERE b.workspace_id = current_workspace()
         AND b.run_id = i.id) AS blocks`,
    [token, leaseSeconds],
  )
  return run
}

/** Seconds until a worker should look again: until a lease lapses, or 0 if a run has none; null if nothing runs. */
export async function secondsUntilDue(tx: Tx): Promise<number | null> {
  const [row] = await tx.run<{ seconds: number | null }>(
    `SELECT extract(epoch FROM min(greatest(coalesce(lease_until, clock_timestamp()), clock_timestamp()))
       - clock_timestamp())::float8 AS seconds
     FROM import_runs WHERE workspace_id = current_workspace() AND status = 'running'`,
  )
  return row!.seconds
}

export interface Progress {
  lines: number
  imported: number
  failed: number
  leftEmpty: number
  /** How many of these cells are kept as text in another column. */
  kept: number
  results: number
  /** Rows that it made, here and by links on other boards. */
  created: number
  /** Where those of other boards are: the first and last position, by the board's id. */
  linked: Readonly<Record<string, readonly [number, number]>>
  firstPosition: number | null
  lastPosition: number | null
}

/**
 * Locks the run for the rest of the transaction.
 *
 * @returns whether this worker still holds it, at the line that the worker expects; if not, it must not write.
 */
export async function holdRun(
  tx: Tx,
  run: { id: string; token: string; linesDone: number },
): Promise<boolean> {
  const held = await tx.run(
    `SELECT 1 FROM import_runs WHERE workspace_id = current_workspace() AND id = $1
       AND claimed_by = $2 AND status = 'running' AND cancelled_at IS NULL AND lines_done = $3 FOR UPDATE`,
    [run.id, run.token, run.linesDone],
  )
  return held.length > 0
}

/** Records the progress of a locked run, and renews its lease. */
export function advanceRun(tx: Tx, id: string, done: Progress, leaseSeconds: number): void {
  tx.queue(
    `UPDATE import_runs SET lines_done = lines_done + $2, imported = imported + $3, failed = failed + $4,
       result_count = result_count + $5, standing = standing + $6,
       first_position = coalesce(first_position, $7), last_position = coalesce($8, last_position),
       progressed_at = (SELECT clock_timestamp()), lease_until = (SELECT clock_timestamp() + make_interval(secs => $9)),
       left_empty = left_empty + $10,
       treatment = CASE WHEN $12 = 0 THEN treatment
         ELSE jsonb_set(treatment, '{kept}', to_jsonb(coalesce((treatment ->> 'kept')::bigint, 0) + $12)) END,
       linked = linked || coalesce((SELECT jsonb_object_agg(n.key,
         jsonb_build_array(coalesce(linked -> n.key -> 0, n.value -> 0), n.value -> 1)) FROM jsonb_each($11::jsonb) n), '{}')
     WHERE workspace_id = current_workspace() AND id = $1`,
    [
      id,
      done.lines,
      done.imported,
      done.failed,
      done.results,
      done.created,
      done.firstPosition,
      done.lastPosition,
      leaseSeconds,
      done.leftEmpty,
      JSON.stringify(done.linked),
      done.kept,
    ],
  )
}

/** Ends a run, if this worker still holds it; `why` says why it stopped early. */
export async function settleRun(
  tx: Tx,
  run: { id: string; token: string },
  why: Failed | null,
): Promise<boolean> {
  const settled = await tx.run(
    `UPDATE import_runs SET finished_at = (SELECT clock_timestamp()), error = $3::jsonb ->> 'error', why = $3::jsonb, claimed_by = NULL,
       lease_until = NULL, treatment = jsonb_set(treatment, '{corrections}', '{}'), status = CASE WHEN $3::jsonb IS NOT NULL OR imported = 0 THEN 'failed'
         WHEN failed > 0 THEN 'partial' ELSE 'completed' END
     WHERE workspace_id = current_workspace() AND id = $1 AND claimed_by = $2 AND status = 'running'
       AND cancelled_at IS NULL RETURNING 1`,
    [run.id, run.token, why && JSON.stringify(why)],
  )
  return settled.length > 0
}

/** Releases a run, so that any worker can claim it after `restSeconds`. */
export function releaseRun(tx: Tx, run: { id: string; token: string }, restSeconds: number): void {
  tx.queue(
    `UPDATE import_runs SET claimed_by = NULL,
       lease_until = (SELECT clock_timestamp() + make_interval(secs => $3))
     WHERE workspace_id = current_workspace() AND id = $1 AND claimed_by = $2 AND status = 'running'`,
    [run.id, run.token, restSeconds],
  )
}

/** A run without progress for this long is given up. */
const STALE_MINUTES = 15

/** Ends stale runs, except cancelled ones, or only the run `id`, if given; the rows that they wrote stay. */
export function settleStaleRuns(
  tx: Tx,
  id: string | null,
): Promise<{ id: string; definitionId: string; createdBy: string; fileKey: string }[]> {
  return tx.run(
    `UPDATE import_runs SET status = 'failed', finished_at = (SELECT clock_timestamp()), claimed_by = NULL,
       lease_until = NULL, treatment = jsonb_set(treatment, '{corrections}', '{}'),
       error = $2::jsonb ->> 'error', why = $2::jsonb
     WHERE workspace_id = current_workspace() AND status = 'running' AND cancelled_at IS NULL
       AND ($1::uuid IS NULL OR id = $1)
       AND progressed_at < (SELECT clock_timestamp() - make_interval(mins => $3))
     RETURNING id, definition_id AS "definitionId", created_by AS "createdBy", file ->> 'key' AS "fileKey"`,
    [id, JSON.stringify(failed('no_progress', { minutes: STALE_MINUTES })), STALE_MINUTES],
  )
}

/** The files of runs that are still running, as the owner of the tables. */
export async function listRunFiles(
  client: ClientBase,
): Promise<{ key: string; sha256: string | null }[]> {
  const { rows } = await client.query(
    `SELECT file ->> 'key' AS key, NULL AS sha256 FROM import_runs
     WHERE status = 'running' AND file IS NOT NULL ORDER BY id`,
  )
  return rows
}

/** After a restore, runs continue where they were; the time in the backup does not count as time without progress. */
export async function resumeRuns(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE import_runs SET claimed_by = NULL, lease_until = NULL, progressed_at = now()
     WHERE status = 'running' AND file IS NOT NULL`,
  )
}
