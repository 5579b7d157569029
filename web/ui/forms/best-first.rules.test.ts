import { expect, test } from 'vitest'
import { bestFirst, firstListed } from './best-first.rules.ts'

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

test('of very many choices, the first are listed, and that there are others', () => {
  const many = items(...Array.from({ length: 700 }, (_, n) => `Board ${n}`))
  const few = many.slice(0, 500)
  const others = { value: 'others', label: 'Type to find others', disabled: true }
  expect(firstListed(few)).toEqual(few)
  expect(firstListed(many)).toEqual([...few, others])
  const groups = [
    { group: 'A', items: many.slice(0, 300) },
    { group: 'B', items: many.slice(300) },
  ]
  expect(firstListed(groups)).toEqual([
    groups[0],
    { group: 'B', items: many.slice(300, 500) },
    others,
  ])
})
