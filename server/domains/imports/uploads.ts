import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { type Why, why } from '../../../contract/reasons.ts'
import { MOST_IMPORT_MIB } from '../../../shared/limits.ts'
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts'
import { type Issue, invalid, issueAt, Refusal, refusalWith } from '../../platform/refusal.ts'

/** A received form: its stored file, and its other fields. */
export interface Upload {
  file: StoredFile & { name: string; head: Buffer; isUtf8: boolean }
  fields: Record<string, string>
}

const MOST_BYTES = MOST_IMPORT_MIB * 1024 * 1024
/** How many bytes a form can have besides its file. */
const MOST_OTHER_BYTES = 1.5 * 1024 * 1024
/** Room for as many corrections as an import takes. */
const MOST_FIELD_BYTES = 1024 * 1024
const HEAD_BYTES = 64 * 1024

/**
 * Reads a form piece by piece: its part `file` into the store, its fields into memory. Sets the request's body to a
 * description of the upload, which its Idempotency-Key is checked against.
 *
 * @throws Refusal invalid_request, payload_too_large; then nothing is kept.
 */
export async function receiveUpload(
  request: FastifyRequest,
  files: FileStore,
  names: readonly string[],
): Promise<Upload> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES + MOST_OTHER_BYTES) {
    throw new Refusal(
      'payload_too_large',
      `The file is larger than ${MOST_IMPORT_MIB} MiB; cut it into several.`,
    )
  }
  const parser = parserOf(request)
  const problems: Issue[] = []
  const fields: Record<string, string> = {}
  let part: Readable | undefined
  let failure: unknown
  let kept: Promise<Upload['file']> | undefined
  const problem = (name: string, refused: Why) => problems.push(issueAt(`body.${name}`, refused))

  // The parser can fail after it has finished; without a listener, that would end the process.
  parser.on('error', (error) => {
    failure ??= error
  })
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (name === 'file') problem(name, why('not_sent_as_file', {}))
    else if (nameTruncated || !names.includes(name)) problem(name, why('not_in_form', {}))
    else if (name in fields) problem(name, why('sent_again', {}))
    else if (valueTruncated) problem(name, why('too_long_in_form', { most: '1 MiB' }))
    else fields[name] = value
  })
  parser.on('file', (name, stream, fileName) => {
    stream.on('error', (error) => {
      failure ??= error
    })
    if (name !== 'file' || kept) {
      problem(name, why(kept ? 'sent_again' : 'not_a_file_here', {}))
      stream.resume()
      return
    }
    part = stream
    kept = storeFile(files, stream, fileName)
    // The rest of a refused file is read and dropped, so that the client gets the answer.
    kept.catch(() => stream.resume())
  })
  for (const event of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    parser.on(event, () => problem('', why('too_many_parts', { most: 'one file' })))
  }
  try {
    await pipeline(request.body as Readable, parser)
    await breathe()
    if (failure) throw failure
  } catch (cause) {
    part?.destroy(cause as Error)
    const gone = await kept?.catch(() => undefined)
    if (gone) await files.delete(gone.key)
    throw new Refusal('invalid_request', 'The form is incomplete; send all of it.', {}, cause)
  }
  const file = await kept
  if (!file) problem('file', why('no_import_file', {}))
  if (problems.length > 0) {
    if (file) await files.delete(file.key)
    throw refusalWith('invalid_request', problems)
  }
  request.body = { ...fields, file: { name: file!.name, sha256: file!.sha256 } }
  return { file: file!, fields }
}

function parserOf(request: FastifyRequest): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      limits: { fieldNameSize: 100, fieldSize: MOST_FIELD_BYTES, fields: 20, files: 2, parts: 22 },
    })
  } catch {
    throw invalid('body', why('not_multipart', {}))
  }
}

async function storeFile(
  files: FileStore,
  stream: Readable,
  fileName: string | undefined,
): Promise<Upload['file']> {
  const head: Buffer[] = []
  let headBytes = 0
  let isUtf8 = true
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const check = (chunk?: Uint8Array) => {
    if (!isUtf8) return
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      isUtf8 = false
    }
  }
  async function* watched() {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      check(chunk)
      if (headBytes < HEAD_BYTES) head.push(chunk)
      headBytes += chunk.length
      yield chunk as Uint8Array
    }
    check()
  }
  const stored = await files.put(watched(), MOST_BYTES)
  return {
    ...stored,
    name: nameOf(fileName),
    head: Buffer.concat(head).subarray(0, HEAD_BYTES),
    isUtf8,
  }
}

/** A file name without folders, control characters and broken surrogate pairs. */
const nameOf = (fileName: string | undefined): string =>
  (fileName ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(0, 255) || 'file'
