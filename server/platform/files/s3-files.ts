import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type * as S3 from 's3mini'
import { lazily } from '../lazy.ts'
import { Refusal } from '../refusal.ts'
import { type FileStore, tooLarge } from './file-store.ts'

const s3mini = lazily<typeof S3>('s3mini')

export interface S3Options {
  /** The service's address: `https://s3.example.com`. The bucket is in the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The size of each part of an upload but the last, of which one is in memory. S3 allows no less than 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 60_000
const PREFIX = 'files'

/** Files in a bucket of an S3-compatible service. Files larger than a part are uploaded in parts. */
export function s3Files({ endpoint, bucket, ...rest }: S3Options): FileStore {
  const s3 = new (s3mini().S3mini)({
    ...rest,
    endpoint: `${endpoint}/${bucket}`,
    requestAbortTimeout: TIMEOUT_MS,
  })
  const nameOf = (key: string) => `${PREFIX}/${key}`
  return {
    async put(source, maxBytes, { key = randomUUID() } = {}) {
      const name = nameOf(key)
      const hash = createHash('sha256')
      let size = 0
      async function* counted() {
        for await (const chunk of source) {
          size += chunk.length
          if (size > maxBytes) throw tooLarge(maxBytes)
          hash.update(chunk)
          yield chunk
        }
      }
      const done = () => ({ key, size, sha256: hash.digest('hex') })
      const parts = partsOf(counted())
      const first = (await parts.next()).value ?? Buffer.alloc(0)
      if (first.length < PART_BYTES) {
        await asked(s3.putObject(name, first))
        return done()
      }
      const uploadId = await asked(s3.getMultipartUploadId(name))
      try {
        const uploaded = [await asked(s3.uploadPart(name, uploadId, first, 1))]
        for await (const part of parts) {
          uploaded.push(await asked(s3.uploadPart(name, uploadId, part, uploaded.length + 1)))
        }
        await asked(s3.completeMultipartUpload(name, uploadId, uploaded))
        return done()
      } catch (error) {
        await s3.abortMultipartUpload(name, uploadId).catch(() => {})
        throw error
      }
    },
    async get(key) {
      const answer = await asked(s3.getObjectResponse(nameOf(key)))
      if (!answer?.body) throw new Error('the bucket has no such file')
      // Without a listener, an error before anybody reads would end the process. The reader still gets it.
      return Readable.fromWeb(answer.body as ReadableStream).on('error', () => {})
    },
    async delete(key) {
      await asked(s3.deleteObject(nameOf(key)))
    },
  }
}

/** @throws Refusal overloaded, with the cause for the log, if the service does not answer as it should. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    const details = { retryAfter: 5 }
    throw new Refusal('overloaded', 'file_store_silent', {}, details, cause)
  }
}

/** Cuts the bytes into parts. The last one may be shorter, and an empty file has none. */
async function* partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    let rest = chunk
    while (length + rest.length >= PART_BYTES) {
      const taken = rest.subarray(0, PART_BYTES - length)
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
