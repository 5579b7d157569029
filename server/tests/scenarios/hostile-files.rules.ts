import { type Part, repeated, workbookOf, zipOf } from '../support/inputs/zip.ts'
import { type Chance, chanceOf } from './chance.ts'

/** A file that means harm or is broken, and how it is sent. */
export interface HostileFile {
  what: string
  name: string
  bytes: Buffer
  /** Other parts of the form. */
  parts: Record<string, string>
}

type Make = (chance: Chance) => { bytes: Buffer; name?: string; parts?: Record<string, string> }

const GOOD = 'Name,City,Amount\nAcme,Bern,5\n"Bolt, Inc",Bonn,7\n'
const cell = (name: string, text: string) => `<c r="${name}" t="str"><v>${text}</v></c>`
const HEADER = `<row r="1">${cell('A1', 'Name')}${cell('B1', 'City')}</row>`
const ROW = `<row r="2">${cell('A2', 'Acme')}${cell('B2', 'Bern')}</row>`
const book = (rows = HEADER + ROW, more: Part[] = []) =>
  workbookOf({ sheets: { Leads: rows }, texts: ['<t>x</t>'], more })
const sheet = 'xl/worksheets/sheet1.xml'

export const pick = <T>(chance: Chance, some: readonly T[]): T =>
  some[chance.between(0, some.length - 1)]!
export const noise = (chance: Chance, length: number) =>
  Buffer.from(Array.from({ length }, () => chance.between(0, 255)))
const cut = (chance: Chance, bytes: Buffer) => bytes.subarray(0, chance.between(0, bytes.length))

/** The bytes with some of them changed, left out or doubled. */
export function spoiled(chance: Chance, bytes: Buffer): Buffer {
  let result = Buffer.from(bytes)
  for (let n = chance.between(1, 12); n > 0; n--) {
    const at = chance.between(0, Math.max(0, result.length - 1))
    const how = chance.between(0, 2)
    if (how === 0) result[at] = chance.between(0, 255)
    else if (how === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + 1)])
    else result = Buffer.concat([result.subarray(0, at), noise(chance, 3), result.subarray(at)])
  }
  return result
}

export const HEADS = [
  '%PDF-1.7\n%âãÏÓ\n',
  'GIF89a',
  '\x89PNG\r\n\x1a\n',
  'MZ\x90\0\x03',
  '\x7fELF\x02\x01',
  '<!DOCTYPE html><html><script>alert(1)</script>',
  '<svg onload="alert(1)">',
  '<?php system($_GET["c"]); ?>',
  '#!/bin/sh\nrm -rf /\n',
  'PK\x03\x04',
  'PK\x05\x06',
  '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  '\xff\xfe',
  '\xfe\xff',
  '\xef\xbb\xbf',
  '\x1f\x8b\x08',
]
export const NAMES = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\evil.csv',
  '/etc/cron.d/evil.csv',
  'C:\\evil.csv',
  'a\u0000.csv',
  '\u202evsc.exe',
  '.',
  '..',
  'CON.csv',
  `${'x'.repeat(5000)}.csv`,
  '<img src=x onerror=alert(1)>.csv',
  'leads.csv\r\nX-Evil: 1',
  '"; filename="other.csv',
  'leads.xlsx',
  'leads.xls',
]
const PARTS: Record<string, string>[] = [
  { encoding: 'utf-16le' },
  { encoding: 'utf-16be' },
  { encoding: 'windows-1252' },
  { encoding: 'ebcdic' },
  { delimiter: '"' },
  { delimiter: '\\' },
  { delimiter: '\n' },
  { headerRow: '0' },
  { headerRow: '2' },
  { headerRow: '-1' },
  { headerRow: '99999999999999999999' },
  { sheet: '../../x' },
  { sheet: '__proto__' },
  { mapping: '{"__proto__": "name"}' },
  { mapping: '[["name"]]' },
  { valueMaps: '{"constructor": {"toString": "x"}}' },
  { onBad: '{"*": "leave_empty", "__proto__": "refuse"}' },
  { links: '{"__proto__": {"by": "external_id"}}' },
  { corrections: '[{"line": 1e308, "column": "name", "value": "x"}]' },
]
const TEXTS = [
  '=cmd|"/c calc"!A1',
  '<script>alert(1)</script>',
  "'; DROP TABLE rows; --",
  '\u0000',
  '\ud800',
  '\u202e\ufeff',
  '%00%n%s',
  '__proto__',
  '9'.repeat(400),
  '1e999',
]
const ENTRIES = [
  '../xl/workbook.xml',
  '/xl/workbook.xml',
  'xl\\workbook.xml',
  'xl//workbook.xml',
  '',
]

/** The kinds of hostile files, each with its chance. */
const KINDS: Record<string, Make> = {
  'a table with the head of another file': (chance) => ({
    bytes: Buffer.concat([Buffer.from(pick(chance, HEADS), 'latin1'), Buffer.from(GOOD)]),
  }),
  'the head of another file, then noise': (chance) => ({
    bytes: Buffer.concat([Buffer.from(pick(chance, HEADS), 'latin1'), noise(chance, 600)]),
  }),
  'a workbook with another file before or after it': (chance) => {
    const other = Buffer.from(pick(chance, HEADS), 'latin1')
    return { bytes: Buffer.concat(chance.happens(0.5) ? [other, book()] : [book(), other]) }
  },
  'a good table under a bad name': (chance) => ({
    bytes: Buffer.from(GOOD),
    name: pick(chance, NAMES),
  }),
  'a good table, read in a wrong way': (chance) => ({
    bytes: Buffer.from(GOOD),
    parts: pick(chance, PARTS),
  }),
  'a good workbook, read in a wrong way': (chance) => ({
    bytes: book(),
    parts: pick(chance, PARTS),
  }),
  noise: (chance) => ({ bytes: noise(chance, chance.between(0, 3000)) }),
  'a spoiled table': (chance) => ({ bytes: spoiled(chance, Buffer.from(GOOD.repeat(5))) }),
  'a table in UTF-16 that breaks off': (chance) => ({
    bytes: cut(chance, Buffer.from(GOOD, 'utf16le')),
  }),
  'quotes that are never closed': (chance) => ({
    bytes: Buffer.from(`Name,City\n${'"'.repeat(chance.between(1, 2001))}Acme,Bern\n`),
  }),
  'a huge cell': (chance) => ({
    bytes: Buffer.from(`Name,City\n${'x'.repeat(chance.between(900_000, 1_300_000))},Bern\n`),
  }),
  'too many columns': (chance) => ({
    bytes: Buffer.from(`${','.repeat(chance.between(900, 40_000))}x\nAcme,Bern\n`),
  }),
  'harmful texts in every cell': (chance) => {
    const text = () => `"${pick(chance, TEXTS).replaceAll('"', '""')}"`
    const row = () => `${text()},${text()},${text()}\n`
    return { bytes: Buffer.from(`Name,City,Amount\n${row()}${row()}${row()}`) }
  },
  'harmful texts in the header': (chance) => ({
    bytes: Buffer.from(`${pick(chance, TEXTS)},Name,${pick(chance, TEXTS)}\nAcme,Bern,1\n`),
  }),
  'NUL bytes between text': (chance) => ({
    bytes: Buffer.from(GOOD.split('').join('\0'.repeat(chance.between(0, 3)))),
  }),
  'a workbook that breaks off': (chance) => ({ bytes: cut(chance, book()) }),
  'a spoiled workbook': (chance) => ({ bytes: spoiled(chance, book()) }),
  'a workbook with harmful texts': (chance) => {
    const text = pick(chance, TEXTS).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return { bytes: book(`${HEADER}<row r="2">${cell('A2', text)}</row>`) }
  },
  'a workbook with odd places of cells': (chance) => {
    const place = pick(chance, ['A0', 'A-1', 'ZZZZZZ9', '', '1', 'A99999999', 'a1', 'A1e9'])
    const row = pick(chance, ['2', '-1', '1e9', '', 'x', '2.5', '99999999'])
    return { bytes: book(`${HEADER}<row r="${row}">${cell(place, 'x')}</row>`) }
  },
  'a workbook with odd values': (chance) => {
    const type = pick(chance, ['s', 'n', 'b', 'e', 'd', 'zzz'])
    const value = pick(chance, ['1e400', '-5', '99999999999', 'NaN', '', '#REF!', '0x10'])
    const style = pick(chance, ['0', '-1', '99999', 'x'])
    const odd = `<c r="A2" t="${type}" s="${style}"><v>${value}</v></c>`
    return { bytes: book(`${HEADER}<row r="2">${odd}</row>`) }
  },
  'a workbook that defines entities': (chance) => ({
    bytes: book('', [
      {
        name: pick(chance, [sheet, 'xl/workbook.xml', 'xl/styles.xml', 'xl/sharedStrings.xml']),
        text: '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;">]><worksheet>&c;</worksheet>',
      },
    ]),
  }),
  'an archive with bad names': (chance) => ({
    bytes: zipOf(
      Array.from({ length: 4 }, () => ({
        name: pick(chance, [...ENTRIES, 'xl/workbook.xml']),
        text: pick(chance, ['<workbook/>', '', '<a', GOOD]),
      })),
    ),
  }),
  'a workbook that leads outside': (chance) => ({
    bytes: book(HEADER + ROW, [
      {
        name: 'xl/_rels/workbook.xml.rels',
        text: `<Relationships><Relationship Id="rId1" Target="${pick(chance, ['../../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1/', ''])}"/></Relationships>`,
      },
    ]),
  }),
  'a workbook that lies about its sizes': (chance) => ({
    bytes: book('', [
      { name: sheet, packed: noise(chance, 200), size: pick(chance, [0, 1, 2 ** 31, 2 ** 32 - 1]) },
    ]),
  }),
  'a deep or wide workbook': (chance) => {
    const [open, close] = chance.happens(0.5) ? ['<a>', '</a>'] : ['<a b="1" ', '/>']
    const text = `<worksheet>${open.repeat(chance.between(90, 3000))}${close}</worksheet>`
    return { bytes: book('', [{ name: sheet, text }]) }
  },
}

/** Files that take the service a second or more, one of each. */
const HEAVY: Record<string, () => Buffer> = {
  'a sheet that unpacks to a gigabyte of rows': () =>
    book('', [
      repeated(sheet, '<worksheet><sheetData>', '<row/>', 170_000_000, '</sheetData></worksheet>'),
    ]),
  'texts that unpack to 200 MiB': () =>
    book('', [
      repeated(
        'xl/sharedStrings.xml',
        '<sst>',
        '<si><t>xxxxxxxxxxxxxxxx</t></si>',
        6_000_000,
        '</sst>',
      ),
    ]),
  'a gigabyte of nothing': () =>
    book('', [
      repeated(sheet, '<worksheet><sheetData>', ' ', 1_000_000_000, '</sheetData></worksheet>'),
    ]),
}

/** So many files, the same for the same seed, of all kinds in turn. */
export function hostileFiles(seed: number, count: number): HostileFile[] {
  const kinds = Object.entries(KINDS)
  return Array.from({ length: count }, (_, n) => {
    const [what, make] = kinds[n % kinds.length]!
    const { bytes, name = 'leads.csv', parts = {} } = make(chanceOf(seed + n))
    return { what, name, bytes, parts }
  })
}

export const heavyFiles = (): HostileFile[] =>
  Object.entries(HEAVY).map(([what, make]) => ({
    what,
    name: 'leads.xlsx',
    bytes: make(),
    parts: {},
  }))
