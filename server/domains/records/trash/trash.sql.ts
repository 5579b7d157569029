import type { Tx } from '../../../platform/database/tx.ts'
import type { Stamp } from './money-rows.ts'

/** Rows at consecutive positions: the first position and how many there are. */
export interface Stretch {
  first: number
  count: number
}

// Each function is one statement, which moves the rows, writes their history, releases their unique values and changes
// the count, so that no row leaves the database. The caller holds the lock on the definition's counter.

const TRASH = `UPDATE rows AS r SET deleted_at = now(), deleted_by = $2, deleted_run_id = $3, version = version + 1
  WHERE workspace_id = current_workspace() AND deleted_at IS NULL`
const AFTER_TRASH = `, written AS (
    INSERT INTO row_history (workspace_id, row_id, id, actor, action, run_id, cells, version)
    SELECT current_workspace(), id, new_id(), $2, 'deleted', $3, '{}', version FROM moved RETURNING 1),
  released AS (
    DELETE FROM unique_values u USING moved
    WHERE u.workspace_id = current_workspace() AND u.row_id = moved.id),
  counted AS (
    UPDATE row_counters SET row_count = row_count - (SELECT count(*) FROM moved)
    WHERE workspace_id = current_workspace() AND definition_id = $1 AND EXISTS (SELECT FROM moved))`

const RESTORE = `UPDATE rows SET deleted_at = NULL, deleted_by = NULL, deleted_run_id = NULL, version = version + 1
  WHERE workspace_id = current_workspace() AND deleted_at > '-infinity'`
const AFTER_RESTORE = `, written AS (
    INSERT INTO row_history (workspace_id, row_id, id, actor, action, run_id, cells, version)
    SELECT current_workspace(), id, new_id(), $2, 'restored', $3, '{}', version FROM moved RETURNING 1),
  counted AS (
    UPDATE row_counters SET row_count = row_count + (SELECT count(*) FROM moved)
    WHERE workspace_id = current_workspace() AND definition_id = $1 AND EXISTS (SELECT FROM moved))`

/** The rows that a statement moved: their positions, and how many have the stamp of each run. */
export interface Moved {
  stretches: Stretch[]
  runs: { runId: string; count: number }[]
}

const MOVED = `SELECT
  (SELECT coalesce(jsonb_agg(jsonb_build_object('first', first, 'count', count) ORDER BY first), '[]')
    FROM (SELECT min(position) AS first, count(*) AS count
      FROM (SELECT position, position - row_number() OVER (ORDER BY position) AS line FROM moved) AS lined
      GROUP BY line) AS stretch) AS stretches,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('runId', import_run_id, 'count', count)), '[]')
    FROM (SELECT import_run_id, count(*) AS count FROM moved
      WHERE import_run_id IS NOT NULL GROUP BY 1) AS stamped) AS runs`

// As in `listRowsByIds`, this keeps the planner from using the index on positions.
const BY_IDS = 'AND definition_id IS NOT DISTINCT FROM $1 AND id = ANY ($4::uuid[])'

export interface Origin {
  by: string
  runId: string | null
}

export async function trashByIds(
  tx: Tx,
  definitionId: string,
  ids: readonly string[],
  { by, runId }: Origin,
): Promise<Moved> {
  const [moved] = await tx.run<Moved>(
    `WITH moved AS (${TRASH} ${BY_IDS} RETURNING id, position, version, import_run_id)
     ${AFTER_TRASH} ${MOVED}`,
    [definitionId, by, runId, ids],
  )
  return moved!
}

/** The rows that are stamped with the run, except those in `kept`. */
export async function trashOfRun(
  tx: Tx,
  definitionId: string,
  stamp: Stamp,
  kept: readonly string[],
  { by, runId }: Origin,
): Promise<Moved> {
  const [moved] = await tx.run<Moved>(
    `WITH moved AS (${TRASH} AND definition_id = $1 AND import_run_id = $4 AND position BETWEEN $5 AND $6
       AND id NOT IN (SELECT unnest($7::uuid[])) RETURNING id, position, version, import_run_id)
     ${AFTER_TRASH} ${MOVED}`,
    [definitionId, by, runId, stamp.runId, stamp.from, stamp.to, kept],
  )
  return moved!
}

export async function restoreByIds(
  tx: Tx,
  definitionId: string,
  ids: readonly string[],
  { by, runId }: Origin,
): Promise<Moved> {
  const [moved] = await tx.run<Moved>(
    `WITH moved AS (${RESTORE} ${BY_IDS} RETURNING id, position, version, import_run_id)
     ${AFTER_RESTORE} ${MOVED}`,
    [definitionId, by, runId, ids],
  )
  return moved!
}

/** Restores the rows that the run's undo put in the trash and that nobody has restored since. */
export async function restoreOfRun(
  tx: Tx,
  definitionId: string,
  stamp: Stamp,
  { by, runId }: Origin,
): Promise<Moved> {
  const [moved] = await tx.run<Moved>(
    `WITH moved AS (${RESTORE} AND definition_id = $1 AND deleted_run_id = $4 AND position BETWEEN $5 AND $6
       RETURNING id, position, version, import_run_id)
     ${AFTER_RESTORE} ${MOVED}`,
    [definitionId, by, runId, stamp.runId, stamp.from, stamp.to],
  )
  return moved!
}

/**
 * Marks rows in the trash as deleted for good: they are older than anything that is kept, so nothing lists or restores
 * them, and the worker removes them next. The role that serves requests cannot delete rows itself.
 */
export function expireRows(tx: Tx, definitionId: string, ids: readonly string[]): Promise<unknown> {
  return tx.run(
    `UPDATE rows SET deleted_at = '-infinity' WHERE workspace_id = current_workspace()
     AND definition_id IS NOT DISTINCT FROM $1 AND id = ANY ($2::uuid[]) AND deleted_at > '-infinity'`,
    [definitionId, ids],
  )
}

const SLOT = `SELECT id, cells -> $2::text AS value FROM rows
  WHERE workspace_id = current_workspace() AND deleted_at > '-infinity' AND cells ? $2::text`

/** What rows in the trash hold in a slot, for a unique column to claim again. */
export function listSlotByIds(
  tx: Tx,
  definitionId: string,
  slot: number,
  ids: readonly string[],
): Promise<{ id: string; value: unknown }[]> {
  return tx.run(`${SLOT} AND definition_id IS NOT DISTINCT FROM $1 AND id = ANY ($3::uuid[])`, [
    definitionId,
    String(slot),
    ids,
  ])
}

export function listSlotOfRun(
  tx: Tx,
  definitionId: string,
  slot: number,
  stamp: Stamp,
): Promise<{ id: string; value: unknown }[]> {
  return tx.run(
    `${SLOT} AND definition_id = $1 AND deleted_run_id = $3 AND position BETWEEN $4 AND $5`,
    [definitionId, String(slot), stamp.runId, stamp.from, stamp.to],
  )
}

const OWN_IDS = `SELECT id, external_id AS "externalId" FROM rows
  WHERE workspace_id = current_workspace() AND deleted_at > '-infinity' AND external_id IS NOT NULL`

/** The own ids of rows in the trash, by position, which they need when they come back. */
export function listOwnIdsByIds(
  tx: Tx,
  definitionId: string,
  ids: readonly string[],
): Promise<{ id: string; externalId: string }[]> {
  return tx.run(`${OWN_IDS} AND definition_id = $1 AND id = ANY ($2::uuid[]) ORDER BY position`, [
    definitionId,
    ids,
  ])
}

export function listOwnIdsOfRun(
  tx: Tx,
  definitionId: string,
  stamp: Stamp,
): Promise<{ id: string; externalId: string }[]> {
  return tx.run(
    `${OWN_IDS} AND definition_id = $1 AND deleted_run_id = $2 AND position BETWEEN $3 AND $4
     ORDER BY position`,
    [definitionId, stamp.runId, stamp.from, stamp.to],
  )
}
