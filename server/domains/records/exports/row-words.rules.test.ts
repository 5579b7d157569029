import { describe, expect, test } from 'vitest'
import type { CellValue, ColumnSettings, ColumnType } from '../cells/column.ts'
import type { Column } from '../definitions/definition.rules.ts'
import { cellInWords } from './row-words.rules.ts'

const america = { region: 'US', timeZone: 'America/New_York', currency: 'USD' }
const germany = { region: 'DE', timeZone: 'Europe/Berlin', currency: 'EUR' }
const india = { region: 'IN', timeZone: 'Asia/Kolkata', currency: 'INR' }
const people = new Map([[7, 'Ann Lee']])
const titles = new Map([['r1', 'Acme']])
const inWords = (
  type: ColumnType,
  value: CellValue | undefined,
  locale = america,
  settings: ColumnSettings = {},
) => cellInWords({ type, settings } as Column, value, { people, titles, locale })

describe('a cell in words', () => {
  test.each<[ColumnType, CellValue | undefined, string, ColumnSettings?]>([
    ['text', 'Acme & Co', 'Acme & Co'],
    ['long_text', 'a\nb', 'a\nb'],
    ['number', 1234.5, '1234.5'],
    ['number', 0.1 + 0.2, '0.3'],
    ['number', 2026, '2026'],
    ['number', 12, '12.00', { precision: 2 }],
    ['number', 0, '0'],
    ['currency', 40_000, '$40,000'],
    ['currency', 40_000.5, '$40,000.50'],
    ['currency', -0.5, '-$0.50'],
    ['currency', 40_000, '¥40,000', { currency: 'JPY' }],
    ['currency', 40_000, 'CA$40,000', { currency: 'CAD' }],
    ['percent', 12.5, '12.5%'],
    ['checkbox', true, 'Yes'],
    ['checkbox', false, 'No'],
    ['date', '2026-03-01', 'March 1, 2026'],
    ['datetime', '2026-07-01T18:05:00.000Z', 'July 1, 2026 at 2:05 PM EDT'],
    ['created_at', '2026-01-01T00:00:00.000Z', 'December 31, 2025 at 7:00 PM EST'],
    ['select', 'New', 'New'],
    ['multi_select', ['A', 'B'], 'A, B'],
    ['email', 'a@b.example', 'a@b.example'],
    ['phone', '+14155550132', '(415) 555-0132'],
    ['phone', '+442071838750', '+44 20 7183 8750'],
    ['phone', '+14155550132;ext=12', '(415) 555-0132 ext. 12'],
    ['person', 7, 'Ann Lee'],
    ['person', 8, ''],
    ['created_by', 'user:7', 'Ann Lee'],
    ['updated_by', 'key:0190', ''],
    ['auto_number', 1234, '1234'],
    ['link', ['r1', 'r2'], 'Acme'],
    ['file', [{ id: 'f', name: 'a.pdf', size: 1, type: 'x' }], 'a.pdf'],
    ['formula', 103_200.00000000001, '103200', { resultType: 'number' }],
    ['formula', true, 'Yes', { resultType: 'checkbox' }],
    ['formula', '2026-03-01', 'March 1, 2026', { resultType: 'date' }],
    ['formula', 'x', 'x', { resultType: 'text' }],
    ['formula', { error: 'division by zero' }, '', { resultType: 'number' }],
    ['text', undefined, ''],
  ])('of %s: %j is read as %j', (type, value, words, settings) => {
    expect(inWords(type, value, america, settings)).toBe(words)
  })

  test('has the marks and months of the region, and no non-breaking spaces', () => {
    expect(inWords('currency', 40_000.5, germany)).toBe('40.000,50 €')
    expect(inWords('percent', 12.5, germany)).toBe('12,5%')
    expect(inWords('phone', '+4930901820', germany)).toBe('030 901820')
    expect(inWords('phone', '+14155550132', germany)).toBe('+1 415 555 0132')
    expect(inWords('date', '2026-03-01', germany)).toBe('1. März 2026')
    expect(inWords('currency', 4_000_000, india)).toBe('INR 40,00,000')
    expect(inWords('date', '2026-03-01', india)).toBe('1 March 2026')
    const france = { region: 'FR', timeZone: 'Europe/Paris', currency: 'EUR' }
    expect(inWords('currency', 40_000, france)).toBe('40 000 €')
  })
})
