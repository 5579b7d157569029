import { expect, test } from 'vitest'
import { bestFirst } from './best-first.rules.ts'

const items = (...labels: string[]) => labels.map((label) => ({ value: label, label }))

test('choices that begin with the typed text come before those that contain it', () => {
  const countries = items('American Samoa (AS)', 'Canada (CA)', 'Vatican City (VA)')
  expect(bestFirst(countries, 'can')[0]).toEqual(countries[1])
  expect(bestFirst(countries, '')).toEqual(countries)
})

test('the same in groups, and between them', () => {
  const roles = { group: 'A role', items: items('Viewer, alone', 'Admin') }
  const people = { group: 'A person', items: items('Olive', 'Ali') }
  expect(bestFirst([roles, people], 'al')).toEqual([
    { group: 'A person', items: items('Ali', 'Olive') },
    roles,
  ])
})
