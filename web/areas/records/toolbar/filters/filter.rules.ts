import { type Nature, natureOf } from '../../../../../shared/column-types.ts'
import { takesNoValue } from '../../../../../shared/filter-operators.ts'
import type { Column, GridState } from '../../list/types.ts'

type Filter = NonNullable<GridState['filter']>

/** The kinds of values in filters; days and moments are one kind. */
export type Kind = Exclude<Nature, 'date' | 'datetime'> | 'time'

export interface FilterTarget {
  key: string
  name: string
  kind: Kind
  column?: Column
}

export type Mode = 'all' | 'any' | 'none'
export interface DraftTest {
  kind: 'test'
  id: number
  column: string
  op: string
  value: unknown
}
export interface DraftGroup {
  kind: 'group'
  id: number
  mode: Mode
  of: (DraftTest | DraftGroup)[]
}

const emptiness = { is_empty: 'is empty', is_not_empty: 'is not empty' }
const unresolved = { is_unresolved: 'is not resolved' }
const times = {
  eq: 'is',
  before: 'is before',
  after: 'is after',
  within: 'is within',
  gte: 'is on or after',
  lte: 'is on or before',
  ne: 'is not',
}

/** The operators for each kind, worded to fit into a sentence. */
export const operatorWords: Record<Kind, Record<string, string>> = {
  text: {
    contains: 'contains',
    eq: 'is',
    ne: 'is not',
    in: 'is one of',
    starts_with: 'starts with',
    ...emptiness,
  },
  choice: {
    eq: 'is',
    ne: 'is not',
    in: 'is one of',
    contains: 'contains',
    starts_with: 'starts with',
    ...emptiness,
  },
  number: {
    eq: 'is',
    ne: 'is not',
    gt: 'is more than',
    gte: 'is at least',
    lt: 'is less than',
    lte: 'is at most',
    in: 'is one of',
    ...emptiness,
  },
  checkbox: { eq: 'is', ne: 'is not', ...emptiness },
  time: { ...times, ...emptiness },
  person: { eq: 'is', ne: 'is not', in: 'is one of', ...emptiness, ...unresolved },
  actor: { eq: 'is', ne: 'is not', in: 'is one of', ...emptiness },
  choices: {
    contains: 'has',
    in: 'has one of',
    eq: 'is exactly',
    ne: 'is not exactly',
    ...emptiness,
  },
  links: { contains: 'has', in: 'has one of', ...emptiness, ...unresolved },
  files: emptiness,
}

/** The words for days that take no number. */
export const periodWords: Record<string, string> = {
  today: 'today',
  yesterday: 'yesterday',
  tomorrow: 'tomorrow',
  this_week: 'this week',
  last_week: 'last week',
  next_week: 'next week',
  this_month: 'this month',
  last_month: 'last month',
  next_month: 'next month',
  this_quarter: 'this quarter',
  last_quarter: 'last quarter',
  this_year: 'this year',
  last_year: 'last year',
  last_7_days: 'the last 7 days',
  last_30_days: 'the last 30 days',
  last_90_days: 'the last 90 days',
  next_7_days: 'the next 7 days',
  next_30_days: 'the next 30 days',
}

export const takesList = (kind: Kind, op: string): boolean =>
  op === 'in' || (kind === 'choices' && (op === 'eq' || op === 'ne'))

function kindOf(column: Column): Kind {
  const nature = natureOf(column)
  return nature === 'date' || nature === 'datetime' ? 'time' : nature
}

/** The targets of filters: the columns, then what every row has. */
export function targetsOf(columns: readonly Column[]): FilterTarget[] {
  return [
    ...columns.map((column) => ({
      key: column.key,
      name: column.name,
      kind: kindOf(column),
      column,
    })),
    { key: 'row.createdAt', name: 'Row added at', kind: 'time' },
    { key: 'row.updatedAt', name: 'Row changed at', kind: 'time' },
    { key: 'row.createdBy', name: 'Row added by', kind: 'actor' },
    { key: 'row.updatedBy', name: 'Row changed by', kind: 'actor' },
    { key: 'row.source', name: 'Row source', kind: 'text' },
  ]
}

let ids = 0
/** A test whose column is still to be chosen. */
export const blankTest = (): DraftTest => ({
  kind: 'test',
  id: ++ids,
  column: '',
  op: '',
  value: undefined,
})
export const newTest = (target: FilterTarget): DraftTest => ({
  kind: 'test',
  id: ++ids,
  column: target.key,
  op: Object.keys(operatorWords[target.kind])[0]!,
  value: undefined,
})
export const newGroup = (mode: Mode, of: DraftGroup['of'] = []): DraftGroup => ({
  kind: 'group',
  id: ++ids,
  mode,
  of,
})

/** A filter for editing: groups of tests and groups, with the API's `not` folded in. */
export function draftFilter(filter: Filter | null): DraftGroup {
  const read = filter ? nodeOf(filter) : newGroup('all')
  return read.kind === 'group' ? read : newGroup('all', [read])
}

function nodeOf(filter: Filter): DraftTest | DraftGroup {
  const { and, or, not } = filter as { and?: Filter[]; or?: Filter[]; not?: Filter }
  if (and) return newGroup('all', and.map(nodeOf))
  if (or) return newGroup('any', or.map(nodeOf))
  if (not) {
    const inner = nodeOf(not)
    const isAny = inner.kind === 'group' && inner.mode === 'any'
    return isAny ? { ...inner, mode: 'none' } : newGroup('none', [inner])
  }
  const { column, op, value } = filter as { column: string; op: string; value?: unknown }
  return { kind: 'test', id: ++ids, column, op, value }
}

/** The filter of a draft without incomplete parts; `null` if nothing is left. */
export function filterOfDraft(draft: DraftTest | DraftGroup): Filter | null {
  if (draft.kind === 'test') {
    const { column, op, value } = draft
    if (column === '') return null
    if (takesNoValue(op)) return { column, op }
    return isFilled(value) ? { column, op, value } : null
  }
  const of = draft.of.map(filterOfDraft).filter((node) => node !== null)
  if (of.length === 0) return null
  const [only] = of
  if (draft.mode === 'none') return { not: only && of.length === 1 ? only : { or: of } }
  if (only && of.length === 1) return only
  return draft.mode === 'all' ? { and: of } : { or: of }
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== null && !(Array.isArray(value) && !value.length)

/** A value for a test is a text of at most this many characters. */
const MOST_VALUE_CHARS = 1_000

/**
 * The test that a cell passes and cells with another value do not; `null` if no test can tell.
 *
 * @param day the cell's day in the board's time zone, for a column of times.
 */
export function testOfValue(column: Column, value: unknown, day?: string): Filter | null {
  const { key } = column
  if (natureOf(column) === 'checkbox' && typeof (value ?? false) === 'boolean') {
    return { column: key, op: 'eq', value: value === true }
  }
  const isNothing = value === null || value === undefined || value === ''
  if (isNothing || (Array.isArray(value) && value.length === 0)) {
    return { column: key, op: 'is_empty' }
  }
  switch (natureOf(column)) {
    case 'files':
      return { column: key, op: 'is_not_empty' }
    case 'links': {
      const tests = (value as string[]).map((id) => ({ column: key, op: 'contains', value: id }))
      return tests.length === 1 ? tests[0]! : { and: tests }
    }
    case 'datetime':
      return day === undefined ? null : { column: key, op: 'eq', value: day }
    case 'choices':
      return { column: key, op: 'eq', value }
    default: {
      const isLong = typeof value === 'string' && value.length > MOST_VALUE_CHARS
      return typeof value === 'object' || isLong ? null : { column: key, op: 'eq', value }
    }
  }
}

/** A filter with one more test that has to hold. It takes the place of an equality with the same column. */
export function withTest(filter: Filter | null, test: Filter): Filter {
  if (!filter) return test
  const { and } = filter as { and?: Filter[] }
  const others = (and ?? [filter]).filter(
    (one) => one.column === undefined || one.column !== test.column || one.op !== test.op,
  )
  const all = [...others, test]
  return all.length === 1 ? test : { and: all }
}

/** A draft with the node of that id changed, or removed if the change returns nothing. */
export function changed(
  group: DraftGroup,
  id: number,
  change: (node: DraftTest | DraftGroup) => DraftTest | DraftGroup | null,
): DraftGroup {
  if (group.id === id) return change(group) as DraftGroup
  const of = group.of.flatMap((node) => {
    if (node.id === id) return change(node) ?? []
    return node.kind === 'group' ? changed(node, id, change) : node
  })
  return { ...group, of }
}
