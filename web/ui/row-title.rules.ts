interface Titled {
  key: string
  type: string
  settings?: { resultType?: string }
}

const textual = new Set(['text', 'long_text', 'email', 'phone', 'url', 'select'])
/** As long as the titles that the service itself answers. */
const MOST_CHARS = 200

/** What stands where a row has no title. */
export const UNTITLED = 'Untitled'

/** What a row is called: the first text that it has, in the order of its columns, as the service says it. */
export function rowTitle(cells: Record<string, unknown>, columns: readonly Titled[]): string {
  for (const column of columns) {
    const cell = isText(column) ? cells[column.key] : undefined
    const text = typeof cell === 'string' ? cell.trim() : ''
    if (text !== '') return [...text.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')
  }
  return UNTITLED
}

const isText = ({ type, settings }: Titled): boolean =>
  textual.has(type) || (type === 'formula' && settings?.resultType === 'text')
