import type { Tx } from '../../../platform/database/tx.ts'
import { type MarkedRow, STARTED } from '../../records/listing/page-marks.rules.ts'

export interface RawRow extends MarkedRow {
  id: string
  source: string
  /** The stored cells as text, for `rawProjector`. */
  cells: string
  created_by: string
  /** The definition's version; null if it was deleted. */
  version: string | null
}

/** Also has the values that computed columns show. */
export interface TimedRawRow extends RawRow {
  created_at: Date
  updated_at: Date
  updated_by: string
}

/**
 * The version of the definition, as in `Definition.version`, in the same snapshot as the rows. As a subquery, it is evaluated once
 * and not for each row.
 */
const VERSION = `(SELECT version::text FROM row_counters
  WHERE workspace_id = current_workspace() AND definition_id = $1)`
const ROW = `id, position, source, cells::text AS cells, created_by, xmin AS written, (SELECT ${STARTED}) AS started,
  ${VERSION} AS version`
const TIMED_ROW = `${ROW}, created_at, updated_at, coalesce(updated_by, created_by) AS updated_by`
const AFTER = `FROM rows WHERE workspace_id = current_workspace() AND definition_id = $1
  AND position > $2 AND deleted_at IS NULL ORDER BY position`
const MARK = `SELECT concat_ws(' ', ${STARTED}, array_agg(position), array_agg(written)) AS mark
  FROM (SELECT position, xmin AS written ${AFTER}`

/** The usual page of 100 rows, and one more that tells whether there are others. */
const USUAL = 101

/**
 * A page of rows after a position, with their cells as text. The usual limit is in the text of its statement: PostgreSQL
 * then keeps one plan. If it has to guess the limit, it plans each page again, which takes half as long as reading it.
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

/** The current mark of a page (see `markOf`). Finding it takes a third of the time that reading the page takes. */
export async function findMark(
  tx: Tx,
  definitionId: string,
  after: number,
  limit: number,
): Promise<string> {
  const isUsual = limit === USUAL
  const [row] = await tx.run<{ mark: string }>(
    isUsual ? `${MARK} LIMIT 101) AS page` : `${MARK} LIMIT $3) AS page`,
    isUsual ? [definitionId, after] : [definitionId, after, limit],
  )
  return row!.mark
}
