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

/** What a copy is as text. A single cell is as it is, because people paste it into an email or a chat. */
export function formatText(block: Block): string {
  const [[only = ''] = [], ...others] = block
  if (others.length === 0 && block[0]?.length === 1) return only
  return block
    .map((row) =>
      row
        .map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join('\t'),
    )
    .join('\n')
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // Without the style, Excel takes a line break for the next row.
    .replaceAll('\n', '<br style="mso-data-placement:same-cell">')

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

/** The cells of a clip that its text tells. Windows ends lines with CR LF, also within cells. */
export function blockIn(clip: Clip): Block {
  const text = clip.text.replaceAll('\r\n', '\n')
  return isSingle(clip) ? [[text]] : parseTsv(text)
}

/** Whether it is the text of one cell as it is: then tabs and line breaks in it separate nothing. */
export function isSingle({ text, html }: Clip): boolean {
  const [cell, ...others] = html.match(/<t[dh]\b[^>]*>.*?<\/t[dh]>/gis) ?? []
  return cell !== undefined && others.length === 0 && solid(unescaped(cell)) === solid(text)
}

/** A text without its space, which browsers and programs change on the way through the clipboard. */
const solid = (text: string): string => text.replaceAll(/\s+/g, '')

const unescaped = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Whether a clip has several cells, so that it may be meant for several cells. */
export function isBlock(clip: Clip): boolean {
  const block = blockIn(clip)
  return block.length > 1 || (block[0]?.length ?? 0) > 1
}
