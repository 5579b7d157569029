import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Medium } from '../../../../contract/comms/messages.ts'
import { failed } from '../../../../contract/refusals/reasons.ts'
import type { Outcome } from '../channels/provider.ts'
import { judge, lapse, patience, type Tried } from './deliveries.rules.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = new Date('2026-03-01T00:00:00Z')
const medium = fc.constantFrom<Medium>('text', 'email')
const chance = fc.double({ min: 0, max: 1, noNaN: true })
const outcome = fc.oneof(
  fc.constant<Outcome>({ kind: 'accepted', externalId: 'SM1' }),
  fc.constantFrom('transient', 'permanent', 'unknown').map(
    (kind): Outcome => ({
      kind,
      ...failed('unforeseen', { problem: `it was ${kind}` }),
    }),
  ),
)
const failing = outcome.filter(({ kind }) => kind === 'transient' || kind === 'unknown')

/** The planned waits, written out. */
const planned = {
  text: [30, 60, 120, 240, 480, 960, 1920].map((seconds) => seconds * 1000),
  email: [30, 60, 120, 240, 240, 240].map((minutes) => minutes * MINUTE),
}

/** The table again, as a list of cases of which the first one that fits counts. */
function expected({ kind }: Outcome, { medium, attempts, firstAttemptAt, now }: Tried) {
  const spent =
    medium === 'text' ? attempts >= 8 : now.getTime() - firstAttemptAt.getTime() >= 4 * DAY
  if (kind === 'accepted') return ['sent', 'sent']
  if (kind === 'permanent') return ['failed', 'failed']
  if (kind === 'unknown' && medium === 'text') return ['uncertain', 'sending']
  return spent ? ['failed', 'failed'] : ['pending', 'queued']
}

test('an attempt ends as the table says', () => {
  fc.assert(
    fc.property(
      outcome,
      medium,
      fc.integer({ min: 1, max: 60 }),
      fc.nat(5 * DAY),
      chance,
      (result, medium, attempts, passedMs, chance) => {
        const now = new Date(START.getTime() + passedMs)
        const tried = { medium, attempts, firstAttemptAt: START, now }
        const { state, status, waitMs, why } = judge(result, tried, chance)
        expect([state, status]).toEqual(expected(result, tried))
        expect(waitMs !== null).toBe(state === 'pending')
        expect(why !== null).toBe(state !== 'sent')
      },
    ),
  )
})

describe('waits', () => {
  test('double from 30 seconds for texts and from half an hour to four for emails, within a fifth', () => {
    fc.assert(
      fc.property(medium, fc.nat(6), chance, (medium, nth, chance) => {
        const wanted = planned[medium][Math.min(nth, planned[medium].length - 1)]!
        const tried = { medium, attempts: nth + 1, firstAttemptAt: START, now: START }
        const { waitMs } = judge(
          { kind: 'transient', ...failed('connection_lost', {}) },
          tried,
          chance,
        )
        expect(waitMs).toBeGreaterThanOrEqual(Math.floor(wanted * 0.8))
        expect(waitMs).toBeLessThanOrEqual(Math.ceil(wanted * 1.2))
      }),
    )
  })

  test('end: whatever providers answer, a text settles by the eighth attempt, an email within five days', () => {
    fc.assert(
      fc.property(medium, fc.array(fc.tuple(failing, chance), { minLength: 60 }), (medium, all) => {
        let now = START
        for (const [i, [result, chance]] of all.entries()) {
          const tried = { medium, attempts: i + 1, firstAttemptAt: START, now }
          const { state, waitMs } = judge(result, tried, chance)
          if (state !== 'pending') {
            const days = (now.getTime() - START.getTime()) / DAY
            if (medium === 'text') expect(i).toBeLessThan(8)
            else expect([days >= 4, days < 4 + (4 * 1.2) / 24]).toEqual([true, true])
            return
          }
          expect(waitMs).toBeLessThanOrEqual(patience[medium].mostMs * 1.2)
          now = new Date(now.getTime() + waitMs!)
        }
        expect.unreachable('it never settled')
      }),
    )
  })
})

test('a lapsed claim is asked about if a text may be out, or else is due again until attempts run out', () => {
  const tried = { attempts: 1, firstAttemptAt: START, now: START }
  expect(lapse({ ...tried, medium: 'text' }, true)).toBe('ask')
  expect(lapse({ ...tried, medium: 'text' }, false)).toBe('pending')
  expect(lapse({ ...tried, medium: 'email' }, true)).toBe('pending')
  expect(lapse({ ...tried, medium: 'text', attempts: 8 }, false)).toBe('failed')
  expect(lapse({ ...tried, medium: 'text', attempts: 8 }, true)).toBe('ask')
  const late = new Date(START.getTime() + 4 * DAY)
  expect(lapse({ ...tried, medium: 'email', now: late }, true)).toBe('failed')
})
