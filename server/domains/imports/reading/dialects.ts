import type { Quirk } from '../../../../shared/table-files.ts'
import { CsvRows, KEPT_FORMULA, KEPT_NUMBER } from './csv-rows.ts'
import type { FileRecord } from './file-values.rules.ts'

/** What can change where values begin and end. The first of those that fit best is taken. */
const QUOTING: readonly (readonly Quirk[])[] = [
  [],
  ['blanks'],
  ['backslashes'],
  ['blanks', 'backslashes'],
  ['apostrophes'],
  ['apostrophes', 'blanks'],
  ['apostrophes', 'backslashes'],
  ['apostrophes', 'blanks', 'backslashes'],
]

/** What must be in a file for a quirk to be worth a try. */
const SIGNS: Record<string, RegExp> = {
  blanks: /["'] +[^\s\p{L}\p{N}]|[^\s\p{L}\p{N}] +["']/u,
  backslashes: /\\["'\\\t\r\n]|\\N/,
  apostrophes: /'/,
}

/**
 * How a file is written, by its beginning: with the quirks that make the most rows even, and break no rules.
 *
 * @param isWhole whether there is no more of the file.
 */
export function quirksOf(text: string, delimiter: string, isWhole: boolean): Quirk[] {
  const plain = ratingOf(text, delimiter, [], isWhole)
  let best = plain
  for (const quirks of QUOTING) {
    if (quirks.length === 0 || !quirks.every((quirk) => SIGNS[quirk]!.test(text))) continue
    const rated = ratingOf(text, delimiter, quirks, isWhole)
    if (isBetter(rated, best, plain)) best = rated
  }
  const { rows, quirks, nulls } = best
  const hasNulls =
    [...nulls.keys()].some((word) => word !== 'NULL') || (nulls.get('NULL')?.size ?? 0) > 1
  const isDump =
    delimiter === '\t' && best.quoted === 0 && (nulls.has('\\N') || isEscapedText(text))
  return [
    ...quirks,
    ...(isDump && !quirks.includes('backslashes') ? (['backslashes'] as const) : []),
    ...(hasNulls ? (['nulls'] as const) : []),
    ...(keepsTexts(rows) ? (['kept_texts'] as const) : []),
  ]
}

interface Rated {
  quirks: readonly Quirk[]
  rows: FileRecord[]
  nulls: CsvRows['nulls']
  quoted: number
  faults: number
  /** The share of the rows that have as many values as most, less those that break rules. */
  fit: number
}

function ratingOf(
  text: string,
  delimiter: string,
  quirks: readonly Quirk[],
  isWhole: boolean,
): Rated {
  const reader = new CsvRows({ delimiter, quirks: [...quirks, 'nulls'] })
  const rows: FileRecord[] = []
  let isOpen = false
  try {
    rows.push(...reader.take(text))
    if (isWhole) rows.push(...reader.take('', true))
  } catch {
    isOpen = true
  }
  const widths = Map.groupBy(rows, ({ values }) => values.length)
  const even = Math.max(0, ...[...widths.values()].map(({ length }) => length))
  const { nulls, quoted } = reader
  const faults = reader.faults + (isOpen ? 1 : 0)
  return { quirks, rows, nulls, quoted, faults, fit: (even - faults) / (rows.length || 1) }
}

/** Apostrophes are quotation marks only if all rows have them, all of them match, and the others explain less. */
function isBetter(one: Rated, best: Rated, plain: Rated): boolean {
  if (one.quirks.includes('apostrophes')) {
    const isCertain = one.faults === 0 && one.quoted >= Math.max(2, one.rows.length - 1)
    const isAsGood = plain.quoted === 0 ? one.fit >= plain.fit : one.fit > plain.fit
    return isCertain && isAsGood && one.quoted > best.quoted
  }
  // Where every row becomes even, nothing else needs to be wrong: a break after a backslash leaves two short rows.
  return one.fit > best.fit && (one.faults < best.faults || (one.fit === 1 && one.faults === 0))
}

/**
 * Whether tabs and line breaks are written with backslashes, as tools do that dump tables as text. They write every other
 * backslash twice, so paths such as C:\new and \\host\new show that the file is none of theirs.
 */
const isEscapedText = (text: string): boolean =>
  /\\[nrt]/.test(text) &&
  !/(?:^|[^\\])(?:\\\\)*\\[^\\nrtbfvN]|(?:\b[a-z]:|[\t\r\n]\\)\\\w/i.test(text)

/** Whether texts are kept as texts: by a formula, or, from some row on, by an apostrophe before each number of a column. */
function keepsTexts(rows: readonly FileRecord[]): boolean {
  /** By place, whether all values since the first such number are such numbers. */
  const kept = new Map<number, boolean>()
  for (const { values } of rows) {
    for (const [place, value] of values.entries()) {
      if (typeof value !== 'string' || value.trim() === '') continue
      if (value.startsWith('=') && KEPT_FORMULA.test(value)) return true
      if (value.startsWith("'") && KEPT_NUMBER.test(value)) kept.set(place, kept.get(place) ?? true)
      else if (kept.has(place)) kept.set(place, false)
    }
  }
  return [...kept.values()].includes(true)
}
