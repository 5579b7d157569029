import { expect, test } from 'vitest'
import { bestFirst } from './best-first.rules.ts'

const items = (...labels: string[]) => labels.map((label) => ({ value: label, label }))

test('what begins with the words typed comes before what has them inside', () => {
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
