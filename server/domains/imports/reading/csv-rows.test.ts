import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Quirk } from '../../../../shared/table-files.ts'
import { csvLine } from '../../records/exports/csv.rules.ts'
import { CsvRows } from './csv-rows.ts'
import { quirksOf } from './dialects.ts'
import type { FileRecord } from './file-values.rules.ts'
import { textsOf } from './texts.ts'

/** The bytes in pieces of any size, as a network delivers them. */
async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(text: string, size = 64 * 1024): Promise<FileRecord[]> {
  const rows = new CsvRows({ delimiter: ',', quirks: [] })
  const found: FileRecord[] = []
  for await (const piece of textsOf(pieces(text, size), 'utf-8')) found.push(...rows.take(piece))
  return [...found, ...rows.take('', true)]
}

const value = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', ' ', '\n', ';', "'") })
const table = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 8 })

test('any values that are written as CSV are read back, each row with the line on which it begins', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      let line = 1
      const wanted: FileRecord[] = []
      for (const values of rows) {
        if (values.some((one) => one.trim() !== '')) wanted.push({ line, values })
        line += 1 + values.join('').split('\n').length - 1
      }
      const text = rows.map((values) => csvLine(values)).join('')
      expect(await read(text, size)).toEqual(wanted)
    }),
    { numRuns: 150 },
  )
})

test('rows of a file in which line breaks of all kinds are mixed are read, each with its line', async () => {
  const end = fc.constantFrom('\n', '\r\n', '\r')
  const unit = fc.constantFrom('a', '"', ',', '\n', '\r\n', '\r')
  const values = fc.array(fc.string({ unit, maxLength: 5 }), { minLength: 2, maxLength: 3 })
  const row = fc.record({ values, end, blank: fc.array(end, { maxLength: 2 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const wanted: FileRecord[] = []
      let text = ''
      const breaks = (of: string) => of.match(/\r\n?|\n/g)?.length ?? 0
      for (const { values, end, blank } of rows) {
        if (values.some((one) => one.trim() !== '')) wanted.push({ line: 1 + breaks(text), values })
        text += csvLine(values).trimEnd() + end + blank.join('')
      }
      expect(await read(text, size)).toEqual(wanted)
    }),
    { numRuns: 200 },
  )
})

test('values with quotation marks in wrong places are read as another parser reads them', async () => {
  const unit = fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', '\r', ' ')
  const other = (text: string): string[][] | 'is not closed' => {
    try {
      return parse(text, {
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        record_delimiter: ['\r\n', '\n', '\r'],
      })
    } catch {
      return 'is not closed'
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const wanted = other(text)
      const found = await read(text, size).catch(() => 'is not closed' as const)
      if (typeof wanted === 'string' || typeof found === 'string') expect(found).toBe(wanted)
      else {
        const isVisible = (values: string[]) => values.some((one) => one.trim() !== '')
        expect(found.map(({ values }) => values)).toEqual(wanted.filter(isVisible))
      }
    }),
    { numRuns: 300 },
  )
})

function rowsOf(
  text: string,
  quirks: readonly Quirk[],
  delimiter = ',',
  size = text.length,
): FileRecord[] {
  const reader = new CsvRows({ delimiter, quirks })
  const rows: FileRecord[] = []
  for (let from = 0; from < text.length; from += size) {
    rows.push(...reader.take(text.slice(from, from + size)))
  }
  return [...rows, ...reader.take('', true)]
}

describe('a file is read as the program meant that wrote it:', () => {
  test.each<[string, string, string, Quirk[], string[][]]>([
    [
      'quotation marks after blanks',
      ',',
      'Business, Address\nAcme Bakery, "1 Main St, Salem"\nBay Trucking, "2 Dock Rd"\n',
      ['blanks'],
      [
        ['Business', 'Address'],
        ['Acme Bakery', '1 Main St, Salem'],
        ['Bay Trucking', '2 Dock Rd'],
      ],
    ],
    [
      'blanks on both sides, and line breaks in values',
      ';',
      '"Name" ; "Note"\r\n"Acme" ; "two\r\nlines; ""here"""\r\n"Bolt" ;\r\n',
      ['blanks'],
      [
        ['Name', 'Note'],
        ['Acme', 'two\r\nlines; "here"'],
        ['Bolt', ''],
      ],
    ],
    [
      'quotation marks after backslashes',
      ',',
      'Business,Notes\nAcme Bakery,"He said \\"yes\\", call him"\nBay Trucking,fine\n',
      ['backslashes'],
      [
        ['Business', 'Notes'],
        ['Acme Bakery', 'He said "yes", call him'],
        ['Bay Trucking', 'fine'],
      ],
    ],
    [
      'backslashes of their own, doubled quotation marks and line breaks beside those',
      ',',
      'Name,Path\nAcme,"C:\\\\new, \\"x\\" and ""y"""\nBolt,"D:\\temp\\\nline"\nCove,"C:\\\\"\n',
      ['backslashes'],
      [
        ['Name', 'Path'],
        ['Acme', 'C:\\new, "x" and "y"'],
        ['Bolt', 'D:\\temp\nline'],
        ['Cove', 'C:\\'],
      ],
    ],
    [
      'paths that end in a backslash, which means nothing',
      ',',
      'Name,Path,City\nAcme,"C:\\new\\",Bern\nBolt,"D:\\",Bonn\n',
      [],
      [
        ['Name', 'Path', 'City'],
        ['Acme', 'C:\\new\\', 'Bern'],
        ['Bolt', 'D:\\', 'Bonn'],
      ],
    ],
    [
      'blanks and backslashes',
      ',',
      'Name, Note\nAcme, "a \\"b\\", c"\nBolt, "d"\n',
      ['blanks', 'backslashes'],
      [
        ['Name', 'Note'],
        ['Acme', 'a "b", c'],
        ['Bolt', 'd'],
      ],
    ],
    [
      'apostrophes as quotation marks',
      ',',
      "'Name','City'\n'Acme','Salem, MA'\n'O''Brien',''\n",
      ['apostrophes'],
      [
        ['Name', 'City'],
        ['Acme', 'Salem, MA'],
        ["O'Brien", ''],
      ],
    ],
    [
      'apostrophes that belong to names',
      ',',
      "Name,City\n'Til Dawn',Salem\nO'Brien,'s-Hertogenbosch\n",
      [],
      [
        ['Name', 'City'],
        ["'Til Dawn'", 'Salem'],
        ["O'Brien", "'s-Hertogenbosch"],
      ],
    ],
    [
      'a dump of PostgreSQL',
      '\t',
      'name\tnote\tcity\nAcme\ttwo\\nlines\\tand "a" tab\t\\N\nC:\\\\new\t\\N\tBern\n',
      ['backslashes', 'nulls'],
      [
        ['name', 'note', 'city'],
        ['Acme', 'two\nlines\tand "a" tab', ''],
        ['C:\\new', '', 'Bern'],
      ],
    ],
    [
      'a dump of MySQL',
      '\t',
      'name\tnote\nAcme\ttwo\\\nlines\\\tand a tab\nBolt\t\\N\n',
      ['backslashes', 'nulls'],
      [
        ['name', 'note'],
        ['Acme', 'two\nlines\tand a tab'],
        ['Bolt', ''],
      ],
    ],
    [
      'an export of MySQL in quotation marks',
      ',',
      '"Acme","He said \\"yes\\"",\\N\n"Bolt",\\N,"C:\\\\new"\n',
      ['backslashes', 'nulls'],
      [
        ['Acme', 'He said "yes"', ''],
        ['Bolt', '', 'C:\\new'],
      ],
    ],
    [
      'a line break after a backslash, as MySQL writes it',
      ',',
      'Name,Note,City\nAcme,"two\\\nlines, \\"x\\"",Bern\nBolt,y,Bonn\n',
      ['backslashes'],
      [
        ['Name', 'Note', 'City'],
        ['Acme', 'two\nlines, "x"', 'Bern'],
        ['Bolt', 'y', 'Bonn'],
      ],
    ],
    [
      'a line break after a backslash, in a dump',
      '\t',
      'Acme\ttwo\\\nlines\nBolt\ty\n',
      ['backslashes'],
      [
        ['Acme', 'two\nlines'],
        ['Bolt', 'y'],
      ],
    ],
    [
      'line breaks as letters, in a dump without empty values',
      '\t',
      'Name\tNote\nAcme\ttwo\\nlines and a \\\\\nBolt\ty\n',
      ['backslashes'],
      [
        ['Name', 'Note'],
        ['Acme', 'two\nlines and a \\'],
        ['Bolt', 'y'],
      ],
    ],
    [
      'paths, which are no dump',
      '\t',
      'Name\tPath\nAcme\tC:\\new\\temp\nBolt\t\\\\host\\notes\n',
      [],
      [
        ['Name', 'Path'],
        ['Acme', 'C:\\new\\temp'],
        ['Bolt', '\\\\host\\notes'],
      ],
    ],
    [
      'NULL as tools show tables',
      ',',
      'Name,City,Note\nAcme,NULL,x\nBolt,Bern,NULL\nCove,"NULL",y\n',
      ['nulls'],
      [
        ['Name', 'City', 'Note'],
        ['Acme', '', 'x'],
        ['Bolt', 'Bern', ''],
        ['Cove', 'NULL', 'y'],
      ],
    ],
    [
      'a name that is NULL',
      ',',
      'Name,City\nNULL,Bern\nBolt,Bonn\n',
      [],
      [
        ['Name', 'City'],
        ['NULL', 'Bern'],
        ['Bolt', 'Bonn'],
      ],
    ],
    [
      'digits that a spreadsheet should keep',
      ',',
      'Name,Zip,Code\nAcme,="02138","=""007"""\nBolt,="00501",\n',
      ['kept_texts'],
      [
        ['Name', 'Zip', 'Code'],
        ['Acme', '02138', '007'],
        ['Bolt', '00501', ''],
      ],
    ],
    [
      'digits after an apostrophe',
      ',',
      "Name,Zip,Phone\n'Acme,'02138,'(415) 555-0110\nBolt,'00501,\n",
      ['kept_texts'],
      [
        ['Name', 'Zip', 'Phone'],
        ["'Acme", '02138', '(415) 555-0110'],
        ['Bolt', '00501', ''],
      ],
    ],
    [
      'an apostrophe before some numbers, which may mean something',
      ',',
      "Name,Model\nAcme,'1999\nBolt,2001\n",
      [],
      [
        ['Name', 'Model'],
        ['Acme', "'1999"],
        ['Bolt', '2001'],
      ],
    ],
  ])('%s', (_, delimiter, text, quirks, values) => {
    expect(quirksOf(text, delimiter, true)).toEqual(quirks)
    // The beginning of a longer file ends anywhere.
    expect(quirksOf(`${text}"Dove`, delimiter, false)).toEqual(quirks)
    for (const size of [text.length, 1, 7]) {
      const rows = rowsOf(text, quirks, delimiter, size)
      expect(rows.map((row) => row.values)).toEqual(values)
    }
  })

  test('any values in any way of quoting, each row with the line on which it begins', () => {
    const unit = fc.constantFrom('a', 'é', ',', '"', "'", '\\', '\n', ' ')
    const cell = fc.string({ unit, maxLength: 6 }).map((text) => `x${text}x`)
    const table = fc.array(fc.tuple(cell, cell), { minLength: 3, maxLength: 6 })
    const some = fc.subarray<Quirk>(['blanks', 'backslashes', 'apostrophes'])
    fc.assert(
      fc.property(table, some, fc.integer({ min: 1, max: 9 }), (random, quirks, size) => {
        // At least one value tells how it is written.
        const rows = [...random, [`x "a", 'b', c`, 'x']]
        const mark = quirks.includes('apostrophes') ? "'" : '"'
        // Such a value may also be one in which backslashes escape.
        const isOpen = random.flat().some((value) => value.includes(`\\${mark}`))
        fc.pre(quirks.includes('backslashes') || !isOpen)
        const escaped = (text: string) =>
          quirks.includes('backslashes')
            ? text.replace(/["'\\\n]/g, '\\$&')
            : text.replaceAll(mark, mark + mark)
        const between = quirks.includes('blanks') ? ', ' : ','
        let text = ''
        const wanted = rows.map((values) => {
          const line = text.split('\n').length
          text += `${values.map((one) => mark + escaped(one) + mark).join(between)}\n`
          return { line, values }
        })
        expect(rowsOf(text, quirks, ',', size)).toEqual(wanted)
        expect(rowsOf(text, quirksOf(text, ',', true))).toEqual(wanted)
      }),
      { numRuns: 300 },
    )
  })
})
