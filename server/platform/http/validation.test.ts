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

test.each([
  [Type.Integer({ minimum: 1 }), 0, 'must be 1 or more'],
  [Type.Integer({ maximum: 9 }), 10, 'must be 9 or less'],
  [Type.Array(Type.Any(), { minItems: 1 }), [], 'must have at least one item'],
  [Type.Array(Type.Any(), { minItems: 2 }), [1], 'must have 2 items or more'],
  [Type.Array(Type.Any(), { maxItems: 1 }), [1, 2], 'must have at most 1 items'],
  [Type.Array(Type.Any(), { uniqueItems: true }), [1, 1], 'must not have the same item twice'],
  [Type.Object({}, { minProperties: 1 }), {}, 'must have at least one field'],
])('what a schema says of numbers and lists is said in words: %j', (schema, value, message) => {
  expect(() => checkOf(schema, 'body')(value)).toThrow(`body ${message}.`)
})
