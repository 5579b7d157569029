import { expect, test } from 'vitest'
import type { Column } from '../list/types.ts'
import { dayOfCell, movedTo } from './cell-day.rules.ts'

const due = { type: 'date', settings: {} } as Column
const called = { type: 'datetime', settings: {} } as Column
const zone = 'America/New_York'

test('a moment is on its day in the board’s time zone', () => {
  expect(dayOfCell('2026-11-20', zone)).toBe('2026-11-20')
  expect(dayOfCell('2026-11-21T03:30:00.000Z', zone)).toBe('2026-11-20')
  expect(dayOfCell('2026-11-24 22:30', zone)).toBe('2026-11-24')
  expect(dayOfCell(null, zone)).toBeUndefined()
})

test('a moment that moves to another day keeps its time', () => {
  expect(movedTo(due, '2026-11-20', '2026-11-24', zone)).toBe('2026-11-24')
  expect(movedTo(called, '2026-11-21T03:30:00.000Z', '2026-11-24', zone)).toBe('2026-11-24 22:30')
})
