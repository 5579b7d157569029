import { type FileRecord, writtenText } from './file-values.rules.ts'
import { isNoValue } from './no-values.rules.ts'

/** How many rows are looked at, to find the header among them. */
export const LOOKED_AT = 100

/**
 * Finds the header among a file's first rows: its line, or 0 if the file has none. Above it, reports have titles and
 * notes; below it are values, such as numbers, dates and addresses.
 */
export function headerRowOf(records: readonly FileRecord[]): number {
  const rows = records.map(({ values }) => values.map((value) => writtenText(value).trim()))
  const found = headerAt(rows, records)
  return rows[found]?.some(isAddress) ? 0 : (records[found]?.line ?? 0)
}

/** @param records the same rows, with their lines. */
function headerAt(rows: readonly string[][], records: readonly FileRecord[]): number {
  const numbered = aboveRowNumbers(rows)
  if (numbered >= 0) return numbered
  const counts = rows.map((texts) => texts.filter((text) => text !== '').length)
  // The second widest, since one row may have too much.
  const typical = counts.toSorted((a, b) => b - a)[counts.length > 1 ? 1 : 0] ?? 0
  // The first row may have a single name. So a later one is the header only if it looks like one; and where the first may be
  // a name beside a column without one, only without digits.
  const isName = (text: string) =>
    isLikeName(text) && !isNoValue(text) && (typical > 2 || !/\d/.test(text) || LABEL.test(text))
  const mayName = (at: number) => at === 0 || rows[at]!.every(isName)
  // Below a row that is as wide as the table, there is no header.
  const scores = scoresOf(rows).slice(0, counts.findIndex((count) => count >= typical) + 1)
  const possible = [...scores.keys()].filter((at) => typical > 2 || counts[at] === 1 || mayName(at))
  const most = Math.max(...possible.map((at) => scores[at]!))
  const likely = possible.filter((at) => scores[at] === most)
  // Most files begin with the header, and a single column can have values by chance.
  const isFirst = counts[0]! * 2 > typical && rows[0]!.every(isLikeName) && scores[0]! + 1 >= most
  if (most > 0 && isFirst) return 0
  if (most > 0) return likely.reduce((a, b) => (counts[b]! > counts[a]! ? b : a))
  // Where all are texts, the rows above a blank line are no part of the table if none of them is as wide as it.
  const gap = records.findIndex(({ line }, at) => at > 0 && line > records[at - 1]!.line + 1)
  const isApart = gap > 0 && counts.slice(0, gap).every((count) => count < typical)
  const isWide = (at: number) => counts[at]! * 2 > typical && mayName(at)
  const wide = likely.find((at) => isWide(at) && (!isApart || at >= gap))
  // Of several rows with a single text that begin a table of two columns, the last is the name of the first column.
  const single = rows.findIndex(([first], at) => !first || counts[at] !== 1 || !mayName(at)) - 1
  return wide ?? (typical === 2 && single > 0 ? single : likely[0]) ?? 0
}

/** The row above rows that are numbered from 0 or 1 in a column without a name, as pandas and R write them, or -1. */
function aboveRowNumbers(rows: readonly string[][]): number {
  const numbers = rows.map(([first = '']) => first)
  const above = numbers.lastIndexOf('')
  const below = numbers.slice(above + 1)
  const from = Number(below[0])
  const isNumbered =
    below.length > 1 && from < 2 && below.every((text, at) => text === String(from + at))
  return isNumbered ? above : -1
}

/** Names are short, and begin with a letter, or with a sign such as # or (. A year can be one too. */
const isLikeName = (text: string): boolean =>
  /^(?:[^\d\r\n=<>-][^\r\n]{0,79})?$/.test(text) || LABEL.test(text)

/** The share of the texts below a header that are values, in a column of values. */
const MOSTLY = 0.6

/** The values below a place: how many texts, how many of them are values, and how many are days, months or years, by shape. */
interface Below {
  texts: number
  values: number
  labels: Map<string, number>
}

/**
 * How well each row names the columns of values below it: one more for each that has a name, and one less for each that
 * has a value there too. The last row has nothing below.
 */
function scoresOf(rows: readonly string[][]): number[] {
  const below: Below[] = []
  const scores: number[] = []
  for (const texts of rows.toReversed()) {
    while (below.length < texts.length) below.push({ texts: 0, values: 0, labels: new Map() })
    const kinds = texts.map((text, at) => kindOf(text, below[at]!))
    const areNumbersNames = areLabels(texts.filter((_, at) => kinds[at] === 'number'))
    let score = 0
    for (const [at, kind] of kinds.entries()) {
      const column = below[at]!
      if (kind === 'blank') continue
      const isName = kind === 'name' || (kind === 'number' && areNumbersNames)
      if (isMostly(column.values, column)) score += isName ? 1 : -1
      column.texts++
      if (kind !== 'name') column.values++
      const shape = shapeOf(texts[at]!)
      if (shape) column.labels.set(shape, (column.labels.get(shape) ?? 0) + 1)
    }
    scores.unshift(score)
  }
  return scores.slice(0, Math.max(1, scores.length - 1))
}

/** A number may name a column, but no year names a column of years. */
function kindOf(text: string, below: Below): 'blank' | 'name' | 'number' | 'value' {
  if (text === '' || isNoValue(text)) return 'blank'
  if (!isValue(text)) return 'name'
  return isMostly(below.labels.get(shapeOf(text) ?? ''), below) ? 'value' : 'number'
}

/** One text more or less does not decide it, or chance would in a short table. */
const isMostly = (some = 0, { texts }: Below): boolean =>
  some >= texts * MOSTLY && (some - 1) * 2 >= texts

/** What names nothing: a number, an amount, a date, a phone number, a truth or an address. */
const isValue = (text: string): boolean =>
  (text.length <= 60 && /^[\d\s.,:/$€£¥%+()'’−-]*$/.test(text) && /\d/.test(text)) ||
  /^(?:\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\d{1,2}[- ]\p{L}{3,9}[- ](?:\d\d)?\d\d|true|false)$/iu.test(
    text,
  ) ||
  isAddress(text)

/** A year, a month or a day. */
const LABEL =
  /^(?:(?:19|20)\d\d(?:[-/.]\d{1,2}){0,2}|\d{1,2}[-/.](?:\d{1,2}[-/.])?(?:(?:19|20)\d\d|\d\d))$/

/** How a year, a month or a day is written. Days and months have one digit or two. */
const shapeOf = (text: string): string | undefined =>
  LABEL.test(text) ? text.replace(/\d\d?/g, '0') : undefined

/** Whether numbers are names of columns: different years, months or days, or numbers that count. */
function areLabels(texts: readonly string[]): boolean {
  if (new Set(texts).size < texts.length) return false
  const isCounting = texts.every((text, at) => Number(text) === Number(texts[0]) + at)
  return texts.every((text) => LABEL.test(text)) || (texts.length > 2 && isCounting)
}

/** Nothing tells as surely that a row has values. The lengths are bounded: otherwise each dot of a long text would be tried. */
const isAddress = (text: string): boolean =>
  text.length <= 300 && /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{1,63}$/.test(text)

/** The names of columns that have none: Column A, Column B and so on, as in a spreadsheet. */
export const lettersFor = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Column ${lettersOf(at)}`)

/** A column's letters in a spreadsheet, by its place. */
export const lettersOf = (at: number): string =>
  (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
