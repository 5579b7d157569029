import { FileProblem } from './file-problem.ts'
import { textOf } from './lines.rules.ts'
import type { FileRecord, FileValue } from './records.ts'

export const MOST_COLUMNS = 1000
const FIRST = 1000
/** How much of a long value is kept: enough to tell its kind, and more than a preview shows. */
const SEEN_CHARS = 256
const MOST_SEEN_CHARS = 8 * 1024 * 1024
const MOST_HEADER_CHARS = 500

/** What a table holds. */
export interface Table {
  header: string[]
  /** Rows below the header. */
  total: number
  /** The first rows, with long values cut. */
  first: FileRecord[]
}

/** Counts the rows of a table, and keeps the first. */
export class Tally {
  #header: string[] | undefined
  #total = 0
  readonly #first: FileRecord[] = []
  #seenChars = 0

  /** @throws FileProblem if the first row is not a header. */
  add(records: readonly FileRecord[]): void {
    for (const record of records) {
      if (!this.#header) this.#header = headerOf(record)
      else {
        this.#total++
        this.#see(record)
      }
    }
  }

  /** @throws FileProblem if there are no rows. */
  result(): Table {
    if (!this.#header) throw new FileProblem('is empty; its first line must name the columns')
    if (this.#total === 0)
      throw new FileProblem('has no rows below its first line, which names the columns')
    return { header: this.#header, total: this.#total, first: this.#first }
  }

  #see({ line, values: all }: FileRecord): void {
    if (this.#first.length === FIRST || this.#seenChars > MOST_SEEN_CHARS) return
    const values = all.slice(0, MOST_COLUMNS).map(seen)
    this.#first.push({ line, values })
    for (const value of values) this.#seenChars += typeof value === 'string' ? value.length : 8
  }
}

const seen = (value: FileValue): FileValue =>
  typeof value === 'string' ? value.slice(0, SEEN_CHARS) : value

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
