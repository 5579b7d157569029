import fc from 'fast-check'
import { SegmentedMessage } from 'sms-segments-calculator'
import { expect, test } from 'vitest'
import { charactersOf, segmentsOf } from './segments.ts'

test.each([
  ['', 1],
  ['x'.repeat(160), 1],
  ['x'.repeat(161), 2],
  ['x'.repeat(306), 2],
  ['x'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'x'.repeat(152)}€${'x'.repeat(151)}`, 2],
  [`${'x'.repeat(152)}€${'x'.repeat(152)}`, 3],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  ['ж'.repeat(134), 2],
  ['ж'.repeat(135), 3],
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
  // A surrogate pair that does not fit after 66 units begins the next segment.
  ['😀'.repeat(67), 3],
  [`${'x'.repeat(70)}’`, 2],
])('%j goes out in %i', (text, parts) => {
  expect(segmentsOf(text).count).toBe(parts)
})

test('a text goes out in as many parts as the provider’s own calculator says', () => {
  const characters = fc.constantFrom(...'aZ09 €{}[]~|^\\@£Δñ\nж’😀👍🏽漢é')
  fc.assert(
    fc.property(
      fc.constantFrom(1, 9, 40),
      characters,
      characters,
      fc.nat(160),
      (step, a, b, many) => {
        const text = Array.from({ length: many }, (_, n) => (n % step === 0 ? a : b)).join('')
        if (text !== '')
          expect(segmentsOf(text).count).toBe(new SegmentedMessage(text).segmentsCount)
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['a', 1600, 11],
  ['€', 1600, 22],
  ['ж', 1600, 24],
])('the longest text of %s, of %i characters, goes out in %i', (character, many, parts) => {
  expect(segmentsOf(character.repeat(many)).count).toBe(parts)
})

test.each([
  ['', 160],
  ['x'.repeat(160), 0],
  ['x'.repeat(161), 145],
  ['€'.repeat(80), 0],
  ['€'.repeat(81), 143],
  ['ж'.repeat(70), 0],
  ['ж'.repeat(71), 63],
  ['😀'.repeat(36), 61],
])('the last segment of %j has room for %i more', (text, left) => {
  expect(segmentsOf(text).left).toBe(left)
})

test('what makes segments short is named once', () => {
  expect(segmentsOf('It’s John’s 😀').wide).toEqual(['’', '😀'])
  expect(segmentsOf("It's John's").wide).toEqual([])
})

test('a character of two UTF-16 units counts once', () => {
  expect(charactersOf('It’s 😀')).toBe(6)
})
