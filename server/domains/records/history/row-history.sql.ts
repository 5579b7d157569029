import type { Tx } from '../../../platform/database/tx.ts'
import type { ChangedCells } from '../rows/row-changes.rules.ts'

export interface EntryRecord {
  id: string
  at: Date
  actor: string
  action: string
  run_id: string | null
  cells: ChangedCells
  /** The row's version after the change; 0 in entries from before versions were stored. */
  version: number
}

const ENTRY = 'id, at, actor, action, run_id, cells, coalesce(version, 0) AS version'

/**
 * A row's entries before a place, newest first.
 *
 * @param slots those that the reader can see: an entry that changed only others is left out.
 */
export function listEntries(
  tx: Tx,
  rowId: string,
  slots: readonly string[],
  before: { version: number; id: string } | null,
  limit: number,
): Promise<EntryRecord[]> {
  return tx.run(
    `SELECT ${ENTRY} FROM row_history
     WHERE workspace_id = current_workspace() AND row_id = $1
       AND (cells = '{}' OR cells ?| $2::text[])
       AND ($3::integer IS NULL OR (coalesce(version, 0), id) < ($3, $4::uuid))
     ORDER BY coalesce(version, 0) DESC, id DESC LIMIT $5`,
    [rowId, slots, before?.version ?? null, before?.id ?? null, limit],
  )
}

export async function findEntry(
  tx: Tx,
  rowId: string,
  id: string,
): Promise<EntryRecord | undefined> {
  const [entry] = await tx.run<EntryRecord>(
    `SELECT ${ENTRY} FROM row_history
     WHERE workspace_id = current_workspace() AND row_id = $1 AND id = $2`,
    [rowId, id],
  )
  return entry
}

/** What each slot that ever changed held before its first change; `null` for nothing. */
export async function firstValues(tx: Tx, rowId: string): Promise<Record<string, unknown>> {
  const rows = await tx.run<{ slot: string; value: unknown }>(
    `SELECT DISTINCT ON (c.slot) c.slot, c.change -> 0 AS value
     FROM row_history h CROSS JOIN LATERAL jsonb_each(h.cells) AS c (slot, change)
     WHERE h.workspace_id = current_workspace() AND h.row_id = $1
     ORDER BY c.slot, coalesce(h.version, 0), h.id`,
    [rowId],
  )
  return Object.fromEntries(rows.map(({ slot, value }) => [slot, value]))
}
