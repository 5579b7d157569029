import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeDirectory } from '../directories.ts'
import { Refusal } from '../refusal.ts'

/** Where the bytes of uploaded files are stored; the database says what they are and whose. */
export interface FileStore {
  /**
   * Stores the bytes. Nothing is stored if the source fails.
   *
   * @throws Refusal payload_too_large past `maxBytes`; nothing is stored then.
   */
  put(
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
    options?: PutOptions,
  ): Promise<StoredFile>
  /**
   * The bytes of a file, or some of them.
   *
   * @throws Error if there is no such file.
   */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** A missing file is not an error. */
  delete(key: string): Promise<void>
}

/** Some bytes of a file; `end` is not included. */
export interface ByteRange {
  start: number
  end: number
}

export interface PutOptions {
  /** The key that the bytes had in another store; by default, a new one. */
  key?: string
  /** Whether nobody else uses the pieces of the source, so that each can be emptied once it is stored. */
  frees?: boolean
}

export interface StoredFile {
  key: string
  size: number
  /** The hash of the bytes, in hexadecimal. */
  sha256: string
}

/** Files in a directory of this machine, spread over 256 folders. */
export function diskFiles(directory: string): FileStore {
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key)
  const asideOf = (key: string) => `${pathOf(key)}.part`
  return {
    async put(source, maxBytes, { key = randomUUID(), frees = false } = {}) {
      await makeDirectory(join(directory, key.slice(0, 2)), 0o700)
      const aside = asideOf(key)
      const file = await open(aside, 'w', 0o600)
      try {
        const hash = createHash('sha256')
        let size = 0
        for await (const chunk of source) {
          size += chunk.length
          if (size > maxBytes) throw tooLarge(maxBytes)
          hash.update(chunk)
          await file.writeFile(chunk)
          if (frees) free(chunk)
        }
        await file.sync() // before a row that names the file commits
        await file.close()
        await rename(aside, pathOf(key))
        return { key, size, sha256: hash.digest('hex') }
      } catch (error) {
        await file.close().catch(() => {})
        await rm(aside, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const file = await open(pathOf(key))
      const part = range && { start: range.start, end: range.end - 1 }
      // Readers process each piece in one go, so a small piece makes nobody wait for long.
      return createReadStream('', { fd: file, highWaterMark: 16 * 1024, ...part })
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
      await rm(asideOf(key), { force: true }) // what is left of a file if the process was killed while storing it
    },
  }
}

/**
 * Gives the memory of a piece back. Pieces of uploads are outside the heap, and with a few MiB of them V8 collects the
 * whole heap, which takes longer than storing them.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  // Otherwise somebody may have another part of it.
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}

export const tooLarge = (maxBytes: number): Refusal =>
  new Refusal('payload_too_large', 'file_too_large', { most: Math.floor(maxBytes / 1024 / 1024) })
