import { Ajv, type ValidateFunction } from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { IngestRefusal, SessionRefusal } from '../../../contract/language/common.ts'
import { type AnyOperation, isKeyAccess } from '../../../contract/language/operation.ts'
import { openApiDocument } from '../../../contract/reference/openapi.ts'
import { type RefusalCode, statusOf } from '../../../contract/refusals/refusals.ts'
import type { Answer } from '../support/clients/client.ts'

// Unlike the service's own checker, this one converts and fills in nothing, and a wrong schema is an error.
const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: true })
addFormats.default(ajv)
ajv.addKeyword('x-admins-only')

const compiled = new Map<TSchema, ValidateFunction>()

/** Why a value does not fit a schema of the contract; empty if it does. */
export function misfitsOf(schema: TSchema, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  if (validate(value)) return []
  return [`does not fit its schema: ${ajv.errorsText(validate.errors)}`]
}

interface Response {
  $ref?: string
  content?: Record<string, { schema: object }>
}
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}
const reader = new Ajv2020.default({ strict: false, allErrors: true, validateSchema: false })
addFormats.default(reader)
reader.addSchema(document, 'openapi')

/** Why an answer is not one that openapi.json has for its operation, its status and its type; empty if it is. */
export function surprisesOf({ path, method }: AnyOperation, answer: Answer): string[] {
  const { responses } = document.paths[path]![method.toLowerCase()]!
  let at = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)]
  let response = responses[answer.status]
  if (!response) return [`openapi.json has no ${answer.status}`]
  if (response.$ref) {
    at = response.$ref.split('/').slice(1)
    response = document.components.responses[at.at(-1)!]!
  }
  if (!response.content) return answer.text === '' ? [] : ['openapi.json has no body']
  const sent = answer.headers.get('content-type') ?? ''
  const type = sent.startsWith('application/json') ? 'application/json' : sent
  if (!response.content[type])
    return '*/*' in response.content ? [] : [`openapi.json has no ${sent}`]
  if (type !== 'application/json') return []
  const place = [...at, 'content', type, 'schema'].map(escaped).join('/')
  const validate = reader.getSchema(`openapi#/${place}`)!
  if (validate(answer.body)) return []
  return [`does not fit openapi.json: ${reader.errorsText(validate.errors)}`]
}

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const statusRule = { GET: 200, PUT: 200, PATCH: 200, POST: 201, DELETE: 204 }

/** What is wrong with an answer that should be a success, or a refusal of that code. */
export function faultsOf(
  operation: AnyOperation,
  answer: Answer,
  expected: 'success' | RefusalCode,
): string[] {
  const faults: string[] = []
  const want = (holds: boolean, fault: string) => {
    if (!holds) faults.push(`${fault}: ${answer.status} ${answer.text.slice(0, 300)}`)
  }
  want(/^[0-9a-f-]{36}$/.test(answer.headers.get('x-request-id') ?? ''), 'has no X-Request-Id')
  const status = expected === 'success' ? statusRule[operation.method] : statusOf(expected)
  want(answer.status === status, `is not ${status}`)
  faults.push(...surprisesOf(operation, answer))
  if (status === 204) {
    want(answer.text === '', 'has a body')
    return faults
  }
  const type = answer.headers.get('content-type') ?? ''
  if (expected === 'success' && operation.produces?.includes(type)) return faults
  if (expected === 'success' && !operation.answer) {
    return [...faults, `is no ${operation.produces?.join(', ')} but ${type}`]
  }
  want(type === 'application/json; charset=utf-8', 'is no JSON')
  const refusal = isKeyAccess(operation.access) ? IngestRefusal : SessionRefusal
  const schema = expected === 'success' ? operation.answer! : refusal
  faults.push(...misfitsOf(schema, answer.body))
  if (expected !== 'success') {
    const code = answer.body?.error?.code ?? answer.body?.code
    want(code === expected, `is not ${expected}`)
  }
  return faults
}
