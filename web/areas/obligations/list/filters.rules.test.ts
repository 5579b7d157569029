import { expect, it } from 'vitest'
import { dayStart, isNarrowed, noFilters, queryOf } from './filters.rules.ts'

it('without filters asks for open obligations by due date', () => {
  expect(queryOf({}, 3)).toEqual({ status: 'open,in_progress,submitted', sort: 'dueAt' })
})

it('takes every filter of the URL', () => {
  const search = {
    status: 'waived',
    obligationType: 'payment',
    assignedToUserId: 7,
    breached: true,
    dueFrom: '2026-11-01',
    dueTo: '2026-11-30',
    dealRowId: 'd',
    sort: '-dueAt' as const,
  }
  expect(queryOf(search, 3)).toEqual({
    status: 'waived',
    obligationType: 'payment',
    assignedToUserId: 7,
    breached: true,
    dueFrom: dayStart('2026-11-01'),
    dueTo: dayStart('2026-12-01'),
    dealRowId: 'd',
    sort: '-dueAt',
  })
})

it('"me" is the reader, and "all" every status', () => {
  expect(queryOf({ assignedToUserId: 'me', status: 'all' }, 3)).toEqual({
    assignedToUserId: 3,
    sort: 'dueAt',
  })
})

it('a forecast is ordered by what is late next', () => {
  expect(queryOf({ forecast: '72h', sort: 'dueAt' }, 3)).toEqual({
    status: 'open,in_progress,submitted',
    forecast: '72h',
  })
})

it('leaves out invalid filters', () => {
  const search = { status: 'x', obligationType: 'toString', forecast: 'soon', dueFrom: 'today' }
  expect(queryOf(search, 3)).toEqual({ status: 'open,in_progress,submitted', sort: 'dueAt' })
})

it('knows whether a list is narrowed, and how to widen it', () => {
  expect(isNarrowed({ view: 'calendar', month: '2026-11' })).toBe(false)
  expect(isNarrowed({ breached: true })).toBe(true)
  expect(isNarrowed({ breached: true, ...noFilters })).toBe(false)
})
