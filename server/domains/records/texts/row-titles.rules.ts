import type { Column, DefinitionView, StoredCells } from '../definitions/definition.rules.ts'

const textual: readonly string[] = ['text', 'long_text', 'email', 'phone', 'url', 'select']

/** How long a title is at most. */
const MOST_CHARS = 200

/** What a row is called for who views it: the first text that it has, in the order of the columns that they may see. */
export function titleOf(view: DefinitionView, cells: StoredCells): string | null {
  for (const column of view.columns) {
    const value = isText(column) ? cells[column.slot] : undefined
    const text = typeof value === 'string' ? value.trim() : ''
    if (text !== '') return [...text.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')
  }
  return null
}

const isText = ({ type, settings }: Column): boolean =>
  textual.includes(type) || (type === 'formula' && settings.resultType === 'text')
