import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callAfter, heardOf, newCall } from './calls.rules.ts'

const NOW = new Date('2026-03-04T12:00:00.000Z')
const at = (seconds: number) => new Date(NOW.getTime() - 600_000 + seconds * 1000)
const hear = (fields: Record<string, string>, now = NOW) =>
  heardOf(new URLSearchParams(fields), now)
const callOf = (all: readonly Record<string, string>[]) =>
  all.reduce((call, fields) => callAfter(call, hear(fields)), newCall).facts

const time = (seconds: number) => ({ Timestamp: at(seconds).toUTCString() })

test('an answered call has its times, its length and its recording', () => {
  const call = callOf([
    { CallStatus: 'initiated', ...time(0) },
    { CallStatus: 'ringing', ...time(1) },
    { CallStatus: 'in-progress', ...time(6) },
    { CallStatus: 'completed', CallDuration: '60', ...time(66) },
    { RecordingUrl: 'https://records.example/RE1', CallStatus: 'completed' },
    { RecordingUrl: 'https://records.example/RE1', TranscriptionText: 'Hello there' },
  ])
  expect(call).toEqual({
    ai_summary: null,
    provider: 'twilio',
    result: 'completed',
    duration_seconds: 60,
    started_at: at(0).toISOString(),
    answered_at: at(6).toISOString(),
    ended_at: at(66).toISOString(),
    recording_count: 1,
    recording_url: 'https://records.example/RE1',
    transcript: 'Hello there',
  })
})

test('the rest of a call is calculated if only its end was reported', () => {
  const call = callOf([{ CallStatus: 'completed', CallDuration: '60', ...time(66) }])
  expect(call).toMatchObject({
    started_at: at(6).toISOString(),
    answered_at: at(6).toISOString(),
    ended_at: at(66).toISOString(),
  })
})

test.each([
  ['busy', {}, 'busy'],
  ['no-answer', {}, 'no-answer'],
  ['canceled', {}, 'canceled'],
  ['failed', {}, 'failed'],
  ['completed', {}, 'completed'],
  ['completed', { AnsweredBy: 'human' }, 'completed'],
  ['completed', { AnsweredBy: 'machine_end_beep' }, 'voicemail'],
  ['ringing', {}, null],
  ['nonsense', {}, null],
])('%s with %j has the result %s', (status, more, result) => {
  expect(callOf([{ CallStatus: status, ...more, ...time(0) }]).result).toBe(result)
})

test('a callback without a time counts as now, once', () => {
  const first = callAfter(newCall, hear({ CallStatus: 'completed' }))
  const again = callAfter(first, hear({ CallStatus: 'completed' }, at(10_000)))
  expect(first.facts).toMatchObject({ started_at: NOW.toISOString(), ended_at: NOW.toISOString() })
  expect(again).toEqual(first)
  expect(
    callOf([{ CallStatus: 'ringing', Timestamp: 'Sat, 01 Jan 99999 00:00:00' }]),
  ).toMatchObject({
    started_at: NOW.toISOString(),
  })
})

const callback = fc.record(
  {
    CallStatus: fc.constantFrom('initiated', 'ringing', 'in-progress', 'completed', 'busy'),
    Timestamp: fc.integer({ min: 0, max: 90 }).map((seconds) => at(seconds).toUTCString()),
    CallDuration: fc.integer({ min: 0, max: 90 }).map(String),
    AnsweredBy: fc.constantFrom('human', 'machine_start'),
    RecordingUrl: fc.constantFrom('https://records.example/1', 'https://records.example/2', 'x'),
    TranscriptionText: fc.constantFrom('', 'Hello', 'Hello there', 'Howdy'),
  },
  { requiredKeys: ['CallStatus', 'Timestamp'] },
)

test('callbacks in any order, and repeated, give the same call in the end', () => {
  const orders = fc
    .array(callback, { maxLength: 7 })
    .chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.shuffledSubarray([...some, ...some], { minLength: 2 * some.length }),
      ),
    )
  fc.assert(
    fc.property(orders, ([some, shuffled]) => {
      expect(callOf(shuffled as never)).toEqual(callOf(some as never))
    }),
    { numRuns: 1000 },
  )
})
