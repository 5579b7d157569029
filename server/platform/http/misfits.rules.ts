import type { ErrorObject } from 'ajv'
import { SOME_OF } from '../../../contract/language/common.ts'
import { type Why, why } from '../../../contract/refusals/reasons.ts'
import { nearest, nearMiss } from '../../../shared/nearest.ts'
import { VISIBLE } from '../../../shared/visible-text.ts'

/** What ajv reports about a keyword, such as its limit, its type or its pattern. */
// biome-ignore lint/suspicious/noExplicitAny: as ajv types them
type Params = Record<string, any>

/** The reason for each keyword of a schema that a request can fail. */
const reasonsByKeyword: Record<string, (params: Params, sent: unknown, schema: Params) => Why> = {
  additionalProperties: ({ additionalProperty }, _, { properties = {} }) =>
    noSuchField(additionalProperty, Object.keys(properties)),
  required: () => why('missing', {}),
  type: ({ type }) => wrongType([type].flat()),
  const: ({ allowedValue }) => why('not_exactly', { value: JSON.stringify(allowedValue) }),
  enum: ({ allowedValues }, sent) =>
    allowedValues.length > MOST_NAMED
      ? noSuchChoice(sent, allowedValues)
      : why('not_one_of', { options: allowedValues.join(', ') }),
  [SOME_OF]: ({ sent, allowedValues }) => noSuchChoice(sent, allowedValues),
  format: ({ format }) => why('wrong_format', { format: formats[format] ?? format }),
  pattern: ({ pattern }) => patterns[pattern] ?? why('wrong_pattern', { pattern }),
  minLength: ({ limit }) => (limit > 1 ? why('too_few_characters', { least: limit }) : blank),
  maxLength: ({ limit }) => why('too_many_characters', { most: limit }),
  minimum: ({ limit }) => why('below_minimum', { least: limit }),
  maximum: ({ limit }) => why('above_maximum', { most: limit }),
  minItems: ({ limit }) =>
    limit > 1 ? why('too_few_items', { least: limit }) : why('empty_list', {}),
  maxItems: ({ limit }) => why('too_many_items', { most: limit }),
  uniqueItems: () => why('repeated_item', {}),
  minProperties: () => why('no_fields', {}),
  // The issues for each of the possible forms come along with this one.
  anyOf: () => why('does_not_fit', {}),
}

/** Why a part of a request does not fit its schema. */
export const misfitOf = ({ keyword, params, data, parentSchema = {} }: ErrorObject): Why =>
  (reasonsByKeyword[keyword] ?? reasonsByKeyword.anyOf)!(params as Params, data, parentSchema)

/** The keywords that requests may use. */
export const knownKeywords: readonly string[] = Object.keys(reasonsByKeyword)

const blank = why('blank', {})

/** If there are more choices, the refusal names only the nearest. */
const MOST_NAMED = 30
const ECHO_CHARS = 80

function noSuchChoice(sent: unknown, choices: readonly string[]): Why {
  if (typeof sent !== 'string') return wrongType(['string'])
  const text = sent.slice(0, ECHO_CHARS).toWellFormed()
  return why('no_such_choice', { sent: JSON.stringify(text), nearest: nearest(text, choices)! })
}

function noSuchField(sent: string, fields: readonly string[]): Why {
  const near = nearMiss(sent, fields)
  return near === undefined ? why('unknown_field', {}) : why('near_field', { nearest: near })
}

/** The types of JSON in words. */
const types: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
}

const wrongType = (allowed: readonly string[]): Why =>
  why('wrong_type', { types: allowed.map((type) => types[type] ?? type).join(' or ') })

/** The patterns that have a reason in plain words, since people type into their fields. */
const patterns: Record<string, Why> = {
  [VISIBLE]: blank,
  '^https?://': why('not_an_http_address', {}),
  '^[A-Z]{2}$': why('not_capitals', { count: 'two' }),
  '^[A-Z]{3}$': why('not_capitals', { count: 'three' }),
}

const formats: Record<string, string> = {
  email: 'email address',
  uuid: 'id',
  'date-time': 'timestamp',
}
