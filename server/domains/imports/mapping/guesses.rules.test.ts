import { expect, test } from 'vitest'
import { column, labelled, US } from '../../records/cells/fixtures.ts'
import { mostFit, suggestedType, valuesAt } from './guesses.rules.ts'

test.each([
  ['email', ['a@x.io', 'b@x.io', 'nobody']],
  ['url', ['https://example.com', 'www.example.com']],
  ['checkbox', ['yes', 'No', 'x']],
  ['date', ['11/20/26', '2026-11-20', 'Nov 5, 2026', 'yesterday']],
  ['datetime', ['2026-11-20 14:30', '2026-11-21 08:00']],
  ['phone', ['(415) 555-0199', '4155550111', '415.555.0112', '555-0113']],
  ['phone', ['(415) 555-0199 ext. 12']],
  ['phone', ['p:+14155550199', 'p:+14155550188']],
  ['phone', ['415-555-0199 (cell)', 'Cell: 415-555-0188', "'4155550177"]],
  ['text', ['Call 415-555-0199 on Monday', 'Ann, 415-555-0188']],
  ['text', ['Write to a@x.io', 'b@x.io (Bob) on Monday']],
  ['percent', ['12%', '12.5 %']],
  ['currency', ['$1,200', 'USD 500', '40k', '900']],
  ['number', ['1', '2.5', '1,200']],
  ['text', ['01234', '94110']],
  ['text', ['Acme', 'Bolt']],
  ['long_text', ['one\ntwo']],
  ['select', ['Hot', 'cold', 'hot', 'Hot', 'Cold', 'Hot']],
  ['text', []],
])('%s is suggested for %j', (type, texts) => {
  expect(suggestedType(texts, US)).toBe(type)
})

test('values fit a select column if most are its options; new labels do not count', () => {
  const open = column('select', { ...labelled('Hot', 'Cold'), allowNewOptions: true })
  expect(mostFit(open, ['hot', 'cold', 'warm'], US)).toBe(true)
  expect(mostFit(open, ['hot', 'warm', 'mild'], US)).toBe(false)
  expect(mostFit(open, [], US)).toBe(false)
})

test('values are looked at without empty ones and words for no value, up to 100', () => {
  const rows = ['', ' a ', 'n/a', ...Array(200).fill('b')].map((text, line) => ({
    line,
    values: ['x', text],
  }))
  expect(valuesAt(rows, 1).slice(0, 2)).toEqual(['a', 'b'])
  expect(valuesAt(rows, 1)).toHaveLength(100)
  expect(valuesAt(rows, 5)).toEqual([])
})
