import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneDigits } from './phone-digits.ts'

test.each([
  ['(312) 555-0188', '3125550188'],
  ['312.555.0188', '3125550188'],
  ['+1 (312) 555-0188', '13125550188'],
  ['1-312-555-0188', '13125550188'],
  ['555-0188', '5550188'],
  [' 55 01 ', '5501'],
  ['020 7946 0958', '2079460958'],
  ['+44 (0)20 7946 0958', '442079460958'],
  ['0044 20 7946 0958', '442079460958'],
  ['06 12 34 56 78', '612345678'],
  ['555–0188', '5550188'],
])('%s is looked for as %s', (text, digits) => {
  expect(phoneDigits(text)).toBe(digits)
})

test.each(['0188', '3125550188', '018', '1-2', '', '-', 'Unit 12-345', '$1,200', 'a@b.example'])(
  '%j is not a number with marks in it',
  (text) => {
    expect(phoneDigits(text)).toBeUndefined()
  },
)

test('marks anywhere in a number change nothing', () => {
  const mark = fc.constantFrom('', ' ', '-', '.', ') ', '/')
  const digits = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), mark), {
    minLength: 4,
    maxLength: 14,
  })
  fc.assert(
    fc.property(digits, (parts) => {
      const plain = parts.map(([digit]) => digit).join('')
      expect(phoneDigits(parts.flat().join('')) ?? plain).toBe(plain)
    }),
  )
})
