import { expect, test } from 'vitest'
import { likenessNamed, likenessOf, sheetsToTry, TABLE } from './sheet-choice.rules.ts'

const rowsOf = (...rows: string[][]) => rows.map((values, at) => ({ line: at + 1, values }))

test.each<[string, string[][], number]>([
  ['nothing', [], 0],
  ['a title', [['Report of November']], 0],
  ['a list', [['Email'], ['a@x.example']], 1],
  ['notes', [['How to use this file'], ['Fill in the next sheet']], 1],
  [
    'names and values',
    [
      ['Prepared by:', 'Jane'],
      ['Date:', 'November'],
    ],
    1,
  ],
  ['a title above names and values', [['Report'], ['From', 'Acme'], ['To', 'Bay']], 1],
  [
    'two columns',
    [
      ['Business', 'City'],
      ['Acme', 'Salem'],
    ],
    TABLE,
  ],
  [
    'two columns with a name that ends in a colon, and one without a value',
    [
      ['Owner name', '2021'],
      ['Acme:', '1'],
      ['Bay', ''],
    ],
    TABLE,
  ],
  ['a title above columns', [['Leads'], ['A', 'B', 'C'], ['1', '2', '3'], ['4', '', '6']], TABLE],
])('%s', (_, rows, likeness) => {
  expect(likenessOf(rowsOf(...rows))).toBe(likeness)
})

test('a title above a long table of two columns does not make it a cover', () => {
  const rows = Array.from({ length: 19 }, (_, n) => [`Business ${n}`, 'Salem'])
  expect(likenessOf(rowsOf(['Leads'], ...rows))).toBe(TABLE)
})

test('a sheet named as what stands beside a table comes after all that may be one', () => {
  expect(likenessNamed('Notes', TABLE)).toBeLessThan(likenessNamed('Leads', 1))
  expect(likenessNamed('Notes', TABLE)).toBeGreaterThan(likenessNamed('Cover page', 1))
  expect(likenessNamed('Read me', 1)).toBeGreaterThan(likenessNamed('Leads', 0))
  expect(likenessNamed('Title deeds', TABLE)).toBe(TABLE)
})

test('sheets are tried as they are seen: the one that opens, then the others; hidden ones only if all are', () => {
  const sheet = (name: string, isHidden: boolean, isActive = false) => ({
    name,
    isHidden,
    isActive,
  })
  const order = (...sheets: ReturnType<typeof sheet>[]) =>
    sheetsToTry(sheets).map(({ name }) => name)
  expect(order(sheet('a', true), sheet('b', false), sheet('c', false, true))).toEqual(['c', 'b'])
  expect(order(sheet('a', true, true), sheet('b', false))).toEqual(['b'])
  expect(order(sheet('a', true), sheet('b', true))).toEqual(['a', 'b'])
})
