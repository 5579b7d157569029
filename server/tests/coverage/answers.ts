import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { IngestRefusal, SessionRefusal } from '../../../contract/common.ts'
import { type AnyOperation, isKeyAccess } from '../../../contract/operation.ts'
import { type RefusalCode, statusOf } from '../../../contract/refusals.ts'
import type { Answer } from '../support/client.ts'

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
