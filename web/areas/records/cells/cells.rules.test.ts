import { describe, expect, test } from 'vitest'
import { regionOf } from '../../../../shared/regions.ts'
import { phoneText } from '../../../ui/values/phone-text.rules.ts'
import type { Column } from '../list/types.ts'
import { parsed } from './cell-parse.rules.ts'
import { numberText } from './cell-shown.rules.ts'
import { errorOf, plainText } from './cell-text.rules.ts'

const column = (type: Column['type'], more: Partial<Column> = {}): Column => ({
  id: 'c',
  key: 'c',
  name: 'Amount',
  type,
  description: '',
  required: false,
  unique: false,
  readOnly: false,
  position: 0,
  settings: {},
  ...more,
})
const US = regionOf('US')
const DE = regionOf('DE')
const context = {
  nameOf: (id: number) => `Person ${id}`,
  senders: new Map([['form:f1', 'Form “Apply”']]),
  timeZone: 'America/New_York',
  region: US,
  phoneText: (number: string) => phoneText(number, 'US', undefined) ?? number,
}
const text = (type: Column['type'], value: unknown, row = {}) =>
  plainText(column(type), value, row, context)

describe('what is copied', () => {
  test.each<[Column['type'], unknown, string]>([
    ['text', 'Ada', 'Ada'],
    ['number', 1250.5, '1250.5'],
    ['checkbox', true, 'yes'],
    ['date', '2026-11-20', '2026-11-20'],
    ['datetime', '2026-11-20T19:30:00.000Z', '2026-11-20 14:30'],
    ['multi_select', ['A', 'B'], 'A, B'],
    ['person', 7, 'Person 7'],
    ['created_by', 'user:7', 'Person 7'],
    ['created_by', 'key:abc', 'A key'],
    ['created_by', 'form:f1', 'Form “Apply”'],
    ['updated_by', 'address:a1', 'An email address'],
    ['phone', '+14155550132', '(415) 555-0132'],
    ['file', [{ id: 'f', name: 'a.pdf', size: 1, type: 'x' }], 'a.pdf'],
    ['text', null, ''],
    ['multi_select', [], ''],
  ])('of %s %j is %j', (type, value, wanted) => {
    expect(text(type, value)).toBe(wanted)
  })

  test('for links it is their titles, where known', () => {
    const links = {
      c: [
        { id: 'a', title: 'Harbor Café' },
        { id: 'b', title: null, trashed: true },
      ],
    }
    expect(text('link', ['a', 'b', 'x'], { links })).toBe('Harbor Café, (in the trash), …')
    const caller = { c: [{ id: 'a', title: '+14155550132' }] }
    expect(text('link', ['a'], { links: caller })).toBe('(415) 555-0132')
  })

  test('for a failed formula it is the error', () => {
    expect(errorOf({ error: 'division_by_zero' })).toBe('division by zero')
    expect(text('formula', { error: 'division_by_zero' })).toBe('#division by zero')
  })
})

test('numbers are shown in the column’s format', () => {
  expect(numberText(column('number', { settings: { precision: 2 } }), 3)).toMatch(/^3[.,]00$/)
  expect(numberText(column('percent'), 12.5)).toMatch(/^12[.,]5%$/)
  expect(numberText(column('auto_number'), 12345)).toBe('12345')
  const forints = column('currency', { settings: { currency: 'HUF' } })
  expect(numberText(forints, 12.5)).toMatch(/12[.,]50/)
  expect(numberText(forints, 12)).toMatch(/12\D*$/)
})

describe('what is typed', () => {
  test.each<[Column['type'], string, unknown]>([
    ['number', ' 1250.50 ', 1250.5],
    ['currency', '1,250', 1250],
    ['currency', '$1,250', '$1,250'],
    ['currency', '25k', 25_000],
    ['currency', '-1.2m', -1_200_000],
    ['currency', '2mm', 2_000_000],
    ['number', '1,250.5k', 1_250_500],
    ['number', '12m', '12m'],
    ['number', '12%', '12%'],
    ['percent', '12%', 12],
    ['percent', '1k', '1k'],
    ['number', '1.250,50', '1.250,50'],
    ['number', '1,2345', '1,2345'],
    ['currency', '100,00', '100,00'],
    ['currency', '0,500', '0,500'],
    ['currency', '2,5k', '2,5k'],
    ['percent', '1,2345%', '1,2345%'],
    ['number', 'seven', 'seven'],
    ['checkbox', 'Yes', true],
    ['checkbox', 'perhaps', 'perhaps'],
    ['email', 'nobody', 'nobody'],
    ['email', 'Ada@Example.com', 'ada@example.com'],
    ['date', '11/20/2026', '11/20/2026'],
    ['text', ' kept ', ' kept '],
    ['text', '  ', null],
    ['text', '\u200b\u3164', null],
    ['checkbox', '\u200bYes', true],
    ['number', '\u202a1,250\u202c', 1250],
  ])('into %s: %j is %j', (type, typed, value) => {
    expect(parsed(column(type), typed, US)).toBe(value)
  })

  test.each<[string, unknown]>([
    ['1250', 1250],
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['1.250,50', 1250.5],
    ['1,5k', 1500],
    ['1,250', 1.25],
    ['1.250', '1.250'],
    ['1.2345', '1.2345'],
    ['0.500,5', '0.500,5'],
    ['1.250.000', '1.250.000'],
  ])('where the comma is the decimal mark, %j is %j', (typed, value) => {
    expect(parsed(column('currency'), typed, DE)).toBe(value)
  })
})
