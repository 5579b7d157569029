import { expect, it } from 'vitest'
import { dayStart } from '../../../ui/values/days.rules.ts'
import { narrowsObligations, noFilters, type ObligationsSearch, queryOf } from './filters.rules.ts'

const asked = (search: ObligationsSearch) => queryOf(search, { me: 3, today: '2026-11-30' })
const open = { status: 'open,in_progress,submitted', sort: 'deadlineAt' }

it('without filters asks for open obligations by deadline', () => {
  expect(asked({})).toEqual(open)
})

it('takes every filter of the URL', () => {
  const search = {
    status: 'waived',
    obligationType: 'payment',
    assignedToUserId: 7,
    due: 'overdue',
    dueFrom: '2026-11-01',
    dueTo: '2026-11-30',
    dealRowId: 'd',
    sort: '-deadlineAt' as const,
  }
  expect(asked(search)).toEqual({
    status: 'waived',
    obligationType: 'payment',
    assignedToUserId: 7,
    overdue: true,
    deadlineFrom: dayStart('2026-11-01'),
    deadlineTo: dayStart('2026-12-01'),
    dealRowId: 'd',
    sort: '-deadlineAt',
  })
})

it('"me" is the reader, and "all" every status', () => {
  expect(asked({ assignedToUserId: 'me', status: 'all' })).toEqual({
    assignedToUserId: 3,
    sort: 'deadlineAt',
  })
})

it('what is due soon ends with a day of the reader’s calendar, and leaves out what is overdue', () => {
  const until = (day: string) => ({ ...open, overdue: false, deadlineTo: dayStart(day) })
  expect(asked({ due: 'today' })).toEqual(until('2026-12-01'))
  expect(asked({ due: '7d' })).toEqual(until('2026-12-08'))
})

it('leaves out invalid filters', () => {
  const search = { status: 'x', obligationType: 'toString', due: '0d', dueFrom: 'today' }
  expect(asked(search)).toEqual(open)
})

it('knows whether a list is narrowed, and how to widen it', () => {
  expect(narrowsObligations({ view: 'calendar', month: '2026-11' })).toBe(false)
  expect(narrowsObligations({ due: 'overdue' })).toBe(true)
  expect(narrowsObligations({ due: 'overdue', ...noFilters })).toBe(false)
})
