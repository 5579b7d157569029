import type { Failed } from '../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { ImportFault } from '../../records/rows/imported-rows.rules.ts'
import type { RunFile } from '../mapping/places.rules.ts'
import type { EarlierRun } from '../mapping/remembered.rules.ts'
import type { Treatment } from '../mapping/treatments.rules.ts'

export interface RunRecord {
  id: string
  definitionId: string
  actorUserId: number | null
  createdAt: Date
  createdBy: string
  finishedAt: Date | null
  fileName: string | null
  status: 'running' | 'completed' | 'partial' | 'failed' | 'cancelled'
  total: number
  imported: number
  failed: number
  leftEmpty: number
  /** How many of these cells are kept as text. */
  kept: number
  /** How many rows of the file are done. */
  linesDone: number
  /** When a worker first took it, and when it last wrote something. */
  startedAt: Date | null
  progressedAt: Date
  cancelledAt: Date | null
  cancelledBy: number | null
  error: string | null
  /** The reason and the values of `error`. Runs that a client did, or an earlier release, have none. */
  why: Failed | null
  resultCount: number
  standing: number
  firstPosition: number | null
  lastPosition: number | null
  /** As in `Written`. */
  linked: Readonly<Record<string, readonly [number, number]>>
  undoneAt: Date | null
  undoneBy: number | null
  undoneCount: number | null
  keptCount: number | null
  file: RunFile | null
}

const RUN = `i.id, i.definition_id AS "definitionId", i.actor_user_id AS "actorUserId",
  i.created_at AS "createdAt", i.created_by AS "createdBy", i.finished_at AS "finishedAt",
  i.file_name AS "fileName", i.status, i.total, i.imported, i.failed,
  i.left_empty AS "leftEmpty", coalesce((i.treatment ->> 'kept')::bigint, 0) AS kept, i.lines_done AS "linesDone", i.started_at AS "startedAt",
  i.progressed_at AS "progressedAt", i.cancelled_at AS "cancelledAt", i.cancelled_by AS "cancelledBy", i.error, i.why,
  i.result_count AS "resultCount", i.standing, i.first_position AS "firstPosition",
  i.last_position AS "lastPosition", i.linked, i.undone_at AS "undoneAt", i.undone_by AS "undoneBy",
  i.undone_count AS "undoneCount", i.kept_count AS "keptCount", i.file`

/** A run of a board, or of another whose links made rows on it. */
export async function findRun(
  tx: Tx,
  definitionId: string,
  id: string,
): Promise<RunRecord | undefined> {
  const [run] = await tx.run<RunRecord>(
    `SELECT ${RUN} FROM import_runs i
     WHERE i.workspace_id = current_workspace() AND (i.definition_id = $1 OR i.linked ? $1::text) AND i.id = $2`,
    [definitionId, id],
  )
  return run
}

/** As `findRun`, but locks the run until the transaction ends. */
export async function lockRun(
  tx: Tx,
  definitionId: string,
  id: string,
): Promise<RunRecord | undefined> {
  const [run] = await tx.run<RunRecord>(
    `SELECT ${RUN} FROM import_runs i
     WHERE i.workspace_id = current_workspace() AND (i.definition_id = $1 OR i.linked ? $1::text) AND i.id = $2 FOR UPDATE`,
    [definitionId, id],
  )
  return run
}

/** Newest first. */
export function listRuns(
  tx: Tx,
  definitionId: string,
  before: string | null,
  limit: number,
): Promise<RunRecord[]> {
  return tx.run(
    `SELECT ${RUN} FROM import_runs i
     WHERE i.workspace_id = current_workspace() AND i.definition_id = $1
       AND ($2::uuid IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3`,
    [definitionId, before, limit],
  )
}

/**
 * The rows of a batch of a key that updated none: those with its stamp, by position. No list of them is kept, and those that
 * were deleted for good are left out.
 */
const STAMPED = `import_runs i JOIN rows w ON w.workspace_id = current_workspace() AND w.definition_id = i.definition_id
  AND w.position BETWEEN i.first_position AND i.last_position AND w.import_run_id = i.id`

/** The ids of the first rows that each run wrote, in order. */
export function listFirstResults(
  tx: Tx,
  runIds: readonly string[],
  limit: number,
): Promise<{ runId: string; ids: string[] }[]> {
  return tx.run(
    `SELECT r.id AS "runId", coalesce((SELECT array_agg(f.id) FROM (
         SELECT w.id FROM import_results b, unnest(b.stamped || b.others) WITH ORDINALITY AS w (id, n)
         WHERE b.workspace_id = current_workspace() AND b.run_id = r.id AND b.block < $2
         ORDER BY b.block, w.n LIMIT $2) AS f), (SELECT array_agg(f.id) FROM (
         SELECT w.id FROM ${STAMPED} WHERE i.workspace_id = current_workspace() AND i.id = r.id
         ORDER BY w.position LIMIT $2) AS f), '{}') AS ids
     FROM unnest($1::uuid[]) AS r (id)`,
    [runIds, limit],
  )
}

/** The ids of rows that a run wrote, after a place: a block and a place in it. */
export function listResults(
  tx: Tx,
  runId: string,
  from: { block: number; place: number },
  limit: number,
): Promise<{ block: number; place: number; id: string }[]> {
  return tx.run(
    `SELECT b.block, w.n AS place, w.id
     FROM import_results b, unnest(b.stamped || b.others) WITH ORDINALITY AS w (id, n)
     WHERE b.workspace_id = current_workspace() AND b.run_id = $1 AND b.block >= $2
       AND b.block <= $2 + $4 AND (b.block, w.n) > ($2, $3)
     UNION ALL
     SELECT 0, w.position - i.first_position + 1, w.id FROM ${STAMPED}
     WHERE i.workspace_id = current_workspace() AND i.id = $1 AND $2 = 0 AND w.position >= i.first_position + $3
       AND NOT EXISTS (SELECT FROM import_results b WHERE b.workspace_id = current_workspace() AND b.run_id = $1)
     ORDER BY block, place LIMIT $4`,
    [runId, from.block, from.place, limit],
  )
}

export interface NewRun {
  id: string
  definitionId: string
  actorUserId: number
  createdBy: string
  fileName: string
  total: number
}

/** Inserts a run that a worker will do. */
export function insertFileRun(
  tx: Tx,
  run: NewRun & {
    definitionIds: readonly string[] | null
    file: RunFile
    treatment: Treatment
    headerKey: string
  },
): void {
  tx.queue(
    `INSERT INTO import_runs (workspace_id, id, definition_id, actor_user_id, created_by, file_name,
       status, total, imported, failed, result_count, standing, file, treatment,
       header_key, definition_ids)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, 'running', $6, 0, 0, 0, 0, $7, $8, $9, $10)`,
    [
      run.id,
      run.definitionId,
      run.actorUserId,
      run.createdBy,
      run.fileName,
      run.total,
      JSON.stringify(run.file),
      JSON.stringify(run.treatment),
      run.headerKey,
      run.definitionIds,
    ],
  )
}

/** Inserts a run that a client did itself. */
export function insertRecordedRun(
  tx: Tx,
  run: NewRun & {
    status: RunRecord['status']
    imported: number
    failed: number
    error: string | null
    resultCount: number
    standing: number
    firstPosition: number | null
    lastPosition: number | null
  },
): void {
  tx.queue(
    `INSERT INTO import_runs (workspace_id, id, definition_id, actor_user_id, created_by, file_name,
       total, status, imported, failed, error, result_count, standing, first_position, last_position,
       finished_at)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now())`,
    [
      run.id,
      run.definitionId,
      run.actorUserId,
      run.createdBy,
      run.fileName,
      run.total,
      run.status,
      run.imported,
      run.failed,
      run.error,
      run.resultCount,
      run.standing,
      run.firstPosition,
      run.lastPosition,
    ],
  )
}

export function insertResults(
  tx: Tx,
  runId: string,
  blocks: readonly { block: number; stamped: readonly string[]; others: readonly string[] }[],
): void {
  tx.queue(
    `INSERT INTO import_results (workspace_id, run_id, block, stamped, others)
     SELECT current_workspace(), $1, b.block, b.stamped, b.others
     FROM jsonb_to_recordset($2::jsonb) AS b (block integer, stamped uuid[], others uuid[])
     RETURNING 1`,
    [runId, JSON.stringify(blocks)],
  )
}

/** A row that a client names in a recorded run. */
export interface NamedRow {
  id: string
  position: number
  source: 'api' | 'page' | 'import' | 'manual'
  createdBy: string
  importRunId: string | null
}

export function listNamedRows(
  tx: Tx,
  definitionId: string,
  ids: readonly string[],
): Promise<NamedRow[]> {
  return tx.run(
    `SELECT id, position, source, created_by AS "createdBy", import_run_id AS "importRunId"
     FROM rows WHERE workspace_id = current_workspace() AND definition_id = $1
       AND id = ANY ($2::uuid[]) AND deleted_at IS NULL`,
    [definitionId, ids],
  )
}

export interface FailureRecord {
  line: number
  /** The texts in the file, by place. */
  texts: string[]
  errors: ImportFault[]
  /** Whether the row was imported; `errors` then says which of its cells were left empty. */
  imported: boolean
}

/** The refused rows, or those that were imported with cells left empty, in the order of the file. */
export function listFailures(
  tx: Tx,
  { runId, imported }: { runId: string; imported: boolean },
  after: number,
  limit: number,
): Promise<FailureRecord[]> {
  return tx.run(
    `SELECT line, cells AS texts, errors, imported FROM import_failures
     WHERE workspace_id = current_workspace() AND run_id = $1 AND imported = $2 AND line > $3
     ORDER BY line LIMIT $4`,
    [runId, imported, after, limit],
  )
}

export function insertFailures(tx: Tx, runId: string, failures: readonly FailureRecord[]): void {
  tx.queue(
    `INSERT INTO import_failures (workspace_id, run_id, line, cells, errors, imported)
     SELECT current_workspace(), $1, f.line, f.texts, f.errors, f.imported
     FROM jsonb_to_recordset($2::jsonb) AS f (line bigint, texts jsonb, errors jsonb, imported boolean)
     ON CONFLICT DO NOTHING`,
    [runId, JSON.stringify(failures)],
  )
}

/** Forgets the failures of lines that are tried again. */
export function deleteFailures(tx: Tx, runId: string, lines: readonly number[]): void {
  tx.queue(
    `DELETE FROM import_failures
     WHERE workspace_id = current_workspace() AND run_id = $1 AND line = ANY ($2::bigint[])`,
    [runId, lines],
  )
}

/** The last import of a file with these headers that wrote something: the person's own, or else anybody's. */
export async function findEarlierRun(
  tx: Tx,
  definitionId: string,
  headerKey: string,
  actorUserId: number,
): Promise<EarlierRun | undefined> {
  const [run] = await tx.run<EarlierRun>(
    `SELECT id, finished_at AS "finishedAt", file, treatment FROM import_runs
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND header_key = $2
       AND status IN ('completed', 'partial') ORDER BY actor_user_id = $3 DESC, id DESC LIMIT 1`,
    [definitionId, headerKey, actorUserId],
  )
  return run
}
