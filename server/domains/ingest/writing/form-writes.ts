import type { FastifyRequest } from 'fastify'
import { contentTypeOf, formFieldsOf, isForm, URL_ENCODED } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids.ts'
import {
  type LargeFile,
  type ReceivedForm,
  receiveForm,
  type UploadStore,
} from '../../records/files/uploads.ts'
import type { SentFile } from './whole-writes.ts'

const MIB = 1024 * 1024
const MOST_FILES = 20
/** More than any board has columns. */
const MOST_FIELDS = 1000

/** A row that came as a form. */
export interface SentForm {
  /** What the form says, as it would be said in JSON. */
  body: Record<string, unknown>
  /** What a retry with the same Idempotency-Key must match: the fields, and what each file is. */
  sameAs: unknown
  files: SentFile[]
  /** The files that are too large, which were read to their end and not kept. */
  large: LargeFile[]
}

/** Whether a write came as a form and not as JSON. */
export const sentAsForm = (request: FastifyRequest): boolean =>
  isForm(request) || contentTypeOf(request) === URL_ENCODED

/**
 * Reads a form with one row: a field for each column, and a file for each file of a file column. Several fields of one
 * name are a list. The bytes of its files are in the store afterwards.
 *
 * @throws Refusal invalid_request, payload_too_large; then nothing is kept.
 */
export async function readForm(
  request: FastifyRequest,
  store: UploadStore,
  maxBytes: number,
): Promise<SentForm> {
  const form = isForm(request)
    ? await receiveForm(request, store, {
        maxBytes,
        mostFiles: MOST_FILES,
        mostFields: MOST_FIELDS,
        mostFieldBytes: MIB,
        mostOtherBytes: 8 * MIB,
        most: `at most ${MOST_FILES} files and ${MOST_FIELDS} fields`,
        skipsLarge: true,
      })
    : {
        files: [],
        large: [],
        fields: [...formFieldsOf(request)].map(([name, value]) => ({ name, value })),
      }
  return sentForm(form)
}

/** The fields that are not columns: they go beside the cells. */
const BESIDE = ['external_id', 'onConflict']

function sentForm({ fields, files, large }: ReceivedForm): SentForm {
  const sent = files.map((file) => ({ ...file, id: newId() }))
  const values = new Map<string, string[]>()
  for (const { name, value } of fields) values.set(name, [...(values.get(name) ?? []), value])
  for (const { field, id } of sent) {
    // A form sends an empty text for a file input that a script has cleared.
    const others = (values.get(field) ?? []).filter((value) => value !== '')
    values.set(field, [...others, id])
  }
  // So that its column is known to have been sent, even if there is no such column.
  for (const { field } of large) values.set(field, values.get(field) ?? [])
  const isList = new Set([...sent, ...large].map(({ field }) => field))
  const members = [...values].map(([name, list]): [string, unknown] => [
    name,
    list.length === 1 && !isList.has(name) ? list[0] : list,
  ])
  const beside = members.filter(([name]) => BESIDE.includes(name))
  const cells = members.filter(([name]) => !BESIDE.includes(name))
  return {
    body: { cells: Object.fromEntries(cells), ...Object.fromEntries(beside) },
    sameAs: {
      fields,
      files: files.map(({ field, name, type, size, sha256 }) => ({
        field,
        name,
        type,
        size,
        sha256,
      })),
      large,
    },
    files: sent,
    large,
  }
}
