import { expect, test } from 'vitest'
import { referencedFirst } from './table-order.rules.ts'

const named = (tables: Record<string, string[]>) =>
  referencedFirst(Object.entries(tables).map(([name, references]) => ({ name, references }))).map(
    ({ name }) => name,
  )

test('a table comes after everything that it references', () => {
  expect(named({ a: ['c'], b: ['a', 'c'], c: [], d: [] })).toEqual(['c', 'd', 'a', 'b'])
})

test('circles and missing tables are named', () => {
  expect(() => named({ a: ['b'], b: ['a'], c: [] })).toThrow('a, b')
  expect(() => named({ a: ['gone'] })).toThrow('a')
})
