import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ColumnType } from '../../../../shared/column-types.ts'
import { csvLine } from './csv.rules.ts'
import { rearmed } from './disarming.rules.ts'
import { csvField, type ExportContext, sheetCell, sheetText } from './export-cells.rules.ts'
import { namesOf } from './people-names.rules.ts'

const context: ExportContext = {
  people: new Map([[7, 'Olga Owner']]),
  senders: new Map([['form:2', 'Form “Apply”']]),
  titles: new Map([['r1', '=Acme']]),
  timeZone: 'America/New_York',
  currency: 'USD',
}

describe('in a CSV', () => {
  test.each<[ColumnType, unknown, string]>([
    ['number', -12.5, '-12.5'],
    ['currency', -0.01, '-0.01'],
    ['checkbox', true, 'true'],
    ['date', '2026-11-20', '2026-11-20'],
    ['phone', '+14155550132', '+14155550132'],
    ['phone', '+14155550132;ext=12', '+14155550132;ext=12'],
    ['phone', '+1;=cmd', "'+1;=cmd"],
    ['text', '+14155550132', "'+14155550132"],
    ['text', '-12.5', "'-12.5"],
    ['select', '@home', "'@home"],
    ['multi_select', ['=a', 'b'], "'=a, b"],
    ['person', 7, 'Olga Owner'],
    ['person', 8, '8'],
    ['created_by', 'user:7', 'Olga Owner'],
    ['created_by', 'key:1', 'key:1'],
    ['created_by', 'form:2', 'Form “Apply”'],
    ['link', ['r1', 'r2'], "'=Acme, r2"],
    ['file', [{ id: 'f1', name: '-a.pdf', size: 1, type: 'x' }], "'-a.pdf"],
    ['date', '=1', "'=1"],
    ['text', undefined, ''],
  ])('%s %j is %s', (type, value, field) => expect(csvField(value, type, context)).toBe(field))

  test('removing the apostrophe gives the text back as it was', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', '"', ',', '\n', '\r', ' ') }),
    )
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2 }), (cells) => {
        const line = csvLine(cells.map((text) => csvField(text, 'long_text', context)))
        const [read] = parse(line, { record_delimiter: '\r\n' }) as string[][]
        expect(read!.map(rearmed)).toEqual(cells)
      }),
    )
  })
})

describe('in a worksheet', () => {
  test.each<[ColumnType, unknown, unknown]>([
    ['number', -12.5, -12.5],
    ['percent', 12.3, 0.123],
    ['checkbox', false, false],
    ['date', '1900-03-01', 61],
    ['date', '1900-02-28', '1900-02-28'],
    ['date', '9999-12-31', 2_958_465],
    // An hour later in summer.
    ['datetime', '2026-01-01T05:00:00.000Z', 46_023],
    ['datetime', '2026-07-01T04:00:00.000Z', 46_204],
    ['text', '=1+1', '=1+1'],
    ['phone', '+14155550132', '+14155550132'],
    ['text', undefined, null],
  ])('%s %j is %j', (type, value, cell) => expect(sheetCell(value, type, context)).toBe(cell))

  test('text is cut between characters, never within one', () => {
    const cut = sheetText('😀'.repeat(20_000))
    expect(cut.length).toBeLessThanOrEqual(32_767)
    expect(cut.isWellFormed()).toBe(true)
    expect(cut.endsWith('😀…')).toBe(true)
  })
})

test('a person who shares a name with another is called by their email address', () => {
  const person = (crmUserId: number, name: string) => ({ crmUserId, name, email: `${crmUserId}@x` })
  const names = namesOf([
    person(1, 'Ann Lee'),
    person(2, 'ann lee'),
    person(3, 'Bo'),
    person(4, ''),
  ])
  expect([...names.values()]).toEqual(['1@x', '2@x', 'Bo', '4@x'])
})
