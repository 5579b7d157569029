import type { Tx } from '../../../platform/database/tx.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import type { ChangedCells } from '../rows/row-changes.rules.ts'
import { rowOut } from '../rows/rows.ts'
import * as sql from './row-events.sql.ts'
import { type CellChange, projectChanges } from './row-history.rules.ts'

/** The rows that an event names, of one definition: by id, perhaps each with its entry of history, or by position. */
export interface RowsNamed {
  definitionId: string
  rowIds?: readonly string[]
  entryIds?: readonly string[]
  runs?: readonly (readonly [first: number, count: number])[]
  /** Whether they went to the trash, or left it for good; readers then get their ids, but no cells. */
  deleted: boolean
}

/** What a reader gets about them; the view decides which cells. */
export interface RowsDescribed {
  rows?: ReturnType<typeof rowOut>[]
  changes?: { rowId: string; entryId: string; cells: CellChange[] }[]
  rowIds?: readonly string[]
  runs?: RowsNamed['runs']
  rowCount?: number
}

/** For more rows than this, an event says only which rows they are. */
const MOST_ROWS = 500

export interface LoadedRows {
  byId: ReadonlyMap<string, sql.NamedRow>
  /** By `<definition> <position>`. */
  byPosition: ReadonlyMap<string, sql.NamedRow>
  /** The changes of each entry of history. */
  changes: ReadonlyMap<string, ChangedCells>
}

/** How many rows `loadRows` reads for an event. */
export const rowsToRead = (named: RowsNamed): number => {
  const count = countOf(named)
  return count > MOST_ROWS && !named.entryIds ? 0 : count
}

/** Reads what events name, all at once. Read definitions afterwards, so that no policy is older than a cell. */
export async function loadRows(tx: Tx, named: readonly RowsNamed[]): Promise<LoadedRows> {
  const few = named.filter((one) => countOf(one) <= MOST_ROWS)
  const ids = few.flatMap(({ rowIds, deleted }) => (deleted ? [] : (rowIds ?? [])))
  const runs = few.flatMap(({ definitionId, runs = [] }) =>
    runs.map(([first, count]) => ({ definitionId, first, count })),
  )
  const entries = named.flatMap(({ rowIds = [], entryIds = [] }) =>
    entryIds.map((id, i) => ({ id, rowId: rowIds[i]! })),
  )
  const [byIds, byRuns, changes] = await Promise.all([
    ids.length > 0 ? sql.listNamedRows(tx, ids) : [],
    runs.length > 0 ? sql.listRowsInRuns(tx, runs) : [],
    entries.length > 0 ? sql.listNamedEntries(tx, entries) : [],
  ])
  return {
    byId: new Map(byIds.map((row) => [row.id, row])),
    byPosition: new Map(byRuns.map((row) => [`${row.definition_id} ${row.position}`, row])),
    changes: new Map(changes.map((entry) => [entry.id, entry.cells])),
  }
}

/** What a reader gets about the rows of an event; undefined if they cannot see anything that changed. */
export function describeRows(
  view: DefinitionView,
  named: RowsNamed,
  loaded: LoadedRows,
): RowsDescribed | undefined {
  if (named.entryIds) return describeChanges(view, named, loaded)
  const { definitionId, rowIds, runs = [], deleted } = named
  const count = countOf(named)
  if (count > MOST_ROWS) return { ...(rowIds ? { rowIds } : { runs }), rowCount: count }
  if (deleted && rowIds) return { rowIds }
  const rows = rowIds
    ? rowIds.map((id) => loaded.byId.get(id))
    : runs.flatMap(([first, length]) =>
        Array.from({ length }, (_, i) => loaded.byPosition.get(`${definitionId} ${first + i}`)),
      )
  const found = rows.filter((row) => row?.definition_id === definitionId) as sql.NamedRow[]
  if (deleted) return { rowIds: found.map(({ id }) => id) }
  return { rows: found.filter(({ trashed }) => !trashed).map((row) => rowOut(view, row)) }
}

function describeChanges(
  view: DefinitionView,
  { rowIds = [], entryIds = [] }: RowsNamed,
  loaded: LoadedRows,
): RowsDescribed | undefined {
  const changes = entryIds.flatMap((entryId, i) => {
    const cells = projectChanges(view, loaded.changes.get(entryId) ?? {})
    return cells.length > 0 ? [{ rowId: rowIds[i]!, entryId, cells }] : []
  })
  if (changes.length === 0) return undefined
  if (entryIds.length > MOST_ROWS) {
    return { rowIds: changes.map(({ rowId }) => rowId), rowCount: changes.length }
  }
  const rows = changes
    .map(({ rowId }) => loaded.byId.get(rowId))
    .filter((row) => row && !row.trashed && row.definition_id === view.definition.id)
  return { rows: rows.map((row) => rowOut(view, row!)), changes }
}

const countOf = ({ rowIds, runs = [] }: RowsNamed): number =>
  rowIds?.length ?? runs.reduce((sum, [, count]) => sum + count, 0)
