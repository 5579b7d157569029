import { rowTitle } from '../../../shared/row-title.ts'

/** What stands where a row has no title. */
export const UNTITLED = 'Untitled'

interface Titled {
  key: string
  type: string
  settings?: { resultType?: string }
}

/** What a row is called, as the service says it. */
export const titleOf = (cells: Record<string, unknown>, columns: readonly Titled[]): string =>
  rowTitle(columns, ({ key }) => cells[key]) ?? UNTITLED
