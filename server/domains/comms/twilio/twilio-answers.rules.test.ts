import { expect, test } from 'vitest'
import { outcomeOf, standingFault } from './twilio-answers.rules.ts'

test.each<[number, unknown, object]>([
  [
    400,
    { code: 21211, message: 'secret' },
    {
      kind: 'permanent',
      code: '21211',
      error: 'The provider answered 400: the number is not a valid one (21211).',
      reason: 'provider_refused',
      values: { status: 400, detail: ': the number is not a valid one (21211)' },
    },
  ],
  [
    503,
    { code: 20_500, message: 'secret' },
    {
      kind: 'transient',
      code: '20500',
      error: 'The provider answered 503 (20500).',
      reason: 'provider_refused',
      values: { status: 503, detail: ' (20500)' },
    },
  ],
  ...['21211', 2_121_100, 7, 21211.5, null].map(
    (code) =>
      [
        400,
        { code, message: 'secret' },
        {
          kind: 'permanent',
          error: 'The provider answered 400.',
          reason: 'provider_refused',
          values: { status: 400, detail: '' },
        },
      ] as [number, unknown, object],
  ),
  [201, { sid: 'SM0' }, { kind: 'accepted', externalId: 'SM0' }],
  ...['', 'a secret, with more', 'x'.repeat(65), 7].map(
    (sid) =>
      [
        201,
        { sid },
        {
          kind: 'unknown',
          error: 'The provider answered 201 without the text’s SID.',
          reason: 'answer_without_sid',
          values: { status: 201 },
        },
      ] as [number, unknown, object],
  ),
])('an answer %d of %j is reported in our own words', (status, body, outcome) => {
  expect(outcomeOf(status, JSON.stringify(body))).toEqual(outcome)
})

test.each([
  ['active', null],
  ['suspended', 'The account is suspended.'],
  ['secret', 'The account is not active.'],
  [{ secret: 1 }, 'The account is not active.'],
  [undefined, null],
])('an account that is %j is reported in our own words', (status, fault) => {
  expect(standingFault(JSON.stringify({ status }))?.error ?? null).toBe(fault)
})
