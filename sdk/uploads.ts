import type { CallOptions, Client, Result } from './result.ts'
import type { One, StoredFile, Upload } from './types.ts'

/** Where a file's bytes come from. A stream is read to its end before it is sent. */
export type FileSource =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

export interface FileNaming {
  /** The name of the file. The default is that of a `File`, or else `file`. */
  name?: string
  /** Its type, as `application/pdf`. The default is that of a `Blob`. */
  type?: string
}

export interface UploadOptions extends CallOptions, FileNaming {
  /** `key` uploads with an ingest key, for a cell of a file column. The default is a file of the workspace. */
  by?: 'session' | 'key'
}

/** An upload or an import over a slow line takes a while. */
export const LONG_MS = 10 * 60_000

/** Uploads a file for a cell, with an ingest key: send the answer's `upload` in a cell of a file column. */
export function uploadFile(
  client: Client,
  source: FileSource,
  options: UploadOptions & { by: 'key' },
): Promise<Result<One<Upload>>>
/** Uploads a file to the workspace. It resolves once the file is stored. */
export function uploadFile(
  client: Client,
  source: FileSource,
  options?: UploadOptions & { by?: 'session' },
): Promise<Result<One<StoredFile>>>
export async function uploadFile(
  client: Client,
  source: FileSource,
  { by, name, type, ...options }: UploadOptions = {},
): Promise<Result<One<Upload> | One<StoredFile>>> {
  const file = await fileOf(source, { name, type } as FileNaming)
  const call = { timeoutMs: LONG_MS, ...options }
  return by === 'key'
    ? client.ingest.uploadFile({ file }, call)
    : client.files.create({ file }, call)
}

/** A `File` from a blob, bytes or a stream, for any operation that takes one. */
export async function fileOf(source: FileSource, { name, type }: FileNaming = {}): Promise<File> {
  const blob = source instanceof Blob ? source : new Blob(await partsOf(source))
  const ownName = blob instanceof File ? blob.name : 'file'
  return new File([blob], name ?? ownName, { type: type ?? blob.type })
}

type Part = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

async function partsOf(source: Exclude<FileSource, Blob>): Promise<Part[]> {
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return [source as Part]
  // Not every browser iterates over its streams.
  if ('getReader' in source) return [await new Response(source).blob()]
  const parts: Part[] = []
  for await (const part of source) parts.push(part as Part)
  return parts
}
