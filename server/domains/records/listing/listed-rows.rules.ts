import {
  type Column,
  type DefinitionView,
  isFact,
  type StoredCells,
} from '../definitions/definition.rules.ts'
import { rawProjector } from '../rows/raw-cells.rules.ts'
import { unresolvedOut } from '../rows/unresolved.rules.ts'
import type { ListedRow } from './listing.sql.ts'

/**
 * Writes listed rows as JSON, equal in meaning to `rowOut`, by combining the stored text of cells with the columns'
 * keys, without parsing values. The few cells that the service fills come from the view.
 *
 * @param columns the columns of the view whose cells are wanted.
 */
export function rowWriter(
  view: DefinitionView,
  columns: readonly Column[],
): (row: ListedRow) => string {
  const project = rawProjector(columns)
  const computed = columns.filter(isFact).map(({ key }) => key)
  const cellsOf =
    computed.length === 0
      ? (row: ListedRow) => project(row.cells)
      : (row: ListedRow) => merged(project(row.cells), computedCells(view, computed, row))
  return (row) =>
    `{"id":"${row.id}","position":${row.position},"source":"${row.source}","cells":${cellsOf(row)}${unresolvedOf(columns, row)},"createdBy":"${row.created_by}","createdAt":"${isoTime(row.created_at)}","updatedAt":"${isoTime(row.updated_at)}","updatedBy":"${row.updated_by}","version":${row.version},"externalId":${row.external_id === null ? 'null' : JSON.stringify(row.external_id)},"importRunId":${row.import_run_id === null ? 'null' : `"${row.import_run_id}"`}${deletionOf(row)}}`
}

/** The names that lead nowhere yet, which few rows have. Other texts may look like their member, so it is parsed. */
function unresolvedOf(columns: readonly Column[], { cells }: ListedRow): string {
  if (!cells.includes('?": [')) return ''
  const found = unresolvedOut(columns, JSON.parse(cells) as StoredCells)
  return found ? `,"unresolved":${JSON.stringify(found)}` : ''
}

/** Members that only rows in the trash have. */
const deletionOf = ({ deleted_at: at, deleted_by: by }: ListedRow): string =>
  at && by ? `,"deletedAt":"${isoTime(at)}","deletedBy":"${by}"` : ''

function computedCells(view: DefinitionView, keys: readonly string[], row: ListedRow): string {
  const cells = view.project(
    {},
    {
      position: row.position,
      createdAt: new Date(isoTime(row.created_at)),
      createdBy: row.created_by,
      updatedAt: new Date(isoTime(row.updated_at)),
      updatedBy: row.updated_by,
    },
  )
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, cells[key]])))
}

/** Two JSON objects as one. */
const merged = (a: string, b: string): string =>
  a === '{}' ? b : b === '{}' ? a : `${a.slice(0, -1)},${b.slice(1)}`

/** `2026-11-20 14:30:00.123456+00`, as PostgreSQL writes a time in UTC, to `2026-11-20T14:30:00.123Z`. */
export function isoTime(text: string): string {
  const second = text.slice(11, 19)
  const fraction = text.endsWith('+00') ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
