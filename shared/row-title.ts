interface Titled {
  type: string
  settings?: { resultType?: string }
}

const textual: readonly string[] = ['text', 'long_text', 'email', 'phone', 'url', 'select']

/** The length limit of a title. */
const MOST_CHARS = 200

/** A row's title: its first text that is not empty, in the order of its columns. */
export function rowTitle<C extends Titled>(
  columns: readonly C[],
  cellOf: (column: C) => unknown,
): string | null {
  for (const column of columns) {
    const cell = isText(column) ? cellOf(column) : undefined
    const text = typeof cell === 'string' ? cell.trim() : ''
    if (text !== '') return [...text.slice(0, MOST_CHARS * 2)].slice(0, MOST_CHARS).join('')
  }
  return null
}

const isText = ({ type, settings }: Titled): boolean =>
  textual.includes(type) || (type === 'formula' && settings?.resultType === 'text')
