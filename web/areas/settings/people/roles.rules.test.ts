import { expect, test } from 'vitest'
import { givenBy, roleLabel, roles } from './roles.rules.ts'

test('only owners can make somebody an owner', () => {
  expect(givenBy('owner').map(({ value }) => value)).toEqual(roles.map(({ value }) => value))
  expect(givenBy('admin').map(({ value }) => value)).not.toContain('owner')
})

test('a role is shown by its label', () => {
  expect(roleLabel('manager')).toBe('Manager')
})
