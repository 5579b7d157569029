import { expect, test } from 'vitest'
import { operators, takesNoValue } from '../../../../../shared/filter-operators.ts'
import type { Column } from '../../list/types.ts'
import {
  blankTest,
  changed,
  draftFilter,
  filterOfDraft,
  newGroup,
  newTest,
  operatorWords,
  targetsOf,
  testOfValue,
  withTest,
} from './filter.rules.ts'
import { testsIn } from './filter-tests.rules.ts'

const test1 = { column: 'stage', op: 'eq', value: 'New' }
const test2 = { column: 'amount', op: 'gte', value: 10 }

test.each([
  ['one test', test1],
  ['all of two', { and: [test1, test2] }],
  ['any of a test and a group', { or: [test1, { and: [test1, test2] }] }],
  ['none of two', { not: { or: [test1, test2] } }],
  ['not one', { not: test1 }],
  ['a test without a value', { column: 'stage', op: 'is_empty' }],
  ['not all of two', { not: { and: [test1, test2] } }],
])('%s is the same filter after editing', (_, filter) => {
  expect(filterOfDraft(draftFilter(filter))).toEqual(filter)
})

test('incomplete tests and empty groups are left out', () => {
  const target = targetsOf([])[0]!
  const draft = newGroup('all', [newTest(target), newGroup('any', [newTest(target)])])
  expect(filterOfDraft(draft)).toBeNull()
  expect(filterOfDraft(newGroup('all', [blankTest()]))).toBeNull()
  expect(filterOfDraft({ ...draft, of: [...draft.of, ...draftFilter(test1).of] })).toEqual(test1)
})

test('a node is changed or removed wherever it is', () => {
  const draft = draftFilter({ or: [test1, { and: [test1, test2] }] })
  const inner = draft.of[1] as ReturnType<typeof draftFilter>
  const without = changed(draft, inner.of[0]!.id, () => null)
  expect(filterOfDraft(without)).toEqual({ or: [test1, test2] })
})

test('tests are counted through groups', () => {
  expect(testsIn({ not: { or: [test1, { and: [test1, test2] }] } })).toBe(3)
  expect(testsIn(null)).toBe(0)
})

test('only operators that the service takes are offered', () => {
  const of = { ...operators, time: operators.datetime } as Record<string, readonly string[]>
  for (const [nature, words] of Object.entries(operatorWords)) {
    expect(of[nature], nature).toEqual(expect.arrayContaining(Object.keys(words)))
  }
  expect(takesNoValue('is_empty')).toBe(true)
})

test('a cell is found by its value, whatever its type', () => {
  const of = (type: Column['type'], value: unknown, day?: string) =>
    testOfValue({ key: 'x', type, settings: {} } as Column, value, day)
  expect(of('select', 'Won')).toEqual({ column: 'x', op: 'eq', value: 'Won' })
  expect(of('text', '')).toEqual({ column: 'x', op: 'is_empty' })
  expect(of('multi_select', ['A', 'B'])).toEqual({ column: 'x', op: 'eq', value: ['A', 'B'] })
  expect(of('multi_select', [])).toEqual({ column: 'x', op: 'is_empty' })
  expect(of('link', ['a'])).toEqual({ column: 'x', op: 'contains', value: 'a' })
  expect(of('datetime', '2026-11-20T23:30:00.000Z', '2026-11-21')).toEqual({
    column: 'x',
    op: 'eq',
    value: '2026-11-21',
  })
  expect(of('checkbox', true)).toEqual({ column: 'x', op: 'eq', value: true })
  expect(of('checkbox', null)).toEqual({ column: 'x', op: 'eq', value: false })
  expect(of('file', [{ id: 'f' }])).toEqual({ column: 'x', op: 'is_not_empty' })
  expect(of('text', 'x'.repeat(1_001))).toBeNull()
})

test('a test is added to a filter, in place of an equality with the same column', () => {
  const won = { column: 'stage', op: 'eq', value: 'Won' }
  expect(withTest(null, won)).toEqual(won)
  expect(withTest(test1, won)).toEqual(won)
  expect(withTest(test2, won)).toEqual({ and: [test2, won] })
  expect(withTest({ and: [test1, test2] }, won)).toEqual({ and: [test2, won] })
  expect(withTest({ or: [test1, test2] }, won)).toEqual({ and: [{ or: [test1, test2] }, won] })
})
