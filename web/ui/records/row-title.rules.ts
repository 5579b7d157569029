import type { Typed } from '../../../shared/column-types.ts'
import { rowTitle } from '../../../shared/row-title.ts'

/** The text that is shown if a row has no title. */
export const UNTITLED = 'Untitled'

/** A row's title, by the service's own rule. */
export const titleOf = (
  cells: Record<string, unknown>,
  columns: readonly (Typed & { key: string })[],
): string => rowTitle(columns, ({ key }) => cells[key]) ?? UNTITLED
