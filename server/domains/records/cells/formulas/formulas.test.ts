import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_FORMULA_WORK } from '../../../../../shared/limits.ts'
import type { CellValue } from '../column.ts'
import { compileFormula } from './compile.ts'
import { functions } from './functions.ts'
import { parseFormula } from './parse.ts'
import { FormulaFault, formulaErrors, type Type } from './values.ts'

const columns: Record<string, Type> = {
  a: 'number',
  b: 'number',
  c: 'number',
  t: 'text',
  u: 'text',
  yes: 'checkbox',
  no: 'checkbox',
  d: 'date',
  e: 'date',
  at: 'datetime',
  tags: 'list',
  'deal amount': 'number',
}
const slots = Object.fromEntries(Object.keys(columns).map((name, nth) => [name, nth + 1]))

const compiled = (text: string) =>
  compileFormula(parseFormula(text), (name, at) => {
    if (!(name in columns)) throw new FormulaFault(`${name} is not a column`, at)
    return { slot: slots[name]!, type: columns[name]! }
  })
/** The result of a formula in a row; `null` if it is empty. */
function result(text: string, row: Record<string, CellValue | null> = {}): unknown {
  const cells = Object.entries(row).flatMap(([name, value]) =>
    value === null ? [] : [[slots[name], value]],
  )
  return compiled(text).run(Object.fromEntries(cells), { left: MOST_FORMULA_WORK }) ?? null
}
function faultOf(text: string): FormulaFault {
  try {
    compiled(text)
  } catch (error) {
    if (error instanceof FormulaFault) return error
    throw error
  }
  throw new Error(`${text} is a formula`)
}

test.each(Object.values(functions).flatMap(({ examples }) => examples))(
  '%s is %j',
  (formula, expected) => {
    expect(result(formula)).toEqual(expected)
  },
)

test('the formulas of a row read so much together, and no more', () => {
  const cells = { [slots.t!]: 'x'.repeat(1000) }
  const work = { left: 5000 }
  const run = (text: string) => compiled(text).run(cells, work)
  expect(run('LEN(t) + LEN(UPPER(t))')).toBe(2000)
  expect([run('t = u'), run('IF(yes, t, t)')]).toEqual([false, cells[slots.t!]])
  expect(run('LEN(t)')).toEqual({ error: 'out_of_range' })
})

test('money is computed in decimals', () => {
  expect(result('0.1 + 0.2')).toBe(0.3)
  expect(result('1000000.1 - 1000000')).toBe(0.1)
  expect(result('1.1 * 1.1')).toBe(1.21)
  expect(result('0.3 / 0.1')).toBe(3)
  expect(result('1 / 3')).toBe(0.333333333333333)
  expect(result('5.5 % 0.1')).toBe(0)
  expect(result('SUM(0.1, 0.2, 0.3, 0.4)')).toBe(1)
  expect(result('ROUND(2.675, 2)')).toBe(2.68)
  expect(result('9007199254740.91 - 0.01')).toBe(9007199254740.9)
  expect(result('9007199254740991 + 0')).toBe(9007199254740991)
})

test('an empty value makes the result of an operator empty, but functions such as SUM skip it', () => {
  const row = { a: 2, b: null, t: null, yes: true }
  for (const formula of ['a + b', '-b', 'ROUND(b)', 'LEN(t)', 'b * 0', 'YEAR(d)']) {
    expect(result(formula, row), formula).toBeNull()
  }
  expect(result('SUM(a, b)', row)).toBe(2)
  expect(result('COALESCE(b, a)', row)).toBe(2)
  expect(result('"x" & t', row)).toBe('x')
  expect(result('b < 5', row)).toBe(false)
  expect(result('b = null', row)).toBe(true)
  expect(result('a <> null', row)).toBe(true)
  expect(result('no = false', row)).toBe(true)
  expect(result('no <> yes', row)).toBe(true)
  expect(result('no = null', row)).toBe(true)
  expect(result('no and yes', row)).toBe(false)
  expect(result('no ? 1 : 2', row)).toBe(2)
  expect(result('COUNT(tags)', { tags: ['x', 'y'] })).toBe(2)
  expect(result('COUNT(tags)', {})).toBe(0)
})

test('an error spreads to everything that uses it, but not from branches that are not evaluated', () => {
  const zero = { error: 'division_by_zero' }
  expect(result('1 / a', { a: 0 })).toEqual(zero)
  expect(result('1 % a', { a: 0 })).toEqual(zero)
  expect(result('2 + 1 / a', { a: 0 })).toEqual(zero)
  expect(result('IF(1 / a > 1, 1, 2)', { a: 0 })).toEqual(zero)
  expect(result('IF(a = 0, 0, 1 / a)', { a: 0 })).toBe(0)
  expect(result('a = 0 or 1 / a > 1', { a: 0 })).toBe(true)
  expect(result('IFERROR(1 / a, -1)', { a: 0 })).toBe(-1)
  expect(result('NUMBER(t) + 1', { t: 'seven' })).toEqual({ error: 'not_a_number' })
  expect(result('DATE(2026, 2, 30)')).toEqual({ error: 'not_a_date' })
  expect(result('DATE(t)', { t: '11/20/2026' })).toEqual({ error: 'not_a_date' })
  expect(result('DATE_ADD(d, 9000, "years")', { d: '2026-01-01' })).toEqual({
    error: 'out_of_range',
  })
  const long = { t: 'ab'.repeat(50_000), u: 'c'.repeat(100_000) }
  expect(result('REPLACE(t, "a", u)', long)).toEqual({ error: 'out_of_range' })
  expect(result('LEN(REPLACE(t, "ab", ""))', long)).toBe(0)
  expect(result('REPLACE(t, "a", "$&$1")', { t: 'a' })).toBe('$&$1')
  expect(result('a * a', { a: 1e200 })).toEqual({ error: 'out_of_range' })
  expect(result('t & t', { t: 'x'.repeat(6000) })).toEqual({ error: 'out_of_range' })
  expect(result('t', { t: 'x'.repeat(20_000) })).toEqual({ error: 'out_of_range' })
  expect(Object.keys(formulaErrors)).toContain('missing_column')
})

test.each([
  ['a +', 4, 'cannot be read'],
  ['a + nothing', 5, 'nothing is not a column'],
  ['a + t', 5, 'join texts with & or CONCAT'],
  ['d - e', 1, 'DATE_DIFF'],
  ['a * yes', 5, 'use IF'],
  ['a < t', 5, 'mixes a number and text'],
  ['yes > no', 1, 'use ='],
  ['IF(a, 1, 2)', 4, 'yes or no'],
  ['IF(yes, 1, "no")', 12, 'mixes'],
  ['TODAY()', 1, 'none can change by itself'],
  ['SUMM(a)', 1, 'is not a function'],
  ['LEFT(t)', 1, 'LEFT(text, count)'],
  ['DATE_DIFF(d, e, "moons")', 17, 'the unit is one of'],
  ['DATE_DIFF(d, e, t)', 17, 'the unit is one of'],
  ['DATE_ADD(d, 1, "hours")', 16, 'the unit is one of'],
  ['null', 1, 'always empty'],
  ['tags', 1, 'is a list'],
  ['tags = "x"', 8, 'mixes'],
  ['a.b', 1, 'not known here'],
  ['[a]', 1, 'not known here'],
  ['constructor("return 1")()', 1, 'not known here'],
  ['toString()', 1, 'is not a function'],
  ['a b', 1, 'two things'],
  ['{a', 1, 'has no }'],
  ['', 1, 'two things'],
  [`${'('.repeat(60)}1${')'.repeat(60)}`, 51, 'deeper than 50'],
  [`1${' + 1'.repeat(60)}`, 1, 'deeper than 50'],
  [`SUM(${'1,'.repeat(600)}1)`, 1, 'more than 500 parts'],
])('%s is refused, with the place and what to write', (formula, at, text) => {
  const fault = faultOf(formula)
  expect(fault.message).toContain(text)
  expect(fault.at).toBe(at)
})

test('any text gives a formula or a fault', () => {
  const pieces = [
    'a',
    't',
    '{deal amount}',
    '1',
    '"x"',
    '+',
    '-',
    '(',
    ')',
    ',',
    'IF',
    'SUM',
    '{',
    '}',
  ]
  const soup = fc.array(
    fc.constantFrom(...pieces, '?', ':', '.', '[', ']', '=', '!', '`', '\\', 'this', ' '),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        soup.map((all) => all.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        try {
          compiled(text).run({}, { left: MOST_FORMULA_WORK })
        } catch (error) {
          expect(error, text).toBeInstanceOf(FormulaFault)
        }
      },
    ),
    { numRuns: 5000 },
  )
})

/** A formula of numbers, and what plain JavaScript computes for it in hundredths. */
interface Sum {
  text: string
  value: (row: Record<string, number>) => number
}
const hundredths = fc.integer({ min: -10_000, max: 10_000 })
const leaf: fc.Arbitrary<Sum> = fc.oneof(
  fc
    .constantFrom('a', 'b', 'c')
    .map((name) => ({ text: name, value: (row: Record<string, number>) => row[name]! })),
  hundredths.map((n) => ({ text: `(${n / 100})`, value: () => n })),
)
const sums = fc.letrec<{ sum: Sum }>((tie) => ({
  sum: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.tuple(tie('sum'), tie('sum')).map(([x, y]) => ({
      text: `(${x.text} + ${y.text})`,
      value: (row: Record<string, number>) => x.value(row) + y.value(row),
    })),
    fc.tuple(tie('sum'), tie('sum')).map(([x, y]) => ({
      text: `(${x.text} - ${y.text})`,
      value: (row: Record<string, number>) => x.value(row) - y.value(row),
    })),
    fc.tuple(tie('sum'), tie('sum'), tie('sum')).map(([x, y, z]) => ({
      text: `IF(${x.text} < ${y.text}, MAX(${x.text}, ${z.text}), ABS(${y.text}))`,
      value: (row: Record<string, number>) =>
        x.value(row) < y.value(row) ? Math.max(x.value(row), z.value(row)) : Math.abs(y.value(row)),
    })),
  ),
}))

test('sums, differences and choices match those of whole hundredths', () => {
  const row = fc.record({ a: hundredths, b: hundredths, c: hundredths })
  fc.assert(
    fc.property(sums.sum, row, ({ text, value }, cells) => {
      fc.pre(text.length < 2000)
      const inUnits = Object.fromEntries(Object.entries(cells).map(([name, n]) => [name, n / 100]))
      let found: unknown
      try {
        found = result(text, inUnits)
      } catch (error) {
        if (error instanceof FormulaFault && /deeper|more than/.test(error.message)) return
        throw error
      }
      expect(found, text).toBe((value(cells) + 0) / 100)
    }),
    { numRuns: 2000 },
  )
})

test('DATE_DIFF tells how far DATE_ADD moved a date', () => {
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.integer({ min: -5000, max: 5000 }), (d, n) => {
      for (const unit of ['days', 'weeks']) {
        expect(result(`DATE_DIFF(d, DATE_ADD(d, ${n}, "${unit}"), "${unit}")`, { d })).toBe(n)
      }
      const later = String(result(`DATE_ADD(d, 1, "months")`, { d }))
      expect(result('DATE_DIFF(d, e, "months")', { d, e: later })).toBe(
        later.slice(8) < d.slice(8) ? result('DATE_DIFF(d, e, "months")', { d, e: later }) : 1,
      )
    }),
  )
})
