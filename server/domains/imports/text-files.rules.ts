import type { FileReading } from './records.ts'

export type Encoding = FileReading['encoding']

/** The format of a file, by its first bytes. */
export function formatOf(head: Buffer): 'csv' | 'xlsx' | 'xls' | 'binary' {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'xlsx'
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'xls'
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) return 'csv'
  return head.subarray(0, 1024).filter((byte) => byte === 0).length > 16 ? 'binary' : 'csv'
}

/**
 * The encoding of a text file.
 *
 * @param isUtf8 whether all its bytes are UTF-8; otherwise it counts as Windows-1252, where every byte means something.
 */
export function encodingOf(head: Buffer, isUtf8: boolean): Encoding {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be'
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

const startsWith = (head: Buffer, ...bytes: number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte)

const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * The delimiter of a table, by its beginning: the one that splits the most lines into as many values as the first line,
 * and among several, the one that gives the most values. A comma if there is none.
 */
export function delimiterOf(text: string): string {
  const rated = DELIMITERS.map((delimiter) => {
    const counts = countsOf(text, delimiter)
    const first = counts[0] ?? 0
    const alike = counts.filter((count) => count === first).length
    return { delimiter, first, score: first === 0 ? 0 : alike / counts.length }
  })
  const best = rated.reduce((a, b) =>
    b.score > a.score || (b.score === a.score && b.first > a.first) ? b : a,
  )
  return best.score === 0 ? ',' : best.delimiter
}

const SAMPLED_LINES = 50

/** How often the delimiter is outside quotes, for each of the first lines that are complete and not blank. */
function countsOf(text: string, delimiter: string): number[] {
  const counts: number[] = []
  let count = 0
  let quoted = false
  let blank = true
  for (const char of text) {
    if (char === '"') quoted = !quoted
    if (char === '\n' && !quoted) {
      if (!blank) counts.push(count)
      if (counts.length === SAMPLED_LINES) return counts
      count = 0
      blank = true
      continue
    }
    if (char === delimiter && !quoted) count++
    if (char !== '\r') blank = false
  }
  if (!blank) counts.push(count)
  // The last line may be cut off, so it does not count unless it is the only one.
  return counts.length > 1 ? counts.slice(0, -1) : counts
}
