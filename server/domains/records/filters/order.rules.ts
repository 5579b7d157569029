import { why } from '../../../../contract/reasons.ts'
import { MOST_SORTS } from '../../../../shared/limits.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { parameterType } from './conditions.rules.ts'
import { findTarget, type Problems } from './filter.rules.ts'
import type { Parameters } from './statement.rules.ts'
import type { Target } from './targets.rules.ts'

/** The order of a list: by these keys, then by position. */
export interface Order {
  keys: readonly { target: Target; descending: boolean }[]
  descending: boolean
}

/** The values of a row that decide its place in the order. */
export interface Place {
  position: number
  values: readonly (string | number | null)[]
}

/**
 * Rows with a value in the first key come first, in either direction, then those without one. These are two queries,
 * so that one index serves both directions.
 */
export type Phase = 'filled' | 'empty'

/** Reads `amount` and `-amount`. */
export function readSort(
  parts: readonly string[],
  view: DefinitionView,
  path: string,
  problems: Problems,
): Order {
  const keys: { target: Target; descending: boolean }[] = []
  if (parts.length > MOST_SORTS) problems.add(path, why('too_many_columns', { most: MOST_SORTS }))
  for (const part of parts.slice(0, MOST_SORTS)) {
    const descending = part.startsWith('-')
    const ref = descending ? part.slice(1).trim() : part
    const target = findTarget(view, ref)
    if (!target) problems.addUnknown(path, ref)
    else if (!target.key) problems.add(path, why('not_sortable', { column: ref }))
    else if (target.comparison === 'position') return { keys, descending }
    else if (!keys.some((key) => key.target.name === target.name)) keys.push({ target, descending })
  }
  return { keys, descending: keys[0]?.descending ?? false }
}

/** The order of a grouped list: by the group first. */
export const groupedOrder = (group: Target, { keys, descending }: Order): Order => ({
  keys: [
    { target: group, descending: false },
    ...keys.filter(({ target }) => target.name !== group.name),
  ],
  descending,
})

/** Identifies the order, to recognise a cursor that belongs to another one. */
export const signatureOf = ({ keys, descending }: Order): string =>
  [
    ...keys.map(({ target, descending }) => (descending ? '-' : '') + target.name),
    descending ? '-' : '+',
  ].join(' ')

/** The queries that make up a list, in order; after a place, only the remaining ones. */
export function phasesOf({ keys }: Order, after: Place | undefined): (Phase | undefined)[] {
  if (keys.length === 0 || keys[0]!.target.always) return [undefined]
  return after && after.values[0] === null ? ['empty'] : ['filled', 'empty']
}

/**
 * The order of each phase. In the phase where the first key is null, the key makes no difference to the order. It stays
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
  const first = order.keys[0]?.target.key
  const about = phase === undefined ? '' : `${first} IS ${phase === 'filled' ? 'NOT ' : ''}NULL`
  const from = after && beyondSql(order, phase, after, parameters)
  return [about, from].filter(Boolean).join(' AND ') || 'true'
}

function beyondSql(
  { keys, descending }: Order,
  phase: Phase | undefined,
  { position, values }: Place,
  parameters: Parameters,
): string | undefined {
  // The place is in the first phase, so all rows of the second come after it.
  if (phase === 'empty' && values[0] !== null) return undefined
  const at = parameters.add(position, 'bigint')
  const beyondPosition = `position ${descending ? '<' : '>'} ${at}`
  const left = keys
    .map(({ target, descending }, i) => ({ target, descending, value: values[i]!, first: i === 0 }))
    .slice(phase === 'empty' ? 1 : 0)
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
