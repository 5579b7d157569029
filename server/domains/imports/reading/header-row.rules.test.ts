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
  [
    'a name beside a column without one, above texts',
    1,
    rowsOf(['Contact', ''], ['012-34-5678 1', 'a note'], ['two\nlines', '1/2'], ['x', 'y']),
  ],
  [
    'a name beside a column of days without one',
    1,
    rowsOf(['Business', ''], ['', '4/5/2006'], ['-', '10/10/1997'], ['a|b', '2/15/1997']),
  ],
  [
    'a name beside a column without one, above texts with digits',
    1,
    rowsOf(['Merchant', ''], ['Acme 12', 'paid'], ['Bolt', 'late'], ['Cove', '']),
  ],
  [
    'above a truth among numbers, beside a column without a name',
    1,
    rowsOf(
      ['Reference', '', 'Owner', 'Note'],
      ['one', 'a', 'Bob', 'TRUE'],
      ['two', '5', '', '12'],
      ['three', '7', 'Ann', '19'],
    ),
  ],
  [
    'a name beside a column without one, below a title',
    2,
    rowsOf(['Table 1', ''], ['Business', ''], ['007 1', 'Osaka'], ['Bolt 2', 'x'], ['Cove 3', '']),
  ],
  [
    'a name beside a column without one, above single texts',
    1,
    rowsOf(
      ['Remarks'],
      ['Main St 1\nRear'],
      ['Osaka 2'],
      ['TRUE 3', 'x'],
      ['+1 415 555 0199 4'],
      ['5'],
    ),
  ],
  [
    'above a short table that has values by chance',
    1,
    rowsOf(
      ['City', '', 'Received'],
      ['1e5 1', 'a note', '7-May-1998'],
      ['two', 'code', '21-May-2035'],
      ['Cove', '12345', '5-Nov-2023'],
    ),
  ],
  [
    'above a column that has two values by chance',
    1,
    rowsOf(
      ['Contact', 'City', '', 'Note'],
      ['Ann', '', 'yes', 'José'],
      ['Bob', 'Salem', 'no', ''],
      ['Cy', 'Rome', 'no', '1/2'],
      ['Di', 'Osaka', 'no', '+1 415 555 0199'],
    ),
  ],
  [
    'above one row and another',
    1,
    rowsOf(['Owner', 'City', '', 'Note'], ['Ann', 'Best', 'N/A', 'x'], ['Bob', '1/2', '#1', '5']),
  ],
  ['above a word for no value', 1, rowsOf(['', 'Amount'], ['Acme', 'NaN'], ['Bolt', '7'])],
  ['none, if the first row has an email address', 0, rowsOf(lead, lead)],
  [
    'of years, below titles',
    3,
    rowsOf(
      ['Revenue', '', '', ''],
      ['in thousands', '', '', ''],
      ['Merchant', '2022', '2023', '2024'],
      ['Acme', '120', '130', '150'],
      ['Bay', '80', '', '95'],
    ),
  ],
  [
    'of years only, with nothing above the names',
    3,
    rowsOf(
      ['Region:', 'Germany'],
      ['Sex:', 'Both'],
      ['', '1985', '1993', '2000', '2005', ''],
      ['Surgery', '', '', '', '', ''],
      ['Vascular', '.', '379', '575', '686', ''],
      ['Thoracic', '.', '4', '68', '95', ''],
    ),
  ],
  [
    'of years above texts, below titles',
    3,
    rowsOf(
      ['Broker report'],
      ['Created by Ann'],
      ['Business', '2021', '2022'],
      ['Acme', 'paid', 'late'],
      ['Bay', 'late', 'paid'],
    ),
  ],
  ['of one year', 2, rowsOf(['Revenue'], ['Merchant', '2022'], ['Acme', '120'], ['Bay', '80'])],
  [
    'of months',
    2,
    rowsOf(['Draws'], ['Deal', '2026-01', '2026-02'], ['A', '5', '7'], ['B', '9', '']),
  ],
  [
    'of days that count',
    2,
    rowsOf(
      ['Calls'],
      ['Name', '1', '2', '3', '4'],
      ['Ann', '8', '', '6', '7'],
      ['Bob', '', '5', '5'],
    ),
  ],
  [
    'the first row, though its rows have years',
    1,
    rowsOf(['Name', 'Founded'], ['Acme', '2019'], ['Bolt', '2021'], ['Cove', '1999']),
  ],
  [
    'of names that repeat, below others',
    3,
    rowsOf(
      ['Afghanistan', '', ''],
      ['', 'Current', '', 'Projected', ''],
      ['Area', '#', 'Share', '#', 'Share'],
      ['Kabul', '5', '0.1', '6', '0.2'],
      ['Herat', '7', '0.3', '8', '0.4'],
    ),
  ],
  [
    'of names that repeat, over texts',
    2,
    rowsOf(['List'], ['Name', 'Note', 'Note'], ['Acme', 'a', 'b'], ['Bolt', 'c', 'd']),
  ],
  [
    'below a title almost as wide as the table',
    2,
    rowsOf(['Brokers', 'November', 'USD'], ['Name', 'Email', 'Amount', 'Stage'], lead, lead),
  ],
  [
    'below notes that have commas',
    3,
    rowsOf(
      ['Note: gross', ' not audited'],
      ['Source: desk', ' as of today', ' in USD'],
      ['Name', 'Email', 'Amount', 'Stage'],
      lead,
      lead,
    ),
  ],
  [
    'below notes and a blank line, over texts',
    4,
    [
      { line: 1, values: ['Note: gross', ' not audited', ' all'] },
      { line: 4, values: ['Name', 'City', 'Stage', 'Owner'] },
      { line: 5, values: ['Acme', 'Bern', 'New', 'Ann'] },
      { line: 6, values: ['Bolt', 'Bonn', 'New', 'Bob'] },
    ],
  ],
  [
    'the first row, though the second has a word for no value and a note beside it',
    1,
    rowsOf(['Name', 'Amount'], ['Acme', 'TBD', 'call'], ['Bolt', '5'], ['Cove', '7'], ['Dow', '9']),
  ],
  [
    'the first row, though one of its columns has no name',
    1,
    rowsOf(['', 'Name', 'Amount'], ['0', 'Acme', '5'], ['1', 'Bolt', '7'], ['2', 'Cove', '9']),
  ],
  [
    'the first row, though the last of its columns have no names',
    1,
    rowsOf(['Name', 'Amount'], ['Acme', '5', 'a', 'b', 'c'], ['Bolt', '7', 'd', 'e', 'f']),
  ],
  [
    'the first row, if there is a row of units below',
    1,
    rowsOf(['Name', 'Amount', 'Rate'], ['', 'USD', '%'], ['Acme', '5', '1'], ['Bolt', '7', '2']),
  ],
  [
    'below 60 lines of comments',
    61,
    rowsOf(
      ...Array.from({ length: 60 }, () => ['# Codes of countries, and names']),
      ['#ISO', 'Country', 'Capital', 'Area'],
      ['AD', 'Andorra', 'Andorra la Vella', '468'],
      ['AE', 'Emirates', 'Abu Dhabi', '82880'],
    ),
  ],
  ['the first row of numbers, if all are numbers', 1, rowsOf(['1', '5'], ['2', '7'], ['3', '9'])],
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

test('the header is found over values of any kinds, whatever it says and stands below', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: 6 })
  const values = {
    number: fc.integer({ min: 3000, max: 99_999 }).map(String),
    amount: fc.integer({ min: 0, max: 900 }).map((one) => `$${one}.50`),
    date: fc.integer({ min: 10, max: 28 }).map((day) => `2026-11-${day}`),
    phone: fc.integer({ min: 1000, max: 9999 }).map((one) => `(415) 555-${one}`),
    email: fc.integer({ min: 1, max: 999 }).map((one) => `c${one}@acme.example`),
    text: word.map((text) => `x${text}`),
  }
  const kinds = fc.constantFrom(...(Object.keys(values) as (keyof typeof values)[]))
  const shape = fc.record({
    titles: fc.array(
      fc.array(
        word.map((text) => `t${text}`),
        { minLength: 1, maxLength: 2 },
      ),
      {
        maxLength: 5,
      },
    ),
    columns: fc.array(kinds, { minLength: 4, maxLength: 7 }),
    names: fc.constantFrom('words', 'years', 'repeats'),
    count: fc.integer({ min: 2, max: 8 }),
  })
  fc.assert(
    fc.property(
      shape.chain(({ columns, count, ...rest }) => {
        const row = fc.tuple(...['text' as const, ...columns].map((kind) => values[kind]))
        const data = fc.array(row, { minLength: count, maxLength: count })
        return fc.record({ data, columns: fc.constant(columns), ...constants(rest) })
      }),
      ({ titles, columns, names, data }) => {
        const header = ['Name', ...columns].map((kind, at) => {
          if (at === 0 || names === 'words') return `${kind} ${at}`
          return names === 'years' ? String(2000 + at) : kind
        })
        const records = rowsOf(...titles, header, ...data)
        // Years over nothing but texts could be values as well.
        const isClear = names !== 'years' || columns.some((kind) => kind !== 'text')
        if (isClear) expect(headerRowOf(records)).toBe(titles.length + 1)
      },
    ),
  )
})

const constants = <T extends object>(of: T) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, fc.constant(value)])) as {
    [K in keyof T]: fc.Arbitrary<T[K]>
  }

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
