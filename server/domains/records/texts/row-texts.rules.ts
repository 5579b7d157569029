import type { DefinitionView } from '../definitions/definition.rules.ts'
import { targetOf } from '../filters/targets.rules.ts'

/** More candidates do not help: reading the board then finds a page as quickly. */
export const MOST_CANDIDATES = 5_000
/** With more new events than this, reading the board is as quick. */
export const MOST_EVENTS = 500

/** The slots of columns with text or options. Formulas are left out, because their texts change without an event. */
export function textSlots({ columns }: Pick<DefinitionView, 'columns'>): number[] {
  return columns
    .filter((column) => hasText(column) && column.type !== 'formula')
    .map(({ slot }) => slot)
}

/** Whether a formula shows text here. */
export const hasFormulaText = ({ columns }: Pick<DefinitionView, 'columns'>): boolean =>
  columns.some((column) => column.type === 'formula' && hasText(column))

function hasText(column: DefinitionView['columns'][number]): boolean {
  const { nature, always } = targetOf(column)
  return !always && (nature === 'text' || nature === 'choice' || nature === 'choices')
}

/** Trigrams consist of letters and digits: without three in a row there is none to look up. */
export const hasTrigram = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(search)

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
