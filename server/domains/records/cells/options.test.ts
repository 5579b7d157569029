import { expect, test } from 'vitest'
import type { ColumnSettings } from './column.ts'
import { canonicalText, convertCell } from './convert.ts'
import { column, empty, expectRefused, kept, labelled, made, US } from './fixtures.ts'

const settings = labelled('Red', 'Green', 'Smith, John', '2024', 'Café', 'o0 twin')
const open: ColumnSettings = { ...settings, allowNewOptions: true }
const select = column('select', settings)
const multi = column('multi_select', settings)
const added = (value: unknown, coerced: boolean, newOptions: string[]) => ({
  kind: 'stored',
  value,
  coerced,
  newOptions,
})

test.each([
  ['Red', kept('Red')],
  ['red', made('Red')],
  [' RED ', made('Red')],
  ['o1', made('Green')],
  ['smith, john', made('Smith, John')],
  [2024, made('2024')],
  ['cafe\u0301', made('Café')],
  ['', empty],
  [' ', empty],
])('select: %j', (sent, expected) => {
  expect(convertCell(select, sent, US)).toEqual(expected)
})

test('select: an unknown option is refused with a list of the known ones', () => {
  expectRefused(
    select,
    'Blue',
    US,
    '"Blue" is not an option',
    'one of: "Red", "Green", "Smith, John"',
  )
  expectRefused(column('select'), 'Blue', US, 'none yet')
  expectRefused(select, ['Red'], US, 'a list')
  expectRefused(select, {}, US, 'an object')
  const many = column('select', labelled(...Array.from({ length: 30 }, (_, i) => `Label ${i}`)))
  expectRefused(many, 'x', US, '"Label 9" and 20 more')
})

test('select: new options are added if the column allows them', () => {
  const column1 = column('select', open)
  expect(convertCell(column1, 'Blue', US)).toEqual(added('Blue', false, ['Blue']))
  expect(convertCell(column1, ' Blue ', US)).toEqual(added('Blue', true, ['Blue']))
  expect(convertCell(column1, 7, US)).toEqual(added('7', true, ['7']))
  expect(convertCell(column1, 'red', US)).toEqual(made('Red'))
  expectRefused(column1, 'x'.repeat(201), US, '200 characters')
  const full = labelled(...Array.from({ length: 1000 }, (_, i) => `Label ${i}`))
  expectRefused(column('select', { ...full, allowNewOptions: true }), 'x', US, 'at most 1000')
})

test.each([
  [['Red'], kept(['Red'])],
  [['Green', 'Red'], kept(['Green', 'Red'])],
  [['red', 'GREEN'], made(['Red', 'Green'])],
  [['Red', 'red', 'Red'], made(['Red'])],
  [['Red', 'Red'], made(['Red'])],
  [['o1', 2024], made(['Green', '2024'])],
  [['Red', '', null], made(['Red'])],
  ['Red', made(['Red'])],
  ['Red,Green', made(['Red', 'Green'])],
  [' red , , green,Red', made(['Red', 'Green'])],
  ['Smith, John', made(['Smith, John'])],
  ['Red, smith, john, Green', made(['Red', 'Smith, John', 'Green'])],
  [2024, made(['2024'])],
  [[], empty],
  [['', null, ' '], empty],
  [',,', empty],
  ['', empty],
])('multi_select: %j', (sent, expected) => {
  expect(convertCell(multi, sent, US)).toEqual(expected)
})

test('multi_select: refusals name what is unknown', () => {
  expectRefused(multi, ['Red', 'Blue'], US, '"Blue" is not an option')
  expectRefused(multi, 'Blue,Pink', US, '"Blue", "Pink" are not options')
  expectRefused(multi, ['Red,Green'], US, '"Red,Green" is not an option')
  expectRefused(multi, [['Red']], US, 'a list in the list')
  expectRefused(multi, [{ label: 'Red' }], US, 'an object in the list')
  expectRefused(multi, { 0: 'Red' }, US, 'an object')
  expectRefused(
    multi,
    ','
      .repeat(5000)
      .split('')
      .map((_, i) => `l${i}`),
    US,
    '5000 labels',
  )
  expectRefused(multi, Array.from({ length: 3000 }, (_, i) => `l${i}`).join(','), US, '3000 labels')
})

test('multi_select: each new option is added once', () => {
  const column1 = column('multi_select', open)
  expect(convertCell(column1, ['Red', 'Blue', 'blue'], US)).toEqual(
    added(['Red', 'Blue'], true, ['Blue']),
  )
  expect(convertCell(column1, ['Blue', 'Red'], US)).toEqual(added(['Blue', 'Red'], false, ['Blue']))
  expect(convertCell(column1, 'Blue, Pink', US)).toEqual(
    added(['Blue', 'Pink'], true, ['Blue', 'Pink']),
  )
})

test('unique: labels count as the same in any case, lists in any order', () => {
  expect(canonicalText(select, 'Red')).toBe(canonicalText(select, 'RED'))
  expect(canonicalText(multi, ['Red', 'Green'])).toBe(canonicalText(multi, ['Green', 'Red']))
  expect(canonicalText(multi, ['Red', 'Green'])).not.toBe(canonicalText(multi, ['Red,Green']))
})
