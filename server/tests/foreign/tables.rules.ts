import type { Chance } from '../scenarios/chance.ts'

/** What a column of a file holds, and in which type of column of a board it is kept. */
export type Kind = 'text' | 'number' | 'currency' | 'date' | 'checkbox'

/** What a cell says. A day is written as in ISO 8601. */
export type Value = string | number | boolean | null

export interface Cell {
  /** What another program must read in the file. In a workbook, a day is text too. */
  raw: Value
  /** What the board must hold. */
  stored: Value
  /** What it may hold instead, if two readings are as good. */
  or?: string
}

/** A file as another program writes it, with what its author meant. */
export interface ForeignFile {
  seed: number
  /** The program, and what is special. */
  what: string
  name: string
  bytes: Buffer
  /** What a person has to choose, as parts of the form. */
  choices: Record<string, string>
  /** The names of the columns; '' for one without a name. */
  header: string[]
  /** The types of the columns that the file’s columns go to. */
  kinds: Kind[]
  rows: Cell[][]
  /** How an independent program reads it. */
  reading: TextReading | SheetReading
}

/** For Python’s `csv`. */
export interface TextReading {
  encoding: string
  dialect: Record<string, unknown>
  /** How many rows are above the header, without blank ones. */
  above: number
}

/** For openpyxl. */
export interface SheetReading {
  sheet: string
  above: number
  isStrict: boolean
  /** The part with its styles. */
  styles: string
}

/** A table that some program will write. */
export interface Table {
  header: string[]
  kinds: Kind[]
  values: Value[][]
}

export const pick = <T>(chance: Chance, some: readonly T[]): T =>
  some[chance.between(0, some.length - 1)]!

/** Which characters an encoding has. */
export type Letters = 'latin' | 'japanese' | 'chinese' | 'all'

const PLAIN = [
  'Acme Bakery',
  'Bolt, Inc',
  'Harbor Supply; Boston',
  "O'Neil & Sons",
  'He said "yes", call him',
  '"Best" Pizza',
  '5" pipe',
  'Main St 1\nRear door',
  'line one\n\nline three',
  ' padded ',
  '02138',
  '007',
  '12345678901234567890',
  '+1 415 555 0199',
  '012-34-5678',
  '1/2',
  '100%',
  '1e5',
  'TRUE',
  'N/A',
  '-',
  '=1+1',
  '@home',
  '#1 choice',
  'a|b',
  '<b>bold</b> & more',
  '{"a": 1, "b": [2]}',
  'code _x0041_ end',
  'x',
]
/** Which every encoding here has. */
const LATIN = [
  'Müller Bäckerei',
  'José Núñez',
  'Café Roma',
  'Peña Hermanos',
  'Straße 5',
  'Ångström',
]
const WORDS: Record<Letters, readonly string[]> = {
  latin: LATIN,
  japanese: ['東京', '日本語、テスト', '株式会社アクメ', 'カフェ'],
  chinese: ['北京', '你好，世界', '公司', '上海 2号'],
  all: [...LATIN, '東京', 'Łódź', '😀 ok', 'Ελλάδα', 'עברית', '“quoted” – dashed', '€ 5'],
}
const HEADERS: Record<Kind, readonly string[]> = {
  text: ['Business', 'Contact', 'City', 'Note', 'Zip', 'Remarks', 'Owner name', 'Reference'],
  number: ['Employees', 'Score', 'Units', 'Years'],
  currency: ['Requested', 'Revenue', 'Balance'],
  date: ['Started', 'Received', 'Due'],
  checkbox: ['Consent', 'Signed'],
}

const text = (chance: Chance, letters: Letters): string =>
  pick(chance, chance.happens(0.6) ? PLAIN : WORDS[letters])

const day = (chance: Chance): string =>
  new Date(Date.UTC(chance.between(1990, 2035), chance.between(0, 11), chance.between(1, 28)))
    .toISOString()
    .slice(0, 10)

const cents = (chance: Chance, most: number): number => chance.between(1, most * 100) / 100

const VALUES: Record<Exclude<Kind, 'text'>, (chance: Chance) => Value> = {
  number: (chance) =>
    pick(chance, [
      () => chance.between(0, 2_000_000),
      () => -chance.between(1, 500),
      () => chance.between(1, 99_999) / 1000,
    ])(),
  currency: (chance) => (chance.happens(0.2) ? -cents(chance, 900) : cents(chance, 2_000_000)),
  date: day,
  checkbox: (chance) => chance.happens(0.5),
}

/** A table of a name and up to seven other columns, with some cells left empty. */
export function tableOf(chance: Chance, letters: Letters, most = 14): Table {
  const others = Array.from({ length: chance.between(1, 7) }, () =>
    pick(chance, ['text', 'text', 'text', 'number', 'currency', 'date', 'checkbox'] as const),
  )
  const kinds: Kind[] = ['text']
  // As many as a board has columns for.
  const room: Record<Kind, number> = { text: 7, number: 2, currency: 2, date: 2, checkbox: 2 }
  for (const kind of others) if (room[kind]-- > 0) kinds.push(kind)
  const left = Object.fromEntries(
    Object.entries(HEADERS).map(([kind, names]) => [kind, chance.shuffled(names)]),
  )
  const header = kinds.map((kind) => left[kind]!.pop() ?? `More ${kind}`)
  const values = Array.from({ length: chance.between(2, most) }, () =>
    kinds.map((kind, at): Value => {
      if (at > 0 && chance.happens(0.15)) return null
      return kind === 'text' ? text(chance, letters) : VALUES[kind](chance)
    }),
  )
  // Every row has something to tell it by.
  for (const [at, row] of values.entries()) row[0] = `${row[0]} ${at + 1}`.trim()
  return { header, kinds, values }
}

/** Header names as they are not meant to be: without one, or twice the same. */
export function spoilHeader(chance: Chance, header: string[]): string[] {
  const at = chance.between(1, header.length - 1)
  if (chance.happens(0.3)) return header.with(at, '')
  if (chance.happens(0.3)) return header.with(at, header[0]!)
  return header.map((name, place) => (place === 0 ? name : String(2020 + place)))
}
