import type { Tx } from '../../../platform/database/tx.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { afterSql, orderSql } from '../filters/order.rules.ts'
import { countSql, idSql, Parameters } from '../filters/statement.rules.ts'
import type { Target } from '../filters/targets.rules.ts'
import type { Listing, Total } from './listing.rules.ts'
import { type MarkedRow, STARTED } from './page-marks.rules.ts'
import { type PageSql, whereSql } from './page-sql.rules.ts'
import { betweenSql, type Stretch } from './stretches.rules.ts'

// The only place that builds a statement for a request. Its parts are the fixed texts of filters/, and the ids of the workspace
// and the board: no name from a client is ever part of one, and every value is a parameter.

/** A row with its cells and times as text. */
export interface ListedRow extends MarkedRow {
  id: string
  source: string
  cells: string
  created_at: string
  created_by: string
  updated_at: string
  updated_by: string
  version: number
  external_id: string | null
  import_run_id: string | null
  /** Set for rows in the trash. */
  deleted_at?: string | null
  deleted_by?: string | null
}

const ROW = `id, position, source, cells::text AS cells, external_id, import_run_id, version,
  created_at::text AS created_at, created_by, updated_at::text AS updated_at,
  coalesce(updated_by, created_by) AS updated_by`
const MARKS = `(SELECT ${STARTED}) AS started, xmin AS written`
const NO_MARKS = `'' AS started, '' AS written`
const ANY_ROW = `${ROW}, deleted_at::text AS deleted_at, deleted_by`

/** Up to `limit` rows of the plain list: all outside the trash, by position. Its text never changes: it is prepared. */
export function listRowsByPosition(
  tx: Tx,
  definitionId: string,
  after: number,
  limit: number,
): Promise<ListedRow[]> {
  return tx.run(
    `SELECT ${ROW}, ${MARKS} FROM rows WHERE workspace_id = current_workspace() AND definition_id = $1
     AND deleted_at IS NULL AND position > $2 ORDER BY position LIMIT $3`,
    [definitionId, after, limit],
  )
}

/**
 * The position of the nth row of the plain list. It is computed from the positions without a row in the list: those of
 * rows in the trash, and those of purged rows. Undefined if these do not account for every missing row.
 */
export async function findPositionOf(
  tx: Tx,
  definitionId: string,
  nth: number,
): Promise<number | undefined> {
  const [row] = await tx.run<{ position: number }>(
    `WITH missing AS (
       SELECT position AS first, 1::bigint AS count FROM rows
       WHERE workspace_id = current_workspace() AND definition_id = $1 AND deleted_at IS NOT NULL
       UNION ALL
       SELECT first_position, count FROM row_gaps
       WHERE workspace_id = current_workspace() AND definition_id = $1),
     summed AS (SELECT first, count, sum(count) OVER (ORDER BY first) AS upto FROM missing)
     SELECT $2::bigint + (SELECT coalesce(sum(count), 0) FROM summed WHERE first - upto + count <= $2)::bigint AS position
     FROM row_counters
     WHERE workspace_id = current_workspace() AND definition_id = $1
       AND next_position - 1 - row_count = (SELECT coalesce(sum(count), 0) FROM missing)`,
    [definitionId, nth],
  )
  return row?.position
}

/** The rows of a page, each with its part of the page's mark if there are marks. */
export const listRows = (tx: Tx, { rows, values, isPlannedOnce }: PageSql): Promise<ListedRow[]> =>
  // The inner query sorts whole rows, and the outer one writes the text of the few that are left. Otherwise PostgreSQL
  // would write the text of every match before sorting, which takes longer than finding them.
  tx.runComposed(
    `SELECT ${ANY_ROW}, started, written FROM (SELECT *, ${tx.showsWriters ? MARKS : NO_MARKS} FROM ${rows}) AS rows`,
    values,
    isPlannedOnce,
  )

/** The current mark of a page (see `markOf`), which takes less than half the time of reading it. */
export async function findMark(tx: Tx, { rows, values, isPlannedOnce }: PageSql): Promise<string> {
  const [found] = await tx.runComposed<{ mark: string }>(
    `SELECT concat_ws(' ', ${STARTED}, array_agg(position), array_agg(written)) AS mark
     FROM (SELECT position, xmin AS written FROM ${rows}) AS page`,
    values,
    isPlannedOnce,
  )
  return found!.mark
}

/**
 * The row with `beyond` rows before it in one stretch of a list, or after it if `backwards`. Only the cells of this row
 * are read.
 */
export async function findRowAt(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
  stretch: Stretch,
  beyond: number,
  backwards = false,
): Promise<ListedRow | undefined> {
  const parameters = new Parameters()
  const where = whereSql(view, listing, parameters)
  const about = afterSql(listing.order, stretch.phase, undefined, parameters)
  const between = betweenSql(listing.order, stretch, parameters)
  const order = orderSql(listing.order, backwards)
  const [row] = await tx.runComposed<ListedRow>(
    `SELECT ${ANY_ROW}, ${NO_MARKS} FROM rows
     WHERE workspace_id = ${idSql(view.definition.workspaceId)} AND id = (
       SELECT id FROM rows WHERE ${where} AND ${about} AND ${between}
       ORDER BY ${order} LIMIT 1 OFFSET ${parameters.add(beyond, 'integer')})`,
    parameters.values,
  )
  return row
}

/**
 * What about 500 rows of a board have as a key: each value once, in order, as text. They are at random places, since what programs
 * write often repeats itself.
 */
export async function sampleKeys(
  tx: Tx,
  definitionId: string,
  key: string,
): Promise<readonly string[]> {
  const found = await tx.runComposed<{ value: string }>(
    `WITH sample AS MATERIALIZED (
       SELECT ceil(random() * next_position)::bigint AS at FROM row_counters CROSS JOIN generate_series(1, 500)
       WHERE workspace_id = current_workspace() AND definition_id = $1)
     SELECT key::text AS value FROM (
       SELECT DISTINCT ${key} AS key FROM sample
       JOIN rows ON rows.workspace_id = current_workspace() AND rows.definition_id = $1 AND rows.position = sample.at
       WHERE deleted_at IS NULL AND ${key} IS NOT NULL) AS keys
     ORDER BY key`,
    [definitionId],
  )
  return found.map(({ value }) => value)
}

/**
 * The ids of a list's rows, if there are at most `most`, found with the index on `target`. PostgreSQL takes no
 * statistics from an index over a part of a table, so it cannot tell that few rows match, and would read the whole
 * board. Sorting by the target makes it use the index.
 */
export async function findFew(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
  target: Target,
  most: number,
): Promise<string[] | undefined> {
  const parameters = new Parameters()
  const where = whereSql(view, listing, parameters)
  const [row] = await tx.runComposed<{ ids: string[] | null }>(
    `SELECT CASE WHEN count(*) <= ${countSql(most)} THEN coalesce(array_agg(id), '{}') END AS ids
     FROM (SELECT id FROM rows WHERE ${where}
       ORDER BY ${target.key} LIMIT ${countSql(most + 1)}) AS found`,
    parameters.values,
  )
  return row!.ids ?? undefined
}

/** The least and the greatest values of a list, in one row. */
export async function findEnds(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
  ends: readonly Total[],
): Promise<Record<`end${number}`, number | string | null>> {
  const parameters = new Parameters()
  const found = ends.map((end, i) => `${endSql(end)} AS end${i}`)
  const where = whereSql(view, listing, parameters)
  const [row] = await tx.runComposed<Record<`end${number}`, number | string | null>>(
    `SELECT ${found.join(', ')} FROM rows WHERE ${where}`,
    parameters.values,
  )
  return row!
}

function endSql({ total, target }: Total): string {
  const { value, key = value, summand, comparison } = target
  if (summand) return `${total}(${summand})::float8`
  const found = `${total}(${key})`
  return comparison === 'time'
    ? `to_char(${found} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : found
}
