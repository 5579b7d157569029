import type { FastifyRequest } from 'fastify'
import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { MOST_IMPORT_MIB } from '../../../../shared/limits.ts'
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts'
import { type FormPart, type PartLimits, readForm } from '../../../platform/http/forms.ts'
import { type Issue, issueAt, Refusal, refusalWith } from '../../../platform/refusal.ts'
import { withUploads } from '../../records/files/uploads.ts'

/** A received form: its stored file, and its other fields. */
export interface Upload {
  file: StoredFile & { name: string; head: Buffer; isUtf8: boolean }
  fields: Record<string, string>
}

const MOST_BYTES = MOST_IMPORT_MIB * 1024 * 1024
/** How many bytes a form can have besides its file. */
const MOST_OTHER_BYTES = 1.5 * 1024 * 1024
const MOST_FIELDS = 20
/** Room for as many corrections as an import takes. */
const MOST_FIELD_BYTES = 1024 * 1024
const LIMITS: PartLimits = {
  mostFiles: 2,
  mostFields: MOST_FIELDS,
  mostFieldBytes: MOST_FIELD_BYTES,
  mostFieldsBytes: MOST_FIELDS * MOST_FIELD_BYTES,
}
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
    throw new Refusal('payload_too_large', 'import_too_large', { most: MOST_IMPORT_MIB })
  }
  let isKnown = false
  const { parts, failure } = await readForm<Upload['file']>(request, LIMITS, (part, bytes) => {
    if (part.field !== 'file' || isKnown) return undefined
    isKnown = true
    return storeFile(files, bytes, part.name)
  })
  const file = parts.flatMap((part) => (part.kind === 'file' ? (part.taken ?? []) : [])).at(0)
  return withUploads(files, file ? [file] : [], async (keep) => {
    if (failure) throw failure
    const { fields, problems } = fieldsOf(parts, names)
    if (!file) problems.push(issueAt('body.file', why('no_import_file', {})))
    if (problems.length > 0) throw refusalWith('invalid_request', problems)
    request.body = { ...fields, file: { name: file!.name, sha256: file!.sha256 } }
    keep()
    return { file: file!, fields }
  })
}

/** The fields of a form with these names, and what is wrong with its parts, in their order. */
function fieldsOf(parts: readonly FormPart<Upload['file']>[], names: readonly string[]) {
  const fields: Upload['fields'] = {}
  const problems: Issue[] = []
  const problem = (name: string, refused: Why) => problems.push(issueAt(`body.${name}`, refused))
  let hasFile = false
  for (const part of parts) {
    if (part.kind === 'limit') problem('', why('too_many_parts', { most: 'one file' }))
    else if (part.kind === 'file') {
      if (hasFile) problem(part.field, why('sent_again', {}))
      else if (part.field !== 'file') problem(part.field, why('not_a_file_here', {}))
      hasFile ||= part.field === 'file'
    } else {
      const { name, value, isNameCut, isCut } = part
      if (name === 'file') problem(name, why('not_sent_as_file', {}))
      else if (isNameCut || !names.includes(name)) problem(name, why('not_in_form', {}))
      else if (name in fields) problem(name, why('sent_again', {}))
      else if (isCut) problem(name, why('too_long_in_form', { most: '1 MiB' }))
      else fields[name] = value
    }
  }
  return { fields, problems }
}

async function storeFile(
  files: FileStore,
  bytes: AsyncIterable<Uint8Array>,
  fileName: string | undefined,
): Promise<Upload['file']> {
  const head: Uint8Array[] = []
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
    for await (const chunk of bytes) {
      check(chunk)
      if (headBytes < HEAD_BYTES) head.push(chunk)
      headBytes += chunk.length
      yield chunk
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
