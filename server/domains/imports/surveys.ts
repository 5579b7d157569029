import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../../platform/file-store.ts'
import { FileProblem } from './file-problem.ts'
import { textOf } from './lines.rules.ts'
import { type FileReading, type FileRecord, jsonLine, recordsOf, utf8Of } from './records.ts'
import { delimiterOf, encodingOf, formatOf } from './text-files.rules.ts'
import type { Upload } from './uploads.ts'
import { MOST_COLUMNS, openWorkbook } from './workbooks.ts'

/** A file that was read through once: it is a table, and this is what it holds. */
export interface Survey {
  file: FileReading
  sheets: string[]
  sheet: string | null
  header: string[]
  /** Rows below the header. */
  total: number
  /** The first of them. */
  first: FileRecord[]
}

const FIRST = 1000
const MOST_HEADER_CHARS = 500
/** What the rows of a workbook may come to, as they are kept. */
const MOST_KEPT_BYTES = 1024 * 1024 * 1024

/**
 * Reads an upload through, so that what cannot be read as a table is known before anything is written. A workbook is
 * kept anew, in the order of its rows; the upload is then gone.
 *
 * @throws FileProblem; the upload is still there then.
 */
export async function surveyUpload(
  files: FileStore,
  { file }: Upload,
  wanted: string | undefined,
): Promise<Survey> {
  const format = formatOf(file.head)
  if (format === 'xls') throw new FileProblem('is an old XLS workbook; save it as XLSX or CSV')
  if (format === 'binary') throw new FileProblem('is neither CSV nor XLSX')
  if (format === 'xlsx') return surveyWorkbook(files, file.key, wanted)
  if (/\.xls[xm]$/i.test(file.name)) {
    throw new FileProblem('is named as a workbook and is none; save it as XLSX, or as CSV')
  }
  if (wanted !== undefined) throw new FileProblem('is CSV, which has no sheets; leave `sheet` out')
  const encoding = encodingOf(file.head, file.isUtf8)
  let head = ''
  for await (const text of utf8Of(once(file.head), encoding)) head += Buffer.from(text).toString()
  const reading = { key: file.key, format, encoding, delimiter: delimiterOf(head) } as const
  const tally = new Tally()
  for await (const records of recordsOf(files, reading)) tally.add(records)
  return { ...tally.result(), file: reading, sheets: [], sheet: null }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function surveyWorkbook(
  files: FileStore,
  key: string,
  wanted: string | undefined,
): Promise<Survey> {
  const folder = await mkdtemp(join(tmpdir(), 'sourcebook-import-'))
  try {
    const path = join(folder, 'upload.xlsx')
    await pipeline(await files.get(key), createWriteStream(path))
    const book = await openWorkbook(path, wanted)
    const tally = new Tally()
    async function* lines() {
      for await (const records of book.rows) {
        tally.add(records)
        yield Buffer.from(records.map(jsonLine).join(''))
      }
    }
    try {
      const kept = await files.put(lines(), MOST_KEPT_BYTES)
      try {
        const { sheets, sheet } = book
        const file = { key: kept.key, format: 'xlsx', encoding: 'utf-8', delimiter: ',' } as const
        const survey = { ...tally.result(), file, sheets, sheet }
        await files.delete(key)
        return survey
      } catch (error) {
        await files.delete(kept.key)
        throw error
      }
    } finally {
      book.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Counts the rows of a file, and keeps the first. */
class Tally {
  #header: string[] | undefined
  #total = 0
  readonly #first: FileRecord[] = []

  add(records: readonly FileRecord[]): void {
    for (const record of records) {
      if (!this.#header) this.#header = headerOf(record)
      else {
        this.#total++
        if (this.#first.length < FIRST) this.#first.push(record)
      }
    }
  }

  result(): Pick<Survey, 'header' | 'total' | 'first'> {
    if (!this.#header) throw new FileProblem('is empty; its first line must name the columns')
    if (this.#total === 0)
      throw new FileProblem('has no rows beneath its first line, which names the columns')
    return { header: this.#header, total: this.#total, first: this.#first }
  }
}

function headerOf({ values }: FileRecord): string[] {
  if (values.length > MOST_COLUMNS) {
    throw new FileProblem(`has ${values.length} columns; at most ${MOST_COLUMNS} are read`)
  }
  const header = values.map((value) => textOf(value).trim())
  if (header.some((name) => name.includes('\0'))) {
    throw new FileProblem('has a NUL character in its header; save it as CSV in UTF-8, or as XLSX')
  }
  const long = header.find((name) => name.length > MOST_HEADER_CHARS)
  if (long !== undefined) {
    throw new FileProblem(
      `has a header of more than ${MOST_HEADER_CHARS} characters, that begins with "${long.slice(0, 40)}"; its first line must be the header`,
    )
  }
  while (header.at(-1) === '') header.pop()
  return header
}
