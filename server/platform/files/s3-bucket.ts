import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as S3 from 's3mini'
import { lazily } from '../lazy.ts'
import { Refusal } from '../refusal.ts'
import type { ByteRange } from './file-store.ts'

const s3mini = lazily<typeof S3>('s3mini')

export interface S3Options {
  /** The service's address: `https://s3.example.com`. The bucket is in the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Limits {
  /** The size of each part of an upload but the last, of which one is in memory. S3 allows no less than 5 MiB. */
  partBytes: number
  /** How long one request may take. */
  timeoutMs: number
  /** How often a part is sent, if it does not arrive. */
  attempts: number
}

/** Objects by name in a bucket of an S3-compatible service. All throw the Refusal overloaded if it does not answer as it should. */
export interface S3Bucket {
  /** Stores the bytes once the source has ended. Nothing is stored if it fails. More than one part are uploaded in parts. */
  put(name: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws Error if there is none */
  get(name: string, range?: ByteRange): Promise<Readable>
  /** Some of the bytes, in memory; `end` is not included. */
  range(name: string, start: number, end: number): Promise<Buffer>
  /** Null if there is none. */
  size(name: string): Promise<number | null>
  /** The names that begin so, without those that go on below another `/`. */
  names(prefix: string): Promise<string[]>
  /** A missing object is not an error. */
  delete(name: string): Promise<void>
}

const PAUSE_MS = 1_000

export function openBucket({ endpoint, bucket, ...rest }: S3Options, limits: S3Limits): S3Bucket {
  const { partBytes, timeoutMs, attempts } = limits
  const s3 = new (s3mini().S3mini)({
    ...rest,
    endpoint: `${endpoint}/${bucket}`,
    requestAbortTimeout: timeoutMs,
  })
  const sent = async <T>(send: () => Promise<T>): Promise<T> => {
    for (let left = attempts - 1; left > 0; left--) {
      const answer = await send().then(
        (value) => ({ value }),
        () => null,
      )
      if (answer !== null) return answer.value
      await sleep(PAUSE_MS)
    }
    return asked(send())
  }
  return {
    async put(name, source) {
      const parts = partsOf(source, partBytes)
      const first = (await parts.next()).value ?? Buffer.alloc(0)
      if (first.length < partBytes) return void (await sent(() => s3.putObject(name, first)))
      const uploadId = await asked(s3.getMultipartUploadId(name))
      try {
        const uploaded = [await sent(() => s3.uploadPart(name, uploadId, first, 1))]
        for await (const part of parts) {
          const nth = uploaded.length + 1
          uploaded.push(await sent(() => s3.uploadPart(name, uploadId, part, nth)))
        }
        await asked(s3.completeMultipartUpload(name, uploadId, uploaded))
      } catch (error) {
        await s3.abortMultipartUpload(name, uploadId).catch(() => {})
        throw error
      }
    },
    async get(name, range) {
      const answer = await asked(
        range ? s3.getObjectRaw(name, false, range.start, range.end) : s3.getObjectResponse(name),
      )
      if (!answer?.body) throw new Error('the bucket has no such file')
      // Without a listener, an error before anybody reads would end the process. The reader still gets it.
      return Readable.fromWeb(answer.body as ReadableStream).on('error', () => {})
    },
    range: (name, start, end) =>
      sent(async () => {
        const answer = await s3.getObjectRaw(name, false, start, end)
        return Buffer.from(await answer.arrayBuffer())
      }),
    async size(name) {
      return (await asked(s3.objectExists(name))) ? await asked(s3.getContentLength(name)) : null
    },
    async names(prefix) {
      const found = await asked(s3.listObjects('/', prefix, undefined, { delimiter: '/' }))
      if (found === null) throw silent(new Error(`there is no bucket ${bucket}`))
      return found.map(({ Key }) => Key)
    },
    async delete(name) {
      await asked(s3.deleteObject(name))
    },
  }
}

/** @throws Refusal overloaded, with the cause for the log, if the service does not answer as it should. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw silent(cause)
  }
}

const silent = (cause: unknown): Refusal =>
  new Refusal('overloaded', 'file_store_silent', {}, { retryAfter: 5 }, cause)

/** Cuts the bytes into parts. The last one may be shorter, and an empty source has none. */
async function* partsOf(
  source: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, void> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    let rest = chunk
    while (length + rest.length >= partBytes) {
      const taken = rest.subarray(0, partBytes - length)
      yield Buffer.concat([...waiting, taken])
      rest = rest.subarray(taken.length)
      waiting = []
      length = 0
    }
    if (rest.length > 0) waiting.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(waiting)
}
