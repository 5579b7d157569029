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

test('an action can be undone and redone until something new is done', () => {
  const two = withDeed(withDeed(noHistory, deed('one')), deed('two'))
  const undone = withUndone(two)
  expect([undone.done.length, undone.undone.length]).toEqual([1, 1])
  expect(withRedone(undone)).toEqual(two)
  expect(withDeed(undone, deed('three')).undone).toEqual([])
  expect(withUndone(noHistory)).toEqual(noHistory)
})

test('undoing writes the old values and restores removed rows', () => {
  const back = inverse({ ...deed('one'), added: ['n'], removed: ['r'] })
  expect([back.added, back.removed]).toEqual([['r'], ['n']])
  expect(changesOf(back, () => undefined).changes).toEqual([
    { rowId: 'a', key: 'x', from: 2, to: 1 },
    { rowId: 'b', key: 'x', from: 2, to: null },
  ])
})

test('a cell that somebody has changed since is left as it is', () => {
  const now = (rowId: string) => ({ value: rowId === 'a' ? 9 : 2 })
  const { changes, passed } = changesOf(inverse(deed('one')), now)
  expect([changes.map(({ rowId }) => rowId), passed]).toEqual([['b'], 1])
})

test('an action without effect is not kept', () => {
  expect(isNothing({ label: '', cells: [], added: [], removed: [] })).toBe(true)
  expect(isNothing(deed('one'))).toBe(false)
})
