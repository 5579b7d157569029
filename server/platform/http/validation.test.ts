import Type from 'typebox'
import { expect, test } from 'vitest'
import { checkOf } from './validation.ts'

test.each([
  ['^https?://', 'api.twilio.com', 'must begin with http:// or https://'],
  ['^[A-Z]{3}$', 'usd', 'must be three capital letters'],
  ['\\S', ' ', 'must not be blank'],
  ['^x$', 'y', 'must match ^x$'],
])('a text that does not match %s gets a message in words', (pattern, value, message) => {
  const check = checkOf(Type.Object({ url: Type.String({ pattern }) }), 'body')
  expect(() => check({ url: value })).toThrow(`body.url ${message}.`)
})
