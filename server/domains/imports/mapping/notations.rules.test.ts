import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnType } from '../../../../shared/column-types.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import type { CellContext } from '../../records/cells/column.ts'
import { convertCell } from '../../records/cells/convert.ts'
import { column as bare } from '../../records/cells/fixtures.ts'
import { addSigns, type Signs } from '../reading/notation-signs.rules.ts'
import { judgeNotation } from './notations.rules.ts'

const currencies = { US: 'USD', DE: 'EUR', CH: 'CHF', FR: 'EUR', IN: 'INR', GB: 'GBP', CA: 'CAD' }
type Country = keyof typeof currencies

/** How a board of a country reads a column of a file: the judgement, and its cells; `null` where one is refused. */
function read(country: Country, type: ColumnType, texts: readonly string[], written = {}) {
  const context: CellContext = {
    region: country,
    timeZone: 'UTC',
    currency: currencies[country],
    people: [],
  }
  const column = { ...bare(type), description: '', position: 1, policy: unrestricted }
  const signs: (Signs | undefined)[] = []
  for (const text of texts) addSigns(signs, [text])
  const judged = judgeNotation(column, signs[0], country, undefined, {
    isExport: false,
    hasSemicolons: false,
    ...written,
  })
  const notations = new Map(judged?.notation ? [[column.id, judged.notation]] : [])
  const cells = texts.map((text) => {
    const conversion = convertCell(column, text, { ...context, notations })
    return conversion.kind === 'stored' ? conversion.value : null
  })
  return { how: judged?.how, why: judged?.why, cells }
}

test.each<[Country, string[], string | undefined, (number | null)[]]>([
  // What a German program wrote, on an American board.
  ['US', ['1.234,56', '12,5', '1.000'], 'decimal_comma', [1234.56, 12.5, 1000]],
  ['US', ['12,5', '7,25', '1.000'], 'decimal_comma', [12.5, 7.25, 1000]],
  ['US', ['1.000.000', '2.500'], 'decimal_comma', [1_000_000, 2500]],
  ['US', ['1.000,-', '250,-', '2.500'], 'decimal_comma', [1000, 250, 2500]],
  ['US', ['1.234,50 €', '2.000 €', '(3.000) €'], 'decimal_comma', [1234.5, 2000, -3000]],
  ['US', ['1,5E+03', '1.000', '0,25'], 'decimal_comma', [1500, 1000, 0.25]],
  // And the other way round.
  ['DE', ['1,234.56', '12.5', '1,000'], 'decimal_point', [1234.56, 12.5, 1000]],
  ['DE', ['1.5', '2.25', '1.2345', '1.234'], 'decimal_point', [1.5, 2.25, 1.2345, 1.234]],
  ['CH', ["1'234.50", '12.5', '1.234'], 'decimal_point', [1234.5, 12.5, 1.234]],
  ['DE', ["1'234.50", '1.234'], 'decimal_point', [1234.5, 1.234]],
  [
    'US',
    ['1 234,56', '1\u202f234,5', '1\u00a0000', '1,125'],
    'decimal_comma',
    [1234.56, 1234.5, 1000, 1.125],
  ],
  ['US', ['1,23,456.50', '12,34,567', '1,200'], 'decimal_point', [123_456.5, 1_234_567, 1200]],
  ['US', ['1.234,50-', '500-', '1.000-'], 'decimal_comma', [-1234.5, -500, -1000]],
  // What contradicts the others is a slip, and no number.
  [
    'US',
    [...Array(20).fill('1,200.50'), '12,5', '1.234,5'],
    'decimal_point',
    [...Array(20).fill(1200.5), null, null],
  ],
  // No cents mean the same anywhere.
  ['US', ['1,200.50', '500,-'], 'decimal_point', [1200.5, 500]],
  // A single slip does not turn the others round.
  ['US', ['1,200', '3,400', '12,5'], 'decimal_point', [1200, 3400, null]],
  ['US', ['500', '1200', '12,5'], 'decimal_point', [500, 1200, null]],
  ['DE', ['1.200', '3.400', '1.2345'], 'decimal_comma', [null, null, null]],
  // Nothing shows it, so the region decides, as for a single row.
  ['US', ['1,200', '3,400'], 'decimal_point', [1200, 3400]],
  ['DE', ['1.200', '3.400'], 'decimal_comma', [null, null]],
  ['US', ['1200', '34'], undefined, [1200, 34]],
])('on a board of %s, the numbers %j are read as %s', (country, texts, how, cells) => {
  const found = read(country, 'number', texts)
  expect(found.how).toBe(how)
  expect(found.cells).toEqual(cells)
})

test('semicolons between the values show that commas are no slips', () => {
  const texts = ['12,5', '22,455', '3,118']
  expect(read('US', 'number', texts)).toMatchObject({ why: 'region', cells: [null, 22455, 3118] })
  const { why, cells } = read('US', 'number', texts, { hasSemicolons: true })
  expect([why, ...cells]).toEqual(['values', 12.5, 22.455, 3.118])
  // A program that writes semicolons can still write points.
  expect(read('US', 'number', ['12.5', '1,200'], { hasSemicolons: true }).cells).toEqual([
    12.5, 1200,
  ])
})

test('semicolons between the values show that dates with dots have the day first', () => {
  expect(read('US', 'date', ['05.03.2014'], { hasSemicolons: true }).cells).toEqual(['2014-03-05'])
  const { why } = read('US', 'date', ['05/03/2014'], { hasSemicolons: true })
  expect(why).toBe('region')
  const other = read('US', 'date', ['05.03.2014', '05.31.2014'], { hasSemicolons: true })
  expect(other.cells).toEqual(['2014-05-03', '2014-05-31'])
})

test.each<[Country, string[], string | null | undefined, (string | null)[]]>([
  ['US', ['31/12/2025', '05/03/2025'], 'day_first', ['2025-12-31', '2025-03-05']],
  ['US', ['31.12.2025', '05.03.2025'], 'day_first', ['2025-12-31', '2025-03-05']],
  ['GB', ['12/31/2025', '05/03/2025'], 'month_first', ['2025-12-31', '2025-05-03']],
  ['CA', ['12/31/2025', '05/03/2025'], 'month_first', ['2025-12-31', '2025-05-03']],
  ['US', ['31/12/25', '05/03/25'], 'day_first', ['2025-12-31', '2025-03-05']],
  ['US', ['99-12-31', '01-02-03'], 'year_first', ['1999-12-31', '2001-02-03']],
  [
    'US',
    [...Array(20).fill('12/31/2025'), '31/12/2025'],
    'month_first',
    [...Array(20).fill('2025-12-31'), null],
  ],
  [
    'US',
    ['12/31/2025', '31/12/2025', '05/03/2025'],
    'month_first',
    ['2025-12-31', null, '2025-05-03'],
  ],
  ['US', ['05/03/2025', '2025-01-02'], 'month_first', ['2025-05-03', '2025-01-02']],
  ['GB', ['05/03/2025'], 'day_first', ['2025-03-05']],
  ['CA', ['05/03/2025'], null, [null]],
  ['US', ['2025-12-31', '5/5/2025'], undefined, ['2025-12-31', '2025-05-05']],
])('on a board of %s, the dates %j are read as %s', (country, texts, how, cells) => {
  const found = read(country, 'date', texts)
  expect(found.how).toBe(how)
  expect(found.cells).toEqual(cells)
})

const countries = ['US', 'DE', 'CH', 'FR', 'IN'] as const
const locales = { US: 'en-US', DE: 'de-DE', CH: 'de-CH', FR: 'fr-FR', IN: 'en-IN' }

/** Writes all numbers of a column in one way. */
const writer = fc.record({
  country: fc.constantFrom(...countries),
  grouped: fc.boolean(),
  least: fc.integer({ min: 0, max: 3 }),
  negative: fc.constantFrom('-1', '1-', '(1)', '−1'),
  beside: fc.constantFrom('', ' €', '%'),
})
const numbers = fc.array(
  fc.oneof(
    fc.integer({ min: -5_000_000, max: 5_000_000 }),
    fc.integer({ min: -9_999_999, max: 9_999_999 }).map((n) => n / 1000),
    fc.integer({ min: -9999, max: 9999 }).map((n) => n / 10),
  ),
  { minLength: 1, maxLength: 12 },
)

test('a column that one writer wrote is never read as other numbers, unless a person is asked', () => {
  let sure = 0
  fc.assert(
    fc.property(writer, numbers, fc.constantFrom(...countries), (how, written, board) => {
      const format = new Intl.NumberFormat(locales[how.country], {
        useGrouping: how.grouped,
        minimumFractionDigits: how.least,
        maximumFractionDigits: 3,
      })
      const texts = written.map((number) => {
        const digits = format.format(Math.abs(number))
        return (number < 0 ? how.negative.replace('1', digits) : digits) + how.beside
      })
      const type = how.beside === '%' ? 'percent' : 'number'
      const found = read(board, type, texts)
      if (found.why === 'region') return
      sure++
      for (const [at, cell] of found.cells.entries()) {
        if (cell !== null) expect(cell, texts.join(' / ')).toBe(written[at])
      }
    }),
    { numRuns: 500 },
  )
  expect(sure).toBeGreaterThan(250)
})

test('dates that one writer wrote are never read as other days, unless a person is asked', () => {
  const day = fc.date({
    min: new Date('1950-01-01'),
    max: new Date('2049-12-31'),
    noInvalidDate: true,
  })
  const orders = ['dmy', 'mdy'] as const
  fc.assert(
    fc.property(
      fc.array(day, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...orders),
      fc.constantFrom('/', '.', '-'),
      fc.boolean(),
      fc.constantFrom('US', 'DE', 'GB', 'CA'),
      (days, order, mark, isShort, board) => {
        const written = days.map((date) => date.toISOString().slice(0, 10))
        const texts = written.map((text) => {
          const [year = '', month, day] = text.split('-')
          const parts = order === 'dmy' ? [day, month] : [month, day]
          return [...parts, isShort ? year.slice(2) : year].join(mark)
        })
        const found = read(board, 'date', texts)
        if (found.why === 'region') return
        for (const [at, cell] of found.cells.entries()) {
          if (cell !== null) expect(cell, texts.join(' ')).toBe(written[at])
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('numbers of an own export are read as they were stored, in every region', () => {
  const stored = fc.array(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
    { minLength: 1 },
  )
  const short = fc.array(
    fc.integer({ min: -9999, max: 9999 }).map((n) => n / 1000),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(fc.oneof(stored, short), fc.constantFrom(...countries), (values, country) => {
      const { cells } = read(country, 'number', values.map(String), { isExport: true })
      expect(cells).toEqual(values.map((value) => (value === 0 ? 0 : value)))
    }),
  )
})
