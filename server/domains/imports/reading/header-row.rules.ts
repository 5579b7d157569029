import { textOf } from './file-values.rules.ts'
import type { FileRecord } from './records.ts'

/** How many rows are looked at, to find the header among them. */
export const LOOKED_AT = 20

/**
 * Finds the header among a file's first rows: its line, or 0 if the file has none. Above it, reports have rows of a few
 * cells, such as their title and their date.
 */
export function headerRowOf(records: readonly FileRecord[]): number {
  if (records.length === 0) return 0
  const filled = records.map(namesOf)
  const counts = filled.map(({ length }) => length)
  // The second widest, since one row may have too much.
  const typical = counts.toSorted((a, b) => b - a)[counts.length > 1 ? 1 : 0] ?? 0
  const isWide = (at: number) => counts[at]! * 2 > typical
  const below = records.findIndex(
    (_, at) => at > 0 && at < records.length - 1 && isWide(at) && areNames(filled[at]!),
  )
  const found = isWide(0) || below < 0 ? 0 : below
  return filled[found]?.some(isAddress) ? 0 : (records[found]?.line ?? 0)
}

const namesOf = ({ values }: FileRecord): string[] =>
  values.flatMap((value) => textOf(value).trim() || [])

/** Names differ from one another, and are no numbers. */
const areNames = (texts: readonly string[]): boolean =>
  new Set(texts).size === texts.length && !texts.some((text) => /^[\d\s.,:/$€£%+-]*$/.test(text))

/** Nothing tells as surely that a row has values. The lengths are bounded: otherwise each dot of a long text would be tried. */
const isAddress = (text: string): boolean =>
  text.length <= 300 && /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{1,63}$/.test(text)

/** The names of columns that have none: Column A, Column B and so on, as in a spreadsheet. */
export const lettersFor = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Column ${lettersOf(at)}`)

/** A column's letters in a spreadsheet, by its place. */
export const lettersOf = (at: number): string =>
  (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
