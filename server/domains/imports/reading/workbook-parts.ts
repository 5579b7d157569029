import { createReadStream } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  type Entry,
  fromRandomAccessReaderPromise,
  openPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import { damagedWorkbook, FileProblem } from './file-problem.ts'
import { inThousands, readXml, type XmlElement } from './xml.ts'

const MIB = 1024 * 1024
const MOST_PARTS = 10_000

/** The limits of unpacked parts. A part that claims more in the file's index is refused unread; some indexes are wrong. */
const LIMITS = {
  /** The names of sheets, and of ranges, of which old workbooks have thousands. */
  book: { mostBytes: 16 * MIB, mostElements: 300_000 },
  /** Where the sheets are. */
  relations: { mostBytes: 4 * MIB, mostElements: 20_000 },
  texts: { mostBytes: 256 * MIB, mostElements: 10_000_000 },
  /** Excel writes at most about 20 MiB, for 64,000 styles that each have their own font and border. */
  styles: { mostBytes: 64 * MIB, mostElements: 2_000_000 },
  /** A sheet with a million rows has about 600 MiB. A cell has two or three elements, and two or three packed bytes. */
  sheet: { mostBytes: 1024 * MIB, mostElements: 64_000_000 },
}

/** The parts of a workbook, which is a ZIP archive of XML documents. */
export class WorkbookParts {
  readonly #zip: ZipFile
  /** By lowercase names, since the standard does not distinguish case, and some programs write it differently. */
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws FileProblem */
  static async open(path: string): Promise<WorkbookParts> {
    const zip = await openZip(path).catch((error) => {
      throw unreadable(error)
    })
    try {
      if (zip.entryCount > MOST_PARTS) {
        throw new FileProblem(
          `is not a workbook: it has more than ${inThousands(MOST_PARTS)} parts; save the sheet as CSV`,
        )
      }
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) {
        if (entry.isEncrypted()) {
          throw new FileProblem(
            'is protected with a password; save it without one, and import that',
          )
        }
        entries.set(partName(entry), entry)
      }
      return new WorkbookParts(zip, entries)
    } catch (error) {
      zip.close()
      throw unreadable(error as Error)
    }
  }

  /** The names of all parts, in lowercase. */
  names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /** Reads a part, and yields after each piece of it. A missing part is empty. */
  async *read(name: string, kind: keyof typeof LIMITS, root: XmlElement) {
    const entry = this.#entries.get(name.toLowerCase())
    if (!entry) return
    const { mostBytes, mostElements } = LIMITS[kind]
    if (entry.uncompressedSize > mostBytes) {
      throw tooLarge(name, `to ${Math.round(entry.uncompressedSize / MIB)} MiB`, mostBytes)
    }
    let stream: Readable | undefined
    try {
      stream = await this.#zip.openReadStreamPromise(entry)
      yield* readXml(bounded(stream, name, mostBytes), root, { part: name, mostElements })
    } catch (error) {
      throw unreadable(error as Error)
    } finally {
      stream?.destroy()
    }
  }

  async readWhole(name: string, kind: keyof typeof LIMITS, root: XmlElement): Promise<void> {
    for await (const _ of this.read(name, kind, root));
  }

  close(): void {
    this.#zip.close()
  }
}

async function* bounded(source: AsyncIterable<Uint8Array>, name: string, mostBytes: number) {
  let bytes = 0
  for await (const piece of source) {
    bytes += piece.length
    if (bytes > mostBytes) throw tooLarge(name, 'to more than it says', mostBytes)
    yield piece
  }
}

const tooLarge = (name: string, size: string, mostBytes: number): FileProblem =>
  new FileProblem(
    `unpacks ${size} in ${name}, and at most ${mostBytes / MIB} MiB are read; save it as CSV, or cut it into several`,
  )

/** Nothing is unpacked to disk, so a path can be absolute, or have the separators of Windows, as some programs write it. */
const OPTIONS = {
  lazyEntries: true,
  autoClose: false,
  decodeStrings: false,
  // Other readers unpack a part to its end, whatever size the index has.
  validateEntrySizes: false,
}

/** The name of a part as relations write it, in lowercase. */
const partName = ({ fileNameRaw }: Entry): string =>
  fileNameRaw.toString().replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** The record at the end of an archive, without its comment of up to 64 KiB. */
const END_BYTES = 22
const MOST_END_BYTES = END_BYTES + 0xffff

/** Some programs write bytes after the archive, which other readers pass over. */
async function openZip(path: string): Promise<ZipFile> {
  const file = await openFile(path)
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - MOST_END_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), { position: start })
    const tail = buffer.subarray(0, bytesRead)
    const at = tail.lastIndexOf('PK\x05\x06')
    const end =
      at < 0 || at + END_BYTES > tail.length
        ? size
        : start + at + END_BYTES + tail.readUInt16LE(at + END_BYTES - 2)
    if (end >= size) return await openPromise(path, OPTIONS)
    return await fromRandomAccessReaderPromise(new Beginning(path), end, OPTIONS)
  } finally {
    await file.close()
  }
}

/** A file, of which only the beginning is an archive. */
class Beginning extends RandomAccessReader {
  readonly #path: string
  constructor(path: string) {
    super()
    this.#path = path
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 })
  }
}

const unreadable = (error: Error): FileProblem =>
  error instanceof FileProblem ? error : damagedWorkbook(error.message)
