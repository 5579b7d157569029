import { describe, expect, test } from 'vitest'
import { formatOf } from './number-formats.ts'
import { cellOf, plainFormat } from './sheet-values.rules.ts'

const shown = (code: string, value: number | string) => formatOf(200, code).show!(value)
const builtIn = (id: number, value: number) => formatOf(id).show!(value)

test.each<[string, number, string]>([
  ['00000', 2138, '02138'],
  ['00000\\-0000', 21380123, '02138-0123'],
  ['000\\-00\\-0000', 12345678, '012-34-5678'],
  ['000-00-0000', 12345678, '012-34-5678'],
  ['00-0000000', 12345678, '01-2345678'],
  ['0000 0000 0000', 123456789012, '1234 5678 9012'],
  ['"INV-"0000', 42, 'INV-0042'],
  ['\\A\\-000', 7, 'A-007'],
  ['0000000', 612345, '0612345'],
  ['(###) ###-####', 4155550199, '(415) 555-0199'],
  ['[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', 4155550199, '(415) 555-0199'],
  ['[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', 5550199, '555-0199'],
  ['[=1]"yes";[=0]"no";0', 0, 'no'],
  ['[>=1000000]0.0,,"M";[>=1000]0,"k";0', 1_250_000, '1.3M'],
  ['0', 5.7, '6'],
  ['0.00', 1.005, '1.01'],
  ['#,##0.00', 1234.5, '1,234.50'],
  ['#,##0,', 1_234_567, '1,235'],
  ['#,##0.0,,', 1_234_567, '1.2'],
  ['"$"#,##0.00', 1234.5, '$1,234.50'],
  ['"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', -1234.5, '($1,234.50)'],
  ['[$€-407] #,##0.00', 1234.5, '€ 1,234.50'],
  ['#,##0.00 [$CHF-807]', 1234.5, '1,234.50 CHF'],
  ['[$-409]#,##0', 1234, '1,234'],
  ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', -1234.5, '$(1,234.50)'],
  ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 0, '$-'],
  ['0.00%', 0.125, '12.50%'],
  ['0 %', 0.5, '50 %'],
  ['0.00E+00', 123456, '1.23E+05'],
  ['##0.0E+0', 123456, '123.5E+3'],
  ['# ?/?', 1.5, '1 1/2'],
  ['# ??/??', 1 / 3, '1/3'],
  ['# ?/16', 1.5, '1 8/16'],
  ['0;(0);"none"', -5, '(5)'],
  ['0;(0);"none"', 0, 'none'],
  ['0.00" kg"', 12, '12.00 kg'],
  ['General" pcs"', 12, '12 pcs'],
  ['[h]:mm', 36.25 / 24, '36:15'],
  ['[h]:mm:ss', 36.5, '876:00:00'],
  ['[mm]:ss', 0.5, '720:00'],
  ['[h]:mm', -0.5, '-12:00'],
  ['h:mm AM/PM', 0.75, '6:00 PM'],
  ['d mmmm yyyy', 44868, '3 November 2022'],
  ['dddd, mmmm d', 44868, 'Thursday, November 3'],
  ['mmm\\-yy', 44868, 'Nov-22'],
  ['[$-407]d. mmmm yyyy;@', 44868, '3. November 2022'],
  ['[$-40C]d mmmm yyyy', 44868, '3 novembre 2022'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 44868, 'Thursday, November 3, 2022'],
  ['yyyy"年"m"月"d"日"', 44868, '2022年11月3日'],
  ['dd/mm/yyyy hh:mm', 44868.999999, '04/11/2022 00:00'],
])('%s shows %d as %s', (code, value, text) => {
  expect(shown(code, value)).toBe(text)
})

test.each([
  [1, 5.7, '6'],
  [4, 1234.5, '1,234.50'],
  [8, -1234.5, '($1,234.50)'],
  [10, 0.125, '12.50%'],
  [11, 123456, '1.23E+05'],
  [12, 1.5, '1 1/2'],
  [15, 44868, '3-Nov-22'],
  [17, 44868, 'Nov-22'],
  [18, 0.75, '6:00 PM'],
  [37, -5, '(5)'],
  [44, 1234.5, '$1,234.50'],
  [45, 1 / 1440, '01:00'],
  [46, 1.5, '36:00:00'],
  [48, 123456, '123.5E+3'],
])('the shared format %d shows %d as %s', (id, value, text) => {
  expect(builtIn(id, value)).toBe(text)
})

describe('a format', () => {
  test('with a section for texts shows them in it, and no other format does', () => {
    expect(shown('0;0;0;"Dr. "@', 'Smith')).toBe('Dr. Smith')
    expect(formatOf(200, '0;0;0;"Dr. "@').showsText).toBe(true)
    for (const code of ['0', '@', '_(@_)', 'd/m/yy;@', ';;;']) {
      expect(formatOf(200, code).showsText, code).toBe(false)
    }
  })

  test('that hides its values, is broken or has no end says nothing about them', () => {
    expect(shown(';;;', 5)).toBeUndefined()
    expect(shown('0[', 5)).toBeUndefined()
    expect(formatOf(200, '0'.repeat(256))).toEqual({ kind: 'number' })
  })

  test.each([
    ['"days" 0', 'number'],
    ['[Red]0.0', 'number'],
    ['0.0%', 'percent'],
    ['[$-409]d\\-mmm\\-yy;@', 'date'],
    ['mmm', 'date'],
    ['h:mm', 'time'],
    ['mm:ss.0', 'time'],
    ['[h]:mm', 'duration'],
    ['[Red][ss]', 'duration'],
  ])('%s is of a %s', (code, kind) => {
    expect(formatOf(200, code).kind).toBe(kind)
  })
})

describe('a cell', () => {
  const cell = (code: string, text: string, type = 'n', since1904 = false) =>
    cellOf(type, text, plainFormat(200, code) ?? formatOf(200, code), since1904)

  test('keeps its number and what the sheet shows, if that is another text', () => {
    expect(cell('00000', '2138')).toEqual({ number: 2138, shown: '02138' })
    expect(cell('00000', '21380')).toBe(21380)
    expect(cell('0.00%', '0.125')).toEqual({ percent: 12.5, shown: '12.50%' })
    expect(cell('d mmmm yyyy', '44868')).toEqual({ text: '2022-11-03', shown: '3 November 2022' })
    expect(cell('d mmmm yyyy', '43406', 'n', true)).toEqual({
      text: '2022-11-03',
      shown: '3 November 2022',
    })
    expect(cell('yyyy\\-mm\\-dd', '44868')).toBe('2022-11-03')
    expect(cell('0;0;0;"Dr. "@', 'Smith', 'str')).toEqual({ text: 'Smith', shown: 'Dr. Smith' })
  })

  test('of a format that follows the reader’s region has an ISO date', () => {
    const regional = plainFormat(14, undefined)!
    expect(cellOf('n', '44868', regional, false)).toBe('2022-11-03')
  })

  test('with a duration is no date of 1900', () => {
    expect(cell('[h]:mm', String(36.25 / 24))).toEqual({ number: 1.51041666666667, shown: '36:15' })
    expect(cell('h:mm', '1.5')).toEqual({ number: 1.5, shown: '12:00' })
    expect(cell('h:mm', '0.75')).toEqual({ text: '18:00:00', shown: '18:00' })
    expect(cell('h:mm', '44868.75')).toEqual({ text: '2022-11-03T18:00:00', shown: '18:00' })
  })

  test.each([
    ['0.30000000000000004', 0.3],
    ['1200.3999999999999', 1200.4],
    ['0.3333333333333333', { number: 0.333333333333333, shown: '0.333333333' }],
    ['12345.678901234', { number: 12345.678901234, shown: '12345.6789' }],
    ['-12345.678901234', { number: -12345.678901234, shown: '-12345.6789' }],
    ['442079460018', 442079460018],
    ['1E-10', 1e-10],
  ])('without a format shows %s as a spreadsheet does', (text, value) => {
    expect(cell('General', text)).toEqual(value)
  })

  test('with more digits than a spreadsheet keeps has them all, in any format', () => {
    expect(cell('0000 0000 0000 0000', '12345678901234567890')).toBe('12345678901234567890')
    expect(cell('0', '1234567890123456')).toBe(1234567890123456)
  })
})
