import { expect, test } from 'vitest'
import { deadlineAt, severityOf, slaBreachAt } from './sla.rules.ts'

const HOUR_MS = 3_600_000
const createdAt = new Date('2026-11-20T12:00:00.000Z')
const dueAt = new Date('2026-11-30T12:00:00.000Z')
const after = (hours: number, ms = 0) => new Date(createdAt.getTime() + hours * HOUR_MS + ms)

test('it is late a number of hours after it was made, else when it is due, else never', () => {
  expect(slaBreachAt({ createdAt, slaHours: 48, dueAt })).toEqual(after(48))
  expect(slaBreachAt({ createdAt, slaHours: 0, dueAt: null })).toEqual(createdAt)
  expect(slaBreachAt({ createdAt, slaHours: null, dueAt })).toEqual(dueAt)
  expect(slaBreachAt({ createdAt, slaHours: null, dueAt: null })).toBeNull()
})

test('the deadline is when it is due or when it becomes late, whichever is earlier', () => {
  expect(deadlineAt({ dueAt, slaBreachAt: createdAt })).toBe(createdAt)
  expect(deadlineAt({ dueAt: createdAt, slaBreachAt: dueAt })).toBe(createdAt)
  expect(deadlineAt({ dueAt, slaBreachAt: null })).toBe(dueAt)
  expect(deadlineAt({ dueAt: null, slaBreachAt: createdAt })).toBe(createdAt)
  expect(deadlineAt({ dueAt: null, slaBreachAt: null })).toBeNull()
})

test.each([
  [after(-1), null, null],
  [after(0), null, null],
  [after(0, 1), 'minor', 'major'],
  [after(24, -1), 'minor', 'major'],
  [after(24), 'major', 'critical'],
  [after(72, -1), 'major', 'critical'],
  [after(72), 'critical', 'critical'],
  [after(10_000), 'critical', 'critical'],
])('at %s it is %s, and %s if urgent', (at, severity, urgent) => {
  for (const priority of ['low', 'normal', 'high'] as const) {
    expect(severityOf(createdAt, at, priority)).toBe(severity)
  }
  expect(severityOf(createdAt, at, 'urgent')).toBe(urgent)
})

test('one without such a time is never late', () => {
  expect(severityOf(null, after(10_000), 'urgent')).toBeNull()
})
