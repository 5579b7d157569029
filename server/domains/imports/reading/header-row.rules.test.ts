import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerRowOf, lettersFor } from './header-row.rules.ts'

const rowsOf = (...rows: string[][]) => rows.map((values, at) => ({ line: at + 1, values }))
const lead = ['Acme', 'rosa@acme.example', '5', 'New']

test.each([
  ['the first row', 1, rowsOf(['Name', 'Email', 'Amount', 'Stage'], lead, lead)],
  ['the first row of one column', 1, rowsOf(['Name'], ['Acme'], ['Bolt'])],
  ['below a title', 2, rowsOf(['Report of November'], ['Name', 'Email', 'Amount', 'Stage'], lead)],
  ['below a title of two columns', 2, rowsOf(['Report'], ['Name', 'Amount'], ['Acme', '5'])],
  [
    'below a title and its date',
    3,
    rowsOf(['Report', '', ''], ['As of', '2026-11-20'], ['N', 'E', 'A', 'S'], lead, lead),
  ],
  ['the first row, if rows are sparse', 1, rowsOf(['N', 'E', 'A', 'S'], ['Acme', '', '', ''])],
  ['the first row, if what follows are values', 1, rowsOf(['Name'], ['Acme', '5'], ['Bolt', '7'])],
  ['the first row, if one row has too much', 1, rowsOf(['Name'], ['a', 'b', 'c'], ['Bolt'])],
  ['none, if the first row has an email address', 0, rowsOf(lead, lead)],
])('the header is %s', (_, line, records) => {
  expect(headerRowOf(records)).toBe(line)
})

test('the header is found below any titles, and above any rows', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 4 }),
      fc.integer({ min: 3, max: 8 }),
      fc.array(fc.array(word, { minLength: 8, maxLength: 8 }), { minLength: 2, maxLength: 9 }),
      (titles, width, data) => {
        const header = Array.from({ length: width }, (_, at) => `Column ${at}`)
        const rows = data.map((values) => values.slice(0, width).map((value) => `x${value}`))
        const records = rowsOf(...titles.map((title) => [`x${title}`]), header, ...rows)
        expect(headerRowOf(records)).toBe(titles.length + 1)
      },
    ),
  )
})

test('columns without names are called as in a spreadsheet', () => {
  const names = lettersFor(703)
  expect([names[0], names[25], names[26], names[701], names[702]]).toEqual([
    'Column A',
    'Column Z',
    'Column AA',
    'Column ZZ',
    'Column AAA',
  ])
})
