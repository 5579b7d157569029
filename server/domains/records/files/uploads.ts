import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { type Why, why } from '../../../../contract/reasons.ts'
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { fileName, fileType } from './files.rules.ts'

export interface Upload extends StoredFile {
  name: string
  type: string
  /** The form's other fields. */
  fields: Record<string, string>
}

/** How many bytes a form can have besides its file. */
const MOST_OTHER_BYTES = 64 * 1024
const MOST_FIELD_BYTES = 4096

/**
 * Reads the one file of a form into the store, piece by piece, and the fields with these names. Sets the request's
 * body to a description of the upload, with the hash of its bytes, which its Idempotency-Key is checked against.
 *
 * @throws Refusal invalid_request, payload_too_large; then nothing is kept.
 */
export async function receiveFile(
  request: FastifyRequest,
  store: FileStore,
  maxBytes: number,
  names: readonly string[] = [],
): Promise<Upload> {
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > maxBytes + MOST_OTHER_BYTES) {
    throw new Refusal(
      'payload_too_large',
      `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB, the most that can be uploaded here.`,
    )
  }
  const parser = parserOf(request)
  const fields: Record<string, string> = {}
  let problem: Why | undefined
  let part: Readable | undefined
  let kept: Promise<Upload> | undefined
  // The parser repeats its error after the pipeline has ended; without a listener, that would end the process.
  parser.on('error', () => {})
  parser.on('field', (name, value, _, isCut) => {
    const field = JSON.stringify(name)
    if (name === 'file' || !names.includes(name)) {
      const parts = [...names, 'one part called file, with a file name'].join(', ')
      problem ??= why('part_unknown', { part: field, parts })
    } else if (name in fields) problem ??= why('part_twice', { part: field })
    else if (isCut || value.includes('\0')) problem ??= why('part_unread', { part: field })
    else fields[name] = value
  })
  parser.on('file', (field, stream, name, _encoding, type) => {
    if (field !== 'file' || kept) {
      problem ??= kept ? why('second_file', {}) : why('other_part', { part: JSON.stringify(field) })
      stream.resume()
      return
    }
    part = stream
    stream.on('error', () => {})
    kept = store
      .put(stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>, maxBytes)
      .then((stored) => ({ ...stored, name: fileName(name), type: fileType(type), fields }))
    // The rest of a refused file is read and dropped, so that the client gets the answer.
    kept.catch(() => stream.resume())
  })
  for (const event of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    parser.on(event, () => {
      problem ??= why('too_many_parts', {})
    })
  }
  try {
    await pipeline(request.body as Readable, parser)
  } catch (cause) {
    part?.destroy(cause as Error)
    const gone = await kept?.catch(() => undefined)
    if (gone) await store.delete(gone.key)
    throw new Refusal('invalid_request', 'The form is incomplete; send all of it.', {}, cause)
  }
  const file = await kept
  if (!file || problem !== undefined) {
    if (file) await store.delete(file.key)
    throw invalid('body', problem ?? why('no_file', {}))
  }
  const { name, type, size, sha256 } = file
  request.body = { name, type, size, sha256, ...(names.length > 0 ? { fields } : {}) }
  return file
}

/** Deletes an upload's bytes unless `run` calls `keep` and succeeds: nothing else would refer to them. */
export async function withUpload<T>(
  store: FileStore,
  upload: Upload,
  run: (keep: () => void) => Promise<T>,
): Promise<T> {
  let kept = false
  try {
    return await run(() => {
      kept = true
    })
  } catch (error) {
    kept = false
    throw error
  } finally {
    if (!kept) await store.delete(upload.key)
  }
}

function parserOf(request: FastifyRequest): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      limits: { fieldNameSize: 100, fieldSize: MOST_FIELD_BYTES, fields: 5, files: 2, parts: 7 },
    })
  } catch {
    throw invalid('body', why('not_multipart', {}))
  }
}
