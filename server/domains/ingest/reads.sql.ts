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

const ROW = 'id, position, source, cells::text AS cells, created_by'
const TIMED_ROW = `${ROW}, created_at, updated_at, coalesce(updated_by, created_by) AS updated_by`
const AFTER = `FROM rows WHERE workspace_id = current_workspace() AND definition_id = $1
  AND position > $2 AND deleted_at IS NULL ORDER BY position`

/** The usual page of 100 rows, and one more that tells whether there are others. */
const USUAL = 101

/**
 * A page of rows after a position, with their cells as text. The usual limit is in the text of its statement: PostgreSQL
 * then keeps one plan. If it has to guess the limit, it plans each page anew, which takes half as long as reading it.
 */
export function listRawRows(
  tx: Tx,
  definitionId: string,
  after: number,
  limit: number,
): Promise<RawRow[]> {
  const isUsual = limit === USUAL
  return tx.run(
    isUsual ? `SELECT ${ROW} ${AFTER} LIMIT 101` : `SELECT ${ROW} ${AFTER} LIMIT $3`,
    isUsual ? [definitionId, after] : [definitionId, after, limit],
  )
}

/** The same for definitions with computed columns. Reading times is slow, so only these do it. */
export function listTimedRawRows(
  tx: Tx,
  definitionId: string,
  after: number,
  limit: number,
): Promise<TimedRawRow[]> {
  const isUsual = limit === USUAL
  return tx.run(
    isUsual ? `SELECT ${TIMED_ROW} ${AFTER} LIMIT 101` : `SELECT ${TIMED_ROW} ${AFTER} LIMIT $3`,
    isUsual ? [definitionId, after] : [definitionId, after, limit],
  )
}
