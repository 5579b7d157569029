import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { why } from '../../../contract/refusals/reasons.ts'
import { invalid, Refusal } from '../refusal.ts'
import { giveWay } from './courtesy.ts'

/** What a form may have. The rest is read, so that the client gets the answer, but not kept. */
export interface PartLimits {
  mostFiles: number
  mostFields: number
  mostFieldBytes: number
  /** The most that all fields have together. */
  mostFieldsBytes: number
}

export interface FilePart<F> {
  kind: 'file'
  /** The name of the part. */
  field: string
  name: string | undefined
  type: string
  /** The value made of it; undefined if nobody took it. */
  taken?: F
}

/** What came in a form, in its order. `limit` stands where there was too much of something. */
export type FormPart<F> =
  | { kind: 'field'; name: string; value: string; isNameCut: boolean; isCut: boolean }
  | { kind: 'limit'; event: (typeof LIMITS)[number] }
  | FilePart<F>

const LIMITS = ['partsLimit', 'fieldsLimit', 'filesLimit'] as const

/**
 * Reads a form (`multipart/form-data`) piece by piece.
 *
 * @param take reads a file, or returns undefined for one that is skipped.
 * @returns `failure`: what broke the form off, or else why a file could not be taken. Others may have been taken.
 * @throws Refusal invalid_request if the request has no form.
 */
export async function readForm<F>(
  request: FastifyRequest,
  limits: PartLimits,
  take: (part: FilePart<F>, bytes: AsyncIterable<Uint8Array>) => Promise<F> | undefined,
): Promise<{ parts: FormPart<F>[]; fieldsBytes: number; failure: unknown }> {
  const parser = parserOf(request, limits)
  const parts: FormPart<F>[] = []
  const takings: Promise<void>[] = []
  let fieldsBytes = 0
  let reading: Readable | undefined
  let broken: unknown
  let refused: unknown
  const breakOff = (error: unknown) => {
    broken ??= error
  }
  // The parser can fail after it has finished; without a listener, that would end the process.
  parser.on('error', breakOff)
  parser.on('field', (name, value, isNameCut, isCut) => {
    fieldsBytes += Buffer.byteLength(value)
    if (fieldsBytes > limits.mostFieldsBytes) return
    parts.push({ kind: 'field', name, value, isNameCut, isCut })
  })
  parser.on('file', (field, stream, name, _encoding, type) => {
    const part: FilePart<F> = { kind: 'file', field, name, type }
    parts.push(part)
    reading = stream
    stream.on('error', breakOff)
    const taking = take(part, stream.iterator({ destroyOnReturn: false }))
    if (!taking) {
      stream.resume()
      return
    }
    const done = taking
      .then(
        (taken) => {
          part.taken = taken
        },
        (error: unknown) => {
          refused ??= error
        },
      )
      // The rest of a file that is too large is read and dropped, so that the client gets the answer.
      .finally(() => stream.resume())
    takings.push(done)
  })
  for (const event of LIMITS) parser.on(event, () => parts.push({ kind: 'limit', event }))
  await pipeline(request.body as Readable, givingWay, parser).then(() => breathe(), breakOff)
  if (broken) reading?.destroy(broken as Error)
  await Promise.all(takings)
  const failure = broken
    ? new Refusal('invalid_request', 'form_incomplete', {}, {}, broken)
    : refused
  return { parts, fieldsBytes, failure }
}

/** Lets short requests come between two pieces of a form. */
async function* givingWay(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    yield piece
    await giveWay()
  }
}

function parserOf(request: FastifyRequest, limits: PartLimits): BusboyInstance {
  const { mostFiles: files, mostFields: fields, mostFieldBytes: fieldSize } = limits
  try {
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      limits: { fieldNameSize: 100, fieldSize, fields, files, parts: files + fields },
    })
  } catch {
    throw invalid('body', why('not_multipart', {}))
  }
}
