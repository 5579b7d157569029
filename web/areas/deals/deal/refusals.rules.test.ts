import { expect, test } from 'vitest'
import { refusalWords } from './refusals.rules.ts'

test.each([
  ['insufficient_available', '$150.00'],
  ['exceeds_collected', '$7,000.01'],
  ['over_allocated', '20%'],
] as const)('%s says how much is left, in readable form', (code, left) => {
  const { title, text } = refusalWords(code, left)!
  expect(`${title}. ${text}`).toContain(left)
  expect(`${title}. ${text}`).not.toMatch(/Minor|ppm|1000000/)
})

test.each(['insufficient_available', 'exceeds_collected', 'over_allocated'] as const)(
  '%s does not ask for a smaller amount if nothing is left',
  (code) => {
    const { title, text } = refusalWords(code)!
    expect(`${title}. ${text}`).not.toMatch(/null|or less|no more than/)
  },
)

test('if somebody else did it first, the message says what to do now', () => {
  expect(refusalWords('would_go_negative')?.text).toMatch(/Reverse the clawback first/)
  expect(refusalWords('parts_changed')?.text).toMatch(/Check the new amounts/)
  expect(refusalWords('already_paid')?.text).toMatch(/reverse the payment/)
  expect(refusalWords('already_voided')?.text).toMatch(/request a new draw/)
  expect(refusalWords('already_held')?.text).toMatch(/see why/)
  expect(refusalWords('not_held')?.title).toMatch(/already released/)
  expect(refusalWords('split_inactive')?.title).toMatch(/already retired/)
})

test('for everything else the service’s own words are shown', () => {
  expect(refusalWords('split_held', '$0.00')).toBeUndefined()
  expect(refusalWords(undefined, '$0.00')).toBeUndefined()
})
