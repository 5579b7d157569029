import { expect, test } from 'vitest'
import { linkWords, waysToFind } from './links.rules.ts'

test('rows are found by unique columns, and records also by own ids', () => {
  const column = (key: string, unique: boolean, type: 'text' | 'file' = 'text') => ({
    key,
    name: key.toUpperCase(),
    type,
    unique,
  })
  const columns = [column('id', true), column('name', false), column('logo', true, 'file')]
  expect(waysToFind({ kind: 'board', columns })).toEqual([{ value: 'id', label: 'ID' }])
  expect(waysToFind({ kind: 'page', columns }).map(({ value }) => value)).toEqual([
    'external_id',
    'id',
  ])
})

test('counts of links are put in words, and zeros are left out', () => {
  const none = { matched: 0, created: 0, none: 0, several: 0 }
  expect(linkWords(none)).toBe('No values')
  expect(linkWords({ ...none, matched: 1200, none: 3 })).toBe('1,200 found, 3 not found')
  expect(linkWords({ ...none, created: 2, several: 1 })).toBe('2 name new rows, 1 could be several')
})
