import { describe, expect, it } from 'vitest'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { assignable, progressOf, treeOf, verbsOffered } from './obligation.rules.ts'

const obligation = (given: Partial<Obligation>): Obligation =>
  ({
    id: 1,
    status: 'open',
    deadlineAt: null,
    parentObligationId: null,
    ...given,
  }) as Obligation

describe('the verbs that are offered', () => {
  const member = { write: true, admin: false }
  it('are those that the status allows', () => {
    expect(verbsOffered('open', member)).not.toContain('reject')
    expect(verbsOffered('in_progress', member)).not.toContain('start')
    expect(verbsOffered('submitted', member)).toContain('reject')
    expect(verbsOffered('waived', member)).toEqual([])
  })

  it('leave reopening to admins, and nothing to viewers', () => {
    expect(verbsOffered('completed', member)).toEqual([])
    expect(verbsOffered('completed', { write: true, admin: true })).toEqual(['reopen'])
    expect(verbsOffered('open', { write: false, admin: false })).toEqual([])
  })
})

it('can be assigned to people who may work on it, or stay as it is', () => {
  const seat = { crmUserId: 1, name: 'Ana', role: 'member', status: 'active' } as const
  const gone = { ...seat, crmUserId: 2, name: 'Ben', status: 'suspended' } as const
  const viewer = { ...seat, crmUserId: 3, name: 'Cy', role: 'viewer' } as const
  const names = (chosen: string | null) =>
    assignable([seat, gone, viewer], chosen).map(({ label }) => label)
  expect(names(null)).toEqual(['Ana'])
  expect(names('2')).toEqual(['Ana', 'Ben'])
})

it('cancelled items do not count for progress', () => {
  const items = (['open', 'completed', 'waived', 'cancelled'] as const).map((status) => ({
    status,
  }))
  expect(progressOf(items)).toEqual({ done: 2, of: 3 })
})

it('children come below their parents, open and due ones first', () => {
  const items = [
    obligation({ id: 1, status: 'completed' }),
    obligation({ id: 2, deadlineAt: '2026-11-30T00:00:00Z' }),
    obligation({ id: 3, parentObligationId: 2 }),
    obligation({ id: 4, deadlineAt: '2026-11-22T00:00:00Z', parentObligationId: 2 }),
    obligation({ id: 5, parentObligationId: 99 }),
  ]
  expect(treeOf(items).map((one) => [one.obligation.id, one.depth])).toEqual([
    [2, 0],
    [4, 1],
    [3, 1],
    [5, 0],
    [1, 0],
  ])
})
