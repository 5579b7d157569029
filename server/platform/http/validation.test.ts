import Type from 'typebox'
import { expect, test } from 'vitest'
import { oneOf, someOf } from '../../../contract/language/common.ts'
import { VISIBLE } from '../../../shared/visible-text.ts'
import { checkOf } from './validation.ts'

test.each([
  ['^https?://', 'api.twilio.com', 'must begin with http:// or https://'],
  ['^[A-Z]{3}$', 'usd', 'must be three capital letters'],
  [VISIBLE, '\u00a0\u200b', 'must not be blank'],
  ['^x$', 'y', 'must match ^x$'],
])('a text that does not match %s gets a message in words', (pattern, value, message) => {
  const check = checkOf(Type.Object({ url: Type.String({ pattern }) }), 'body')
  expect(() => check({ url: value })).toThrow(`body.url ${message}.`)
})

test('of many choices the nearest is named, and so it is for texts that hold several', () => {
  const many = ['rows.*', ...Array.from({ length: 40 }, (_, i) => `choice ${i}`)]
  expect(() => checkOf(oneOf(many), 'body')('row.*')).toThrow(
    'body: "row.*" does not exist; the nearest is rows.*.',
  )
  const check = checkOf(Type.Object({ status: someOf(['open', 'waived'], 'Some.') }), 'query')
  for (const status of ['open', 'waived,open']) expect(() => check({ status })).not.toThrow()
  for (const status of ['opne', 'waived,opne', 'opne,open']) {
    expect(() => check({ status })).toThrow(
      'query.status: "opne" does not exist; the nearest is open.',
    )
  }
  expect(() => check({ status: '' })).toThrow('query.status: "" does not exist')
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
