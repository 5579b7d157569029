import type { Tx } from '../../../platform/database/tx.ts'
import type { StoredCells } from '../definitions/definition.rules.ts'

export interface MatchRecord {
  id: string
  cells: StoredCells
  version: number
  import_run_id: string | null
}

/** The rows that hold values of a unique column, by their hashes. */
export function listRowsByUnique(
  tx: Tx,
  columnId: string,
  hashes: readonly string[],
): Promise<MatchRecord[]> {
  return tx.run(
    `SELECT r.id, r.cells, r.version, r.import_run_id FROM unnest($2::text[]) AS v (hash)
     JOIN unique_values u ON u.workspace_id = current_workspace() AND u.column_id = $1
       AND u.value_hash = decode(v.hash, 'hex')
     JOIN rows r ON r.workspace_id = u.workspace_id AND r.id = u.row_id
     WHERE r.deleted_at IS NULL`,
    [columnId, hashes],
  )
}

/** These rows, outside the trash. */
export function listRowsById(tx: Tx, ids: readonly string[]): Promise<MatchRecord[]> {
  return tx.run(
    `SELECT id, cells, version, import_run_id FROM rows
     WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[]) AND deleted_at IS NULL`,
    [ids],
  )
}

/**
 * The rows that hold values in a slot, by position; no more than two for each value matter.
 *
 * @param numbers phone numbers that rows can hold with any extension.
 */
export function listRowsBySlot(
  tx: Tx,
  definitionId: string,
  slot: number,
  values: readonly unknown[],
  numbers: readonly string[],
): Promise<MatchRecord[]> {
  return tx.run(
    `SELECT id, cells, version, import_run_id FROM rows
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND deleted_at IS NULL
       AND (coalesce(to_jsonb(comparable_text(cell_string(cells, $2::text))), cells -> $2::text)
           IN (SELECT jsonb_array_elements($3::jsonb))
         OR split_part(cells ->> $2::text, ';ext=', 1) = ANY ($4::text[]))
     ORDER BY position`,
    [definitionId, String(slot), JSON.stringify(values), numbers],
  )
}

/** Which of the rows a run has changed already. */
export async function listChangedBy(
  tx: Tx,
  ids: readonly string[],
  runId: string,
): Promise<string[]> {
  const rows = await tx.run<{ row_id: string }>(
    `SELECT DISTINCT row_id FROM row_history
     WHERE workspace_id = current_workspace() AND row_id = ANY ($1::uuid[]) AND run_id = $2`,
    [ids, runId],
  )
  return rows.map(({ row_id }) => row_id)
}
