import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { damagedWorkbook, FileProblem } from './file-problem.ts'
import { inThousands, readXml, type XmlElement } from './xml.ts'

const MIB = 1024 * 1024
const MOST_PARTS = 10_000

/** The limits of unpacked parts. The file's index has their sizes, so a part that claims more is refused unread. */
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
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error) => {
      throw unreadable(error)
    })
    try {
      if (zip.entryCount > MOST_PARTS) {
        throw new FileProblem(
          `is not a workbook: it has more than ${inThousands(MOST_PARTS)} parts; save the sheet as CSV`,
        )
      }
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
      return new WorkbookParts(zip, entries)
    } catch (error) {
      zip.close()
      throw unreadable(error as Error)
    }
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
      const size = Math.round(entry.uncompressedSize / MIB)
      throw new FileProblem(
        `unpacks to ${size} MiB in ${name}, and at most ${mostBytes / MIB} MiB are read; save it as CSV, or cut it into several`,
      )
    }
    let stream: Readable | undefined
    try {
      // This fails if the size in the index is wrong.
      stream = await this.#zip.openReadStreamPromise(entry)
      yield* readXml(stream, root, { part: name, mostElements })
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

const unreadable = (error: Error): FileProblem =>
  error instanceof FileProblem ? error : damagedWorkbook(error.message)
