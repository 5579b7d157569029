import { createHash, randomUUID } from 'node:crypto'
import { type FileStore, tooLarge } from './file-store.ts'
import { openBucket, type S3Options } from './s3-bucket.ts'

const LIMITS = { partBytes: 8 * 1024 * 1024, timeoutMs: 60_000, attempts: 1 }
const PREFIX = 'files'

/** Files in a bucket of an S3-compatible service. Files larger than a part are uploaded in parts. */
export function s3Files(options: S3Options): FileStore {
  const bucket = openBucket(options, LIMITS)
  const nameOf = (key: string) => `${PREFIX}/${key}`
  return {
    async put(source, maxBytes, { key = randomUUID() } = {}) {
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
      await bucket.put(nameOf(key), counted())
      return { key, size, sha256: hash.digest('hex') }
    },
    get: (key, range) => bucket.get(nameOf(key), range),
    delete: (key) => bucket.delete(nameOf(key)),
  }
}
