import { Ajv } from 'ajv'
import { IngestRefusal, SessionRefusal } from '../../../contract/language/common.ts'
import { isKeyAccess } from '../../../contract/language/operation.ts'
import { type RefusalCode, refusals } from '../../../contract/refusals/refusals.ts'
import type { Draft } from './draft.ts'
import type { WireAnswer } from './wire.ts'

const ajv = new Ajv()
const isIngestRefusal = ajv.compile(IngestRefusal)
const isSessionRefusal = ajv.compile(SessionRefusal)

/** What no answer may contain: statements, errors of the database, places in the code. */
const INSIDES =
  /\b(?:SELECT|INSERT INTO|DELETE FROM)\b|violates|relation "|invalid input syntax|invalid byte sequence|\bat \S+ \(|node:internal|node_modules|\.ts:\d|FST_ERR/

/** Refusals that any operation may answer, because a request's form is checked before its meaning. */
const ofAnyRequest: RefusalCode[] = [
  ...(['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const),
  ...(['invalid_request', 'not_found', 'method_not_allowed'] as const),
]

/** What is wrong with the service's answer to a hostile request. */
export function faultOf({ operation }: Draft, { status, headers, text }: WireAnswer) {
  if (status >= 500) return `answered ${status}`
  if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) return 'has no X-Request-Id'
  if (INSIDES.test(text)) return 'tells of its insides'
  if (status < 400) return undefined
  let body: object & { error?: unknown; reason?: unknown }
  try {
    body = JSON.parse(text)
  } catch {
    return 'is no JSON'
  }
  const { reason } = body
  // Refused before there was a request, so in the same words whatever its route is.
  if (status === 431 && isSessionRefusal(body) && reason === 'headers_too_large') return undefined
  const ingest = isKeyAccess(operation.access)
  if (!(ingest ? isIngestRefusal : isSessionRefusal)(body)) return "has not its route's error shape"
  const { code } = (ingest ? body.error : body) as { code: RefusalCode }
  if (refusals[code]?.status !== status) return `has status ${status} for the code ${code}`
  if (!operation.refuses.includes(code) && !ofAnyRequest.includes(code)) {
    return `refuses with ${code}, which the contract does not say of it`
  }
  return undefined
}
