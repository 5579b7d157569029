import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { type Issue, invalid, Refusal } from '../refusal.ts'

/** Bodies are taken as they are; queries and paths arrive as text and are converted. */
const common = { strict: false, allowUnionTypes: true, useDefaults: true }
const strict = new Ajv({ ...common, allErrors: true })
const brief = new Ajv({ ...common, allErrors: false })
const lenient = new Ajv({ ...common, allErrors: true, coerceTypes: true })
for (const ajv of [strict, brief, lenient]) {
  addFormats.default(ajv)
  // Narrower than the usual format, which accepts a leading `urn:uuid:` that the database does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)
}

export type Part = 'body' | 'query' | 'params'

type Check = (value: unknown) => void

/** Checks one part of a request. It is compiled when first needed, so that a start does not wait for hundreds. */
export function checkOf(schema: TSchema, part: Part): Check {
  let check: Check | undefined
  return (value) => {
    check ??= part === 'body' ? bodyCheck(schema) : textCheck(schema, part)
    check(value)
  }
}

/** A small body gets every fault reported; a big one, which may have a million, only the first. */
function bodyCheck(schema: TSchema): Check {
  const fits = brief.compile(schema)
  return (value) => {
    if (fits(value)) return
    const explain = strict.compile(schema)
    throw misfit(isSmall(value) && !explain(value) ? explain : fits, 'body')
  }
}

function textCheck(schema: TSchema, part: 'query' | 'params'): Check {
  const validate = lenient.compile(schema)
  return (value) => {
    refuseNul(value as object, part)
    if (!validate(value)) throw misfit(validate, part)
  }
}

/** No text in the database can contain NUL, so an id with one names nothing. Bodies are checked while parsed. */
function refuseNul(texts: object, part: 'query' | 'params'): void {
  if (
    !Object.entries(texts)
      .flat(2)
      .some((text) => String(text).includes('\0'))
  )
    return
  throw part === 'params' ? new Refusal('not_found') : invalid('query', 'holds a NUL character')
}

const SMALL = 10_000

/** Whether a value has few enough members and items to look for every fault in it. */
function isSmall(value: unknown): boolean {
  const found = [value]
  for (let i = 0; i < found.length; i++) {
    const item = found[i]
    if (typeof item !== 'object' || item === null) continue
    const inside = Object.values(item)
    if (found.length + inside.length > SMALL) return false
    found.push(...inside)
  }
  return true
}

function misfit(validate: ValidateFunction, part: Part): Refusal {
  // A path with an impossible id names nothing: it is a thing that does not exist, not a bad request.
  if (part === 'params') return new Refusal('not_found')
  const found = (validate.errors ?? []).slice(0, 50).map((error) => issueOf(error, part))
  const issues = found.filter(
    ({ path, message }, i) =>
      found.findIndex((f) => f.path === path && f.message === message) === i,
  )
  const first = issues[0]!
  return new Refusal('invalid_request', `${first.path} ${first.message}.`, { issues })
}

function issueOf(error: ErrorObject, part: Part): Issue {
  const at = part + error.instancePath.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replace(/\//g, '.')
  const { params } = error
  switch (error.keyword) {
    case 'additionalProperties':
      return {
        path: `${at}.${params.additionalProperty}`,
        message: 'is not a field of this request',
      }
    case 'required':
      return { path: `${at}.${params.missingProperty}`, message: 'is required' }
    case 'type':
      return { path: at, message: `must be ${[params.type].flat().join(' or ')}` }
    case 'const':
      return { path: at, message: `must be ${JSON.stringify(params.allowedValue)}` }
    case 'enum':
      return { path: at, message: `must be one of ${params.allowedValues.join(', ')}` }
    case 'format':
      return { path: at, message: `must be a valid ${formats[params.format] ?? params.format}` }
    case 'pattern':
      return { path: at, message: patterns[params.pattern] ?? `must match ${params.pattern}` }
    case 'minLength':
      return {
        path: at,
        message:
          params.limit === 1 ? 'must not be blank' : `must have ${params.limit} characters or more`,
      }
    case 'maxLength':
      return { path: at, message: `must have at most ${params.limit} characters` }
    default:
      return { path: at, message: error.message ?? 'does not fit' }
  }
}

/** Patterns that people meet in forms, in words. */
const patterns: Record<string, string> = {
  '\\S': 'must not be blank',
  '^https?://': 'must begin with http:// or https://',
  '^[A-Z]{2}$': 'must be two capital letters',
  '^[A-Z]{3}$': 'must be three capital letters',
}

const formats: Record<string, string> = {
  email: 'email address',
  uuid: 'id',
  'date-time': 'timestamp',
}
