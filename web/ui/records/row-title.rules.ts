import { rowTitle } from '../../../shared/row-title.ts'

/** What is shown if a row has no title. */
export const UNTITLED = 'Untitled'

interface Titled {
  key: string
  type: string
  settings?: { resultType?: string }
}

/** A row's title, as the service would say it. */
export const titleOf = (cells: Record<string, unknown>, columns: readonly Titled[]): string =>
  rowTitle(columns, ({ key }) => cells[key]) ?? UNTITLED
