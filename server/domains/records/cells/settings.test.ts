import { expect, test } from 'vitest'
import { messageOf } from '../../../../contract/refusals/reasons.ts'
import type { ColumnType } from './column.ts'
import { checkSettings } from './settings.ts'

let ids = 0
const ctx = { currency: 'EUR', newId: () => `new${ids++}` }

function issues(type: ColumnType, settings: unknown): Record<string, string> {
  const check = checkSettings(type, settings, ctx)
  return check.ok
    ? {}
    : Object.fromEntries(check.issues.map(({ path, why }) => [path, messageOf(why)]))
}

test.each<[ColumnType, unknown, unknown]>([
  ['text', undefined, {}],
  ['text', null, {}],
  ['text', {}, {}],
  ['number', { precision: 2, min: -0, max: 100 }, { precision: 2, min: 0, max: 100 }],
  ['percent', { min: 0, max: 0 }, { min: 0, max: 0 }],
  ['currency', {}, { currency: 'EUR' }],
  ['currency', { currency: 'usd', min: 0 }, { currency: 'USD', min: 0 }],
  ['select', { allowNewOptions: true }, { allowNewOptions: true }],
  [
    'select',
    {
      options: [
        { id: 'a', label: ' New ', color: '#00FF00' },
        { id: 'b', label: 'Old', color: 'red' },
      ],
    },
    {
      options: [
        { id: 'a', label: 'New', color: '#00FF00' },
        { id: 'b', label: 'Old', color: 'red' },
      ],
    },
  ],
])('%s: %j is kept', (type, sent, settings) => {
  expect(checkSettings(type, sent, ctx)).toEqual({ ok: true, settings })
})

test('options without an id get one', () => {
  ids = 0
  expect(checkSettings('multi_select', { options: [{ label: 'A' }, { label: 'B' }] }, ctx)).toEqual(
    {
      ok: true,
      settings: {
        options: [
          { id: 'new0', label: 'A', color: null },
          { id: 'new1', label: 'B', color: null },
        ],
      },
    },
  )
})

test.each<[ColumnType, unknown, string]>([
  ['text', { precision: 2 }, 'precision'],
  ['text', { nonsense: 1 }, 'nonsense'],
  ['created_at', { min: 1 }, 'min'],
  ['select', { currency: 'USD' }, 'currency'],
  ['number', { currency: 'USD' }, 'currency'],
  ['number', JSON.parse('{"__proto__": 1}'), '__proto__'],
  ['number', { precision: 11 }, 'precision'],
  ['number', { precision: 1.5 }, 'precision'],
  ['number', { precision: '2' }, 'precision'],
  ['number', { min: 5, max: 1 }, 'min'],
  ['number', { min: '5' }, 'min'],
  ['number', { max: 1e300 }, 'max'],
  ['number', { min: null }, 'min'],
  ['number', { precision: 0, min: 0.5, max: 0.7 }, 'min'],
  ['currency', { currency: 'XYZ1' }, 'currency'],
  ['currency', { currency: 5 }, 'currency'],
  ['currency', { currency: 'JPY', min: 0.1, max: 0.9 }, 'min'],
  ['select', { options: 'A' }, 'options'],
  ['select', { options: [{ label: 'A' }, { label: ' a' }] }, 'options[1].label'],
  ['select', { options: [{ label: '' }] }, 'options[0].label'],
  ['select', { options: [{ label: 'x'.repeat(201) }] }, 'options[0].label'],
  ['select', { options: [{ label: 5 }] }, 'options[0].label'],
  ['select', { options: ['A'] }, 'options[0]'],
  ['select', { options: [null] }, 'options[0]'],
  ['select', { options: [{ label: 'A', colour: 'red' }] }, 'options[0].colour'],
  ['select', { options: [{ label: 'A', color: '#12' }] }, 'options[0].color'],
  ['select', { options: [{ id: 5, label: 'A' }] }, 'options[0].id'],
  [
    'select',
    {
      options: [
        { id: 'a', label: 'A' },
        { id: 'a', label: 'B' },
      ],
    },
    'options[1].id',
  ],
  ['select', { options: Array.from({ length: 1001 }, (_, i) => ({ label: `L${i}` })) }, 'options'],
  ['select', { allowNewOptions: 'yes' }, 'allowNewOptions'],
  ['text', [], ''],
  ['text', 'x', ''],
])('%s: %j is refused at %s', (type, settings, path) => {
  const found = issues(type, settings)
  expect(Object.keys(found)).toContain(path)
  expect(found[path]).not.toBe('')
})

test('every issue is reported at once', () => {
  expect(Object.keys(issues('number', { precision: -1, min: 'x', options: [] }))).toEqual([
    'precision',
    'min',
    'options',
  ])
})
