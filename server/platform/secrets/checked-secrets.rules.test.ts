import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedSecret, isCheckedSecret } from './checked-secrets.rules.ts'

const draws = fc.array(fc.integer({ min: 0, max: 61 }), { minLength: 30, maxLength: 30 })
const secretOf = (drawn: number[]) => {
  let at = 0
  return checkedSecret('sbt_', () => drawn[at++]!)
}

test('a secret is recognised by its prefix and checksum', () => {
  fc.assert(
    fc.property(draws, (drawn) => {
      const secret = secretOf(drawn)
      expect(secret).toMatch(/^sbt_[0-9A-Za-z]{36}$/)
      expect(isCheckedSecret(secret, ['sbk_', 'sbt_'])).toBe(true)
      expect(isCheckedSecret(secret, ['sbk_'])).toBe(false)
    }),
  )
})

test('one that is cut, longer or has another character is not', () => {
  const character = fc.constantFrom(...'0Az9-_')
  fc.assert(
    fc.property(draws, fc.integer({ min: 0, max: 39 }), character, (drawn, at, other) => {
      const secret = secretOf(drawn)
      fc.pre(secret[at] !== other)
      for (const wrong of [
        secret.slice(0, at) + other + secret.slice(at + 1),
        secret.slice(0, at),
        secret + other,
      ]) {
        expect(isCheckedSecret(wrong, ['sbt_'])).toBe(false)
      }
    }),
  )
})
