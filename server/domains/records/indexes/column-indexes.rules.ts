import type { Order } from '../filters/order.rules.ts'
import type { Condition } from '../filters/plan.rules.ts'
import { keySql, slotsOfIndex, type Target } from '../filters/targets.rules.ts'

/** A board with fewer rows is read as quickly without an index. */
export const BIG_BOARD = 20_000
/** The most indexes on all boards together: every statement that writes rows opens each index of `rows`. */
export const MOST_INDEXES = 64
export const MOST_OF_A_BOARD = 12
/** An index is dropped after this long without a list that wants it. */
export const UNUSED_DAYS = 30

/** The parts of a list that an index could serve. */
export interface Wanted {
  condition: Condition | undefined
  order: Order
  trashed: boolean
}

/** The indexes that would serve a list: `t3`, or `t3_n5` for equal values in one column, sorted by another. */
export function wantedIndexes({ condition, order }: Wanted): string[] {
  const tests = testsOf(condition)
  const equal = tests.find(({ one, target }) => one && target.index)?.target.index
  const first = order.keys[0]?.target
  const sorted = first?.index
  if (equal && sorted && equal !== sorted) return [`${equal}_${sorted}`]
  if (equal) return [equal]
  const ranged = tests.find(({ target }) => target.index)?.target.index
  return [...new Set([sorted, ranged].filter((index) => index !== undefined))]
}

/**
 * The target of a test for a range or for one of several values, if its index should find the list's rows. Undefined if
 * an index finds them in the list's own order anyway.
 */
export function rangedTarget({ condition, order }: Wanted): Target | undefined {
  const tests = testsOf(condition)
  if (tests.some(({ one, target }) => one && target.index)) return undefined
  const ranged = tests.find(({ target }) => target.index)?.target
  return ranged?.index === order.keys[0]?.target.index ? undefined : ranged
}

/** The tests that every row of the list passes and that an index can serve. */
function testsOf(condition: Condition | undefined): { target: Target; one: boolean }[] {
  if (condition?.kind === 'all') return condition.of.flatMap(testsOf)
  if (condition?.kind !== 'test') return []
  const { target, test } = condition
  if (test.is === 'one of') return [{ target, one: test.values.length === 1 }]
  return test.is === 'between' ? [{ target, one: false }] : []
}

/** An index's name. It follows from what the index is on, so that a half-made one is found again. */
export const indexName = (definitionId: string, key: string): string =>
  `cells_${definitionId.replaceAll('-', '')}_${key}`

/** The SQL of what an index is on: one value, or two in order. */
export const indexedSql = (key: string): string[] => key.split('_').map(keySql)

/** Whether the columns that an index covers still exist. */
export const coversOnly = (key: string, slots: ReadonlySet<number>): boolean =>
  slotsOfIndex(key).every((slot) => slots.has(slot))
