import type { Tx } from '../../../platform/database/tx.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { idSql, Parameters } from '../filters/statement.rules.ts'
import { type Figure, type FigureRow, figureParts } from './figures.rules.ts'
import type { Listing } from './listing.rules.ts'
import { STARTED } from './page-marks.rules.ts'

/** The state of a board at one moment, from which its later changes are told. */
export interface FigureMark {
  /** As `pg_current_snapshot` writes it. */
  snapshot: string
  /** When the server started: snapshots of another one say nothing. */
  started: string
  nextPosition: number
  rowCount: number
}

/** A figure and when it was right; null if that is not certain. */
export interface FoundFigure {
  rows: readonly FigureRow[]
  mark: FigureMark | null
}

export type KeptFigure = FoundFigure & { mark: FigureMark }

/** Null in a transaction that has written: what it wrote may be rolled back. */
const markSql = ({ definition }: DefinitionView): string =>
  `(SELECT jsonb_build_object('snapshot', pg_current_snapshot()::text, 'started', ${STARTED}::text,
      'nextPosition', next_position, 'rowCount', row_count)
    FROM row_counters WHERE workspace_id = current_workspace() AND definition_id = ${idSql(definition.id)}
      AND pg_current_xact_id_if_assigned() IS NULL)`

/** Groups, as a list of `FigureRow`. */
const groupsSql = (groups: string, { sums }: Figure, end: string): string => {
  const added = sums.map((_, i) => `, sum${i}::text`).join('')
  return `(SELECT coalesce(jsonb_agg(jsonb_build_array(value, count${added})), '[]')
    FROM (SELECT * FROM (${groups}) AS groups ${end}) AS ordered)`
}

/** Counts all rows of a list. */
export async function readFigure(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
  figure: Figure,
): Promise<FoundFigure> {
  const parameters = new Parameters()
  const { value, where, end } = figureParts(view, listing, figure, parameters)
  const added = figure.sums.map(({ sql }, i) => `, sum(${sql}) AS sum${i}`).join('')
  const groups = `SELECT ${value} AS value, count(*) AS count${added} FROM rows
    WHERE ${where}${figure.by ? ' GROUP BY 1' : ''}`
  const [found] = await tx.runComposed<FoundFigure>(
    `SELECT ${groupsSql(groups, figure, end)} AS rows, ${markSql(view)} AS mark`,
    parameters.values,
  )
  return found!
}

/** With more changed or new rows than this, reading the board is as quick. */
const MOST_CHANGED = 5000

/**
 * Brings a kept figure up to date. Rows that have changed count once as they are now, and once less as they were at the mark,
 * which the history that was written since says.
 *
 * @returns undefined if that does not account for the board's number of rows, as when rows were removed with their history, or
 *   if there is too much of it.
 */
export async function readChangedFigure(
  tx: Tx,
  view: DefinitionView,
  listing: Listing,
  figure: Figure,
  { rows, mark }: KeptFigure,
): Promise<FoundFigure | undefined> {
  const parameters = new Parameters()
  const { by, sums } = figure
  const snapshot = `${parameters.add(mark.snapshot, 'text')}::pg_snapshot`
  const next = parameters.add(mark.nextPosition, 'bigint')
  const count = parameters.add(mark.rowCount, 'bigint')
  const started = parameters.add(mark.started, 'text')
  const kept = parameters.add(JSON.stringify(rows), 'jsonb')
  const { value, where, end } = figureParts(view, listing, figure, parameters)
  const type = by?.valueType ?? 'text'
  const own = (one: string) => (type === 'float8' ? one : `(${one}) COLLATE "C"`)
  const ofBoard = `r.workspace_id = current_workspace() AND r.definition_id = ${idSql(view.definition.id)}`
  const each = (write: (sql: string, i: number) => string) =>
    sums.map(({ sql }, i) => `, ${write(sql, i)}`).join('')
  const groups = `SELECT value, sum(count)::bigint AS count${each((_, i) => `sum(sum${i}) AS sum${i}`)} FROM (
      SELECT ${own(`(part ->> 0)::${type}`)} AS value, (part ->> 1)::bigint AS count
        ${each((_, i) => `(part ->> ${i + 2})::numeric AS sum${i}`)}
      FROM jsonb_array_elements(${kept}) AS part
      UNION ALL
      SELECT ${own(value)}, sign${each((sql) => `sign * ${sql}`)} FROM signed AS rows WHERE ${where}) AS parts
    GROUP BY value${by ? ' HAVING sum(count) > 0' : ''}`
  const [found] = await tx.runComposed<FoundFigure & { complete: boolean }>(
    `WITH written AS MATERIALIZED (
       SELECT row_id, id, version, action, cells FROM row_history
       WHERE workspace_id = current_workspace()
         AND xid >= (pg_snapshot_xmin(${snapshot})::text::bigint + event_base())::text::xid8
         AND NOT pg_visible_in_snapshot(greatest(xid::text::bigint - event_base(), 3)::text::xid8, ${snapshot})
       ORDER BY xid, id LIMIT ${MOST_CHANGED + 1}),
     changes AS MATERIALIZED (
       SELECT w.* FROM written w JOIN rows r ON r.id = w.row_id WHERE ${ofBoard} AND r.position < ${next}),
     first_cells AS (
       SELECT row_id, jsonb_object_agg(slot, was) AS cells
       FROM (SELECT DISTINCT ON (row_id, slot) row_id, slot, change -> 0 AS was
         FROM changes CROSS JOIN LATERAL jsonb_each(changes.cells) AS cell (slot, change)
         ORDER BY row_id, slot, version, id) AS first GROUP BY row_id),
     first_moves AS (
       SELECT DISTINCT ON (row_id) row_id, action FROM changes WHERE action IN ('deleted', 'restored')
       ORDER BY row_id, version, id),
     changed AS (SELECT DISTINCT row_id FROM changes),
     signed AS MATERIALIZED (
       (SELECT 1 AS sign, ${NOW} FROM rows r WHERE ${ofBoard} AND r.position >= ${next} LIMIT ${MOST_CHANGED + 1})
       UNION ALL
       SELECT 1, ${NOW} FROM changed JOIN rows r ON ${ofBoard} AND r.id = row_id
       UNION ALL
       SELECT -1, ${BEFORE} FROM changed JOIN rows r ON ${ofBoard} AND r.id = row_id
       LEFT JOIN first_cells c ON c.row_id = r.id LEFT JOIN first_moves m ON m.row_id = r.id)
     SELECT ${groupsSql(groups, figure, end)} AS rows, ${markSql(view)} AS mark,
       ${started} = ${STARTED}::text AND next_position - ${next} <= ${MOST_CHANGED}
         AND (SELECT count(*) FROM written) <= ${MOST_CHANGED}
         AND ${count} + (SELECT coalesce(sum(sign), 0) FROM signed WHERE deleted_at IS NULL) = row_count AS complete
     FROM row_counters WHERE workspace_id = current_workspace() AND definition_id = ${idSql(view.definition.id)}`,
    parameters.values,
    true,
  )
  return found?.complete ? found : undefined
}

/** What figures can depend on in a row; a cell that was empty is a null, which counts as empty. */
const FIXED =
  'r.workspace_id, r.definition_id, r.id, r.position, r.source, r.created_at, r.created_by'
const NOW = `${FIXED}, r.cells, r.deleted_at`
const BEFORE = `${FIXED}, r.cells || coalesce(c.cells, '{}'),
  CASE WHEN m.action = 'deleted' THEN NULL WHEN m.action = 'restored' THEN r.created_at ELSE r.deleted_at END`
