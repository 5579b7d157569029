import type { Quirk } from '../../../../shared/table-files.ts'
import { FileProblem } from './file-problem.ts'
import type { FileRecord } from './file-values.rules.ts'
import { isDelimiterLine } from './text-files.rules.ts'

/** How the values of a CSV file are written. */
export interface Dialect {
  delimiter: string
  quirks: readonly Quirk[]
}

/** The longest row. Otherwise, an unclosed quotation mark would read the whole file into memory. */
const MOST_ROW_CHARS = 1024 * 1024

const LF = 10
const CR = 13
const SPACE = 32
const BACKSLASH = 92

/** What other programs write for no value, if it is not in quotes: MySQL, PostgreSQL, and tools that show their tables. */
export const NULL_WORDS: ReadonlySet<string> = new Set([
  '\\N',
  'NULL',
  '(null)',
  '<null>',
  '[NULL]',
])
const MOST_NULL_CHARS = Math.max(...[...NULL_WORDS].map(({ length }) => length))

/** `="007"`, for spreadsheets, which would drop the zeros. */
export const KEPT_FORMULA = /^="((?:[^"]|"")*)"$/
/** The same with the apostrophe with which people write it in a spreadsheet. */
export const KEPT_NUMBER = /^'[\d(+.-][\d\s()+./:-]{2,}$/

/** Splits the text of a CSV file into rows, piece by piece. A quotation mark within an unquoted value belongs to it. */
export class CsvRows {
  /** How many values break the rules of the dialect: text follows a closing quotation mark, or one comes after blanks. */
  faults = 0
  /** How many values are in quotes. */
  quoted = 0
  /** The words for no value that were found, each with the places of its columns. */
  readonly nulls = new Map<string, Set<number>>()
  readonly #delimiter: string
  readonly #delimiterCode: number
  readonly #mark: string
  readonly #quote: number
  readonly #hasBlanks: boolean
  readonly #hasBackslashes: boolean
  /** In a dump, a backslash has its meaning outside quotes too, and letters follow it. */
  readonly #isDump: boolean
  readonly #hasNulls: boolean
  readonly #keepsTexts: boolean
  #line = 1
  /** The beginning of a row that has not ended yet. */
  #rest = ''
  #isBegun = false

  constructor({ delimiter, quirks }: Dialect) {
    this.#delimiter = delimiter
    this.#delimiterCode = delimiter.charCodeAt(0)
    this.#mark = quirks.includes('apostrophes') ? "'" : '"'
    this.#quote = this.#mark.charCodeAt(0)
    this.#hasBlanks = quirks.includes('blanks')
    this.#hasBackslashes = quirks.includes('backslashes')
    this.#isDump = this.#hasBackslashes && delimiter === '\t'
    this.#hasNulls = quirks.includes('nulls')
    this.#keepsTexts = quirks.includes('kept_texts')
  }

  /**
   * The rows that end in this piece, without blank ones.
   *
   * @param isLast whether the text ends here, so that the last row does.
   * @throws FileProblem
   */
  take(text: string, isLast = false): FileRecord[] {
    let all = this.#rest + text
    if (!this.#isBegun) all = all.replace(/^\ufeff+/, '')
    this.#isBegun ||= all !== ''
    const rows: FileRecord[] = []
    let start = 0
    while (start < all.length) {
      const line = this.#line
      const values: string[] = []
      const end = this.#readRow(all, start, isLast, values)
      if ((end < 0 ? all.length : end) - start > MOST_ROW_CHARS) throw tooLarge(line)
      if (end < 0) break
      start = end
      if (line === 1 && isDelimiterLine(values.join(this.#delimiter))) continue
      if (values.some(isVisible)) rows.push({ line, values })
    }
    if (isLast && start < all.length) throw notClosed(this.#line)
    this.#rest = all.slice(start)
    return rows
  }

  /** Where the next row begins, or -1 if this one may go on in the next piece. */
  #readRow(all: string, start: number, isLast: boolean, values: string[]): number {
    const { faults, quoted } = this
    let breaks = 0
    let at = start
    for (;;) {
      const from = this.#hasBlanks ? pastBlanks(all, at) : at
      let end = -1
      let value = ''
      // Where the rest of a value begins that is not in quotes, or not only.
      let after = from
      if (all.charCodeAt(from) === this.#quote) {
        const close = this.#closingIn(all, from + 1)
        if (close < 0) break
        end = this.#hasBlanks ? pastBlanks(all, close + 1) : close + 1
        if (end === all.length && !isLast) break
        const text = all.slice(from + 1, close)
        breaks += breaksIn(text)
        value = this.#unescaped(text)
        if (end === all.length || this.#endsValue(all.charCodeAt(end))) this.quoted++
        else {
          this.faults++
          value = this.#mark + value
          after = close
          end = -1
        }
      } else if (all.charCodeAt(at) === SPACE && all[pastBlanks(all, at)] === this.#mark) {
        this.faults++
      }
      if (end < 0) {
        end = this.#endOf(all, after)
        if (end >= all.length && !isLast) break
        value += all.slice(after, end)
        if (this.#isDump) breaks += breaksIn(all.slice(after, end))
        if (this.#hasNulls && value.length <= MOST_NULL_CHARS && NULL_WORDS.has(value)) {
          const places = this.nulls.get(value) ?? new Set()
          this.nulls.set(value, places.add(values.length))
          value = ''
        } else if (this.#isDump && value.includes('\\')) value = undumped(value)
      }
      values.push(this.#keepsTexts ? bareText(value) : value)
      const code = all.charCodeAt(end)
      if (code === this.#delimiterCode) {
        at = end + 1
        continue
      }
      if (code === CR && end + 1 === all.length && !isLast) break
      this.#line += breaks + (end < all.length ? 1 : 0)
      return end + (code === CR && all.charCodeAt(end + 1) === LF ? 2 : 1)
    }
    this.faults = faults
    this.quoted = quoted
    return -1
  }

  #endsValue(code: number): boolean {
    return code === this.#delimiterCode || code === LF || code === CR
  }

  /** Where an unquoted value ends: at a delimiter, at a line break, or with the text. */
  #endOf(all: string, from: number): number {
    const delimiter = this.#delimiterCode
    const isDump = this.#isDump
    let at = from
    for (; at < all.length; at++) {
      const code = all.charCodeAt(at)
      if (code === delimiter || code === LF || code === CR) return at
      if (isDump && code === BACKSLASH) at++
    }
    return at
  }

  /** Where the quotation mark is that closes a value, or -1. */
  #closingIn(all: string, from: number): number {
    for (let at = from; ; ) {
      at = all.indexOf(this.#mark, at)
      if (at < 0) return -1
      if (this.#hasBackslashes && isEscaped(all, from, at)) at++
      else if (all.charCodeAt(at + 1) === this.#quote) at += 2
      else return at
    }
  }

  #unescaped(text: string): string {
    const mark = this.#mark
    if (!this.#hasBackslashes || !text.includes('\\')) return text.replaceAll(mark + mark, mark)
    if (this.#isDump) return undumped(text)
    return text.replace(/\\(\r\n|["'\\\r\n])|(["'])\2/g, (both, escaped, doubled) =>
      doubled === undefined ? escaped : doubled === mark ? mark : both,
    )
  }
}

const isVisible = (text: string): boolean => text.trim() !== ''

function pastBlanks(all: string, from: number): number {
  let at = from
  while (all.charCodeAt(at) === SPACE) at++
  return at
}

const breaksIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0

/** Whether an odd number of backslashes is before a place. */
function isEscaped(all: string, from: number, place: number): boolean {
  let at = place
  while (at > from && all.charCodeAt(at - 1) === BACKSLASH) at--
  return (place - at) % 2 === 1
}

/** What letters mean after a backslash. The last stands for no value. */
const LETTERS: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  N: '\\N',
}

/** A value of a dump, without its backslashes. */
const undumped = (text: string): string =>
  text.replace(/\\(\r\n|.)/gs, (_, escaped) => LETTERS[escaped] ?? escaped)

function bareText(value: string): string {
  if (value.startsWith('=')) return KEPT_FORMULA.exec(value)?.[1]?.replaceAll('""', '"') ?? value
  return value.startsWith("'") && KEPT_NUMBER.test(value) ? value.slice(1) : value
}

const tooLarge = (line: number): FileProblem =>
  new FileProblem(
    `has a row larger than 1 MiB that begins at line ${line}; is a quotation mark open there?`,
  )

const notClosed = (line: number): FileProblem =>
  new FileProblem(
    `has a quotation mark from line ${line} on that is never closed; close it, or double it if it belongs to the text`,
  )
