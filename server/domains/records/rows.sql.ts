import type { Tx } from '../../platform/db.ts'
import type { StoredCells } from './definition.rules.ts'

export interface NewRow {
  id: string
  definitionId: string
  position: number
  source: 'api' | 'page' | 'import' | 'manual'
  cells: StoredCells
  externalId?: string | undefined
  createdBy: string
}

/**
 * Writes rows of any definitions of the workspace in one statement, as one JSON array: PostgreSQL
 * takes 500 of them so at nearly the speed of COPY.
 */
export function insertRows(tx: Tx, workspaceId: string, rows: readonly NewRow[]): void {
  tx.queue(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, external_id, created_by)
     SELECT $1, r.id, r.d, r.p, r.s, r.c, r.x, r.b
     FROM jsonb_to_recordset($2::jsonb)
       AS r (id uuid, d uuid, p bigint, s text, c jsonb, x text, b text)`,
    [
      workspaceId,
      // Members by one letter: half of the text of a narrow row would otherwise be their names.
      JSON.stringify(
        rows.map((r) => ({
          id: r.id,
          d: r.definitionId,
          p: r.position,
          s: r.source,
          c: r.cells,
          x: r.externalId,
          b: r.createdBy,
        })),
      ),
    ],
  )
}

/** Rows in a line, of one definition and one maker, none with an own id: a quarter cheaper than `insertRows`. */
export function insertRun(
  tx: Tx,
  run: {
    workspaceId: string
    definitionId: string
    firstPosition: number
    source: NewRow['source']
    createdBy: string
    rows: readonly { id: string; cells: StoredCells }[]
  },
): void {
  tx.queue(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, (r ->> 0)::uuid, $2, $3::bigint + n - 1, $4, r -> 1, $5
     FROM jsonb_array_elements($6::jsonb) WITH ORDINALITY AS e (r, n)`,
    [
      run.workspaceId,
      run.definitionId,
      run.firstPosition,
      run.source,
      run.createdBy,
      JSON.stringify(run.rows.map(({ id, cells }) => [id, cells])),
    ],
  )
}

/** Moves the counters past the rows that are written in this transaction. */
export function advanceCounters(
  tx: Tx,
  moves: readonly { definitionId: string; nextPosition: number; added: number }[],
): void {
  tx.queue(
    `UPDATE row_counters n SET next_position = m.p, row_count = n.row_count + m.n
     FROM jsonb_to_recordset($1::jsonb) AS m (d uuid, p bigint, n bigint)
     WHERE n.workspace_id = current_workspace() AND n.definition_id = m.d`,
    [JSON.stringify(moves.map((m) => ({ d: m.definitionId, p: m.nextPosition, n: m.added })))],
  )
}

/** Claims values of unique columns; answers those claimed, so that what is missing was taken already. */
export async function claimUniqueValues(
  tx: Tx,
  values: readonly { columnId: string; hash: Buffer; rowId: string }[],
): Promise<Set<string>> {
  const rows = await tx.run<{ claim: string }>(
    `INSERT INTO unique_values (workspace_id, column_id, value_hash, row_id)
     SELECT current_workspace(), v.c, decode(v.h, 'hex'), v.r
     FROM jsonb_to_recordset($1::jsonb) AS v (c uuid, h text, r uuid)
     ON CONFLICT DO NOTHING
     RETURNING column_id || ' ' || encode(value_hash, 'hex') AS claim`,
    [JSON.stringify(values.map((v) => ({ c: v.columnId, h: v.hash.toString('hex'), r: v.rowId })))],
  )
  return new Set(rows.map((row) => row.claim))
}

/**
 * Which values of unique columns are taken by rows other than those that bring them.
 *
 * @param released whose value in which column is given up at the same time.
 */
export async function takenUniqueValues(
  tx: Tx,
  values: readonly { columnId: string; hash: Buffer; rowId: string }[],
  released: readonly { columnId: string; rowId: string }[],
): Promise<Set<string>> {
  const rows = await tx.run<{ claim: string }>(
    `SELECT u.column_id || ' ' || encode(u.value_hash, 'hex') AS claim
     FROM jsonb_to_recordset($1::jsonb) AS v (c uuid, h text, r uuid)
     JOIN unique_values u ON u.workspace_id = current_workspace() AND u.column_id = v.c
       AND u.value_hash = decode(v.h, 'hex') AND u.row_id <> v.r
     WHERE (u.column_id, u.row_id) NOT IN (
       SELECT g.c, g.r FROM jsonb_to_recordset($2::jsonb) AS g (c uuid, r uuid))`,
    [
      JSON.stringify(values.map((v) => ({ c: v.columnId, h: v.hash.toString('hex'), r: v.rowId }))),
      JSON.stringify(released.map((v) => ({ c: v.columnId, r: v.rowId }))),
    ],
  )
  return new Set(rows.map((row) => row.claim))
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
}

const ROW = `id, position, source, cells, external_id, import_run_id, version,
  created_at, created_by, updated_at, coalesce(updated_by, created_by) AS updated_by`

export async function findRow(
  tx: Tx,
  definitionId: string,
  id: string,
): Promise<RowRecord | undefined> {
  const [row] = await tx.run<RowRecord>(
    `SELECT ${ROW} FROM rows WHERE workspace_id = current_workspace() AND id = $2
     AND definition_id = $1 AND deleted_at IS NULL`,
    [definitionId, id],
  )
  return row
}

/** A page of rows after a position, in its order. */
export function listRows(
  tx: Tx,
  definitionId: string,
  after: number,
  limit: number,
): Promise<RowRecord[]> {
  return tx.run(
    `SELECT ${ROW} FROM rows WHERE workspace_id = current_workspace() AND definition_id = $1
     AND position > $2 AND deleted_at IS NULL ORDER BY position LIMIT $3`,
    [definitionId, after, limit],
  )
}

export function listRowsByIds(
  tx: Tx,
  definitionId: string,
  ids: readonly string[],
): Promise<RowRecord[]> {
  return tx.run(
    `SELECT ${ROW} FROM rows WHERE workspace_id = current_workspace() AND definition_id = $1
     AND id = ANY ($2::uuid[]) ORDER BY position`,
    [definitionId, ids],
  )
}

/** Replaces a row's cells; its version rises. The history entry is written beside it. */
export function updateRowCells(tx: Tx, id: string, cells: StoredCells, actor: string): void {
  tx.queue(
    `UPDATE rows SET cells = $2, version = version + 1, updated_at = now(), updated_by = $3
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, JSON.stringify(cells), actor],
  )
}

export function insertRowHistory(
  tx: Tx,
  entry: { id: string; rowId: string; actor: string; action: string; cells: object },
): void {
  tx.queue(
    `INSERT INTO row_history (workspace_id, row_id, id, actor, action, cells)
     VALUES (current_workspace(), $1, $2, $3, $4, $5)`,
    [entry.rowId, entry.id, entry.actor, entry.action, JSON.stringify(entry.cells)],
  )
}

/** Gives up a row's values in the named unique columns, before it claims new ones. */
export function releaseUniqueValues(tx: Tx, rowId: string, columnIds: readonly string[]): void {
  tx.queue(
    `DELETE FROM unique_values WHERE workspace_id = current_workspace() AND row_id = $1
     AND column_id = ANY ($2::uuid[])`,
    [rowId, columnIds],
  )
}
