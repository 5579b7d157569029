import { rowTitle } from '../../../shared/row-title.ts'

/** What is shown if a row has no title. */
export const UNTITLED = 'Untitled'

interface Titled {
  key: string
  type: string
  settings?: { resultType?: string }
}

/** A row's title, by the service's own rule. */
export const titleOf = (cells: Record<string, unknown>, columns: readonly Titled[]): string =>
  rowTitle(columns, ({ key }) => cells[key]) ?? UNTITLED
