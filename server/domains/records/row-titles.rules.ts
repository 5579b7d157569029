import type { CellValue, ColumnType } from '../cells/column.ts'
import type { DefinitionView, StoredCells } from '../definition.rules.ts'

const textual: readonly ColumnType[] = [
  ...(['text', 'long_text', 'email', 'phone', 'url', 'select'] as const),
]

/** How long a title is at most. */
const MOST_CHARS = 200

/** What a row is called for who views it: the first text that they may see; nothing where that is empty. */
export function titleOf(view: DefinitionView, cells: StoredCells): string | null {
  const column = view.columns.find(
    ({ type, settings }) =>
      textual.includes(type) || (type === 'formula' && settings.resultType === 'text'),
  )
  const value: CellValue | undefined = column && cells[column.slot]
  if (typeof value !== 'string') return null
  return [...value.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')
}
