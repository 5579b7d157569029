// Every refusal of a body or a query can be said in other words: each issue has a known reason and the values of its
// sentence. The compiler ensures this for the issues that use cases make. Here are those that the schema check makes.
// And a refusal carries its reason and its values, of which contract/refusals/refusals.ts makes what it says.
import { globSync, readFileSync } from 'node:fs'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { SOME_OF } from '../../contract/language/common.ts'
import { operations } from '../../contract/operations.ts'
import { isReason, messageOf, sentenceOf, why } from '../../contract/refusals/reasons.ts'
import {
  type RefusalCode,
  refusals,
  refusalText,
  type Words,
  wordsForPeople,
} from '../../contract/refusals/refusals.ts'
import { knownKeywords } from '../platform/http/misfits.rules.ts'
import { checkOf, type Part } from '../platform/http/validation.ts'
import { type Issue, issueAt, Refusal } from '../platform/refusal.ts'

type Json = Record<string, unknown>

/** The keywords of a JSON schema that check a value; the others describe it. */
const CHECKS = [
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'oneOf',
  'pattern',
  'propertyNames',
  'required',
  'type',
  'uniqueItems',
  SOME_OF,
]

const parts = operations.flatMap(({ operationId, body, query }) => [
  ...(body ? [{ operationId, part: 'body' as Part, schema: body as TSchema & Json }] : []),
  ...(query ? [{ operationId, part: 'query' as Part, schema: query as TSchema & Json }] : []),
])

const inside = (schema: Json): Json[] =>
  [
    ...Object.values((schema.properties ?? {}) as Json),
    ...[schema.items, schema.additionalProperties].filter((one) => typeof one === 'object'),
    ...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as unknown[]),
  ] as Json[]

const keywordsIn = (schema: Json): string[] => [
  ...Object.keys(schema).filter((key) => CHECKS.includes(key)),
  ...inside(schema).flatMap(keywordsIn),
]

/** Any field refuses some of these values, and usually nearly all of them. */
const junk = [
  null,
  true,
  -1,
  1e300,
  0.5,
  '',
  ' ',
  'x',
  'x'.repeat(100_000),
  [],
  [1, 1],
  {},
  { z: 1 },
]

/** Values that do not fit a schema: as a whole, in each field, and in the items of lists. */
function misfitsOf(schema: Json, depth = 0): unknown[] {
  if (depth > 3) return junk
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const items = schema.items as Json | undefined
  return [
    ...junk,
    ...fields.flatMap(([name, field]) =>
      misfitsOf(field, depth + 1).map((value) => ({ [name]: value })),
    ),
    ...(items ? misfitsOf(items, depth + 1).map((item) => [item]) : []),
    ...(items ? [Array(2_000).fill('x'), ['x', 'x']] : []),
    ...((schema.anyOf ?? []) as Json[]).flatMap((one) => misfitsOf(one, depth + 1)),
  ]
}

function issuesOf(check: (value: unknown) => void, value: unknown): Issue[] {
  try {
    check(value)
    return []
  } catch (error) {
    if (error instanceof Refusal) return error.details.issues ?? []
    throw error
  }
}

/** What is wrong with an issue, if anything. */
function faultOf({ reason, values, message }: Issue): string[] {
  if (!isReason(reason)) return [`no reason: ${message}`]
  const names = [...sentenceOf(reason).matchAll(/{(\w+)}/g)].map(([, name]) => name!)
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length > 0) return [`${reason} without ${missing}`]
  return message === messageOf({ reason, values }) ? [] : [`${reason}: ${message}`]
}

test('every keyword of a request’s schema has a reason', () => {
  const used = new Set(parts.flatMap(({ schema }) => keywordsIn(schema)))
  expect([...used].filter((keyword) => !knownKeywords.includes(keyword))).toEqual([])
})

test('every issue of a refused body or query has a known reason, and the values of its sentence', () => {
  const reasons = new Set<string>()
  const faults = parts.flatMap(({ operationId, part, schema }) => {
    const check = checkOf(schema, part)
    const values = misfitsOf(schema).filter(
      (value) => part === 'body' || (typeof value === 'object' && value !== null),
    )
    const issues = values.flatMap((value) => issuesOf(check, structuredClone(value)))
    for (const { reason } of issues) reasons.add(reason)
    return issues.flatMap(faultOf).map((fault) => `${operationId}: ${fault}`)
  })
  expect([...new Set(faults)]).toEqual([])
  // If a reason is missing, the values above are not wrong in enough ways.
  expect([...reasons].sort()).toEqual([
    'above_maximum',
    'below_minimum',
    'blank',
    'does_not_fit',
    'empty_list',
    'missing',
    'no_fields',
    'no_such_choice',
    'not_an_http_address',
    'not_capitals',
    'not_exactly',
    'not_one_of',
    'repeated_item',
    'too_few_characters',
    'too_many_characters',
    'too_many_items',
    'unknown_field',
    'wrong_format',
    'wrong_pattern',
    'wrong_type',
  ])
})

test('an issue with an unknown reason, without a value or with other words is found', () => {
  const whole = issueAt('body.name', why('too_many_characters', { most: 200 }))
  expect(faultOf(whole)).toEqual([])
  expect(faultOf({ ...whole, reason: 'too_loud' as 'missing' })).toHaveLength(1)
  expect(faultOf({ ...whole, values: {} })).toEqual(['too_many_characters without most'])
  expect(faultOf({ ...whole, message: 'must be short' })).toHaveLength(1)
})

/** Every reason of every code. */
const answers = Object.entries(refusals).flatMap(([code, refusal]) =>
  Object.entries('reasons' in refusal ? refusal.reasons : {}).map(
    ([reason, sentence]: [string, string | { is: string; people: Words }]) => ({
      code: code as RefusalCode,
      reason,
      sentence,
    }),
  ),
)

test('what a refusal says is made from its reason and its values', () => {
  const refusal = new Refusal('forbidden', 'role_too_low', { least: 'manager', role: 'viewer' })
  expect(refusal).toMatchObject({
    status: 403,
    message: 'This needs the role manager or above; yours is viewer.',
    reason: 'role_too_low',
    values: { least: 'manager', role: 'viewer' },
  })
  const details = { retryAfter: 5 }
  const cause = new Error('ENOSPC')
  expect(new Refusal('overloaded', 'too_many_exports', {}, details)).toMatchObject({ details })
  expect(new Refusal('overloaded', details, cause)).toMatchObject({
    message: refusals.overloaded.meaning,
    reason: undefined,
    details,
    cause,
  })
})

test('without a reason, a refusal says its first problem', () => {
  const issues = [issueAt('body.name', why('missing', {})), issueAt('body.key', why('missing', {}))]
  expect(new Refusal('invalid_request', { issues }).message).toBe('body.name is required.')
  const errors = [{ index: 3, message: 'amount: is required' }]
  expect(new Refusal('invalid_rows', { issues, errors }).message).toBe('amount: is required')
})

test('an unknown reason, a missing value or a value of another reason does not compile', () => {
  const never = () => [
    // @ts-expect-error There is no such reason.
    new Refusal('key_taken', 'too_loud'),
    // @ts-expect-error It is a reason of another code.
    new Refusal('key_taken', 'role_too_low', { least: 'manager', role: 'viewer' }),
    // @ts-expect-error The key is missing.
    new Refusal('key_taken', 'definition'),
    // @ts-expect-error Another value.
    new Refusal('key_taken', 'definition', { name: 'leads' }),
    // @ts-expect-error It names no value.
    new Refusal('csrf_refused', 'no_header', { name: 'leads' }),
    // @ts-expect-error A sentence.
    new Refusal('forbidden', 'Only admins can do this.'),
  ]
  expect(never).toBeTypeOf('function')
  expect(new Refusal('key_taken', 'definition', { key: 'leads' }).message).toContain('"leads"')
})

test('every reason is used, and only its own sentence says it', () => {
  const source = globSync(['server/**/*.ts', 'shared/*.ts'])
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join()
  const unused = answers.filter(({ reason }) => !source.includes(`'${reason}'`))
  expect(unused).toEqual([])
  const repeated = answers.filter(({ code, sentence }) => sentence === refusals[code].meaning)
  expect(repeated).toEqual([])
})

test('what people read for a refusal names only values of its reason', () => {
  for (const { code, reason, sentence } of answers) {
    const named = JSON.stringify(sentence).matchAll(/{(\w+)}/g)
    const values = Object.fromEntries([...named].map(([, name]) => [name, 'THIS']))
    const words = wordsForPeople(code, reason, values)
    for (const text of [refusalText(code, reason, values), words?.title ?? '', words?.text ?? '']) {
      expect(text).not.toMatch(/{\w+}|undefined/)
    }
  }
  expect(wordsForPeople('too_new', 'reason', {})).toBeUndefined()
  expect(wordsForPeople('toString', 'valueOf', {})).toBeUndefined()
})
