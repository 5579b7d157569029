import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { openPromise, type ZipFile as Zip } from 'yauzl'
import { ZipFile } from 'yazl'
import { ExpectedError } from '../expected-error.ts'
import { isSystemError } from '../system-fault.rules.ts'
import { type Sum, Tally } from './tally.ts'
import { writeWhole } from './whole-file.ts'

/**
 * A backup is a ZIP file, so anybody can look into it. It is written and read as a stream; only its list of entries is
 * in memory. The list comes last, so a file that was cut short has none.
 */
export class ArchiveWriter {
  readonly #zip = new ZipFile()
  /** Rejects if it cannot be written; resolves when it is complete. */
  readonly #written: Promise<void>

  constructor(send: Send) {
    const { outputStream } = this.#zip
    this.#zip.on('error', (error) => this.abandon(error))
    this.#written = pipeline(outputStream, async (bytes) => {
      await send(bytes as AsyncIterable<Buffer>)
    })
    this.#written.catch(() => {}) // the next add reports it
  }

  async add(name: string, source: AsyncIterable<Buffer>): Promise<Sum> {
    const tally = new Tally()
    const stream = Readable.from(tally.watch(source), { objectMode: false })
    // Level 1: a third larger than the best level, in a tenth of the time.
    this.#zip.addReadStream(stream, name, { compressionLevel: 1 })
    await Promise.race([finished(stream), this.#written])
    return tally.sum()
  }

  end(): Promise<void> {
    this.#zip.end()
    return this.#written
  }

  /** The sender of the bytes gets the error, and has stopped when this resolves. */
  async abandon(error: Error): Promise<void> {
    ;(this.#zip.outputStream as Readable).destroy(error)
    await this.#written.catch(() => {})
  }
}

/** Sends the bytes of an archive to where they are kept. */
export type Send = (bytes: AsyncIterable<Buffer>) => Promise<unknown>

/** Makes an archive in its place, where it appears once it is complete. */
export type WriteTo = <T>(write: (archive: ArchiveWriter) => Promise<T>) => Promise<T>

export async function writeArchive<T>(
  send: Send,
  write: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const archive = new ArchiveWriter(send)
  try {
    return await write(archive)
  } catch (error) {
    await archive.abandon(error as Error)
    throw error
  }
}

/**
 * Into a file of this machine.
 * @param force whether an existing file may be overwritten
 */
export const toFile =
  (path: string, force: boolean): WriteTo =>
  (write) =>
    writeWhole(path, force, (file) =>
      writeArchive(async (bytes) => {
        for await (const chunk of bytes) await file.writeFile(chunk)
      }, write),
    )

/** A small entry. */
export async function* bytesOf(text: string): AsyncGenerator<Buffer, void> {
  yield Buffer.from(text)
}

export interface Archive {
  has(name: string): boolean
  read(name: string): Promise<Readable>
  /** Reads a small entry whole. @throws Error if it is not what was written */
  text(name: string): Promise<string>
  /** Reads an entry and computes its size and hash. `each` gets its pieces. */
  sum(name: string, each?: (piece: Buffer) => Promise<unknown>): Promise<Sum>
  close(): void
}

/**
 * @param open opens it, if it is not a file of this machine
 * @throws ExpectedError if it is not a whole ZIP file
 */
export async function openArchive(
  path: string,
  open = (): Promise<Zip> => openPromise(path, { lazyEntries: true, autoClose: false }),
): Promise<Archive> {
  const zip = await open().catch((error: NodeJS.ErrnoException) => {
    if (error instanceof ExpectedError) throw error
    if (error.code) throw new ExpectedError(`${path} cannot be read: ${error.message}`)
    throw damaged(path, error.message)
  })
  const entries = new Map<string, Parameters<typeof zip.openReadStreamPromise>[0]>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    zip.close()
    throw error instanceof ExpectedError ? error : damaged(path, (error as Error).message)
  }
  const read = async (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw damaged(path, `it has no ${name}`)
    return zip.openReadStreamPromise(entry)
  }
  return {
    has: (name) => entries.has(name),
    read,
    async text(name) {
      const bytes = Buffer.concat(await Array.fromAsync(await read(name)))
      if (crc32(bytes) !== entries.get(name)?.crc32) {
        throw new Error(`${name} is not what was written`)
      }
      return bytes.toString('utf8')
    },
    async sum(name, each) {
      const tally = new Tally()
      try {
        for await (const piece of tally.watch(await read(name))) await each?.(piece)
      } catch (error) {
        // What the caller does with a piece may fail for reasons of the machine, and so may a bucket.
        if (isSystemError(error) || error instanceof ExpectedError) throw error
        throw damaged(path, `${name}: ${(error as Error).message}`)
      }
      return tally.sum()
    },
    close: () => zip.close(),
  }
}

export const damaged = (path: string, how: string): ExpectedError =>
  new ExpectedError(`${path} is damaged or is not a backup (${how}): nothing was restored.`)
