import { expect, test } from 'vitest'
import { draftOf, settingProblems, settingsOf } from './column-draft.rules.ts'

test('only the settings of the type are sent, and only those that are filled in', () => {
  const draft = { precision: 2, min: null, currency: 'USD', expression: 'a' }
  expect(settingsOf('number', draft)).toEqual({ precision: 2 })
  expect(settingsOf('currency', draft)).toEqual({ currency: 'USD' })
  expect(settingsOf('text', draft)).toEqual({})
})

test('a setting that is cleared is removed', () => {
  const before = { settings: { min: 1, max: 5 } }
  expect(settingsOf('number', { ...draftOf(before), min: null }, before)).toEqual({
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
