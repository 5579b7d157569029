import { expect, test } from 'vitest'
import { operators, takesNoValue } from '../../../../shared/filter-operators.ts'
import {
  changed,
  draftOf,
  filterOfDraft,
  newGroup,
  newTest,
  operatorWords,
  targetsOf,
  testsIn,
} from './filter.rules.ts'

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
  expect(filterOfDraft(draftOf(filter))).toEqual(filter)
})

test('incomplete tests and empty groups are left out', () => {
  const target = targetsOf([])[0]!
  const draft = newGroup('all', [newTest(target), newGroup('any', [newTest(target)])])
  expect(filterOfDraft(draft)).toBeNull()
  expect(filterOfDraft({ ...draft, of: [...draft.of, ...draftOf(test1).of] })).toEqual(test1)
})

test('a node is changed or removed wherever it is', () => {
  const draft = draftOf({ or: [test1, { and: [test1, test2] }] })
  const inner = draft.of[1] as ReturnType<typeof draftOf>
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
