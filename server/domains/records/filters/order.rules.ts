import { why } from '../../../../contract/refusals/reasons.ts'
import { MOST_RANKED, MOST_SORTS } from '../../../../shared/limits.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { parameterType } from './conditions.rules.ts'
import type { Problem, ReadPart } from './problems.rules.ts'
import type { Parameters } from './statement.rules.ts'
import { findTarget, startOf, type Target } from './targets.rules.ts'

/** The order of a list: by these keys, then by position. */
export interface Order {
  keys: readonly { target: Target; descending: boolean }[]
  descending: boolean
  /** Values of the first key whose rows come first, in this order; the keys of a column's options. */
  ranks?: readonly string[] | undefined
}

/** The values of a row that decide its place in the order. */
export interface Place {
  position: number
  values: readonly (string | number | null)[]
}

/**
 * Rows with a value in the first key come first, in either direction, then those without one. These are two queries,
 * so that one index serves both directions. With ranks, each is a query, so that the same index serves them too; then
 * come the rows with another value.
 */
export type Phase = 'filled' | 'empty' | 'others' | { rank: string }

/** Reads `amount` and `-amount`. */
export function readSort(
  parts: readonly string[],
  view: DefinitionView,
  path: string,
): ReadPart<Order> {
  const keys: { target: Target; descending: boolean }[] = []
  const problems: Problem[] = []
  if (parts.length > MOST_SORTS) {
    problems.push({ path, why: why('too_many_columns', { most: MOST_SORTS }) })
  }
  for (const part of parts.slice(0, MOST_SORTS)) {
    const descending = part.startsWith('-')
    const ref = descending ? part.slice(1).trim() : part
    const target = findTarget(view, ref)
    if (!target) problems.push({ path, unknown: ref })
    else if (!target.key) problems.push({ path, why: why('not_sortable', { column: ref }) })
    else if (target.comparison === 'position') return { value: { keys, descending }, problems }
    else if (!keys.some((key) => key.target.name === target.name)) keys.push({ target, descending })
  }
  return { value: { keys, descending: keys[0]?.descending ?? false }, problems }
}

/** The order of a grouped list: by the group first. */
export const groupedOrder = (
  group: Target,
  { keys, descending }: Order,
  ranks?: readonly string[],
): Order => ({
  keys: [
    { target: group, descending: false },
    ...keys.filter(({ target }) => target.name !== group.name),
  ],
  descending,
  ranks,
})

/** The keys of a select column's options in order; undefined if they do not decide an order. */
export function ranksOf({ nature, column }: Target): readonly string[] | undefined {
  const options = column?.settings.options
  if (nature !== 'choice' || !options || options.length > MOST_RANKED) return undefined
  return [...new Set(options.map(({ label }) => startOf(label)))]
}

/** Identifies the order, to recognise a cursor that belongs to another one. */
export const signatureOf = ({ keys, descending, ranks }: Order): string =>
  [
    ...(ranks ? ['options'] : []),
    ...keys.map(({ target, descending }) => (descending ? '-' : '') + target.name),
    descending ? '-' : '+',
  ].join(' ')

/** The queries that make up a list, in order; after a place, only the remaining ones. */
export function phasesOf(order: Order, after: Place | undefined): (Phase | undefined)[] {
  const { keys, ranks } = order
  if (keys.length === 0 || keys[0]!.target.always) return [undefined]
  const phases: Phase[] = ranks
    ? [...ranks.map((rank) => ({ rank })), 'others', 'empty']
    : ['filled', 'empty']
  return after ? phases.slice(phases.findIndex((phase) => isIn(order, phase, after))) : phases
}

/** Whether a place is among the rows of a phase. */
function isIn({ ranks }: Order, phase: Phase, { values: [value] }: Place): boolean {
  if (phase === 'empty') return value === null
  if (phase === 'filled') return value !== null
  if (phase === 'others') return value !== null && !ranks!.includes(String(value))
  return value === phase.rank
}

/** Whether the first key has the same value in all rows of a phase. */
const isConstant = (phase: Phase | undefined): boolean =>
  phase === 'empty' || typeof phase === 'object'

/**
 * The order of each phase. Where the first key is null or a rank, the key makes no difference to the order. It stays
 * all the same: without it, PostgreSQL would not see that an index on the key and the position serves the phase, and
 * would read the whole board.
 *
 * @param backwards from the end of the phase to its beginning.
 */
export function orderSql({ keys, descending }: Order, backwards = false): string {
  const way = (descending: boolean) => (descending === backwards ? 'ASC' : 'DESC')
  const parts = keys.map(({ target, descending }, i) => {
    // The first key is always or never null in a phase; the others can be, and then come last.
    const nulls = i === 0 || target.always ? '' : ` NULLS ${backwards ? 'FIRST' : 'LAST'}`
    return `${target.key} ${way(descending)}${nulls}`
  })
  return [...parts, `position ${way(descending)}`].join(', ')
}

/** The rows of a phase that come after the place. */
export function afterSql(
  order: Order,
  phase: Phase | undefined,
  after: Place | undefined,
  parameters: Parameters,
): string {
  const about = phase === undefined ? '' : phaseSql(order, phase, parameters)
  const from = after && beyondSql(order, phase, after, parameters)
  return [about, from].filter(Boolean).join(' AND ') || 'true'
}

function phaseSql({ keys, ranks }: Order, phase: Phase, parameters: Parameters): string {
  const first = keys[0]!.target.key
  if (phase === 'empty') return `${first} IS NULL`
  if (phase === 'filled') return `${first} IS NOT NULL`
  if (phase === 'others') return `${first} <> ALL (${parameters.add(ranks, 'text[]')})`
  return `${first} = ${parameters.add(phase.rank, 'text')}`
}

function beyondSql(
  order: Order,
  phase: Phase | undefined,
  place: Place,
  parameters: Parameters,
): string | undefined {
  const { keys, descending } = order
  const { position, values } = place
  // The place is in an earlier phase, so all rows of this one come after it.
  if (phase !== undefined && !isIn(order, phase, place)) return undefined
  const at = parameters.add(position, 'bigint')
  const beyondPosition = `position ${descending ? '<' : '>'} ${at}`
  const left = keys
    .map(({ target, descending }, i) => ({ target, descending, value: values[i]!, first: i === 0 }))
    .slice(isConstant(phase) ? 1 : 0)
    .map((key) => {
      const { comparison } = key.target
      const value = key.value === null ? null : parameters.add(key.value, parameterType[comparison])
      return { ...key, sql: key.target.key!, value }
    })
  const [key] = left
  if (!key) return beyondPosition
  const compared = (of: typeof key) => `${of.sql} ${of.descending ? '<' : '>'} ${of.value}`
  if (left.length === 1 && key.value !== null && key.first && key.descending === descending) {
    return `(${key.sql}, position) ${descending ? '<' : '>'} (${key.value}, ${at})`
  }
  const equal = (of: typeof key) => `${of.sql} ${of.value === null ? 'IS NULL' : `= ${of.value}`}`
  const beyond = (of: typeof key) => {
    if (of.value === null) return 'false'
    return of.first || of.target.always ? compared(of) : `(${compared(of)} OR ${of.sql} IS NULL)`
  }
  const ways = left.map((of, i) => [...left.slice(0, i).map(equal), beyond(of)].join(' AND '))
  const all = [...ways, [...left.map(equal), beyondPosition].join(' AND ')]
  // The rest implies this bound, but an index can use it only in this form.
  const bound =
    key.first && key.value !== null
      ? `${key.sql} ${key.descending ? '<=' : '>='} ${key.value} AND `
      : ''
  return `${bound}(${all.map((way) => `(${way})`).join(' OR ')})`
}
