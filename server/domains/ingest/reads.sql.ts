import type { Tx } from '../../platform/database/db.ts'

export interface RawRow {
  id: string
  position: number
  source: string
  /** The stored cells as text, for `rawProjector`. */
  cells: string
  created_by: string
}

/** Has what computed columns show, too. */
export interface TimedRawRow extends RawRow {
  created_at: Date
  updated_at: Date
  updated_by: string
}

/** Rows after a position, with their cells as text. */
export function listRawRows(
  tx: Tx,
  definitionId: string,
  after: number,
  limit: number,
): Promise<RawRow[]> {
  return tx.run(
    `SELECT id, position, source, cells::text AS cells, created_by
     FROM rows WHERE workspace_id = current_workspace() AND definition_id = $1
     AND position > $2 AND deleted_at IS NULL ORDER BY position LIMIT $3`,
    [definitionId, after, limit],
  )
}

/** The same for definitions with computed columns. Reading times is slow, so only these do it. */
export function listTimedRawRows(
  tx: Tx,
  definitionId: string,
  after: number,
  limit: number,
): Promise<TimedRawRow[]> {
  return tx.run(
    `SELECT id, position, source, cells::text AS cells, created_by, created_at, updated_at,
       coalesce(updated_by, created_by) AS updated_by
     FROM rows WHERE workspace_id = current_workspace() AND definition_id = $1
     AND position > $2 AND deleted_at IS NULL ORDER BY position LIMIT $3`,
    [definitionId, after, limit],
  )
}
