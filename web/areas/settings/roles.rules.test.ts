import { expect, test } from 'vitest'
import { givenBy, roleLabel, roles } from './roles.rules.ts'

test('only an owner is offered to make one', () => {
  expect(givenBy('owner').map(({ value }) => value)).toEqual(roles.map(({ value }) => value))
  expect(givenBy('admin').map(({ value }) => value)).not.toContain('owner')
})

test('a role is called by its name', () => {
  expect(roleLabel('manager')).toBe('Manager')
})
