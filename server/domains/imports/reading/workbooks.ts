import { FileProblem } from './file-problem.ts'
import type { FileRecord, FileValue } from './records.ts'
import { cellOf, columnOf, type Shown, shownBy } from './sheet-values.rules.ts'
import { MOST_COLUMNS } from './tally.ts'
import { WorkbookParts } from './workbook-parts.ts'
import { inThousands } from './xml.ts'

/** The shared texts of a workbook are in memory while its sheet is read. */
const MOST_TEXT_CHARS = 48 * 1024 * 1024
const MOST_TEXTS = 1_500_000
const MOST_SHEETS = 2000
/** Excel allows 31. All names are in the answer. */
const MOST_NAME_CHARS = 500
/** Excel allows 64,000, and about 250 number formats. */
const MOST_STYLES = 100_000
/** The limits of spreadsheets. */
const MOST_ROWS = 1_048_576
/** With the empty ones that rows skip, of which a small file can have a billion. */
const MOST_CELLS = 50_000_000
const MOST_CELL_CHARS = 32_767
/** A file stores a text that many cells share only once. Without this limit, a small file could become a huge one. */
const MOST_ROW_CHARS = 4 * 1024 * 1024

const TEXTS = 'xl/sharedStrings.xml'
const STYLES = 'xl/styles.xml'

export interface Workbook {
  sheets: string[]
  /** The name of the sheet that was read. */
  sheet: string
  since1904: boolean
  /** Several rows at a time, without blank ones. */
  rows: AsyncGenerator<FileRecord[], void, void>
}

/**
 * Opens an XLSX file for reading one sheet from top to bottom, with bounded memory.
 *
 * @param path of a local file, since a ZIP is read from its end.
 * @throws FileProblem
 */
export async function openWorkbook(path: string, wanted: string | undefined): Promise<Workbook> {
  const parts = await WorkbookParts.open(path)
  try {
    const { sheets, since1904 } = await readBook(parts)
    const sheet = wanted === undefined ? sheets[0] : sheets.find(({ name }) => name === wanted)
    if (!sheet) {
      throw new FileProblem(
        wanted === undefined
          ? 'has no sheet'
          : `has no sheet "${wanted.slice(0, 100)}"; it has ${namesOf(sheets)}`,
      )
    }
    if (!parts.has(sheet.path)) {
      throw new FileProblem(`has no rows of its sheet "${sheet.name.slice(0, 100)}"`)
    }
    const context = { texts: await readTexts(parts), styles: await readStyles(parts), since1904 }
    return {
      sheets: sheets.map(({ name }) => name),
      sheet: sheet.name,
      since1904,
      rows: rowsOf(parts, sheet.path, context),
    }
  } catch (error) {
    parts.close()
    throw error
  }
}

const NAMED_SHEETS = 20

function namesOf(sheets: readonly { name: string }[]): string {
  const named = sheets.slice(0, NAMED_SHEETS).map(({ name }) => `"${name.slice(0, 100)}"`)
  const others = sheets.length - named.length
  return named.join(', ') + (others > 0 ? ` and ${inThousands(others)} more` : '')
}

const tooMany = (most: number, what: string): FileProblem =>
  new FileProblem(`has more than ${inThousands(most)} ${what}; save the sheet as CSV`)

async function readBook(parts: WorkbookParts) {
  const book = 'xl/workbook.xml'
  if (!parts.has(book)) throw new FileProblem('is not a workbook: save it as XLSX or CSV')
  const found: { name: string; id: string }[] = []
  let since1904 = false
  await parts.readWhole(book, 'book', {
    open(name, attributes) {
      if (name === 'sheet') {
        if (found.length === MOST_SHEETS) throw tooMany(MOST_SHEETS, 'sheets')
        const { name: called = '' } = attributes
        if (called.length > MOST_NAME_CHARS) {
          throw new FileProblem(
            `has a sheet with a name of more than ${MOST_NAME_CHARS} characters; shorten it, and save it as XLSX again`,
          )
        }
        found.push({ name: called, id: attributes['r:id'] ?? '' })
      }
      if (name === 'workbookPr') since1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  const targets = new Map<string, string>()
  await parts.readWhole('xl/_rels/workbook.xml.rels', 'relations', {
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

async function readTexts(parts: WorkbookParts): Promise<string[]> {
  const texts: string[] = []
  let chars = 0
  const reading = new Text()
  await parts.readWhole(TEXTS, 'texts', {
    open: (name) => {
      if (name === 'si') reading.begin()
      reading.open(name)
    },
    text: (text) => reading.add(text),
    close: (name) => {
      reading.close(name)
      if (name !== 'si') return
      if (texts.length === MOST_TEXTS) throw tooMany(MOST_TEXTS, 'texts')
      const text = ownCopy(reading.take())
      texts.push(text)
      chars += text.length
      if (chars > MOST_TEXT_CHARS) throw tooMany(MOST_TEXT_CHARS, 'characters of text')
    },
  })
  return texts
}

/** In V8, a slice keeps the whole text that it was cut from in memory; this makes V8 copy it. */
const ownCopy = (text: string): string => ` ${text}`.slice(1)

/** The text of a cell or shared string: what is in `t` and `v`, and not in its phonetic hints. */
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
    // `_x0001_` stands for a character that XML cannot have.
    const text = this.#text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    return text.slice(0, MOST_CELL_CHARS).toWellFormed()
  }
}

async function readStyles(parts: WorkbookParts): Promise<Shown[]> {
  const formats = new Map<number, Shown>()
  const styles: Shown[] = []
  let inCells = false
  await parts.readWhole(STYLES, 'styles', {
    open(name, attributes) {
      if (name === 'numFmt') {
        if (formats.size === MOST_STYLES) throw tooMany(MOST_STYLES, 'number formats')
        const id = Number(attributes.numFmtId)
        formats.set(id, shownBy(id, attributes.formatCode ?? ''))
      }
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) {
        if (styles.length === MOST_STYLES) throw tooMany(MOST_STYLES, 'styles')
        const id = Number(attributes.numFmtId ?? 0)
        styles.push(formats.get(id) ?? shownBy(id, undefined))
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
  parts: WorkbookParts,
  path: string,
  { texts, styles, since1904 }: SheetContext,
): AsyncGenerator<FileRecord[], void, void> {
  let found: FileRecord[] = []
  let rows = 0
  let line = 0
  let values: FileValue[] = []
  let cells = 0
  let allCells = 0
  let chars = 0
  let at = -1
  let type = 'n'
  let style = 0
  const reading = new Text()
  const pieces = parts.read(path, 'sheet', {
    open(name, attributes) {
      if (name === 'row') {
        if (++rows > MOST_ROWS) throw tooMany(MOST_ROWS, 'rows')
        line = lineOf(attributes.r, line)
        values = []
        cells = 0
        chars = 0
        at = -1
      } else if (name === 'c') {
        at = attributes.r === undefined ? at + 1 : columnOf(attributes.r)
        if (++cells > MOST_COLUMNS || at >= MOST_COLUMNS || at < 0) {
          throw new FileProblem(
            `has more than ${MOST_COLUMNS} columns, in row ${line}; delete those that are not imported, and save it as XLSX again`,
          )
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
        const held = values.length
        while (values.length < at) values.push('')
        const text = reading.take()
        const known = type === 's' ? (texts[Number(text)] ?? '') : text
        chars += known.length
        if (chars > MOST_ROW_CHARS) {
          throw new FileProblem(
            `has more than ${inThousands(MOST_ROW_CHARS)} characters in row ${line}; shorten its cells, and save it as XLSX again`,
          )
        }
        values[at] = cellOf(type, known, styles[style] ?? 'number', since1904)
        allCells += values.length - held
        if (allCells > MOST_CELLS) throw tooMany(MOST_CELLS, 'cells')
      } else if (name === 'row' && values.some((v) => typeof v !== 'string' || v.trim() !== '')) {
        found.push({ line, values })
      }
    },
  })
  try {
    for await (const _ of pieces) {
      if (found.length > 0) yield found
      found = []
    }
    if (found.length > 0) yield found
  } finally {
    parts.close()
  }
}

/** @param number the row's own number; a row without one follows the row before. */
function lineOf(number: string | undefined, before: number): number {
  const line = number === undefined ? before + 1 : Number(number)
  if (Number.isInteger(line) && line >= 1 && line <= MOST_ROWS) return line
  throw new FileProblem(
    `has a row "${String(number ?? line).slice(0, 40)}", but a sheet has rows 1 to ${inThousands(MOST_ROWS)}; save the sheet as CSV`,
  )
}
