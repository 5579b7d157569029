import { expect, test } from 'vitest'
import {
  draftSettings,
  settingProblems,
  settingsOf,
  withPastedOptions,
} from './column-draft.rules.ts'

test('only the settings of the type are sent, and only those that are filled in', () => {
  const draft = { precision: 2, min: null, currency: 'USD', expression: 'a' }
  expect(settingsOf('number', draft)).toEqual({ precision: 2 })
  expect(settingsOf('currency', draft)).toEqual({ currency: 'USD' })
  expect(settingsOf('text', draft)).toEqual({})
})

test('a setting that is cleared is removed', () => {
  const before = { settings: { min: 1, max: 5 } }
  expect(settingsOf('number', { ...draftSettings(before), min: null }, before)).toEqual({
    min: null,
    max: 5,
  })
})

test('options without a label are left out, and labels are trimmed', () => {
  const options = [
    { id: 'x', label: ' New ', color: 'red' },
    { label: '', color: null },
  ]
  expect(settingsOf('select', { options })).toEqual({
    options: [{ id: 'x', label: 'New', color: 'red' }],
  })
})

test('a link needs a page or board, and a formula its text', () => {
  expect(Object.keys(settingProblems('link', {}))).toEqual(['definitionKey'])
  expect(Object.keys(settingProblems('formula', { expression: '' }))).toEqual(['expression'])
  expect(settingProblems('link', { definitionKey: 'deals' })).toEqual({})
  expect(settingProblems('text', {})).toEqual({})
})

test('a pasted list becomes one option a line, in place of a blank one, without repeats', () => {
  const options = [
    { label: 'New', color: 'red' },
    { label: ' ', color: null },
    { label: 'Lost', color: 'gray' },
  ]
  const labels = (at: number, text: string) =>
    withPastedOptions(options, at, text).map(({ label }) => label)
  expect(labels(1, 'Won\r\n\n  Contacted \nnew\nWON\n')).toEqual([
    'New',
    'Won',
    'Contacted',
    'Lost',
  ])
  expect(labels(0, 'Won\nHeld')).toEqual(['New', 'Won', 'Held', ' ', 'Lost'])
  expect(withPastedOptions(options, 1, 'a\nb').every(({ color }) => color !== null)).toBe(true)
})
