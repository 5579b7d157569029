import { beforeAll, expect, test } from 'vitest'
import { loadReasons } from './reasons.ts'
import { answerWords } from './refused-answer.rules.ts'

beforeAll(loadReasons)

const money = (minor: number) => `$${minor / 100}`
const said = (code: string, reason: string | null = null, values = {}, write = money) => {
  const words = answerWords({ code, reason, values }, write)
  return words && `${words.title}. ${words.text}`
}

test('how much is left is said in readable form', () => {
  const available = { availableMinor: 15_000, currency: 'USD' }
  expect(said('insufficient_available', 'too_much', available)).toBe(
    'Only $150 is available. Enter that amount or less.',
  )
  const collected = { amountMinor: 800_000, leftMinor: 700_001 }
  expect(said('exceeds_collected', 'too_much', collected)).toMatch(/Enter \$7000.01 or less/)
  const shares = { basis: 'gross', sumPpm: 1_100_000, leftPpm: 125_000 }
  expect(said('over_allocated', 'too_much', shares)).toMatch(/Enter 12.5% or less/)
})

test('if nothing is left, nobody is asked for a smaller amount', () => {
  for (const [code, values] of [
    ['insufficient_available', { availableMinor: -100, currency: 'USD' }],
    ['exceeds_collected', { amountMinor: 1, leftMinor: 0 }],
    ['over_allocated', { basis: 'net', sumPpm: 1_000_001 }],
  ] as const) {
    expect(said(code, 'nothing_left', values)).not.toMatch(/null|or less|no more than|undefined/)
  }
})

test('if somebody else did it first, the message says what to do now', () => {
  expect(said('would_go_negative', 'house')).toMatch(/Reverse the clawback first/)
  expect(said('parts_changed')).toMatch(/Check the new amounts/)
  expect(said('already_paid', 'to_void')).toMatch(/reverse the payment/)
  expect(said('already_voided', 'draw')).toMatch(/request a new draw/)
  expect(said('already_held', 'hold')).toMatch(/see why/)
  expect(said('not_held')).toMatch(/already released/)
  expect(said('split_inactive', 'change')).toMatch(/already retired/)
})

test('a document’s type has its name', () => {
  expect(said('document_required', 'none', { documentType: 'bank_statement' })).toMatch(
    /^A document is missing. .*“Bank statement”/,
  )
})

test('for everything else, and for amounts of an unknown currency, the service’s own words are shown', () => {
  expect(said('split_held', 'draw')).toBeUndefined()
  expect(said('too_new', 'too_new')).toBeUndefined()
  const values = { availableMinor: 15_000, currency: 'USD' }
  expect(
    answerWords({ code: 'insufficient_available', reason: 'too_much', values }),
  ).toBeUndefined()
})
