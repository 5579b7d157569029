import type { FastifyRequest } from 'fastify'
import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import type { Database } from '../../../platform/database/db.ts'
import { type FileStore, type StoredFile, tooLarge } from '../../../platform/files/file-store.ts'
import { type PartLimits, readForm } from '../../../platform/http/forms.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { fileName, fileType } from './files.rules.ts'

export interface Upload extends StoredFile {
  name: string
  type: string
  /** The form's other fields. */
  fields: Record<string, string>
}

/** What routes that take uploads need. */
export interface UploadDeps {
  db: Database
  files: FileStore
  /** The largest file. */
  maxFileBytes: number
}

/** Where uploads go. */
export type UploadStore = Pick<FileStore, 'put' | 'delete'>

/** A file of a form. */
export interface FormFile extends StoredFile {
  /** The name of its part. */
  field: string
  name: string
  type: string
}

/** A file that is larger than a file may be. */
export interface LargeFile {
  field: string
  name: string
}

/** A form as it came, in order. A name may come several times. */
export interface ReceivedForm {
  fields: { name: string; value: string }[]
  files: FormFile[]
  /** The files that are too large, if the limits let the rest of the form through. */
  large: LargeFile[]
}

export interface FormLimits extends Omit<PartLimits, 'mostFieldsBytes'> {
  /** The largest file. */
  maxBytes: number
  /** What all fields may have together, and what surrounds them. */
  mostOtherBytes: number
  /** How many parts it may have, in words. */
  most: string
  /** Whether a file that is too large is left out and reported, instead of refusing the form. */
  skipsLarge?: boolean
}

const ONE_FILE: Omit<FormLimits, 'maxBytes'> = {
  mostFiles: 1,
  mostFields: 5,
  mostFieldBytes: 4096,
  mostOtherBytes: 64 * 1024,
  most: 'one file',
}

/**
 * Reads the one file of a form into the store, piece by piece, and the fields with these names. Sets the request's
 * body to a description of the upload, with the hash of its bytes, which its Idempotency-Key is checked against.
 *
 * @throws Refusal invalid_request, payload_too_large; then nothing is kept.
 */
export async function receiveFile(
  request: FastifyRequest,
  store: UploadStore,
  maxBytes: number,
  names: readonly string[] = [],
): Promise<Upload> {
  const form = await receiveForm(request, store, { ...ONE_FILE, maxBytes })
  return withUploads(store, form.files, async (keep) => {
    const problem = problemOf(form, names)
    if (problem) throw invalid('body', problem)
    const { field: _, ...file } = form.files[0]!
    const fields = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
    const { name, type, size, sha256 } = file
    request.body = { name, type, size, sha256, ...(names.length > 0 ? { fields } : {}) }
    keep()
    return { ...file, fields }
  })
}

/** The problem with a form that should have one file, and at most once each of the named fields. */
function problemOf({ fields, files }: ReceivedForm, names: readonly string[]): Why | undefined {
  const seen = new Set<string>()
  for (const { name } of fields) {
    const part = JSON.stringify(name)
    if (!names.includes(name)) {
      const parts = [...names, 'one part called file, with a file name'].join(', ')
      return why('part_unknown', { part, parts })
    }
    if (seen.has(name)) return why('part_twice', { part })
    seen.add(name)
  }
  const other = files.find(({ field }) => field !== 'file')
  if (other) return why('other_part', { part: JSON.stringify(other.field) })
  return files.length === 0 ? why('no_file', {}) : undefined
}

/**
 * Reads a form, its files into the store, piece by piece. A file input in which nobody chose a file is left out.
 *
 * @throws Refusal invalid_request, payload_too_large; then nothing is kept.
 */
export async function receiveForm(
  request: FastifyRequest,
  store: UploadStore,
  limits: FormLimits,
): Promise<ReceivedForm> {
  const { maxBytes, mostFiles, mostOtherBytes } = limits
  const most = maxBytes * mostFiles + mostOtherBytes
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > most) throw mostFiles === 1 ? tooLarge(maxBytes) : tooLargeForm(most)
  const { parts, fieldsBytes, failure } = await readForm<StoredFile | typeof SKIPPED>(
    request,
    { ...limits, mostFieldsBytes: mostOtherBytes },
    (_, bytes) =>
      store.put(bytes, maxBytes, { frees: true }).catch((error: unknown) => {
        if (limits.skipsLarge && isTooLarge(error)) return SKIPPED
        throw error
      }),
  )
  const form: ReceivedForm = { fields: [], files: [], large: [] }
  let problem: Why | undefined
  for (const part of parts) {
    if (part.kind === 'limit') problem ??= tooMany(part.event, limits)
    else if (part.kind === 'field') {
      const { name, value, isCut } = part
      if (!isCut && !value.includes('\0')) form.fields.push({ name, value })
      else problem ??= why('part_unread', { part: JSON.stringify(name) })
    } else {
      const { field, name = '', taken } = part
      if (taken === SKIPPED) form.large.push({ field, name: fileName(name) })
      else if (taken) form.files.push({ ...taken, field, name, type: fileType(part.type) })
    }
  }
  return withUploads(store, form.files, async (keep) => {
    if (failure) throw failure
    if (fieldsBytes > mostOtherBytes) throw tooLargeFields(mostOtherBytes)
    if (problem) throw invalid('body', problem)
    const files: FormFile[] = []
    for (const file of form.files) {
      if (file.name === '' && file.size === 0) await store.delete(file.key)
      else files.push({ ...file, name: fileName(file.name) })
    }
    keep()
    return { ...form, files }
  })
}

const tooMany = (event: string, { mostFiles, most }: FormLimits): Why =>
  event === 'filesLimit' && mostFiles === 1
    ? why('second_file', {})
    : why('too_many_parts', { most })

const tooLargeForm = (most: number): Refusal =>
  new Refusal('payload_too_large', 'form_too_large', { most: most / 1024 / 1024 })

const tooLargeFields = (most: number): Refusal =>
  new Refusal('payload_too_large', 'fields_too_large', { most: most / 1024 / 1024 })

const SKIPPED = Symbol('skipped')

const isTooLarge = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'payload_too_large'

/** Deletes the bytes of uploads unless `run` calls `keep` and succeeds: nothing else would refer to them. */
export async function withUploads<T>(
  store: UploadStore,
  uploads: readonly StoredFile[],
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
    if (!kept) await Promise.all(uploads.map(({ key }) => store.delete(key)))
  }
}
