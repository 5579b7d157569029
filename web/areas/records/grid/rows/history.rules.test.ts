import { expect, test } from 'vitest'
import {
  changesOf,
  inverse,
  isNothing,
  noHistory,
  withDeed,
  withRedone,
  withUndone,
} from './history.rules.ts'

const deed = (label: string) => ({
  label,
  added: [],
  removed: [],
  cells: [
    { rowId: 'a', key: 'x', before: 1, after: 2 },
    { rowId: 'b', key: 'x', before: null, after: 2 },
  ],
})

test('what is done can be undone and done again, until something new is done', () => {
  const two = withDeed(withDeed(noHistory, deed('one')), deed('two'))
  const undone = withUndone(two)
  expect([undone.done.length, undone.undone.length]).toEqual([1, 1])
  expect(withRedone(undone)).toEqual(two)
  expect(withDeed(undone, deed('three')).undone).toEqual([])
  expect(withUndone(noHistory)).toEqual(noHistory)
})

test('taking a deed back writes what was there before, and adds what was removed', () => {
  const back = inverse({ ...deed('one'), added: ['n'], removed: ['r'] })
  expect([back.added, back.removed]).toEqual([['r'], ['n']])
  expect(changesOf(back, () => undefined).changes).toEqual([
    { rowId: 'a', key: 'x', from: 2, to: 1 },
    { rowId: 'b', key: 'x', from: 2, to: null },
  ])
})

test('a cell that somebody changed since is left as it is', () => {
  const now = (rowId: string) => ({ value: rowId === 'a' ? 9 : 2 })
  const { changes, passed } = changesOf(inverse(deed('one')), now)
  expect([changes.map(({ rowId }) => rowId), passed]).toEqual([['b'], 1])
})

test('a deed without effect is none', () => {
  expect(isNothing({ label: '', cells: [], added: [], removed: [] })).toBe(true)
  expect(isNothing(deed('one'))).toBe(false)
})
