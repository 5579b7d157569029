import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSigned, signatureOf } from './twilio-signature.rules.ts'

// The example that Twilio publishes with its scheme.
const url = ['https:', '', 'mycompany.com', 'myapp.php?foo=1&bar=2'].join('/')
const fields: [string, string][] = [
  ['CallSid', 'CA1234567890ABCDE'],
  ['Caller', '+14158675310'],
  ['Digits', '1234'],
  ['From', '+14158675310'],
  ['To', '+18005551212'],
]
const published = 'GvWf1cFY/Q7PnoempGyD5oXAezc='

test('the published example has its signature', () => {
  expect(signatureOf('12345', url, fields)).toBe(published)
  expect(signatureOf('12345', url, [...fields].reverse())).toBe(published)
  expect(isSigned('12345', url, fields, published)).toBe(true)
})

test.each([
  ['another token', '12346', url, fields, published],
  ['no token', undefined, url, fields, published],
  ['an empty token', '', url, fields, signatureOf('', url, fields)],
  ['another address', '12345', url.replace('foo=1', 'foo=2'), fields, published],
  ['a field more', '12345', url, [...fields, ['X', '1'] as [string, string]], published],
  ['a field less', '12345', url, fields.slice(1), published],
  ['another signature', '12345', url, fields, published.replace('G', 'g')],
  ['an empty signature', '12345', url, fields, ''],
  ['no signature', '12345', url, fields, undefined],
  ['two signatures', '12345', url, fields, [published, published]],
])('with %s it does not match', (_, token, address, some, signature) => {
  expect(isSigned(token, address, some, signature)).toBe(false)
})

test('the signed address can have the standard port', () => {
  const plain = 'https://desk.example/v1/hooks/x/status?message=1'
  const signed = signatureOf('t', plain.replace('.example', '.example:443'), fields)
  expect(isSigned('t', plain, fields, signed)).toBe(true)
  const other = signatureOf('t', plain.replace('.example', '.example:8443'), fields)
  expect(isSigned('t', plain, fields, other)).toBe(false)
})

test('fields are signed in any order, and a changed value breaks the signature', () => {
  const pairs = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string()), {
    selector: ([name]) => name,
    maxLength: 6,
  })
  fc.assert(
    fc.property(pairs, fc.string({ minLength: 1 }), fc.nat(5), (some, token, nth) => {
      const signature = signatureOf(token, url, some)
      expect(isSigned(token, url, [...some].reverse(), signature)).toBe(true)
      if (some.length === 0) return
      const changed = some.map(([name, value], n): [string, string] =>
        n === nth % some.length ? [name, `${value}x`] : [name, value],
      )
      expect(isSigned(token, url, changed, signature)).toBe(false)
    }),
  )
})
