import type { ReactNode } from 'react'
import type { Data, Item } from '../../../api.ts'

export type Definition = Data<'definitions.get'>
export type Column = Definition['columns'][number]
export type Row = Item<'definitions.listRows'>
export type Cells = Record<string, unknown>
export type ColumnPolicy = Item<'policies.list'>

/**
 * How somebody looks at a board or page: what is worth a link or a saved view. Columns are named by their key; a name
 * that no column has any more is passed over.
 */
export interface GridState {
  /** The columns in their order; those not named follow in the definition's. */
  order: string[]
  /** Widths in CSS pixels, where they are not the type's own. */
  widths: Record<string, number>
  hidden: string[]
  /** The last of the columns that stay while the others scroll; `null` for none. */
  frozen: string | null
  /** As the API takes it; `null` for all rows. */
  filter: Record<string, unknown> | null
  /** Columns, `-` in front for the other way; up to 5. */
  sort: string[]
  group: string | null
  search: string
}

export const plainState: GridState = {
  order: [],
  widths: {},
  hidden: [],
  frozen: null,
  filter: null,
  sort: [],
  group: null,
  search: '',
}

export interface GridProps {
  definition: Definition
  /** Who may write which column; those missing are everyone's. */
  policies: readonly ColumnPolicy[]
  state: GridState
  onState: (change: Partial<GridState>) => void
  /** The row that the record panel shows. */
  openRowId: string | null
  onOpenRow: (rowId: string) => void
  /** The items of a column's menu, put into a Mantine `Menu.Dropdown`. */
  renderColumnMenu: (column: Column) => ReactNode
  /** The button after the last column; absent where the caller may add none. */
  onAddColumn?: () => void
  /** How many rows the filter and search leave, as soon as that is known and when it changes. */
  onTotal?: (total: number) => void
  /** Handed out once, for what stands around the grid. */
  onReady?: (handle: GridHandle) => void
}

/** What the page around may ask of a grid. */
export interface GridHandle {
  /** The row before (-1) or after (1) another one, as they stand in the grid; `null` at the ends. */
  neighbour: (rowId: string, by: -1 | 1) => Promise<string | null>
  /** Makes the row at this index (from 0) the active one and scrolls to it. */
  jumpTo: (index: number) => void
  /** Gives the keys to the grid. */
  focus: () => void
  /** Loads anew what is shown, after a change that no event tells of. */
  reload: () => void
}
