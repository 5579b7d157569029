import type { ReactNode } from 'react'
import type { TotalKind } from '../../../../shared/totals.ts'
import type { Item } from '../../../service/api.ts'
import type { Column, Definition } from '../../../ui/columns/definition.ts'

export type { Column, Definition }
export type Row = Item<'definitions.listRows'>
export type Cells = Record<string, unknown>
export type ViewKind = Item<'definitions.listViews'>['kind']
export type ColumnPolicy = Item<'policies.list'>

/**
 * How somebody views a board or page: the parts worth a link or a saved view. Columns are named by key; unknown keys
 * are skipped.
 */
export interface GridState {
  /** As a grid, or as cards: by the options of a column, or by its days. */
  kind: ViewKind
  /** The columns in order; those not named follow in the definition's order. */
  order: string[]
  /** Widths in CSS pixels, if not the type's default. */
  widths: Record<string, number>
  hidden: string[]
  /** How many of the visible columns stay while the others scroll. */
  frozen: number
  /** As the API takes it; `null` for all rows. */
  filter: Record<string, unknown> | null
  /** Columns, with `-` in front for descending; up to 5. */
  sort: string[]
  /** The column that rows are grouped by; for a kanban that of the lanes, for a calendar that of the days. */
  group: string | null
  search: string
  /** The totals that somebody chose, by column; the others show that of their type. */
  totals: Record<string, TotalKind | 'none'>
}

/** How many rows a list has: `null` while that is not known, `uncounted` if counting them took the service too long. */
export type RowCount = number | 'uncounted' | null

export interface GridProps {
  definition: Definition
  /** Who may write which column; missing ones are open to everyone. */
  policies: readonly ColumnPolicy[]
  state: GridState
  onState: (change: Partial<GridState>) => void
  /** The row in the record panel. */
  openRowId: string | null
  onOpenRow: (rowId: string) => void
  /** Opens a record's composer with an email to this address; absent if the desk sends no email. */
  onEmail?: ((rowId: string, address: string) => void) | undefined
  /** The items of a column's menu, put into a Mantine `Menu.Dropdown`; `row` is the active one. */
  renderColumnMenu: (column: Column, row: Row | undefined) => ReactNode
  /** The button after the last column, and what it does; absent if the user may not add columns. */
  addColumn?: ReactNode
  onAddColumn?: () => void
  /** Called with the number of rows that match the filter and search, once known and when it changes. */
  onTotal?: (total: RowCount) => void
  /** Called once, for whatever surrounds the grid. */
  onReady?: (handle: GridHandle) => void
}

/** What the surrounding page can do with a grid. */
export interface GridHandle {
  /** The row before (-1) or after (1) another one, in the grid's order; `null` at the ends. */
  neighbour: (rowId: string, by: -1 | 1) => Promise<string | null>
  /** A row as it is known here, if it is. */
  known: (rowId: string) => Row | undefined
  /** Makes the row at this index (from 0) the active one and scrolls to it. */
  jumpTo: (index: number) => void
  /** Moves the focus to the grid. */
  focus: () => void
  /** Begins a new row at the end. */
  addRow: () => void
  /** Reloads the rows shown, after a change that has no event. */
  reload: () => void
}
