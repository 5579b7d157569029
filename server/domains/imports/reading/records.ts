import { type Info, parse } from 'csv-parse'
import type { Encoding } from '../../../../shared/table-files.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { giveWay } from '../../../platform/http/courtesy.ts'
import { FileProblem } from './file-problem.ts'
import { shownText } from './file-values.rules.ts'
import { isDelimiterLine } from './text-files.rules.ts'

/**
 * A value of a file. A CSV has only text; a workbook also has numbers, booleans, what its sheet shows otherwise than it is
 * kept, the errors of formulas, such as `#REF!`, and formulas without a value.
 */
export type FileValue =
  | string
  | number
  | boolean
  | ShownValue
  | { error: string }
  /** The name of the cell. */
  | { formula: string }

/** A number, a fraction in percent, or a text (mostly an ISO date), and what the sheet shows. */
export type ShownValue =
  | { number: number; shown: string }
  | { text: string; shown: string }
  /** Workbooks that an older version stored do not say what the sheet shows. */
  | { percent: number; shown?: string }

/** One row of a file, and where it begins: its line, or its row in the sheet. */
export interface FileRecord {
  line: number
  values: FileValue[]
}

/** How to read a stored file. */
export interface FileReading {
  /** Its key in the file store. */
  key: string
  /** A workbook is stored as lines of JSON, since XLSX cannot be read from beginning to end. */
  format: 'csv' | 'xlsx'
  encoding: Encoding
  delimiter: string
  /** Where its header begins, or 0 if it has none. Runs that an older version started have none: there, the first row is it. */
  headerRow?: number
  /** Whether it is a workbook that counts days from 1904. */
  since1904?: boolean
}

/** The largest row. Otherwise, an unclosed quotation mark would read the whole file into memory. */
const MOST_ROW_BYTES = 1024 * 1024

/**
 * The rows of a file, several at a time, with its header and what stands above it; skips blank rows.
 *
 * @throws FileProblem if the rest cannot be read as a table.
 */
export async function* recordsOf(
  files: FileStore,
  file: FileReading,
): AsyncGenerator<FileRecord[], void, void> {
  const source = await files.get(file.key)
  if (file.format === 'xlsx') yield* jsonRecords(source)
  else yield* csvRecords(utf8Of(source, file.encoding), file.delimiter)
}

/** @param source UTF-8. */
export async function* csvRecords(
  source: AsyncIterable<Uint8Array>,
  delimiter: string,
): AsyncGenerator<FileRecord[], void, void> {
  let found: FileRecord[] = []
  let lastLine = 0
  /** The parser counts a line break of two characters within quotation marks as two. */
  let surplus = 0
  let failure: Error | undefined
  const parser = parse({
    delimiter,
    // A file that several programs have written to can have all of them.
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MOST_ROW_BYTES,
    on_record: (values: string[], info: Info) => {
      // Until the parser passes the line break, the counter is on the row's last line.
      const isOneLine = info.lines - surplus === lastLine + 1
      const breaks = isOneLine ? [] : values.flatMap((value) => value.match(LINE_BREAK) ?? [])
      surplus += breaks.filter((text) => text === '\r\n').length
      lastLine = info.lines - surplus
      const line = lastLine - breaks.length
      if (line === 1 && isDelimiterLine(values.join(delimiter))) return null
      if (values.some((value) => value.trim() !== '')) found.push({ line, values })
      return null
    },
  })
  parser.on('error', (error: Error) => {
    failure = error
  })
  parser.resume()
  const ended = new Promise<void>((resolve) => {
    parser.once('end', resolve)
    parser.once('error', () => resolve())
  })
  for await (const chunk of source) {
    parser.write(chunk)
    await giveWay()
    if (failure) break
    if (found.length > 0) {
      yield found
      found = []
    }
  }
  if (!failure) parser.end()
  await ended
  if (failure) throw problemOf(failure, lastLine)
  if (found.length > 0) yield found
}

const LINE_BREAK = /\r\n?|\n/g

function problemOf(error: Error, lastLine: number): Error {
  const { code } = error as { code?: string }
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return new FileProblem(
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? `has a quotation mark from line ${lastLine + 1} on that is never closed; close it, or double it if it belongs to the text`
        : `has a row larger than 1 MiB that begins at line ${lastLine + 1}; is a quotation mark open there?`,
    )
  }
  return error
}

/** Converts bytes in any of the encodings to UTF-8. */
export async function* utf8Of(
  source: AsyncIterable<Uint8Array>,
  encoding: FileReading['encoding'],
): AsyncGenerator<Uint8Array, void, void> {
  if (encoding === 'utf-8') {
    yield* source
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of source) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

async function* jsonRecords(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<FileRecord[], void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    // V8 joins the pieces of a long line only once, when it is parsed.
    lines[0] = rest + lines[0]
    rest = lines.pop()!
    yield lines.map((text) => {
      const [line, ...values] = JSON.parse(text)
      return { line, values }
    })
    await giveWay()
  }
}

const BLOCK = 500
/** A block has fewer rows if they are large, since it is in memory while it is planned and written. */
const BLOCK_CHARS = 4 * 1024 * 1024

/** Rows that name each other are found only within a block, so those that are tried again come in larger ones. */
export const AGAIN = 5000

/**
 * The rows below the header, without the first `skip`, in blocks for judging and writing.
 *
 * @param isWanted leaves out the other rows.
 */
export async function* blocksOf(
  files: FileStore,
  file: FileReading,
  skip = 0,
  isWanted: (record: FileRecord) => boolean = () => true,
  most = BLOCK,
): AsyncGenerator<FileRecord[], void, void> {
  let toSkip = skip
  let { headerRow } = file
  let block: FileRecord[] = []
  let chars = 0
  for await (const records of recordsOf(files, file)) {
    for (const record of records) {
      headerRow ??= record.line
      if (record.line <= headerRow) continue
      if (toSkip > 0) {
        toSkip--
        continue
      }
      if (!isWanted(record)) continue
      block.push(record)
      chars += charsOf(record)
      if (block.length < most && chars < BLOCK_CHARS) continue
      yield block
      block = []
      chars = 0
    }
  }
  if (block.length > 0) yield block
}

/** Counts empty values too, since they take up memory. */
function charsOf({ values }: FileRecord): number {
  let chars = 8 * values.length
  for (const value of values) {
    if (typeof value === 'string') chars += value.length
    else if (typeof value === 'object') chars += shownText(value).length
  }
  return chars
}

/** The lines where the rows below the header begin. */
export async function linesOf(files: FileStore, file: FileReading): Promise<Set<number>> {
  const lines = new Set<number>()
  for await (const block of blocksOf(files, file)) for (const { line } of block) lines.add(line)
  return lines
}
