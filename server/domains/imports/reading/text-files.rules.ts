import { DELIMITERS } from '../../../../shared/table-files.ts'

/** The format of a file, by its first bytes. A `compound` file can be an old workbook, or an encrypted one. */
export function formatOf(head: Buffer): 'csv' | 'xlsx' | 'compound' | 'xls' | 'binary' {
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx'
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) return 'compound'
  if (head[0] === 9 && [0, 2, 4, 8].includes(head[1]!) && head[3] === 0) return 'xls'
  if (utf16Of(head)) return 'csv'
  return head.subarray(0, 1024).filter((byte) => byte === 0).length > 16 ? 'binary' : 'csv'
}

const startsWith = (head: Buffer, ...bytes: number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte)

const LOOKED_AT_BYTES = 4096
/** A table has line breaks, delimiters and digits, which have a zero in one half of each pair of bytes. */
const LEAST_ZEROS = 0.1

/** UTF-16, by its byte order mark or by where the zeros are. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be'
  const pairs = Math.floor(Math.min(head.length, LOOKED_AT_BYTES) / 2)
  let first = 0
  let second = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) first++
    if (head[at + 1] === 0) second++
  }
  const most = Math.max(first, second)
  const isLopsided = Math.min(first, second) * 20 <= most
  if (pairs < 4 || most < pairs * LEAST_ZEROS || !isLopsided) return undefined
  const encoding = second > first ? 'utf-16le' : 'utf-16be'
  const text = new TextDecoder(encoding).decode(head.subarray(0, pairs * 2))
  // Other files with many zeros have no lines of text between them. The last character may be cut off.
  const isText = /[\r\n]/.test(text) && !/[^\P{Cc}\t\r\n]|[\ufffd\uffff]/u.test(text.slice(0, -1))
  return isText ? encoding : undefined
}

/** What can separate values: no part of a word, and not what surrounds values. */
export const isDelimiter = (text: string): boolean =>
  /^[\t!#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]$/.test(text)

const DELIMITER_LINE = /^\ufeff?"?sep=(.)"?$/i

/** Whether a file's first line only names the delimiter, for spreadsheets. */
export const isDelimiterLine = (line: string): boolean =>
  isDelimiter(DELIMITER_LINE.exec(line)?.[1] ?? '')

/**
 * The delimiter of a table, by its beginning: what its first line names, as `sep=;`, or else what most lines have the
 * same number of, and among several, the one that gives the most values. A comma if there is none.
 */
export function delimiterOf(text: string): string {
  const [firstLine = ''] = text.slice(0, 20).split(/[\r\n]/, 1)
  const named = DELIMITER_LINE.exec(firstLine)?.[1] ?? ''
  if (isDelimiter(named)) return named
  const rated = DELIMITERS.map((delimiter) => rate(delimiter, countsOf(text, delimiter)))
  const comma = rated.find(({ delimiter }) => delimiter === ',')!
  // Commas are decimal marks if almost all are between digits, and something else separates more evenly than the others.
  const others = text.replace(/(?<=\d),(?=\d)/g, '')
  if (commasIn(others) * 5 <= commasIn(text)) {
    const bare = rate(',', countsOf(others, ','))
    if (rated.some(({ score }) => score > bare.score)) Object.assign(comma, bare)
  }
  const best = rated.reduce((a, b) =>
    b.score > a.score || (b.score === a.score && b.count > a.count) ? b : a,
  )
  return best.score === 0 ? ',' : best.delimiter
}

const commasIn = (text: string): number => text.split(',').length - 1

/** How many of a delimiter most lines have, and which share of all lines that is. */
function rate(delimiter: string, counts: readonly number[]) {
  let best = { count: 0, lines: 0 }
  const some = counts.filter((count) => count > 0)
  for (const [count, { length: lines }] of Map.groupBy(some, (one) => one)) {
    if (lines > best.lines) best = { count, lines }
  }
  return { delimiter, count: best.count, score: best.lines / (counts.length || 1) }
}

const SAMPLED_LINES = 1000

/** How often the delimiter is outside quotes, for each of the first lines that are complete and not blank. */
function countsOf(text: string, delimiter: string): number[] {
  const counts: number[] = []
  let count = 0
  let quoted = false
  let blank = true
  for (const char of text) {
    if (char === '"') quoted = !quoted
    if ((char === '\n' || char === '\r') && !quoted) {
      if (!blank) counts.push(count)
      if (counts.length === SAMPLED_LINES) return counts
      count = 0
      blank = true
      continue
    }
    if (char === delimiter && !quoted) count++
    blank = false
  }
  if (!blank) counts.push(count)
  // The last line may be cut off, so it does not count unless it is the only one.
  return counts.length > 1 ? counts.slice(0, -1) : counts
}
