import { expect, test } from 'vitest'
import { byRow, cellsAfter, chunks, inConflict, placeOfIssue } from './changes.rules.ts'
import { changedKeys } from './live.rules.ts'

const change = (rowId: string, key: string, from: unknown, to: unknown) => ({
  rowId,
  key,
  from,
  to,
})

test('changes are grouped by row, and the last change of a cell counts', () => {
  const rows = byRow([change('a', 'x', 1, 2), change('b', 'x', 1, 3), change('a', 'x', 1, 4)])
  expect([...rows.keys()]).toEqual(['a', 'b'])
  expect(cellsAfter(rows.get('a')!)).toEqual({ x: 4 })
})

test('an issue’s path names the row and the cell', () => {
  expect(placeOfIssue('body.rows[12].cells.amount')).toEqual({ index: 12, key: 'amount' })
  expect(placeOfIssue('body.cells.amount')).toEqual({ index: 0, key: 'amount' })
  expect(placeOfIssue('body.rows[3].version')).toEqual({ index: 3, key: null })
  expect(placeOfIssue('body.rows[3].cells')).toEqual({ index: 3, key: null })
  expect(placeOfIssue('query.limit')).toBeNull()
})

test('only a cell that others changed to another value is a conflict', () => {
  const changes = [change('a', 'x', 1, 2), change('a', 'y', null, 'n'), change('a', 'z', 1, 5)]
  expect(inConflict(changes, { x: 1, y: 'm', z: 5 })).toEqual([{ change: changes[1], theirs: 'm' }])
  expect(inConflict(changes, { x: 1, z: 1 })).toEqual([])
})

test('rows are compared cell by cell, by value', () => {
  expect(changedKeys({ a: 1, b: ['x'], c: null }, { a: 2, b: ['x'], d: 'n' })).toEqual(['a', 'd'])
})

test('chunks hold all, in order', () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
})
