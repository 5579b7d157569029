import { FileProblem } from './file-problem.ts'
import { charsOf, type FileRecord, type FileValue, writtenText } from './file-values.rules.ts'
import { headerRowOf, LOOKED_AT, lettersFor } from './header-row.rules.ts'
import { addSigns, type Signs } from './notation-signs.rules.ts'

export const MOST_COLUMNS = 1000
const FIRST = 1000
/** How much of a long value is kept: enough to tell its kind, and more than a preview shows. */
const SEEN_CHARS = 256
const MOST_SEEN_CHARS = 8 * 1024 * 1024
const MOST_HEADER_CHARS = 500

/** A column that the header does not name, and how many rows have a value there. */
export interface Unnamed {
  place: number
  values: number
}

/** What a table holds. */
export interface Table {
  /** The names of the columns. One right of the last header is called as in a spreadsheet if it has values. */
  header: string[]
  /** How many columns the header itself has. */
  named: number
  /** The columns without a header, also those right of the last. */
  unnamed: Unnamed[]
  /** Where the header is, or 0 if there is none. */
  headerRow: number
  /** Rows below the header. */
  total: number
  /** The first rows, with long values cut. */
  first: FileRecord[]
  /** By place: how the numbers and dates of all rows are written; undefined where nothing shows it. */
  signs: (Signs | undefined)[]
}

/** Counts the rows of a table, and keeps the first. */
export class Tally {
  readonly #isRagged: boolean
  #headerRow: number | undefined
  #header: string[] | undefined
  #firstUnnamed = 0
  /** The first rows, until it is known which of them is the header. */
  #waiting: FileRecord[] = []
  #waitingChars = 0
  #total = 0
  /** How many values each column without a header has, by place. */
  readonly #unnamed = new Map<number, number>()
  readonly #first: FileRecord[] = []
  readonly #signs: (Signs | undefined)[] = []
  #seenChars = 0

  /**
   * @param headerRow where the header is, or 0 for none, if that is known.
   * @param isRagged whether rows have no empty cells at their end, as in a workbook.
   */
  constructor({ headerRow, isRagged }: { headerRow: number | undefined; isRagged: boolean }) {
    this.#headerRow = headerRow
    this.#isRagged = isRagged
  }

  /** @throws FileProblem if the header cannot be one. */
  add(records: readonly FileRecord[]): void {
    for (const record of records) {
      if (this.#header) this.#count(record)
      else if (this.#headerRow) this.#awaitHeader(record, this.#headerRow)
      else {
        this.#waiting.push(record)
        this.#waitingChars += charsOf(record)
        const isEnough = this.#waiting.length === LOOKED_AT || this.#waitingChars > MOST_SEEN_CHARS
        if (isEnough) this.#begin()
      }
    }
  }

  /** @throws FileProblem if there are no rows. */
  result(): Table {
    if (!this.#header) this.#begin()
    if (this.#total === 0) throw new FileProblem('has no rows below its header')
    const named = this.#header!.length
    const width = Math.max(named, ...[...this.#unnamed.keys()].map((place) => place + 1))
    const header = lettersFor(width).map((letters, place) =>
      place < named ? this.#header![place]! : this.#unnamed.has(place) ? letters : '',
    )
    return {
      header,
      named,
      unnamed: header.flatMap((name, place) =>
        name === '' || place >= named ? { place, values: this.#unnamed.get(place) ?? 0 } : [],
      ),
      headerRow: this.#headerRow!,
      total: this.#total,
      first: this.#first,
      signs: this.#signs,
    }
  }

  #awaitHeader(record: FileRecord, headerRow: number): void {
    if (record.line < headerRow) return
    if (record.line > headerRow) throw noHeaderAt(headerRow)
    this.#setHeader(headerOf(record))
  }

  #setHeader(header: string[]): void {
    this.#header = header
    const first = header.indexOf('')
    this.#firstUnnamed = first < 0 ? header.length : first
  }

  /** Reads the header, and counts the rows that waited for it. */
  #begin(): void {
    const waiting = this.#waiting
    this.#waiting = []
    if (this.#headerRow) throw noHeaderAt(this.#headerRow)
    if (waiting.length === 0) throw new FileProblem('is empty')
    const headerRow = this.#headerRow ?? headerRowOf(waiting)
    this.#headerRow = headerRow
    const header = waiting.find(({ line }) => line === headerRow)
    this.#setHeader(header ? headerOf(header) : lettersFor(this.#widthOf(waiting)))
    for (const record of waiting) if (record.line > headerRow) this.#count(record)
  }

  /** How many columns a table without a header has. */
  #widthOf(records: readonly FileRecord[]): number {
    const widths = records.map(({ values }) => values.length)
    const width = this.#isRagged ? Math.max(...widths) : widths[0]!
    refuseWidth(width)
    return width
  }

  #countUnnamed(values: readonly FileValue[]): void {
    const named = this.#header!.length
    for (let place = this.#firstUnnamed; place < Math.min(values.length, MOST_COLUMNS); place++) {
      if (place < named && this.#header![place] !== '') continue
      if (writtenText(values[place]!).trim() === '') continue
      this.#unnamed.set(place, (this.#unnamed.get(place) ?? 0) + 1)
    }
  }

  #count({ line, values: all }: FileRecord): void {
    this.#total++
    if (all.length > this.#firstUnnamed) this.#countUnnamed(all)
    addSigns(this.#signs, all)
    if (this.#first.length === FIRST || this.#seenChars > MOST_SEEN_CHARS) return
    const values = all.slice(0, MOST_COLUMNS).map(seen)
    this.#first.push({ line, values })
    for (const value of values) this.#seenChars += typeof value === 'string' ? value.length : 8
  }
}

const noHeaderAt = (row: number): FileProblem =>
  new FileProblem(`has no row that begins at ${row}, where its header should be`)

const seen = (value: FileValue): FileValue =>
  typeof value === 'string' ? value.slice(0, SEEN_CHARS) : value

function refuseWidth(width: number): void {
  if (width <= MOST_COLUMNS) return
  throw new FileProblem(`has ${width} columns; at most ${MOST_COLUMNS} are read`)
}

function headerOf({ values }: FileRecord): string[] {
  refuseWidth(values.length)
  const header = values.map((value) => writtenText(value).trim())
  if (header.some((name) => name.includes('\0'))) {
    throw new FileProblem('has a NUL character in its header; save it as CSV in UTF-8, or as XLSX')
  }
  const long = header.find((name) => name.length > MOST_HEADER_CHARS)
  if (long !== undefined) {
    throw new FileProblem(
      `has a header of more than ${MOST_HEADER_CHARS} characters, that begins with "${long.slice(0, 40)}"; choose the row that names the columns`,
    )
  }
  while (header.at(-1) === '') header.pop()
  return header
}
