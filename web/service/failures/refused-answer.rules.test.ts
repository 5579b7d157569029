import { beforeAll, expect, test } from 'vitest'
import { loadReasons } from './reasons.ts'
import { answerWords } from './refused-answer.rules.ts'

beforeAll(loadReasons)

const money = (minor: number) => `$${minor / 100}`
const words = (code: string, reason: string | null = null, values = {}, write = money) => {
  const words = answerWords({ code, reason, values }, write)
  return words && `${words.title}. ${words.text}`
}

test('how much is left is said in readable form', () => {
  const available = { availableMinor: 15_000, currency: 'USD' }
  expect(words('insufficient_available', 'too_much', available)).toBe(
    'Only $150 is available. Enter that amount or less.',
  )
  const collected = { amountMinor: 800_000, leftMinor: 700_001 }
  expect(words('exceeds_collected', 'too_much', collected)).toMatch(/Enter \$7000.01 or less/)
  const shares = { basis: 'gross', sumPpm: 1_100_000, leftPpm: 125_000 }
  expect(words('over_allocated', 'too_much', shares)).toMatch(/Enter 12.5% or less/)
})

test('if nothing is left, nobody is asked for a smaller amount', () => {
  for (const [code, values] of [
    ['insufficient_available', { availableMinor: -100, currency: 'USD' }],
    ['exceeds_collected', { amountMinor: 1, leftMinor: 0 }],
    ['over_allocated', { basis: 'net', sumPpm: 1_000_001 }],
  ] as const) {
    expect(words(code, 'nothing_left', values)).not.toMatch(/null|or less|no more than|undefined/)
  }
})

test('if somebody else did it first, the message says what to do now', () => {
  expect(words('would_go_negative', 'house')).toMatch(/Reverse the clawback first/)
  expect(words('parts_changed')).toMatch(/Check the new amounts/)
  expect(words('already_paid', 'to_void')).toMatch(/reverse the payment/)
  expect(words('already_voided', 'draw')).toMatch(/request a new draw/)
  expect(words('already_held', 'hold')).toMatch(/see why/)
  expect(words('not_held')).toMatch(/already released/)
  expect(words('split_inactive', 'change')).toMatch(/already retired/)
})

test('a document’s type has its name', () => {
  expect(words('document_required', 'none', { documentType: 'bank_statement' })).toMatch(
    /^A document is missing. .*“Bank statement”/,
  )
})

test('for everything else, and for amounts of an unknown currency, the service’s own words are shown', () => {
  expect(words('split_held', 'draw')).toBeUndefined()
  expect(words('too_new', 'too_new')).toBeUndefined()
  const values = { availableMinor: 15_000, currency: 'USD' }
  expect(
    answerWords({ code: 'insufficient_available', reason: 'too_much', values }),
  ).toBeUndefined()
})
