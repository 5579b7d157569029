import { expect, test } from 'vitest'
import { EVERYONE, type Part, policyBody, policyWords, problemOf } from './policy.rules.ts'

const names = { account: (id: string) => `person ${id}`, team: (id: string) => `T${id}` }
const some: Part = { mode: 'roles', roles: ['admin', 'manager'], accountIds: ['7'], teamIds: ['1'] }

test('who has access is put into words; owners and admins always see', () => {
  expect(policyWords(EVERYONE, 'see', names)).toBe('Everyone')
  expect(policyWords(EVERYONE, 'edit', names)).toBe('Everyone but viewers')
  expect(policyWords({ ...EVERYONE, mode: 'nobody' }, 'see', names)).toBe('Owners and admins only')
  expect(policyWords({ ...EVERYONE, mode: 'nobody' }, 'edit', names)).toBe('Nobody')
  expect(policyWords(some, 'see', names)).toBe('Owners, admins, managers, team T1, person 7')
})

test('a part without anyone is not saved', () => {
  expect(problemOf({ ...EVERYONE, mode: 'roles' })).toContain('Choose a role')
  expect(problemOf(some)).toBeNull()
  expect(problemOf(EVERYONE)).toBeNull()
})

test('lists are sent only with the mode roles', () => {
  expect(policyBody({ ...some, mode: 'nobody' }, some)).toEqual({
    visibleTo: { mode: 'nobody' },
    editableBy: some,
  })
})
