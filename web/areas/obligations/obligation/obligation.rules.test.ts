import { describe, expect, it } from 'vitest'
import {
  assignable,
  progressOf,
  spanText,
  standingOf,
  treeOf,
  verbsOffered,
} from './obligation.rules.ts'
import type { Obligation } from './obligation-words.rules.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const obligation = (given: Partial<Obligation>): Obligation =>
  ({
    id: 1,
    status: 'open',
    slaBreachAt: null,
    breachSeverity: null,
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

describe('how it stands', () => {
  it('is late by the reader’s clock, even if it was not when it was read', () => {
    const { slaBreachAt } = obligation({ slaBreachAt: '2026-11-21T11:00:00Z' })
    expect(standingOf(obligation({ slaBreachAt }), now)).toEqual({
      kind: 'late',
      severity: 'minor',
      byMs: 3_600_000,
    })
  })

  it('is soon within a day', () => {
    const kindAt = (slaBreachAt: string) => standingOf(obligation({ slaBreachAt }), now).kind
    expect(kindAt('2026-11-22T12:00:00Z')).toBe('soon')
    expect(kindAt('2026-11-22T12:00:01Z')).toBe('ahead')
  })

  it('stays as it was at the close', () => {
    const closed = { status: 'completed', slaBreachAt: '2026-11-20T00:00:00Z' } as const
    expect(standingOf(obligation(closed), now)).toEqual({ kind: 'none' })
    expect(standingOf(obligation({ ...closed, breachSeverity: 'major' }), now)).toEqual({
      kind: 'was_late',
      severity: 'major',
    })
  })
})

it('a duration is shown in the most useful unit', () => {
  expect(spanText(60_000)).toBe('1 minute')
  expect(spanText(30 * 3_600_000)).toBe('30 hours')
  expect(spanText(4 * 86_400_000 + 5)).toBe('4 days')
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
    obligation({ id: 2, slaBreachAt: '2026-11-30T00:00:00Z' }),
    obligation({ id: 3, parentObligationId: 2 }),
    obligation({ id: 4, slaBreachAt: '2026-11-22T00:00:00Z', parentObligationId: 2 }),
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
