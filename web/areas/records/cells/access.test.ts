import { expect, test } from 'vitest'
import type { Person } from '../../../../shared/policy-part.ts'
import type { Column, ColumnPolicy } from '../list/types.ts'
import { mayEdit, whyLocked } from './access.ts'

const column = { id: 'amount', type: 'number', readOnly: false } as Column
const viewer = (role: Person['role'], teamIds: string[] = []): Person => ({
  role,
  accountId: 'me',
  teamIds,
})
const policy = (editableBy: Partial<ColumnPolicy['editableBy']>) => [
  {
    columnId: 'amount',
    editableBy: { mode: 'roles', roles: [], accountIds: [], teamIds: [], ...editableBy },
  } as unknown as ColumnPolicy,
]

test('without a policy, everyone who may write records may write the column', () => {
  expect(whyLocked(column, [], viewer('member'))).toBeNull()
  expect(whyLocked(column, policy({ mode: 'everyone' }), viewer('member'))).toBeNull()
  expect(mayEdit(viewer('viewer'))).toBe(false)
  expect(whyLocked(column, [], viewer('viewer'))).toContain('Viewers')
})

test('with a policy, only admins and those it names may', () => {
  const managers = policy({ roles: ['manager'], teamIds: ['t'] })
  for (const one of [viewer('owner'), viewer('admin'), viewer('manager'), viewer('member', ['t'])])
    expect(whyLocked(column, managers, one)).toBeNull()
  expect(whyLocked(column, managers, viewer('member'))).toBe(
    'Only owners, admins, managers and certain teams can change this.',
  )
  expect(whyLocked(column, policy({ accountIds: ['me'] }), viewer('member'))).toBeNull()
})

test('a column that nobody may write, or that the service fills, is closed to owners too', () => {
  expect(whyLocked(column, policy({ mode: 'nobody' }), viewer('owner'))).toContain('Nobody')
  const formula = { type: 'formula', readOnly: true } as Column
  expect(whyLocked(formula, [], viewer('owner'))).toContain('other columns')
})
