import type { Encoding, Quirk } from '../../../../shared/table-files.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { giveWay } from '../../../platform/http/courtesy.ts'
import { CsvRows, type Dialect } from './csv-rows.ts'
import { charsOf, type FileRecord } from './file-values.rules.ts'
import { textsOf } from './texts.ts'

/** How to read a stored file. */
export interface FileReading {
  /** Its key in the file store. */
  key: string
  /** A workbook is stored as lines of JSON, since XLSX cannot be read from beginning to end. */
  format: 'csv' | 'xlsx'
  encoding: Encoding
  delimiter: string
  /** Runs that an older version started have none. */
  quirks?: readonly Quirk[]
  /** Where its header begins, or 0 if it has none. Runs that an older version started have none: there, the first row is it. */
  headerRow?: number
  /** Whether it is a workbook that counts days from 1904. */
  since1904?: boolean
}

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
  else yield* csvRecords(textsOf(source, file.encoding), { quirks: [], ...file })
}

async function* csvRecords(
  texts: AsyncIterable<string>,
  dialect: Dialect,
): AsyncGenerator<FileRecord[], void, void> {
  const rows = new CsvRows(dialect)
  for await (const text of texts) {
    yield rows.take(text)
    await giveWay()
  }
  yield rows.take('', true)
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

/** The lines where the rows below the header begin. */
export async function linesOf(files: FileStore, file: FileReading): Promise<Set<number>> {
  const lines = new Set<number>()
  for await (const block of blocksOf(files, file)) for (const { line } of block) lines.add(line)
  return lines
}
