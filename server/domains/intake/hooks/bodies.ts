import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { hookBodies } from '../../../../contract/intake/hooks.ts'
import { contentTypeOf, formFieldsOf, isForm, rawBodyOf } from '../../../platform/http/call.ts'
import { readForm } from '../../../platform/http/forms.ts'
import { parseJson } from '../../../platform/http/json.ts'
import { jsonText, withSentNumbers } from '../../../platform/http/sent-numbers.rules.ts'
import { Refusal } from '../../../platform/refusal.ts'

const MIB = 1024 * 1024
const LIMITS = { mostFiles: 20, mostFields: 1000, mostFieldBytes: MIB, mostFieldsBytes: MIB }

/** The body as it came, which signatures are about. A form that is streamed is read first. @throws Refusal payload_too_large */
export async function readRaw(request: FastifyRequest): Promise<Buffer> {
  if (!isForm(request)) return rawBodyOf(request)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request.body as Readable) {
    size += part.length
    // The rest is read and dropped, so that the sender gets the answer.
    if (size <= MIB) parts.push(part)
  }
  if (size > MIB) throw new Refusal('payload_too_large', 'form_too_large', { most: 1 })
  return Buffer.concat(parts)
}

/**
 * What a service sent: an object or a list. A form becomes an object of its fields; files are left out.
 *
 * @throws Refusal invalid_json, invalid_request.
 */
export async function readBody(request: FastifyRequest, raw: Buffer): Promise<object> {
  const type = contentTypeOf(request)
  if (type === hookBodies.json) {
    const body = readJson(raw)
    if (typeof body === 'object' && body !== null) return body
    throw new Refusal('invalid_json', 'neither')
  }
  const fields =
    type === hookBodies.urlEncoded ? [...formFieldsOf(request)] : await partsOf(request, raw)
  return objectOf(fields)
}

async function partsOf(request: FastifyRequest, raw: Buffer): Promise<[string, string][]> {
  request.body = Readable.from([raw])
  const { parts, failure } = await readForm(request, LIMITS, () => undefined)
  if (failure) throw failure
  return parts.flatMap((part): [string, string][] =>
    part.kind === 'field' ? [[part.name, part.value]] : [],
  )
}

/** Fields by name; several of one name are a list. A field that holds JSON, as Jotform sends, is read. */
function objectOf(fields: readonly (readonly [string, string])[]): object {
  const body = new Map<string, unknown>()
  for (const [name, text] of fields.slice(0, LIMITS.mostFields)) {
    const value = /^\s*\{/.test(text) ? jsonOr(text) : text.replaceAll('\0', '')
    const before = body.get(name)
    if (before === undefined) body.set(name, value)
    else body.set(name, [...(Array.isArray(before) ? before : [before]), value])
  }
  return readJson(Buffer.from(jsonText(Object.fromEntries(body)))) as object
}

/** A body goes to texts, its samples and the ids of events as it was sent. */
export const readJson = (json: Uint8Array): unknown => withSentNumbers(parseJson(json))

function jsonOr(text: string): unknown {
  try {
    return readJson(Buffer.from(text))
  } catch {
    return text.replaceAll('\0', '')
  }
}
