import type { Query, Tx } from '../../../platform/database/tx.ts'
import type { StoredCells } from '../definitions/definition.rules.ts'
import { lineOf, type NewRow, type RowLine } from './new-rows.rules.ts'

/** Writes rows of any definitions of the workspace in one statement. */
export function insertRows(tx: Tx, workspaceId: string, rows: readonly NewRow[]): void {
  if (rows.length > 1 && isRun(rows)) {
    insertLine(tx, workspaceId, lineOf(rows), { position: rows[0]!.position })
  } else tx.queue(...(rows.length === 1 ? one(workspaceId, rows[0]!) : many(workspaceId, rows)))
}

/**
 * Writes a line of rows, which takes a quarter less than `many`. The counter says that all of it is of one workspace.
 *
 * The statement can be sent behind the ones that begin the transaction, before they are answered. If those fail, it finds no
 * workspace, and writes nothing.
 *
 * @param at the first row's position, or how many positions it is behind the counter's next one
 */
export function insertLine(
  tx: Tx,
  workspaceId: string,
  line: RowLine,
  at: { position: number } | { behind: number },
): void {
  tx.queue(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, external_id, created_by, import_run_id,
       created_at, updated_at)
     SELECT c.workspace_id, r.id::uuid, c.definition_id, coalesce($3::bigint, c.next_position - $10::bigint) + n - 1, $4,
       r.cells::jsonb, r.external_id::jsonb #>> '{}', $5, $9, now(), now()
     FROM row_counters c CROSS JOIN ROWS FROM (
       string_to_table($6, E'\\n'), string_to_table($7, E'\\n'), string_to_table($8, E'\\n', '')
     ) WITH ORDINALITY AS r (id, cells, external_id, n)
     WHERE c.workspace_id = $1 AND c.definition_id = $2 AND current_setting('app.workspace_id', true) = $1::uuid::text`,
    [
      workspaceId,
      line.definitionId,
      'position' in at ? at.position : null,
      line.source,
      line.createdBy,
      line.ids,
      line.cells,
      line.externalIds,
      line.importRunId ?? null,
      'behind' in at ? at.behind : null,
    ],
  )
}

/** Whether the rows are of one definition and one creator at consecutive positions. */
const isRun = ([first, ...others]: readonly NewRow[]): boolean =>
  others.every(
    (row, i) =>
      row.definitionId === first!.definitionId &&
      row.position === first!.position + i + 1 &&
      row.source === first!.source &&
      row.createdBy === first!.createdBy &&
      row.importRunId === first!.importRunId,
  )

/** As values, which are cheaper to plan and to send than a list. */
const one = (workspaceId: string, row: NewRow): Query => [
  `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, external_id, created_by, import_run_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  [
    workspaceId,
    row.id,
    row.definitionId,
    row.position,
    row.source,
    JSON.stringify(row.cells),
    row.externalId ?? null,
    row.createdBy,
    row.importRunId ?? null,
  ],
]

/**
 * As one JSON array: PostgreSQL takes 500 rows of it at nearly the speed of COPY. The counters say that all of it is of one
 * workspace.
 */
const many = (workspaceId: string, rows: readonly NewRow[]): Query => [
  `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, external_id, import_run_id, created_by,
     created_at, updated_at)
   SELECT c.workspace_id, r.id, c.definition_id, r.p, r.s, r.c, r.x, r.m, r.b, now(), now()
   FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, d uuid, p bigint, s text, c jsonb, x text, m uuid, b text)
   JOIN row_counters c ON c.workspace_id = $1 AND c.definition_id = r.d`,
  [
    workspaceId,
    // Members have names of one letter: longer ones would be half of a narrow row's text.
    JSON.stringify(
      rows.map((r) => ({
        id: r.id,
        d: r.definitionId,
        p: r.position,
        s: r.source,
        c: r.cells,
        x: r.externalId,
        m: r.importRunId,
        b: r.createdBy,
      })),
    ),
  ],
]

/** Moves one counter past that many rows, and locks it until the transaction ends. Undefined if there is none. */
export async function takePositions(
  tx: Tx,
  definitionId: string,
  count: number,
): Promise<{ first: number; version: number | null } | undefined> {
  const [counter] = await tx.run<{ first: number; version: number | null }>(
    `UPDATE row_counters SET next_position = next_position + $2::bigint, row_count = row_count + $2::bigint
     WHERE workspace_id = current_workspace() AND definition_id = $1
     RETURNING next_position - $2::bigint AS first, version`,
    [definitionId, count],
  )
  return counter
}

/**
 * Moves the counters past the rows that this transaction writes: how many, by definition. Looking each up by its id
 * takes half the time of a join.
 */
export function advanceCounters(tx: Tx, added: ReadonlyMap<string, number>): void {
  tx.queue(
    `UPDATE row_counters SET next_position = next_position + ($2::jsonb ->> definition_id::text)::bigint,
       row_count = row_count + ($2::jsonb ->> definition_id::text)::bigint
     WHERE workspace_id = current_workspace() AND definition_id = ANY ($1::uuid[])`,
    [[...added.keys()], JSON.stringify(Object.fromEntries(added))],
  )
}

export interface RowRecord {
  id: string
  position: number
  source: 'api' | 'page' | 'import' | 'manual'
  cells: StoredCells
  external_id: string | null
  import_run_id: string | null
  version: number
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  /** Set for rows in the trash. */
  deleted_at: Date | null
  deleted_by: string | null
}

export const ROW = `id, position, source, cells, external_id, import_run_id, version,
  created_at, created_by, updated_at, coalesce(updated_by, created_by) AS updated_by,
  deleted_at, deleted_by`

/** A row that was deleted for good has the time -infinity until the service removes it: it is not in the trash either. */
const KEPT = "deleted_at IS DISTINCT FROM '-infinity'"

export async function findRow(
  tx: Tx,
  definitionId: string,
  id: string,
  trashed = false,
): Promise<RowRecord | undefined> {
  const [row] = await tx.run<RowRecord>(
    `SELECT ${ROW} FROM rows WHERE workspace_id = current_workspace() AND id = $2
     AND definition_id = $1 AND (deleted_at IS NOT NULL) = $3 AND ${KEPT}`,
    [definitionId, id, trashed],
  )
  return row
}

/**
 * Rows by their ids. IS NOT DISTINCT FROM keeps the planner from using an index on the definition. Otherwise, while a
 * board grows faster than its table's statistics, the planner could prefer the index on positions, and read all rows.
 */
export function listRowsByIds(
  tx: Tx,
  definitionId: string,
  ids: readonly string[],
  trashed = false,
): Promise<RowRecord[]> {
  return tx.run(
    `SELECT ${ROW} FROM rows WHERE workspace_id = current_workspace()
     AND definition_id IS NOT DISTINCT FROM $1
     AND id = ANY ($2::uuid[]) AND (deleted_at IS NOT NULL) = $3 AND ${KEPT} ORDER BY position`,
    [definitionId, ids, trashed],
  )
}

/** Replaces the cells of rows and raises their versions. `insertRowHistory` writes the history. */
export function updateRowCells(
  tx: Tx,
  rows: readonly { id: string; cells: StoredCells }[],
  actor: string,
): void {
  tx.queue(
    `UPDATE rows SET cells = c.cells, version = version + 1, updated_at = now(), updated_by = $2
     FROM jsonb_to_recordset($1::jsonb) AS c (id uuid, cells jsonb)
     WHERE rows.workspace_id = current_workspace() AND rows.id = c.id`,
    [JSON.stringify(rows.map(({ id, cells }) => ({ id, cells }))), actor],
  )
}

export interface HistoryEntry {
  id: string
  rowId: string
  /** `{slot: [from, to]}`; empty if no cell changed. */
  cells: Record<string, [unknown, unknown]>
  /** The row's, after the change. */
  version: number
}

/** @param by who did it, and how: for all of the entries */
export function insertRowHistory(tx: Tx, entries: readonly HistoryEntry[], by: ChangedBy): void {
  tx.queue(...(entries.length === 1 ? oneEntry(entries[0]!, by) : manyEntries(entries, by)))
}

interface ChangedBy {
  actor: string
  action: string
  runId: string | null
}

const oneEntry = (entry: HistoryEntry, by: ChangedBy): Query => [
  `INSERT INTO row_history (workspace_id, row_id, id, actor, action, run_id, cells, version)
   VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7)`,
  [
    entry.rowId,
    entry.id,
    by.actor,
    by.action,
    by.runId,
    JSON.stringify(entry.cells),
    entry.version,
  ],
]

const manyEntries = (entries: readonly HistoryEntry[], by: ChangedBy): Query => [
  `WITH written AS (
     INSERT INTO row_history (workspace_id, row_id, id, actor, action, run_id, cells, version)
     SELECT current_workspace(), e."rowId", e.id, $2, $3, $4, e.cells, e.version
     FROM jsonb_to_recordset($1::jsonb) AS e ("rowId" uuid, id uuid, cells jsonb, version integer)
     RETURNING 1)
   SELECT FROM written LIMIT 0`,
  [JSON.stringify(entries), by.actor, by.action, by.runId],
]
