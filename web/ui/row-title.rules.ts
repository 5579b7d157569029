interface Titled {
  key: string
  type: string
}

const textual = new Set(['text', 'long_text', 'email', 'phone', 'url', 'select'])
/** As long as the titles that the service itself answers. */
const MOST_CHARS = 200

/** What a row is called: the first text that it has, in the order of its columns. */
export function rowTitle(cells: Record<string, unknown>, columns: readonly Titled[]): string {
  for (const { key, type } of columns) {
    const cell = textual.has(type) ? cells[key] : undefined
    if (typeof cell === 'string' && cell.trim() !== '') return cell.trim().slice(0, MOST_CHARS)
  }
  return 'Untitled'
}
