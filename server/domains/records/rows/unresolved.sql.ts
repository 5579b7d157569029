import type { Tx } from '../../../platform/database/tx.ts'
import type { Unresolved } from '../cells/column.ts'

/** A cell with names that lead nowhere yet. */
export interface UnresolvedCell {
  columnId: string
  rowId: string
}

/** Notes that cells have names that lead nowhere, and that nobody has looked for them since. */
export function noteUnresolved(tx: Tx, cells: readonly UnresolvedCell[]): void {
  tx.queue(
    `WITH noted AS (
       INSERT INTO unresolved_cells (workspace_id, column_id, row_id)
       SELECT current_workspace(), c."columnId", c."rowId"
       FROM jsonb_to_recordset($1::jsonb) AS c ("columnId" uuid, "rowId" uuid)
       ON CONFLICT (workspace_id, column_id, row_id) DO UPDATE SET mark = NULL RETURNING 1)
     SELECT FROM noted LIMIT 0`,
    [JSON.stringify(cells)],
  )
}

export function forgetUnresolved(tx: Tx, cells: readonly UnresolvedCell[]): void {
  tx.queue(
    `DELETE FROM unresolved_cells u
     USING jsonb_to_recordset($1::jsonb) AS c ("columnId" uuid, "rowId" uuid)
     WHERE u.workspace_id = current_workspace() AND u.column_id = c."columnId" AND u.row_id = c."rowId"`,
    [JSON.stringify(cells)],
  )
}

/** The columns with such cells, by the definitions that they belong to. A deleted column or definition waits. */
export function listUnresolvedColumns(
  tx: Tx,
): Promise<{ definitionId: string; columnIds: string[] }[]> {
  return tx.run(
    `SELECT c.definition_id AS "definitionId", array_agg(c.id) AS "columnIds" FROM columns c
     JOIN definitions d ON d.workspace_id = c.workspace_id AND d.id = c.definition_id
     WHERE c.workspace_id = current_workspace() AND c.deleted_at IS NULL AND d.deleted_at IS NULL
       AND c.type IN ('link', 'person')
       AND EXISTS (SELECT FROM unresolved_cells u
         WHERE u.workspace_id = current_workspace() AND u.column_id = c.id)
     GROUP BY c.definition_id ORDER BY c.definition_id`,
  )
}

/**
 * Up to `limit` cells of rows outside the trash whose names were not looked up since the rows or people that they may name
 * got these marks, by column.
 */
export function listOutdated(
  tx: Tx,
  marks: Readonly<Record<string, string>>,
  limit: number,
): Promise<UnresolvedCell[]> {
  return tx.run(
    `SELECT u.column_id AS "columnId", u.row_id AS "rowId" FROM unresolved_cells u
     JOIN rows r ON r.workspace_id = u.workspace_id AND r.id = u.row_id
     JOIN jsonb_each_text($1::jsonb) AS m (column_id, mark) ON m.column_id::uuid = u.column_id
     WHERE u.workspace_id = current_workspace() AND u.mark IS DISTINCT FROM m.mark
       AND r.deleted_at IS NULL
     ORDER BY u.row_id LIMIT $2`,
    [JSON.stringify(marks), limit],
  )
}

/** Notes that the names of cells were looked up while their columns had these marks. */
export function noteLookedUp(
  tx: Tx,
  marks: Readonly<Record<string, string>>,
  cells: readonly UnresolvedCell[],
): void {
  tx.queue(
    `UPDATE unresolved_cells u SET mark = $2::jsonb ->> u.column_id::text
     FROM jsonb_to_recordset($1::jsonb) AS c ("columnId" uuid, "rowId" uuid)
     WHERE u.workspace_id = current_workspace() AND u.column_id = c."columnId" AND u.row_id = c."rowId"`,
    [JSON.stringify(cells), JSON.stringify(marks)],
  )
}

/** Has all names looked up again. @returns whether there are any. */
export async function outdateAll(tx: Tx): Promise<boolean> {
  const [first] = await tx.run(
    `WITH outdated AS (
       UPDATE unresolved_cells SET mark = NULL WHERE workspace_id = current_workspace() RETURNING 1)
     SELECT FROM outdated LIMIT 1`,
  )
  return first !== undefined
}

/** Names that a slot of a row held beside its cell before a change. */
export interface PastNames {
  slot: string
  names: Unresolved[]
}

export const listPastNames = (
  tx: Tx,
  rowIds: readonly string[],
  slots: readonly string[],
): Promise<PastNames[]> =>
  tx.run(
    `SELECT c.slot, c.change -> 0 AS names
     FROM row_history h CROSS JOIN LATERAL jsonb_each(h.cells) AS c (slot, change)
     WHERE h.workspace_id = current_workspace() AND h.row_id = ANY ($1::uuid[]) AND h.cells ?| $2::text[]
       AND c.slot = ANY ($2) AND jsonb_typeof(c.change -> 0) = 'array'`,
    [rowIds, slots],
  )
