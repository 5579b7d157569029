import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { type Issue, Refusal } from './refusal.ts'

/** Bodies are taken as they are; queries and paths arrive as text and are converted. */
const strict = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true, useDefaults: true })
const lenient = new Ajv({ allErrors: true, strict: false, coerceTypes: true, useDefaults: true })
for (const ajv of [strict, lenient]) {
  addFormats.default(ajv)
  // Narrower than the usual one, which takes a `urn:uuid:` in front that the database does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)
}

export type Part = 'body' | 'query' | 'params'

/** Compiles the check of one part of a request. */
export function compileCheck(schema: TSchema, part: Part): (value: unknown) => void {
  const validate = (part === 'body' ? strict : lenient).compile(schema)
  return (value) => {
    if (!validate(value)) throw misfit(validate, part)
  }
}

function misfit(validate: ValidateFunction, part: Part): Refusal {
  // A path that no id fits names nothing: it is a thing that does not exist, not a bad request.
  if (part === 'params') return new Refusal('not_found')
  const issues = (validate.errors ?? []).slice(0, 50).map((error) => issueOf(error, part))
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
    case 'enum':
      return { path: at, message: `must be one of ${params.allowedValues.join(', ')}` }
    case 'format':
      return { path: at, message: `must be a valid ${formats[params.format] ?? params.format}` }
    case 'pattern':
      return {
        path: at,
        message: params.pattern === '\\S' ? 'must not be blank' : `must match ${params.pattern}`,
      }
    default:
      return { path: at, message: error.message ?? 'does not fit' }
  }
}

const formats: Record<string, string> = {
  email: 'email address',
  uuid: 'id',
  'date-time': 'timestamp',
}
