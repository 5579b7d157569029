import { ENCODINGS } from '../../../shared/table-files.ts'
import { type Chance, chanceOf } from '../scenarios/chance.ts'
import { encoded } from './encodings.ts'
import {
  type Cell,
  type ForeignFile,
  type Kind,
  type Letters,
  pick,
  spoilHeader,
  type Table,
  tableOf,
  type Value,
} from './tables.rules.ts'

/** How a program writes a table as text. */
interface Program {
  encodings: readonly string[]
  delimiters: readonly string[]
  newline?: string
  bom?: boolean
  /** What is quoted: what has to be; every value; every text; every value that is not empty; nothing. */
  quotes: 'minimal' | 'all' | 'text' | 'filled' | 'none'
  /** Whether it quotes texts that begin or end with a blank. */
  quotesBlanks?: boolean
  /** A quotation mark within quotes: doubled, or after a backslash; with a backslash, whether that is escaped itself. */
  escape?: 'double' | 'backslash' | 'quote-only'
  /** Whether it writes tabs and line breaks as `\t` and `\n`, and nothing as `\N`. */
  letters?: 'copy' | 'outfile'
  yes?: readonly [string, string]
  dates?: readonly DateStyle[]
  amounts?: readonly AmountStyle[]
  /** What it writes where there is nothing. */
  nothing?: string
  /** Row numbers in a first column without a name. */
  numbers?: 'from-0' | 'from-1'
  finalNewline?: boolean
  /** Lines above the table. */
  first?: (delimiter: string) => string
  /** A blank after each delimiter, before quotes too. */
  spaced?: boolean
  /** Leaves out the separators of empty values at the end of some rows. */
  short?: boolean
  /** Texts of digits are written so that a spreadsheet keeps them as text: `="02138"`. */
  guarded?: boolean
  /** How values are kept from being taken for something else. */
  without?: RegExp
}

type DateStyle = 'iso' | 'us' | 'dots' | 'day-first' | 'named'
type AmountStyle = 'plain' | 'us' | 'dollars' | 'brackets' | 'european'

const dosEncoding = (name: string) => ENCODINGS.filter((known) => known.endsWith(name))

const SPREADSHEET: Pick<Program, 'newline' | 'quotes' | 'yes' | 'dates' | 'amounts'> = {
  newline: '\r\n',
  quotes: 'minimal',
  yes: ['TRUE', 'FALSE'],
  dates: ['us', 'iso'],
  amounts: ['us', 'dollars', 'plain', 'brackets'],
}
const LOCAL: Pick<Program, 'dates' | 'amounts'> = {
  dates: ['dots', 'day-first', 'iso'],
  amounts: ['european'],
}

/** Programs and libraries, as they write by default or as people set them. */
const PROGRAMS: Record<string, Program> = {
  'Excel, CSV': { ...SPREADSHEET, encodings: ['windows-1252'], delimiters: [','], short: true },
  'Excel, CSV of a European Windows': {
    ...SPREADSHEET,
    ...LOCAL,
    encodings: ['windows-1252'],
    delimiters: [';'],
    short: true,
  },
  'Excel, CSV UTF-8': { ...SPREADSHEET, encodings: ['utf-8'], delimiters: [',', ';'], bom: true },
  'Excel, Unicode text': { ...SPREADSHEET, encodings: ['utf-16le'], delimiters: ['\t'], bom: true },
  'Excel, sep line': {
    ...SPREADSHEET,
    encodings: ['windows-1252', 'utf-8'],
    delimiters: [';', ',', '|', '^'],
    first: (delimiter) => `sep=${delimiter}`,
  },
  'Excel for Mac': {
    ...SPREADSHEET,
    encodings: ['macintosh'],
    delimiters: [',', ';'],
    newline: '\r',
  },
  'Excel, DOS': {
    ...SPREADSHEET,
    encodings: [...dosEncoding('850'), ...dosEncoding('437')],
    delimiters: [',', ';'],
  },
  'Excel of Japan': { ...SPREADSHEET, encodings: ['shift_jis'], delimiters: [','] },
  'Excel of China': { ...SPREADSHEET, encodings: ['gb18030'], delimiters: [','] },
  LibreOffice: {
    ...SPREADSHEET,
    encodings: ['utf-8', 'windows-1252', 'utf-16le'],
    delimiters: [',', ';', '\t'],
    newline: '\n',
    quotes: 'minimal',
  },
  'LibreOffice, all text quoted': {
    ...SPREADSHEET,
    encodings: ['utf-8'],
    delimiters: [',', ';'],
    newline: '\n',
    quotes: 'text',
  },
  'Google Sheets': {
    ...SPREADSHEET,
    encodings: ['utf-8'],
    delimiters: [','],
    finalNewline: false,
  },
  'Google Sheets, TSV': {
    ...SPREADSHEET,
    encodings: ['utf-8'],
    delimiters: ['\t'],
    quotes: 'none',
    finalNewline: false,
    without: /[\t\n\r"]/,
  },
  Numbers: {
    ...SPREADSHEET,
    encodings: ['utf-8'],
    delimiters: [',', ';'],
    first: (delimiter) => `Table 1${delimiter}`,
  },
  pandas: {
    encodings: ['utf-8'],
    delimiters: [','],
    newline: '\n',
    quotes: 'minimal',
    yes: ['True', 'False'],
    numbers: 'from-0',
  },
  'pandas, escaped': {
    encodings: ['utf-8'],
    delimiters: [','],
    newline: '\n',
    quotes: 'minimal',
    escape: 'backslash',
    yes: ['True', 'False'],
  },
  'R write.csv': {
    encodings: ['utf-8', 'windows-1252'],
    delimiters: [','],
    newline: '\n',
    quotes: 'text',
    yes: ['TRUE', 'FALSE'],
    nothing: 'NA',
    numbers: 'from-1',
  },
  'R write.csv2': {
    ...LOCAL,
    dates: ['iso'],
    encodings: ['utf-8'],
    delimiters: [';'],
    newline: '\n',
    quotes: 'text',
    yes: ['TRUE', 'FALSE'],
    nothing: 'NA',
  },
  'R write.table, escaped': {
    encodings: ['utf-8'],
    delimiters: ['\t', ','],
    newline: '\n',
    quotes: 'text',
    escape: 'quote-only',
    yes: ['TRUE', 'FALSE'],
    without: /\\/,
  },
  'MySQL outfile': {
    encodings: ['utf-8'],
    delimiters: ['\t'],
    newline: '\n',
    quotes: 'none',
    letters: 'outfile',
    yes: ['1', '0'],
    without: /^"/,
  },
  'MySQL outfile, enclosed': {
    encodings: ['utf-8'],
    delimiters: [',', ';', '\t'],
    newline: '\n',
    quotes: 'text',
    escape: 'backslash',
    nothing: '\\N',
    yes: ['1', '0'],
  },
  'PostgreSQL COPY': {
    encodings: ['utf-8'],
    delimiters: ['\t'],
    newline: '\n',
    quotes: 'none',
    letters: 'copy',
    yes: ['t', 'f'],
    without: /^"/,
  },
  'PostgreSQL COPY, CSV': {
    encodings: ['utf-8'],
    delimiters: [','],
    newline: '\n',
    quotes: 'minimal',
    yes: ['t', 'f'],
  },
  'SQL Server': {
    encodings: ['utf-16le', 'utf-8', 'windows-1252'],
    delimiters: [',', '|'],
    bom: true,
    quotes: 'minimal',
    yes: ['1', '0'],
    nothing: 'NULL',
  },
  Salesforce: {
    encodings: ['utf-8', 'windows-1252'],
    delimiters: [','],
    newline: '\n',
    quotes: 'all',
    yes: ['true', 'false'],
    dates: ['us', 'iso'],
  },
  HubSpot: {
    encodings: ['utf-8'],
    delimiters: [','],
    newline: '\n',
    quotes: 'all',
    yes: ['Yes', 'No'],
    amounts: ['plain'],
  },
  Outlook: {
    ...SPREADSHEET,
    encodings: ['windows-1252', 'utf-8'],
    delimiters: [',', ';'],
    quotes: 'filled',
    short: true,
  },
  csvkit: { encodings: ['utf-8'], delimiters: [','], newline: '\n', quotes: 'minimal' },
  PapaParse: {
    encodings: ['utf-8'],
    delimiters: [',', ';', '\t', '|'],
    quotes: 'minimal',
    quotesBlanks: true,
    yes: ['true', 'false'],
    finalNewline: false,
  },
  'Python, excel-tab': {
    encodings: ['utf-8'],
    delimiters: ['\t'],
    quotes: 'minimal',
    yes: ['True', 'False'],
  },
  'Python, unix': {
    encodings: ['utf-8'],
    delimiters: [','],
    newline: '\n',
    quotes: 'all',
    yes: ['True', 'False'],
  },
  'Python, nonnumeric': {
    encodings: ['utf-8'],
    delimiters: [',', ';', '|'],
    quotes: 'text',
    yes: ['True', 'False'],
  },
  'by hand, blanks after commas': {
    encodings: ['utf-8'],
    delimiters: [',', ';'],
    newline: '\n',
    quotes: 'minimal',
    spaced: true,
    without: /^\s|\s$/,
  },
  'by hand, all quoted after blanks': {
    encodings: ['utf-8'],
    delimiters: [','],
    newline: '\n',
    quotes: 'all',
    spaced: true,
  },
  'a script that joins': {
    encodings: ['utf-8', 'windows-1252'],
    delimiters: ['|', ';', '\t'],
    newline: '\n',
    quotes: 'none',
    without: /[\n\r|;\t]|^"/,
  },
  'a web shop that guards digits': {
    encodings: ['utf-8'],
    delimiters: [',', ';'],
    quotes: 'minimal',
    guarded: true,
  },
  'a web shop, all quoted and guarded': {
    encodings: ['utf-8'],
    delimiters: [','],
    quotes: 'all',
    guarded: true,
  },
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dateText(iso: string, style: DateStyle): string {
  const [year, month, day] = iso.split('-') as [string, string, string]
  if (style === 'us') return `${Number(month)}/${Number(day)}/${year}`
  if (style === 'dots') return `${day}.${month}.${year}`
  if (style === 'day-first') return `${day}/${month}/${year}`
  if (style === 'named') return `${Number(day)}-${MONTHS[Number(month) - 1]}-${year}`
  return iso
}

function amountText(amount: number, style: AmountStyle): string {
  const fixed = Math.abs(amount).toFixed(2)
  const grouped = fixed.replace(/\B(?=(\d{3})+\.)/g, ',')
  const sign = amount < 0 ? '-' : ''
  if (style === 'us') return sign + grouped
  if (style === 'dollars') return `${sign}$${grouped}`
  if (style === 'brackets') return amount < 0 ? `(${grouped})` : grouped
  if (style === 'european') {
    return sign + grouped.replace(/[,.]/g, (mark) => (mark === ',' ? '.' : ','))
  }
  return String(amount)
}

/** How one file is written. */
interface Writing {
  program: Program
  delimiter: string
  newline: string
  date: DateStyle
  amount: AmountStyle
}

/** What the program writes for a value, before quotes. */
function textOf(value: Value, kind: Kind, { program, date, amount }: Writing): string {
  if (value === null) return program.nothing ?? (program.letters ? '\\N' : '')
  if (typeof value === 'boolean') return (program.yes ?? ['yes', 'no'])[value ? 0 : 1]!
  if (kind === 'date') return dateText(String(value), date)
  if (kind === 'currency') return amountText(Number(value), amount)
  if (typeof value === 'number') {
    return amount === 'european' ? String(value).replace('.', ',') : String(value)
  }
  return value
}

const LETTERS: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

/** A value with what surrounds and escapes it. */
function fieldOf(value: Value, kind: Kind, writing: Writing): string {
  const { program, delimiter } = writing
  const text = textOf(value, kind, writing)
  if (program.letters === 'copy') {
    return value === null ? text : text.replace(/[\t\n\r\\]/g, (character) => LETTERS[character]!)
  }
  if (program.letters === 'outfile') {
    return value === null ? text : text.replace(/[\t\n\\]/g, '\\$&')
  }
  const isPlain = kind === 'number' && !text.includes(',')
  const isText = value !== null && typeof value !== 'boolean' && !isPlain
  const isGuarded = program.guarded && /^\d[\d-]*$/.test(text) && kind === 'text'
  const whole = isGuarded ? `="${text}"` : text
  const hasTo =
    whole.includes(delimiter) ||
    /[\n\r]/.test(whole) ||
    (whole.includes('"') && !(isGuarded && program.quotes === 'minimal')) ||
    (program.quotesBlanks === true && /^\s|\s$/.test(whole))
  const isQuoted = {
    all: true,
    text: isText,
    filled: whole !== '',
    minimal: hasTo,
    none: false,
  }[program.quotes]
  if (!isQuoted) return whole
  if (program.escape === 'backslash') return `"${whole.replace(/["\\]/g, '\\$&')}"`
  if (program.escape === 'quote-only') return `"${whole.replaceAll('"', '\\"')}"`
  return `"${whole.replaceAll('"', '""')}"`
}

/** What Python must read in a field: with `=""`, since it does not know that. */
const readOf = (value: Value, kind: Kind, writing: Writing): string => {
  const text = textOf(value, kind, writing)
  return writing.program.guarded && /^\d[\d-]*$/.test(text) && kind === 'text' ? `="${text}"` : text
}

/** What a column of the board must hold. A word such as `NA` says nothing, or it is a text that says so. */
function storedOf(value: Value, kind: Kind, isText: boolean, writing: Writing): Omit<Cell, 'raw'> {
  if (!isText) return { stored: value }
  const text = textOf(value, kind, writing).trim()
  if (value === null) return { stored: null, ...(text === '\\N' ? {} : { or: text }) }
  return { stored: text === '' ? null : text }
}

/** Values that the program cannot write, or that would say something else there. */
function without({ program }: Writing, table: Table, letters: Letters): Table['values'] {
  return table.values.map((row) =>
    row.map((value, at) => {
      if (typeof value !== 'string' || table.kinds[at] !== 'text') return value
      if (program.without?.test(value)) return `plain ${letters}`
      return value
    }),
  )
}

const letterOf = (encoding: string): Letters => {
  if (encoding.startsWith('utf')) return 'all'
  if (encoding === 'shift_jis') return 'japanese'
  return encoding === 'gb18030' ? 'chinese' : 'latin'
}

const PYTHON_CODECS: Record<string, string> = {
  macintosh: 'mac_roman',
  shift_jis: 'cp932',
  'utf-8': 'utf-8-sig',
}

const TITLES = ['Broker report', 'Leads of November', 'Created by Ann', 'Printed 11/28/2026']

/** Stands for a letter in Windows-1252, amid a file in UTF-8. */
const ODD = '\ue000'

const withOddByte = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(Buffer.from(ODD).toString('latin1'), 'ü'), 'latin1')

/** A table as text, as one of the programs writes it. */
export function textFile(seed: number): ForeignFile {
  const chance = chanceOf(seed)
  const names = Object.keys(PROGRAMS).filter((name) => PROGRAMS[name]!.encodings.length > 0)
  const name = pick(chance, names)
  const program = PROGRAMS[name]!
  const encoding = pick(chance, program.encodings)
  const letters = letterOf(encoding)
  const writing: Writing = {
    program,
    delimiter: pick(chance, program.delimiters),
    newline: program.newline ?? '\r\n',
    date: pick(chance, program.dates ?? ['iso', 'named']),
    amount: pick(chance, program.amounts ?? ['plain']),
  }
  const table = tableOf(chance, letters)
  table.values = without(writing, table, letters)
  sureColumns(table, writing)
  const traits = [name, encoding, JSON.stringify(writing.delimiter)]
  const header = [...table.header]
  // A column for text takes anything, as it stands there.
  const kinds = table.kinds.map((kind) => (chance.happens(0.15) ? 'text' : kind))
  const rows: Cell[][] = table.values.map((row) =>
    row.map((value, at) => {
      const kind = table.kinds[at]!
      const isText = kinds[at] === 'text'
      return { raw: readOf(value, kind, writing), ...storedOf(value, kind, isText, writing) }
    }),
  )
  const fields = table.values.map((row) =>
    row.map((value, at) => fieldOf(value, table.kinds[at]!, writing)),
  )
  const namesOf = (some: readonly string[]) => some.map((one) => fieldOf(one, 'text', writing))

  if (chance.happens(0.15) && header.length > 1) {
    header.splice(0, header.length, ...spoilHeader(chance, header))
    traits.push(`header ${header.join('/')}`)
  }
  let headerFields = namesOf(header)
  if (program.numbers && chance.happens(0.7)) {
    traits.push('row numbers')
    const from = program.numbers === 'from-0' ? 0 : 1
    header.unshift('')
    headerFields = [program.quotes === 'text' ? '""' : '', ...headerFields]
    kinds.unshift('number')
    for (const [at, row] of rows.entries()) {
      const number = String(at + from)
      row.unshift({ raw: number, stored: at + from })
      fields[at]!.unshift(program.quotes === 'text' ? `"${number}"` : number)
    }
  }
  const { delimiter } = writing
  const isCut = chance.happens(program.short ? 0.6 : 0.05)
  if (isCut && fieldOf(null, 'text', writing) === '') {
    traits.push('short rows')
    for (const row of fields) while (row.length > 1 && row.at(-1) === '') row.pop()
  } else if (chance.happens(0.08)) {
    traits.push('separators at the end')
    for (const row of fields) row.push('')
    if (chance.happens(0.5)) headerFields.push('')
  } else if (chance.happens(0.06)) {
    const at = chance.between(0, rows.length - 1)
    traits.push(`a value beside the table in row ${at + 1}`)
    header.push('')
    kinds.push('text')
    for (const row of rows) row.push({ raw: null, stored: null })
    rows[at]![header.length - 1] = { raw: 'call again', stored: 'call again' }
    fields[at]!.push(...namesOf(['call again']))
  }
  const hasOddByte = encoding === 'utf-8' && !program.bom && chance.happens(0.05)
  if (hasOddByte) {
    const at = chance.between(0, rows.length - 1)
    const place = kinds.indexOf('text')
    traits.push(`a byte that is not UTF-8 in row ${at + 1}`)
    rows[at]![place] = { raw: 'Z\ufffdrich', stored: 'Z\ufffdrich', or: 'Zürich' }
    fields[at]![place] = fieldOf(`Z${ODD}rich`, 'text', writing)
  }
  const { lines, above } = linesOf(chance, writing, { headerFields, fields }, traits)
  const isEnded = program.finalNewline !== false && !chance.happens(0.05)
  const text = lines.join(writing.newline) + (isEnded ? writing.newline : '')
  const bom = program.bom || (encoding === 'utf-8' && chance.happens(0.1)) ? '\ufeff' : ''
  const mustChoose = !/^utf|^windows-1252$/.test(encoding)
  return {
    seed,
    what: traits.join(', '),
    name: pick(chance, ['leads.csv', 'export.txt', 'Leads (1).CSV', 'data.tsv']),
    bytes: withOddByte(encoded(encoding === 'windows-1252' ? text : bom + text, encoding)),
    choices: mustChoose ? { encoding } : {},
    header,
    kinds,
    rows,
    reading: {
      encoding: PYTHON_CODECS[encoding] ?? (bom && encoding === 'utf-16le' ? 'utf-16' : encoding),
      dialect: {
        delimiter,
        doublequote: (program.escape ?? 'double') === 'double',
        escapechar: program.letters || (program.escape ?? 'double') !== 'double' ? '\\' : null,
        quoting: program.quotes === 'none' ? 3 : 0,
        skipinitialspace: program.spaced === true,
      },
      above,
    },
  }
}

/** The lines of the file, and how many of them are above the header. */
function linesOf(
  chance: Chance,
  { program, delimiter }: Writing,
  { headerFields, fields }: { headerFields: string[]; fields: string[][] },
  traits: string[],
): { lines: string[]; above: number } {
  const joined = (row: string[]) => row.join(program.spaced ? `${delimiter} ` : delimiter)
  const lines = [joined(headerFields)]
  for (const row of fields) {
    if (chance.happens(0.02))
      lines.push(chance.happens(0.5) ? '' : row.map(() => '').join(delimiter))
    lines.push(joined(row))
  }
  if (chance.happens(0.1)) lines.push('', '')
  let above = 0
  if (headerFields.length > 2 && fields.length > 2 && chance.happens(0.12)) {
    const titles = TITLES.slice(0, chance.between(1, 3))
    traits.push(`${titles.length} titles`)
    above = titles.length
    const isPadded = chance.happens(0.5)
    const rest = delimiter.repeat(headerFields.length - 1)
    lines.unshift(...titles.map((title) => (isPadded ? title + rest : title)))
    if (chance.happens(0.5)) lines.splice(above, 0, isPadded ? rest : '')
  }
  if (program.first) {
    lines.unshift(program.first(delimiter))
    above++
  }
  return { lines, above }
}

/** In a column that a reader has to judge as a whole, one cell can be read in one way only. */
function sureColumns({ kinds, values }: Table, { date, amount }: Writing): void {
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'date' && date === 'day-first') values[0]![at] = '2026-11-28'
    if (amount === 'european' && kind === 'currency') values[0]![at] = 1234.5
    if (amount === 'european' && kind === 'number') values[0]![at] = 12.5
  }
}
