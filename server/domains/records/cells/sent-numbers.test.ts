import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SentNumber } from '../../../platform/http/sent-numbers.rules.ts'
import type { CellColumn } from './column.ts'
import { convertCell, receiptText } from './convert.ts'
import { column, expectRefused, kept, labelled, made, US } from './fixtures.ts'

const money = column('currency', { currency: 'USD' })
const any: CellColumn = column('select', { ...labelled('1', '2.50'), allowNewOptions: true })

test.each<[CellColumn, string, unknown]>([
  [column('text'), '12345678901234567890', made('12345678901234567890')],
  [column('long_text'), '-0', made('-0')],
  [column('number'), '1250.00', kept(1250)],
  [column('number'), '1e3', kept(1000)],
  [column('number'), '-0', kept(0)],
  [column('number'), '0.1000000000000000055511151231257827', made(0.1)],
  [column('percent'), '12.50', kept(12.5)],
  [money, '1250.00', kept(1250)],
  [money, '1250.50', kept(1250.5)],
  [money, '33.333333333333336', made(33.33)],
  [column('checkbox'), '1.0', made(true)],
  [column('date'), '1795132800000.0', made('2026-11-19')],
  [column('datetime'), '1795132800000.0', made('2026-11-20T00:00:00.000Z')],
  [column('person'), '7.0', kept(7)],
  [column('phone'), '4155550199.0', made('+14155550199')],
  [any, '1.0', made('1')],
  [any, '2.50', made('2.50')],
  [any, '3.0', { ...made('3.0'), newOptions: ['3.0'] }],
  [column('multi_select', any.settings), '2.50', made(['2.50'])],
])('in %j, %s', (of, source, expected) => {
  expect(convertCell(of, new SentNumber(source), US)).toEqual(expected)
})

test('is quoted in a refusal as it was sent', () => {
  const sent = (source: string) => new SentNumber(source)
  expectRefused(
    column('number'),
    sent('12345678901234567890'),
    US,
    '12345678901234567890 is beyond',
  )
  expectRefused(column('number'), sent('1e400'), US, '1e400 is beyond')
  expectRefused(column('number', { precision: 2 }), sent('1.0050'), US, '1.0050 has more decimals')
  expectRefused(column('number', { max: 5 }), sent('6.0'), US, '6.0 is more than 5')
  expectRefused(column('date'), sent('17e8'), US, '17e8 could be seconds')
  expectRefused(column('person'), sent('77.0'), US, '77.0 is nobody')
  expectRefused(column('text'), sent(`1${'0'.repeat(3000)}`), US, '3,001 characters')
  expectRefused(column('url'), sent('1.5e3'), US, '1.5e3 is not a web address')
  expectRefused(column('select', labelled('A')), sent('1.0'), US, '"1.0" is not an option')
})

test('is told of in a receipt as it was sent, in lists and objects too', () => {
  const sent = [new SentNumber('1.0'), new SentNumber('12345678901234567890')]
  expect(receiptText(sent[0])).toBe('1.0')
  expect(receiptText(sent)).toBe('1.0, 12345678901234567890')
  expect(receiptText({ code: sent[1], text: '"\\u00001.0"' })).toBe(
    '{"code":12345678901234567890,"text":"\\"\\\\u00001.0\\""}',
  )
})

test('means the same in a column of numbers, and the same text in one of texts', () => {
  const values = [
    'number',
    'percent',
    'currency',
    'checkbox',
    'date',
    'datetime',
    'person',
  ] as const
  const texts = ['text', 'long_text'] as const
  const sources = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?(e[-+]?\d{1,3})?$/)
  fc.assert(
    fc.property(fc.constantFrom(...values, ...texts), sources, (type, source) => {
      const sent = new SentNumber(source)
      const conversion = convertCell(column(type), sent, US)
      if (type === 'text' || type === 'long_text') {
        expect(conversion).toEqual(made(source))
        return
      }
      const plain = convertCell(column(type), sent.value, US)
      expect(conversion.kind).toBe(plain.kind)
      if (plain.kind === 'stored') expect(conversion).toMatchObject({ value: plain.value })
    }),
    { numRuns: 3000 },
  )
})
