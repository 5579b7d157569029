import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { SOME_OF } from '../../../contract/language/common.ts'
import { why } from '../../../contract/refusals/reasons.ts'
import { invalid, issueAt, Refusal, refusalWith } from '../refusal.ts'
import { misfitOf } from './misfits.rules.ts'

/** Bodies are taken as they are; queries and paths arrive as text and are converted. */
const common = { strict: false, allowUnionTypes: true, useDefaults: true, verbose: true }
const strict = new Ajv({ ...common, allErrors: true })
const brief = new Ajv({ ...common, allErrors: false })
const lenient = new Ajv({ ...common, allErrors: true, coerceTypes: true })
for (const ajv of [strict, brief, lenient]) {
  addFormats.default(ajv)
  // Narrower than the usual format, which accepts a leading `urn:uuid:` that the database does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)
  ajv.addKeyword({ keyword: SOME_OF, type: 'string', schemaType: 'array', compile: someOfCheck })
}

/** An error for each part of a text that is none of the values. */
function someOfCheck(allowedValues: string[]): DataValidateFunction {
  const check: DataValidateFunction = (text: string) => {
    check.errors = text
      .split(',')
      .filter((sent) => !allowedValues.includes(sent))
      .map((sent) => ({ keyword: SOME_OF, params: { sent, allowedValues } }))
    return check.errors.length === 0
  }
  return check
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
  for (const [name, value] of Object.entries(texts)) {
    if (![name, value].flat().some((text) => String(text).includes('\0'))) continue
    throw part === 'params' ? new Refusal('not_found') : invalid('query', why('nul_character', {}))
  }
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
  // An unknown name comes first: it is often what is missing, mistyped.
  const found = (validate.errors ?? [])
    .toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)))
    .slice(0, 50)
    .map((error) => issueAt(placeOf(error, part), misfitOf(error)))
  return refusalWith(
    'invalid_request',
    found.filter(
      ({ path, message }, i) =>
        found.findIndex((f) => f.path === path && f.message === message) === i,
    ),
  )
}

const isUnknown = ({ keyword }: ErrorObject): boolean => keyword === 'additionalProperties'

/** A missing or unknown member is named along with the object that it is missing from, or in. */
function placeOf({ instancePath, params }: ErrorObject, part: Part): string {
  const at = part + instancePath.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replace(/\//g, '.')
  const member = params.missingProperty ?? params.additionalProperty
  return member === undefined ? at : `${at}.${member}`
}
