import { posix } from 'node:path'
import { FileProblem } from './file-problem.ts'
import type { FileRecord, FileValue } from './file-values.rules.ts'
import { lettersOf } from './header-row.rules.ts'
import { archiveProblem } from './other-files.rules.ts'
import {
  type ListedSheet,
  likenessNamed,
  likenessOf,
  SAMPLED,
  sheetsToTry,
  TABLE,
} from './sheet-choice.rules.ts'
import {
  booleanOf,
  cellOf,
  columnOf,
  GENERAL,
  indexIn,
  type NumberFormat,
  plainFormat,
} from './sheet-values.rules.ts'
import { MOST_COLUMNS } from './tally.ts'
import { WorkbookParts } from './workbook-parts.ts'
import { inThousands, type XmlElement } from './xml.ts'

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
const MOST_ROW_CELLS = 16_384
/** With the empty ones that rows skip, of which a small file can have a billion. */
const MOST_CELLS = 50_000_000
const MOST_CELL_CHARS = 32_767
/** A file stores a text that many cells share only once. Without this limit, a small file could become a huge one. */
const MOST_ROW_CHARS = 4 * 1024 * 1024

/** The namespaces of relations: of most workbooks, and of those that Excel saves as "Strict Open XML". */
const RELATIONS = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]

export interface Workbook {
  sheets: string[]
  /** The name of the sheet that was read. */
  sheet: string
  since1904: boolean
  /** None or several rows at a time, without blank ones. */
  rows: AsyncGenerator<FileRecord[], void, void>
}

/**
 * Opens an XLSX file for reading one sheet from top to bottom, with bounded memory.
 *
 * @param path of a local file, since a ZIP is read from its end.
 * @param wanted the name of the sheet; the default is the one that somebody would take for the table.
 * @throws FileProblem
 */
export async function openWorkbook(path: string, wanted: string | undefined): Promise<Workbook> {
  const parts = await WorkbookParts.open(path)
  let names: string[] | undefined
  try {
    const { sheets, since1904, texts, styles } = await readBook(parts)
    names = sheets.map(({ name }) => name)
    const named = sheets.find(({ name }) => name === wanted)
    if (!named && wanted !== undefined) {
      throw new FileProblem(`has no sheet "${wanted.slice(0, 100)}"; it has ${namesOf(sheets)}`)
    }
    const context = {
      texts: await readTexts(parts, texts),
      styles: await readStyles(parts, styles),
      since1904,
    }
    const sheet = named ?? (await chooseSheet(parts, sheets, context))
    if (!sheet) throw new FileProblem('has no sheet')
    if (!parts.has(sheet.path)) {
      throw new FileProblem(`has no rows of its sheet "${sheet.name.slice(0, 100)}"`)
    }
    const rows = closing(parts, rowsOf(parts, sheet.path, context))
    return { sheets: names, sheet: sheet.name, since1904, rows }
  } catch (error) {
    parts.close()
    if (error instanceof FileProblem) error.sheets = names
    throw error
  }
}

async function* closing<T>(parts: WorkbookParts, rows: AsyncGenerator<T, void, void>) {
  try {
    yield* rows
  } finally {
    parts.close()
  }
}

/** The sheet that looks most like a table, by its first rows. */
async function chooseSheet(
  parts: WorkbookParts,
  sheets: readonly BookSheet[],
  context: SheetContext,
): Promise<BookSheet | undefined> {
  const [first, ...others] = sheetsToTry(sheets)
  if (!first || others.length === 0) return first
  let best = first
  let most = -1
  for (const sheet of [first, ...others]) {
    const likeness = likenessNamed(sheet.name, await likenessIn(parts, sheet.path, context))
    if (likeness > most) {
      best = sheet
      most = likeness
    }
    if (likeness === TABLE) break
  }
  return best
}

/** Of 16 KiB: a sheet can begin with any number of blank rows. */
const MOST_SAMPLED_PIECES = 256

async function likenessIn(
  parts: WorkbookParts,
  path: string,
  context: SheetContext,
): Promise<number> {
  const sample: FileRecord[] = []
  let pieces = 0
  try {
    for await (const records of rowsOf(parts, path, context)) {
      sample.push(...records)
      if (sample.length >= SAMPLED || ++pieces === MOST_SAMPLED_PIECES) break
    }
  } catch (error) {
    // A table that cannot be read is not passed over: somebody has to know.
    if (error instanceof FileProblem) return TABLE
    throw error
  }
  return likenessOf(sample.slice(0, SAMPLED))
}

const NAMED_SHEETS = 20

function namesOf(sheets: readonly { name: string }[]): string {
  const named = sheets.slice(0, NAMED_SHEETS).map(({ name }) => `"${name.slice(0, 100)}"`)
  const others = sheets.length - named.length
  return named.join(', ') + (others > 0 ? ` and ${inThousands(others)} more` : '')
}

const tooMany = (most: number, what: string): FileProblem =>
  new FileProblem(`has more than ${inThousands(most)} ${what}; save the sheet as CSV`)

interface BookSheet extends ListedSheet {
  name: string
  path: string
}

async function readBook(parts: WorkbookParts) {
  const path = await bookOf(parts)
  const found: { name: string; id: string | undefined; isHidden: boolean }[] = []
  /** The place of the sheet that opens. The first window is the one that does. */
  let active: number | undefined
  let isBook = false
  let since1904 = false
  const sheet: XmlElement = {
    open(attributes, namespaceOf) {
      if (found.length === MOST_SHEETS) throw tooMany(MOST_SHEETS, 'sheets')
      const { name = '', state = '' } = attributes
      if (name.length > MOST_NAME_CHARS) {
        throw new FileProblem(
          `has a sheet with a name of more than ${MOST_NAME_CHARS} characters; shorten it, and save it as XLSX again`,
        )
      }
      const id = Object.keys(attributes).find(
        (one) =>
          one.endsWith(':id') && RELATIONS.includes(namespaceOf(one.slice(0, -':id'.length)) ?? ''),
      )
      found.push({ name, id: attributes[id ?? 'r:id'], isHidden: /hidden$/i.test(state) })
    },
  }
  const sheets: XmlElement = {
    open() {
      isBook = true
    },
    within: { sheet },
  }
  const workbookPr: XmlElement = {
    open({ date1904 }) {
      since1904 = booleanOf(date1904) ?? since1904
    },
  }
  const workbookView: XmlElement = {
    open({ activeTab }) {
      active ??= indexIn(activeTab) ?? 0
    },
  }
  await parts.readWhole(path, 'book', {
    within: { workbookPr, sheets, bookViews: { within: { workbookView } } },
  })
  if (!isBook) throw noWorkbook(parts)
  const relations = await relationsOf(parts, path)
  const tables = found.flatMap(({ name, id, isHidden }, at): BookSheet[] => {
    const relation = relations.find((one) => one.id === id)
    if (!relation || /(chart|dialog|macro)sheet$/i.test(relation.type)) return []
    return [{ name, path: relation.path, isHidden, isActive: at === active }]
  })
  const pathOf = (kind: string) =>
    pathOfKind(kind, relations, parts) ?? posix.join(posix.dirname(path), `${kind}.xml`)
  return { sheets: tables, since1904, texts: pathOf('sharedStrings'), styles: pathOf('styles') }
}

const noWorkbook = (parts: WorkbookParts): FileProblem =>
  new FileProblem(archiveProblem(parts.names()))

/** Where the workbook itself is. */
async function bookOf(parts: WorkbookParts): Promise<string> {
  const related = pathOfKind('officeDocument', await relationsOf(parts, ''), parts)
  const path = related ?? 'xl/workbook.xml'
  if (!parts.has(path)) throw noWorkbook(parts)
  if (path.endsWith('.bin')) throw new FileProblem('is an XLSB workbook; save it as XLSX or CSV')
  return path
}

interface Relation {
  id: string
  type: string
  path: string
}

const pathOfKind = (kind: string, relations: Relation[], parts: WorkbookParts) =>
  relations.find(
    ({ type, path }) => RELATIONS.some((one) => type === `${one}/${kind}`) && parts.has(path),
  )?.path

/** @param path of the part whose relations are wanted, or '' for those of the file. */
async function relationsOf(parts: WorkbookParts, path: string): Promise<Relation[]> {
  const { dir, base } = posix.parse(path)
  const relations: Relation[] = []
  const Relationship: XmlElement = {
    open({ Id = '', Type = '', Target = '', TargetMode }) {
      if (TargetMode === 'External') return
      const target = posix.resolve(`/${dir}`, Target.replaceAll('\\', '/'))
      relations.push({ id: Id, type: Type, path: target.slice(1) })
    },
  }
  await parts.readWhole(posix.join(dir, '_rels', `${base}.rels`), 'relations', {
    within: { Relationship },
  })
  return relations
}

async function readTexts(parts: WorkbookParts, path: string): Promise<string[]> {
  const texts: string[] = []
  let chars = 0
  const reading = new Text()
  const si: XmlElement = {
    open: () => reading.begin(),
    close() {
      if (texts.length === MOST_TEXTS) throw tooMany(MOST_TEXTS, 'texts')
      const text = ownCopy(reading.take())
      texts.push(text)
      chars += text.length
      if (chars > MOST_TEXT_CHARS) throw tooMany(MOST_TEXT_CHARS, 'characters of text')
    },
    within: reading.elements,
  }
  await parts.readWhole(path, 'texts', { within: { si } })
  return texts
}

/** In V8, a slice keeps the whole text that it was cut from in memory; this makes V8 copy it. */
const ownCopy = (text: string): string => ` ${text}`.slice(1)

/** The text of a cell or shared text, in one piece or in runs that look different. Phonetic hints (`rPh`) do not belong to it. */
class Text {
  #text = ''
  readonly piece: XmlElement = { text: (text) => this.add(text) }
  /** The elements that hold it. */
  readonly elements = { t: this.piece, r: { within: { t: this.piece } } }
  begin(): void {
    this.#text = ''
  }
  add(text: string): void {
    if (this.#text.length <= MOST_CELL_CHARS) this.#text += text
  }
  take(): string {
    // `_x0001_` stands for a character that XML cannot have.
    const text = this.#text.includes('_x')
      ? this.#text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
      : this.#text
    return text.slice(0, MOST_CELL_CHARS).toWellFormed()
  }
}

async function readStyles(parts: WorkbookParts, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const styles: number[] = []
  const numFmt: XmlElement = {
    open({ numFmtId, formatCode = '' }) {
      if (codes.size === MOST_STYLES) throw tooMany(MOST_STYLES, 'number formats')
      const id = indexIn(numFmtId)
      if (id !== undefined) codes.set(id, formatCode)
    },
  }
  const xf: XmlElement = {
    open({ numFmtId }) {
      if (styles.length === MOST_STYLES) throw tooMany(MOST_STYLES, 'styles')
      styles.push(indexIn(numFmtId) ?? 0)
    },
  }
  await parts.readWhole(path, 'styles', {
    within: { numFmts: { within: { numFmt } }, cellXfs: { within: { xf } } },
  })
  const formats = new Map<number, NumberFormat>()
  for (const id of new Set(styles)) {
    const code = codes.get(id)
    const plain = plainFormat(id, code)
    formats.set(id, plain ?? (await import('./number-formats.ts')).formatOf(id, code))
  }
  return styles.map((id) => formats.get(id)!)
}

interface SheetContext {
  texts: readonly string[]
  styles: readonly NumberFormat[]
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
  let hasFormula = false
  const reading = new Text()
  const f: XmlElement = {
    open() {
      hasFormula = true
    },
  }
  /** If a cell has `v` too, or another type, Excel still shows this text. */
  const is: XmlElement = {
    open() {
      type = 'inlineStr'
      reading.begin()
    },
    within: reading.elements,
  }
  const c: XmlElement = {
    open({ r, t, s }) {
      at = r ? columnOf(r) : at + 1
      if (at < 0) {
        throw new FileProblem(
          `has a cell "${r!.slice(0, 40)}" in row ${line}, but cells have names such as "B${line}"; save the sheet as CSV`,
        )
      }
      if (++cells > MOST_ROW_CELLS) throw tooWide(line)
      type = t || 'n'
      style = indexIn(s) ?? 0
      hasFormula = false
      reading.begin()
    },
    close() {
      const text = reading.take()
      const known = type === 's' ? (texts[indexIn(text) ?? -1] ?? '') : text
      chars += known.length
      if (chars > MOST_ROW_CHARS) {
        throw new FileProblem(
          `has more than ${inThousands(MOST_ROW_CHARS)} characters in row ${line}; shorten its cells, and save it as XLSX again`,
        )
      }
      // What a formula gives as text can be empty.
      const value =
        hasFormula && known === '' && type !== 'str'
          ? { formula: `${lettersOf(at)}${line}` }
          : cellOf(type, known, styles[style] ?? GENERAL, since1904)
      if (at >= MOST_COLUMNS) {
        // LibreOffice writes the formats of empty cells up to the last column of the sheet.
        if (value === '') return
        throw tooWide(line)
      }
      const held = values.length
      while (values.length < at) values.push('')
      values[at] = value
      allCells += values.length - held
      if (allCells > MOST_CELLS) throw tooMany(MOST_CELLS, 'cells')
    },
    within: { v: reading.piece, is, f },
  }
  const row: XmlElement = {
    open({ r }) {
      if (++rows > MOST_ROWS) throw tooMany(MOST_ROWS, 'rows')
      line = lineOf(r, line)
      values = []
      cells = 0
      chars = 0
      at = -1
    },
    close() {
      while (values.at(-1) === '') values.pop()
      if (values.some((value) => typeof value !== 'string' || value.trim() !== '')) {
        found.push({ line, values })
      }
    },
    within: { c },
  }
  const pieces = parts.read(path, 'sheet', { within: { sheetData: { within: { row } } } })
  for await (const _ of pieces) {
    yield found
    found = []
  }
  yield found
}

const tooWide = (line: number): FileProblem =>
  new FileProblem(
    `has more than ${MOST_COLUMNS} columns, in row ${line}; delete those that are not imported, and save it as XLSX again`,
  )

/** @param number the row's own number; a row without one follows the row before. */
function lineOf(number: string | undefined, before: number): number {
  const line = number ? Number(number) : before + 1
  if (Number.isInteger(line) && line >= 1 && line <= MOST_ROWS) return line
  throw new FileProblem(
    `has a row "${String(number || line).slice(0, 40)}", but a sheet has rows 1 to ${inThousands(MOST_ROWS)}; save the sheet as CSV`,
  )
}
