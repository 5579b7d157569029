import { isFormula } from '../../../../shared/column-types.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import type { Condition } from '../filters/plan.rules.ts'
import type { Parameters } from '../filters/statement.rules.ts'
import type { Target } from '../filters/targets.rules.ts'
import type { Listing, Total } from './listing.rules.ts'
import { whereSql } from './page-sql.rules.ts'

/**
 * How many rows a list has, in all or by group, with sums. What changes in a row since changes these by adding and subtracting,
 * so a figure that was read once can be brought up to date by the changed rows alone.
 */
export interface Figure {
  /** What the rows are counted by; in one group if it is missing. */
  by?: {
    /** Its SQL; given the same parameters, it is the same. */
    sql: (parameters: Parameters) => string
    /** The targets that it reads. */
    targets: readonly Target[]
    /** Missing for texts that are grouped however they are written. */
    valueType?: 'text' | 'float8'
    /** The SQL that sorts the groups, of `value`. */
    order?: (parameters: Parameters) => string
    /** The most groups to read. */
    limit: number
  }
  sums: readonly Addend[]
}

/** A number that each row adds: the SQL of a numeric, and the target that it reads. */
export interface Addend {
  sql: string
  target: Target
}

/** A group: its value, how many rows it has, and its sums as decimal texts, null without a number. */
export type FigureRow = readonly [
  value: string | number | null,
  count: number,
  ...sums: (string | null)[],
]

/** What a statement for a figure is made of. */
export interface FigureParts {
  /** The SQL of what the rows are counted by. */
  value: string
  where: string
  /** The SQL that sorts the groups and ends the list of them. */
  end: string
}

export function figureParts(
  view: DefinitionView,
  listing: Listing,
  { by }: Figure,
  parameters: Parameters,
): FigureParts {
  return {
    value: by ? by.sql(parameters) : 'NULL::text',
    where: whereSql(view, listing, parameters),
    end: by ? `ORDER BY ${by.order?.(parameters) ?? 'value'} LIMIT ${Math.trunc(by.limit)}` : '',
  }
}

/**
 * Whether a figure depends on nothing but what history records: on cells that people fill and on what never changes in a row, but not
 * on formulas.
 */
export function isAdditive(
  { condition, search, among, trashed }: Listing,
  figure: Figure,
): boolean {
  if (search !== undefined || among || trashed) return false
  const { by, sums } = figure
  if (by && !by.valueType) return false
  const targets = [...(by?.targets ?? []), ...sums.map(({ target }) => target)]
  return targets.every(isRecorded) && (!condition || isRecordedIn(condition))
}

const isRecordedIn = (condition: Condition): boolean => {
  switch (condition.kind) {
    case 'test':
      return condition.test.is !== 'unresolved' && isRecorded(condition.target)
    case 'not':
      return isRecordedIn(condition.of)
    default:
      return condition.of.every(isRecordedIn)
  }
}

const CHANGING = ['updatedAt', 'updatedBy', 'deletedAt']

const isRecorded = ({ column, name }: Target): boolean =>
  !CHANGING.includes(name) && !(column && isFormula(column.type))

/** The groups of a list, in order, with the sums that it asks for. */
export function groupFigure(
  { group, order }: Listing,
  view: DefinitionView,
  limit: number,
): Figure {
  const { target, sums } = group!
  const { ranks } = order
  const last = target.nature === 'choice' ? 'value COLLATE people' : 'value'
  const isLoose = target.comparison === 'text' && target.nature !== 'choice'
  return {
    by: {
      sql: (parameters) => groupSql(target, view, parameters),
      targets: [target],
      ...(isLoose ? {} : { valueType: target.comparison === 'number' ? 'float8' : 'text' }),
      order: (parameters) => {
        const rank = ranks && `array_position(${parameters.add(ranks, 'text[]')}, value)`
        return [rank, `${last} NULLS LAST`].filter(Boolean).join(', ')
      },
      limit,
    },
    sums: sums.map(({ target }) => ({ sql: target.summand!, target })),
  }
}

/**
 * What rows are grouped by: times by their day in the board's time zone. Labels are grouped by their bytes, which no index has in
 * order: PostgreSQL takes few labels for many, and would fetch every row by the index, which takes twice as long as reading all.
 */
function groupSql(
  { nature, key, value, comparison }: Target,
  { definition }: DefinitionView,
  parameters: Parameters,
): string {
  if (nature === 'choice') return `(${key}) COLLATE "C"`
  if (nature !== 'datetime') return `${key}`
  const zone = parameters.add(definition.locale.timeZone, 'text')
  const time =
    comparison === 'time'
      ? value
      : `CASE WHEN (${value}) ~ '^\\d{4}-\\d\\d-\\d\\dT' THEN (${value})::timestamptz END`
  return `(((${time}) AT TIME ZONE ${zone})::date::text) COLLATE "C"`
}

/** Whether a total is of one row, which no adding and subtracting finds. */
export const isEnd = ({ total }: Total): boolean => total === 'min' || total === 'max'

/**
 * The totals that rows add to, in one figure. Sums of money are exact in decimals before they become JSON numbers.
 *
 * @returns `values` has, by its place, each total that is not an end; null for an average of nothing.
 */
export function totalFigure(totals: readonly Total[]): {
  figure: Figure
  values: (row: FigureRow) => (number | null)[]
} {
  const sums: Addend[] = []
  const add = (sql: string, target: Target) => sums.push({ sql, target }) - 1
  const places = totals.map((one) => {
    const { total, target } = one
    const { value, key = value, summand, always, content = key } = target
    if (isEnd(one)) return undefined
    if (total === 'filled') {
      return { count: add(always && content === key ? '1' : oneIf(content), target) }
    }
    const sum = add(summand!, target)
    return total === 'sum' ? { sum } : { sum, count: add(oneIf(summand!), target) }
  })
  const values = ([, , ...found]: FigureRow) => {
    const at = (place: number) => Number(found[place] ?? 0)
    return places.map((place) => {
      if (!place) return null
      const { sum, count } = place
      if (sum === undefined) return at(count)
      if (count === undefined) return at(sum)
      return at(count) === 0 ? null : at(sum) / at(count)
    })
  }
  return { figure: { sums }, values }
}

const oneIf = (content: string): string => `CASE WHEN ${content} IS NULL THEN 0 ELSE 1 END`
