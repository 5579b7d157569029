import { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { ExpectedError } from '../expected-error.ts'
import type { S3Bucket } from '../files/s3-bucket.ts'
import { Refusal } from '../refusal.ts'
import { type Archive, openArchive, type WriteTo, writeArchive } from './archive.ts'

/** A backup in a bucket, or where one is to be. */
export interface BucketFile {
  bucket: S3Bucket
  name: string
  /** How people write it: `s3://bucket/name`. */
  url: string
}

/**
 * Writes a backup to a bucket while it is made. The object is there once all of it has been sent, or else not at all.
 * @param force whether an existing one may be overwritten
 * @throws ExpectedError that says what to do
 */
export const toBucket =
  ({ bucket, name, url }: BucketFile, force: boolean): WriteTo =>
  async (write) => {
    if (!force && (await told(url, bucket.size(name))) !== null) {
      throw new ExpectedError(`${url} exists: name another one, or overwrite it with --force.`)
    }
    return told(
      url,
      writeArchive((bytes) => bucket.put(name, bytes), write),
    )
  }

/** @throws ExpectedError if it is not there, or is no whole ZIP file */
export const openInBucket = (file: BucketFile): Promise<Archive> =>
  openArchive(file.url, async () => {
    const size = await told(file.url, file.bucket.size(file.name))
    if (size === null) throw new ExpectedError(`There is no ${file.url}.`)
    return fromRandomAccessReaderPromise(new BucketReader(file, size), size, { autoClose: false })
  })

/** How much is read at once, and kept: the list of entries and small entries are read in many small pieces. */
const BLOCK_BYTES = 8 * 1024 * 1024
const KEPT_BLOCKS = 2

/** Reads a backup in a bucket piece by piece, in requests that are short enough to be sent again. */
class BucketReader extends RandomAccessReader {
  readonly #file: BucketFile
  readonly #size: number
  readonly #kept = new Map<number, Promise<Buffer>>()

  constructor(file: BucketFile, size: number) {
    super()
    this.#file = file
    this.#size = size
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer, void> {
    for (let at = start; at < end; ) {
      const nth = Math.floor(at / BLOCK_BYTES)
      const offset = at - nth * BLOCK_BYTES
      const piece = (await this.#block(nth)).subarray(offset, offset + end - at)
      if (piece.length === 0) throw new Error('it ends too early')
      yield piece
      at += piece.length
    }
  }

  #block(nth: number): Promise<Buffer> {
    const kept = this.#kept.get(nth)
    if (kept) return kept
    const { bucket, name, url } = this.#file
    const start = nth * BLOCK_BYTES
    const end = Math.min(start + BLOCK_BYTES, this.#size)
    const block = told(url, bucket.range(name, start, end))
    this.#kept.set(nth, block)
    for (const old of [...this.#kept.keys()].slice(0, -KEPT_BLOCKS)) this.#kept.delete(old)
    return block
  }
}

/** Says of which bucket it is that something went wrong, and what. */
export async function told<T>(url: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { cause } = error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ExpectedError(
      `${url} cannot be used: ${why}. Check S3_ENDPOINT, S3_REGION and the key, which has to be allowed to list, read, write and delete there.`,
      { cause },
    )
  }
}
