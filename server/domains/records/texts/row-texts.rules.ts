import { isFormula } from '../../../../shared/column-types.ts'
import { phoneDigits } from '../../../../shared/phone-digits.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { targetOf } from '../filters/targets.rules.ts'

const MOST_CANDIDATES = 5_000
/** The most candidates of a search that does not use all trigrams of its text. */
export const FEW_CANDIDATES = 200

/**
 * With more candidates than this, reading the board finds a page as quickly. If the rows are counted, the limit is
 * higher, because counting would have to read the whole board. For a text without a trigram it is low, because the
 * stored texts are read one by one until that many are found.
 */
export function mostCandidates(search: string, rowCount: number, isCounted: boolean): number {
  if (isCounted) return Math.max(MOST_CANDIDATES, Math.floor(rowCount / 50))
  return hasTrigram(search) ? MOST_CANDIDATES : FEW_CANDIDATES
}
/** With more new events than this, reading the board is as quick. */
export const MOST_EVENTS = 500

/** The form of texts that `plain_text` makes. Stored ones of another form are not used, and made again. */
export const TEXT_FORM = 3

/** The slots of columns with text or options. Formulas are left out, because their texts change without an event. */
export function textSlots({ columns }: Pick<DefinitionView, 'columns'>): number[] {
  return columns
    .filter((column) => hasText(column) && !isFormula(column.type))
    .map(({ slot }) => slot)
}

/** Whether a formula shows text here. */
export const hasFormulaText = ({ columns }: Pick<DefinitionView, 'columns'>): boolean =>
  columns.some((column) => isFormula(column.type) && hasText(column))

function hasText(column: DefinitionView['columns'][number]): boolean {
  const { nature, always } = targetOf(column)
  return !always && (nature === 'text' || nature === 'choice' || nature === 'choices')
}

/** The texts that a stored text can hold for a search: what was typed, and a phone number's digits. */
export function storedForms(search: string): string[] {
  const digits = phoneDigits(search)
  return digits === undefined ? [search] : [search, digits]
}

/** Trigrams consist of letters and digits: without three in a row there is none to look up. */
export const hasTrigram = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(search)

/**
 * A part of a text that few rows are likely to have: the end of its longest number, or the name in an email address. The
 * trigrams of the rest, such as those of a country code or a domain, may be in every row, and the index takes long to
 * intersect such long lists. Undefined if there is no such part.
 */
export function rarePart(search: string): string | undefined {
  const [number] = (search.match(/\d{4,}/g) ?? []).toSorted((a, b) => b.length - a.length)
  const part = number?.slice(-6) ?? /^[^@\s]+(?=@)/.exec(search)?.[0]
  return part !== undefined && part !== search && hasTrigram(part) ? part : undefined
}

/** The LIKE pattern that finds this exact text. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Rows that an event names: by id, or by position. */
export interface NamedRows {
  rowIds?: string[]
  runs?: [first: number, count: number][]
}

/** All rows that events name, or undefined if there are too many. */
export function namedRows(
  events: readonly { data: NamedRows }[],
): { ids: string[]; runs: [number, number][] } | undefined {
  const ids = events.flatMap(({ data }) => data.rowIds ?? [])
  const runs = events.flatMap(({ data }) => data.runs ?? [])
  const count = runs.reduce((sum, [, length]) => sum + length, ids.length)
  return count <= MOST_CANDIDATES ? { ids, runs } : undefined
}

/** The name of a board's index of texts. */
export const textIndexName = (definitionId: string): string =>
  `texts_${definitionId.replaceAll('-', '')}`
