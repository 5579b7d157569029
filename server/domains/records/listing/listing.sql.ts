import type { Tx } from '../../../platform/database/tx.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { afterSql, orderSql, type Phase } from '../filters/order.rules.ts'
import { countSql, idSql, Parameters } from '../filters/statement.rules.ts'
import type { Target } from '../filters/targets.rules.ts'
import type { Listing, Total } from './listing.rules.ts'
import { type MarkedRow, STARTED } from './page-marks.rules.ts'
import { type PageSql, whereSql } from './page-sql.rules.ts'

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
 * The row with `beyond` rows before it in one phase of a list, or after it if `backwards`. Only the cells of this row
 * are read.
 */
export async function findRowAt(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
  phase: Phase | undefined,
  beyond: number,
  backwards = false,
): Promise<ListedRow | undefined> {
  const parameters = new Parameters()
  const where = whereSql(view, listing, parameters)
  const about = afterSql(listing.order, phase, undefined, parameters)
  const order = orderSql(listing.order, backwards)
  const [row] = await tx.runComposed<ListedRow>(
    `SELECT ${ANY_ROW}, ${NO_MARKS} FROM rows
     WHERE workspace_id = ${idSql(view.definition.workspaceId)} AND id = (
       SELECT id FROM rows WHERE ${where} AND ${about}
       ORDER BY ${order} LIMIT 1 OFFSET ${parameters.add(beyond, 'integer')})`,
    parameters.values,
  )
  return row
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

/** How many rows a list has in all, or in one of its phases. */
export async function countRows(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
  phase?: Phase,
): Promise<number> {
  const parameters = new Parameters()
  const where = whereSql(view, listing, parameters)
  const about = afterSql(listing.order, phase, undefined, parameters)
  const [row] = await tx.runComposed<{ count: number }>(
    `SELECT count(*) AS count FROM rows WHERE ${where} AND ${about}`,
    parameters.values,
  )
  return row!.count
}

/** How many rows each phase of a list with ranks has, by the rank or the name of the phase. */
export async function countPhases(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
): Promise<(phase: Phase | undefined) => number> {
  const parameters = new Parameters()
  const { ranks = [], keys } = listing.order
  const key = keys[0]!.target.key
  const rank = `array_position(${parameters.add(ranks, 'text[]')}, ${key})`
  const counts = await tx.runComposed<{ rank: number | null; empty: boolean; count: number }>(
    `SELECT ${rank} AS rank, ${key} IS NULL AS empty, count(*) AS count FROM rows
     WHERE ${whereSql(view, listing, parameters)} GROUP BY 1, 2`,
    parameters.values,
  )
  return (phase) => {
    const found = counts.find(({ rank, empty }) =>
      typeof phase === 'object'
        ? rank !== null && ranks[rank - 1] === phase.rank
        : rank === null && empty === (phase === 'empty'),
    )
    return found?.count ?? 0
  }
}

export interface GroupRow {
  value: string | number | null
  count: number
  [sum: `sum${number}`]: number | null
}

/** The groups of a list in order, with the requested sums. */
export function listGroups(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
  limit: number,
): Promise<GroupRow[]> {
  const parameters = new Parameters()
  const { target, sums } = listing.group!
  const value = groupSql(target, view, parameters)
  const totals = sums.map((sum, i) => `, sum(${sum.target.summand})::float8 AS sum${i}`)
  const where = whereSql(view, listing, parameters)
  const { ranks } = listing.order
  const rank = ranks ? `array_position(${parameters.add(ranks, 'text[]')}, ${value}), ` : ''
  const order = target.nature === 'choice' ? `(${value}) COLLATE people` : '1'
  return tx.runComposed(
    `SELECT ${value} AS value, count(*) AS count${totals.join('')} FROM rows
     WHERE ${where}
     GROUP BY 1 ORDER BY ${rank}${order} NULLS LAST LIMIT ${countSql(limit)}`,
    parameters.values,
  )
}

/** The totals of a list, in one row. */
export async function totalRows(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
): Promise<Record<`total${number}`, number | string | null>> {
  const parameters = new Parameters()
  const totals = listing.totals.map((total, i) => `${totalSql(total)} AS total${i}`)
  const where = whereSql(view, listing, parameters)
  const [row] = await tx.runComposed<Record<`total${number}`, number | string | null>>(
    `SELECT ${totals.join(', ')} FROM rows WHERE ${where}`,
    parameters.values,
  )
  return row!
}

/** Sums and averages of money are exact in decimals before they become JSON numbers. */
function totalSql({ total, target }: Total): string {
  const { value, key = value, summand, comparison, always, content = key } = target
  switch (total) {
    case 'sum':
      return `coalesce(sum(${summand}), 0)::float8`
    case 'average':
      return `avg(${summand})::float8`
    case 'filled':
      return always && content === key ? 'count(*)' : `count(${content})`
    default: {
      if (summand) return `${total}(${summand})::float8`
      const found = `${total}(${key})`
      return comparison === 'time'
        ? `to_char(${found} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
        : found
    }
  }
}

/**
 * What rows are grouped by: times by their day in the board's time zone. Labels are grouped by their bytes, which no index has in
 * order: PostgreSQL takes few labels for many, and would fetch every row by the index, which takes twice as long as reading all.
 */
function groupSql(
  { nature, key, value, comparison }: Target,
  { definition }: DefinitionView,
  parameters: Parameters,
): string {
  if (nature === 'choice') return `(${key}) COLLATE "C"`
  if (nature !== 'datetime') return `${key}`
  const zone = parameters.add(definition.locale.timeZone, 'text')
  const time =
    comparison === 'time'
      ? value
      : `CASE WHEN (${value}) ~ '^\\d{4}-\\d\\d-\\d\\dT' THEN (${value})::timestamptz END`
  return `(((${time}) AT TIME ZONE ${zone})::date::text) COLLATE "C"`
}
