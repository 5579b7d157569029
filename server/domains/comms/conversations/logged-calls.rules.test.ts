import { expect, test } from 'vitest'
import { factsOf } from './logged-calls.rules.ts'

const NOW = new Date('2026-03-04T12:00:00.000Z')

test('a call that is logged when it is over began its length ago', () => {
  expect(factsOf({ result: 'completed', duration_seconds: 90 }, NOW)).toMatchObject({
    provider: 'manual',
    result: 'completed',
    duration_seconds: 90,
    started_at: '2026-03-04T11:58:30.000Z',
    answered_at: '2026-03-04T11:58:30.000Z',
    ended_at: '2026-03-04T12:00:00.000Z',
  })
})

test('a call with its time keeps it, and without a length it has no end', () => {
  expect(factsOf({ result: 'no-answer', started_at: '2026-03-04T10:00:00+01:00' }, NOW)).toEqual({
    ...factsOf({}, NOW),
    result: 'no-answer',
    started_at: '2026-03-04T09:00:00.000Z',
  })
  expect(factsOf({}, NOW)).toMatchObject({ answered_at: null, ended_at: null, result: null })
})
