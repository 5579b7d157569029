import { expect, test } from 'vitest'
import type { Person } from '../../../../../shared/policy-part.ts'
import type { Column, ColumnPolicy } from '../types.ts'
import { mayEdit, whyLocked } from './access.rules.ts'

const column = { type: 'number', readOnly: false } as Column
const viewer = (role: Person['role'], teamIds: string[] = []): Person => ({
  role,
  accountId: 'me',
  teamIds,
})
const policy = (editableBy: Partial<ColumnPolicy['editableBy']>) =>
  ({
    editableBy: { mode: 'roles', roles: [], accountIds: [], teamIds: [], ...editableBy },
  }) as unknown as ColumnPolicy

test('without a policy whoever may write records writes the column', () => {
  expect(whyLocked(column, undefined, viewer('member'))).toBeNull()
  expect(whyLocked(column, policy({ mode: 'everyone' }), viewer('member'))).toBeNull()
  expect(mayEdit(viewer('viewer'))).toBe(false)
  expect(whyLocked(column, undefined, viewer('viewer'))).toContain('Viewers')
})

test('with a policy those that it names, and admins', () => {
  const managers = policy({ roles: ['manager'], teamIds: ['t'] })
  for (const one of [viewer('owner'), viewer('admin'), viewer('manager'), viewer('member', ['t'])])
    expect(whyLocked(column, managers, one)).toBeNull()
  expect(whyLocked(column, managers, viewer('member'))).toBe(
    'Only owners, admins, managers and certain teams may change this.',
  )
  expect(whyLocked(column, policy({ accountIds: ['me'] }), viewer('member'))).toBeNull()
})

test('what nobody may write binds owners too, and so does what the service fills', () => {
  expect(whyLocked(column, policy({ mode: 'nobody' }), viewer('owner'))).toContain('Nobody')
  const formula = { type: 'formula', readOnly: true } as Column
  expect(whyLocked(formula, undefined, viewer('owner'))).toContain('other columns')
})
