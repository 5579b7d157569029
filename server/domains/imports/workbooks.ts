import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { FileProblem } from './file-problem.ts'
import type { FileRecord, FileValue } from './records.ts'
import { cellOf, columnOf, type Shown, shownBy } from './sheet-values.rules.ts'
import { readXml, type XmlReader } from './xml.ts'

const MIB = 1024 * 1024
/** Uncompressed: a sheet of a million rows has some 600 MiB. What claims more is refused before it is unpacked. */
const MOST_SHEET_BYTES = 1024 * MIB
const MOST_PART_BYTES = 256 * MIB
const MOST_ENTRIES = 10_000
/** The texts of a workbook are held in memory while its sheet is read. */
const MOST_TEXT_CHARS = 48 * 1024 * 1024
const MOST_TEXTS = 1_500_000
/** As spreadsheets have it. */
const MOST_CELL_CHARS = 32_767
export const MOST_COLUMNS = 1000

export interface Workbook {
  sheets: string[]
  /** The name of the sheet whose rows these are. */
  sheet: string
  /** Some rows at a time; blank ones are passed over. */
  rows: AsyncGenerator<FileRecord[], void, void>
  close(): void
}

/**
 * Opens an XLSX file for reading one sheet from top to bottom, with bounded memory.
 *
 * @param path of a file of this machine: a ZIP is read from its end.
 * @throws FileProblem
 */
export async function openWorkbook(path: string, wanted: string | undefined): Promise<Workbook> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error) => {
    throw unreadable(error)
  })
  try {
    const parts = await partsOf(zip)
    const { sheets, since1904 } = await readBook(zip, parts)
    const sheet = wanted === undefined ? sheets[0] : sheets.find(({ name }) => name === wanted)
    if (!sheet) {
      const names = sheets.map(({ name }) => `"${name}"`).join(', ')
      throw new FileProblem(
        wanted === undefined ? 'has no sheet' : `has no sheet "${wanted}"; it has ${names}`,
      )
    }
    const entry = parts.get(sheet.path)
    if (!entry) throw new FileProblem(`has no rows of its sheet "${sheet.name}"`)
    refuseLarge(entry, MOST_SHEET_BYTES)
    const context = {
      texts: await readTexts(zip, parts.get('xl/sharedStrings.xml')),
      styles: await readStyles(zip, parts.get('xl/styles.xml')),
      since1904,
    }
    return {
      sheets: sheets.map(({ name }) => name),
      sheet: sheet.name,
      rows: rowsOf(zip, entry, context),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function partsOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  if (zip.entryCount > MOST_ENTRIES) throw new FileProblem('is no workbook: it has too many parts')
  try {
    for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry)
  } catch (error) {
    throw unreadable(error as Error)
  }
  return parts
}

function refuseLarge({ uncompressedSize, fileName }: Entry, most: number): void {
  if (uncompressedSize <= most) return
  const size = Math.round(uncompressedSize / MIB)
  throw new FileProblem(
    `unpacks to ${size} MiB in ${fileName}, and at most ${most / MIB} MiB are read; save it as CSV, or cut it into several`,
  )
}

/** Reads one part of the file; its size was said before, and the reader fails where that was a lie. */
async function* readPart(zip: ZipFile, entry: Entry, most: number, reader: XmlReader) {
  refuseLarge(entry, most)
  let stream: Readable | undefined
  try {
    stream = await zip.openReadStreamPromise(entry)
    yield* readXml(stream, reader)
  } catch (error) {
    throw error instanceof FileProblem ? error : unreadable(error as Error)
  } finally {
    stream?.destroy()
  }
}

async function readWhole(zip: ZipFile, entry: Entry | undefined, reader: XmlReader): Promise<void> {
  if (!entry) return
  for await (const _ of readPart(zip, entry, MOST_PART_BYTES, reader));
}

async function readBook(zip: ZipFile, parts: Map<string, Entry>) {
  const book = parts.get('xl/workbook.xml')
  if (!book) throw new FileProblem('is no workbook: save it as XLSX or CSV')
  const found: { name: string; id: string }[] = []
  let since1904 = false
  await readWhole(zip, book, {
    open(name, attributes) {
      if (name === 'sheet')
        found.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' })
      if (name === 'workbookPr') since1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  const targets = new Map<string, string>()
  await readWhole(zip, parts.get('xl/_rels/workbook.xml.rels'), {
    open(name, { Id = '', Target = '' }) {
      if (name === 'Relationship') targets.set(Id, Target)
    },
  })
  const sheets = found.flatMap(({ name, id }) => {
    const target = targets.get(id)
    if (target === undefined || /chartsheets|dialogsheets/.test(target)) return []
    return [{ name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` }]
  })
  return { sheets, since1904 }
}

async function readTexts(zip: ZipFile, entry: Entry | undefined): Promise<string[]> {
  const texts: string[] = []
  let chars = 0
  const reading = new Text()
  await readWhole(zip, entry, {
    open: (name) => {
      if (name === 'si') reading.begin()
      reading.open(name)
    },
    text: (text) => reading.add(text),
    close: (name) => {
      reading.close(name)
      if (name !== 'si') return
      const text = reading.take()
      texts.push(text)
      chars += text.length
      if (chars > MOST_TEXT_CHARS || texts.length > MOST_TEXTS) {
        throw new FileProblem('has more text than is read from a workbook; save it as CSV')
      }
    },
  })
  return texts
}

/** The text of a cell or shared string: what stands in `t` and `v`, and not in its phonetic hints. */
class Text {
  #text = ''
  #depth = 0
  #hints = 0
  begin(): void {
    this.#text = ''
  }
  open(name: string): void {
    if (name === 't' || name === 'v') this.#depth++
    if (name === 'rPh') this.#hints++
  }
  add(text: string): void {
    if (this.#depth === 0 || this.#hints > 0 || this.#text.length > MOST_CELL_CHARS) return
    this.#text += text
  }
  close(name: string): void {
    if (name === 't' || name === 'v') this.#depth--
    if (name === 'rPh') this.#hints--
  }
  take(): string {
    // Characters that XML has no place for are written so.
    const text = this.#text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    return text.slice(0, MOST_CELL_CHARS).toWellFormed()
  }
}

async function readStyles(zip: ZipFile, entry: Entry | undefined): Promise<Shown[]> {
  const codes = new Map<number, string>()
  const styles: Shown[] = []
  let inCells = false
  await readWhole(zip, entry, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) {
        const id = Number(attributes.numFmtId ?? 0)
        styles.push(shownBy(id, codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

interface SheetContext {
  texts: readonly string[]
  styles: readonly Shown[]
  since1904: boolean
}

async function* rowsOf(
  zip: ZipFile,
  entry: Entry,
  { texts, styles, since1904 }: SheetContext,
): AsyncGenerator<FileRecord[], void, void> {
  let found: FileRecord[] = []
  let line = 0
  let values: FileValue[] = []
  let at = -1
  let type = 'n'
  let style = 0
  const reading = new Text()
  const parts = readPart(zip, entry, MOST_SHEET_BYTES, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes.r ?? line + 1)
        values = []
        at = -1
      } else if (name === 'c') {
        at = attributes.r === undefined ? at + 1 : columnOf(attributes.r)
        if (at >= MOST_COLUMNS || at < 0) {
          throw new FileProblem(`has more than ${MOST_COLUMNS} columns, in row ${line}`)
        }
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        reading.begin()
      }
      reading.open(name)
    },
    text: (text) => reading.add(text),
    close(name) {
      reading.close(name)
      if (name === 'c') {
        while (values.length < at) values.push('')
        const text = reading.take()
        const known = type === 's' ? (texts[Number(text)] ?? '') : text
        values[at] = cellOf(type, known, styles[style] ?? 'number', since1904)
      } else if (name === 'row' && values.some((v) => typeof v !== 'string' || v.trim() !== '')) {
        found.push({ line, values })
      }
    },
  })
  for await (const _ of parts) {
    if (found.length > 0) yield found
    found = []
  }
  if (found.length > 0) yield found
}

const unreadable = (error: Error): FileProblem =>
  new FileProblem(`is no workbook that can be read: ${error.message.slice(0, 200)}`)
