import fc from 'fast-check'
import { SegmentedMessage } from 'sms-segments-calculator'
import { expect, test } from 'vitest'
import { segmentsOf } from './segments.rules.ts'

test.each([
  ['', 1, 160],
  ['x'.repeat(160), 1, 0],
  ['x'.repeat(161), 2, 145],
  ['€'.repeat(80), 1, 0],
  ['€'.repeat(81), 2, 143],
  ['ж'.repeat(70), 1, 0],
  ['ж'.repeat(71), 2, 63],
  ['😀'.repeat(36), 2, 61],
])('%j takes %i and leaves room for %i', (text, count, left) => {
  expect(segmentsOf(text)).toMatchObject({ count, left })
})

test('what makes segments short is named once', () => {
  expect(segmentsOf('It’s John’s 😀').wide).toEqual(['’', '😀'])
  expect(segmentsOf("It's John's").wide).toEqual([])
})

test('it counts as the provider’s own calculator does', () => {
  const character = fc.constantFrom(...'aZ09 €{}[]~|^\\@£Δñ\nж’😀👍🏽漢é')
  fc.assert(
    fc.property(fc.array(character, { minLength: 1, maxLength: 200 }), (characters) => {
      const text = characters.join('')
      expect(segmentsOf(text).count).toBe(new SegmentedMessage(text).segmentsCount)
    }),
    { numRuns: 300 },
  )
})
