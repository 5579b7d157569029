/** A block of cells as text: rows of columns. */
export type Block = string[][]

/**
 * Reads the clipboard format of spreadsheets: tabs between cells, a line for each row, and quotes around cells that
 * contain either.
 */
export function parseTsv(text: string): Block {
  const rows: Block = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quoted(text, at) : bare(text, at)
    row.push(cell)
    if (text[end] !== '\t') {
      rows.push(row)
      row = []
    }
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
  }
  // A line break at the very end closes the last row and starts no new one.
  if (rows.length > 1 && /[\r\n]$/.test(text)) rows.pop()
  return squared(rows)
}

function bare(text: string, from: number): [cell: string, end: number] {
  let end = from
  while (end < text.length && !'\t\r\n'.includes(text[end]!)) end++
  return [text.slice(from, end), end]
}

function quoted(text: string, from: number): [cell: string, end: number] {
  let cell = ''
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') cell += text[at++]
    else if (at + 1 === text.length || '\t\r\n'.includes(text[at + 1]!)) return [cell, at + 1]
    else break
  }
  // A quote that is not closed is an ordinary character.
  return bare(text, from)
}

/** All rows as wide as the widest. */
function squared(rows: Block): Block {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}

export const formatTsv = (block: Block): string =>
  block
    .map((row) =>
      row
        .map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join('\t'),
    )
    .join('\n')

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>')

/** The same as an HTML table, for programs that paste with formatting. */
export const formatHtml = (block: Block): string =>
  `<table>${block
    .map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
    .join('')}</table>`

/** What the clipboard holds. */
export interface Clip {
  text: string
  html: string
}

/** Whether a text has several cells, so that it may be meant for several cells. */
export function isBlock(text: string): boolean {
  const block = parseTsv(text)
  return block.length > 1 || (block[0]?.length ?? 0) > 1
}
