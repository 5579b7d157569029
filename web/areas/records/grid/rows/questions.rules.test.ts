import { expect, test } from 'vitest'
import {
  askedIn,
  asOf,
  followsMine,
  type Question,
  withAsked,
  withoutCells,
} from './questions.rules.ts'

const question = (part: Partial<Question> = {}): Question => ({
  rowId: 'r1',
  key: 'name',
  mine: 'Mine',
  drawn: 'Mine',
  theirs: 'Theirs',
  label: 'Edit Name',
  ...part,
})

test('a cell is asked about once, with the last change', () => {
  const others = [question({ rowId: 'r2' })]
  const once = withAsked(others, [question()])
  const again = question({ mine: 'Mine again', drawn: 'Mine again' })
  expect(withAsked(once, [again])).toEqual([...others, again])
  expect(withoutCells(once, [question()])).toEqual(others)
  expect(withoutCells(others, [question()])).toBe(others)
  expect([askedIn(once, 'r1'), askedIn(once, 'r3')]).toEqual(['name', ''])
})

test('a change of what was typed follows mine, and one of what the cell holds does not', () => {
  const asked = question({ mine: '7.0', drawn: 7 })
  const from = (value: unknown) => ({ rowId: 'r1', key: 'name', from: value, to: 'x' })
  expect([from(7), from('7.0'), from('Theirs')].map((one) => followsMine(one, asked))).toEqual([
    true,
    true,
    false,
  ])
})

test('a question is about what its cell holds now, and ends once that is the same', () => {
  const asked = [question(), question({ rowId: 'r2' }), question({ rowId: 'r3' })]
  const held: Record<string, object> = { r1: { name: 'Third' }, r2: { name: 'Mine' } }
  const now = asOf(asked, (rowId) => held[rowId] as never)
  expect(now).toEqual([question({ theirs: 'Third' }), question({ rowId: 'r3' })])
  expect(asOf(now, (rowId) => held[rowId] as never)).toBe(now)
})
