import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialsOf } from './avatar.rules.ts'
import { tintOf } from './tint.rules.ts'

test.each([
  ['Dana Whitfield', 'DW'],
  ['Dana J. Whitfield', 'DW'],
  ['priya', 'P'],
  ['Élodie de la Cruz', 'ÉC'],
  ['rosa@example.com', 'RE'],
  ['+1 (415) 555-0132', ''],
  ['#7', ''],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('two people who joined one after the other have different colors', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (id) => {
      expect(tintOf(id)).not.toBe(tintOf(id + 1))
    }),
  )
})

test('the same text has the same color', () => {
  expect(tintOf('rosa@example.com')).toBe(tintOf('rosa@example.com'))
})
