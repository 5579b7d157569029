import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Part, relationsOf, workbookOf, zipOf } from '../../../tests/support/inputs/zip.ts'
import { discard, temporaryDirectory } from '../../../tests/support/machine/temporary.ts'
import type { FileValue } from './file-values.rules.ts'
import { openWorkbook } from './workbooks.ts'

let folder: string
beforeAll(async () => {
  folder = await temporaryDirectory()
})
afterAll(() => discard(folder))

async function read(bytes: Buffer) {
  const path = join(folder, 'book.xlsx')
  await writeFile(path, bytes)
  const { rows, ...book } = await openWorkbook(path, undefined)
  const values: FileValue[][] = []
  for await (const records of rows) for (const record of records) values.push(record.values)
  return { ...book, values }
}

const TRANSITIONAL = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  office: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
}
const STRICT = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
}
const EXTENSION = 'xmlns:x14="urn:extension"'
const COMPATIBILITY = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'

interface Written {
  /** What stands before the names of elements: nothing, or a prefix with a colon. */
  prefix?: string
  namespaces?: typeof TRANSITIONAL
  /** What a part has after its own content. */
  bookEnd?: string
  sheetEnd?: string
  stylesEnd?: string
  date1904?: string
}
/** The relations of a workbook, as a program writes them that uses prefixes, and gives no types. */
const RELATIONS =
  '<r:Relationships xmlns:r="http://schemas.openxmlformats.org/package/2006/relationships"><r:Relationship Id="rId1" Target="worksheets/sheet1.xml"/></r:Relationships>'

const TEXTS = ['Business', 'Since', 'Acme', 'Bay Trucking']
/** A business and a date in each row. */
const ROWS = [
  [0, 1],
  [2, 44868],
  [3, 44869],
]

/** The parts of a small workbook as other programs write them, with `#` for the prefix. */
function partsOf({
  prefix = '',
  namespaces = TRANSITIONAL,
  bookEnd = '',
  sheetEnd = '',
  stylesEnd = '',
  date1904 = '',
}: Written): { name: string; text: string }[] {
  const part = (name: string, root: string, content: string) => ({
    name,
    text: `<#${root} xmlns${prefix && `:${prefix.slice(0, -1)}`}="${namespaces.main}">${content}</#${root}>`
      .replaceAll('</#', `</${prefix}`)
      .replaceAll('<#', `<${prefix}`),
  })
  const rows = ROWS.map(([text, date], at) =>
    at === 0
      ? `<#row r="1"><#c r="A1" t="s"><#v>${text}</#v></#c><#c r="B1" t="s"><#v>${date}</#v></#c></#row>`
      : `<#row><#c t="s"><#v>${text}</#v></#c><#c s="1"><#v>${date}</#v></#c></#row>`,
  )
  return [
    part(
      'xl/workbook.xml',
      'workbook',
      `<#workbookPr${date1904}/><#sheets><#sheet name="Leads" rel:id="rId1" xmlns:rel="${namespaces.office}"/></#sheets>${bookEnd}`,
    ),
    part(
      'xl/worksheets/sheet1.xml',
      'worksheet',
      `<#sheetData>${rows.join('')}</#sheetData>${sheetEnd}`,
    ),
    part(
      'xl/sharedStrings.xml',
      'sst',
      TEXTS.map(
        (text) =>
          `<#si><#r><#t>${text.slice(0, 3)}</#t></#r><#r><#t>${text.slice(3)}</#t></#r><#rPh><#t>hint</#t></#rPh></#si>`,
      ).join(''),
    ),
    part(
      'xl/styles.xml',
      'styleSheet',
      `<#cellStyleXfs><#xf numFmtId="14"/></#cellStyleXfs><#cellXfs><#xf numFmtId="0"/><#xf numFmtId="14"/></#cellXfs>${stylesEnd}`,
    ),
  ]
}
const bookOf = (written: Written) => workbookOf({ sheets: { Leads: '' }, more: partsOf(written) })
const since = (...dates: string[]) => [
  ['Business', 'Since'],
  ['Acme', dates[0]],
  ['Bay Trucking', dates[1]],
]
const DATES = since('2022-11-03', '2022-11-04')
const DATES_1904 = since('2026-11-04', '2026-11-05')

describe('elements are known by their namespace and their place', () => {
  test.each<[string, Written]>([
    ['the transitional namespace', {}],
    ['the strict one', { namespaces: STRICT }],
    ['a prefix', { prefix: 'x:' }],
    ['the strict one with a prefix', { prefix: 'ns0:', namespaces: STRICT }],
  ])('%s', async (_, written) => {
    expect(await read(bookOf(written))).toMatchObject({ sheets: ['Leads'], values: DATES })
  })

  test('an extension with elements of the same names changes nothing', async () => {
    const row = (prefix: string) =>
      `<${prefix}row><${prefix}c><${prefix}v>7</${prefix}v></${prefix}c></${prefix}row>`
    const ext = (content: string) => `<#extLst><#ext ${EXTENSION}>${content}</#ext></#extLst>`
    const file = bookOf({
      date1904: ' date1904="1"',
      bookEnd: ext(
        '<x14:workbookPr defaultImageDpi="32767" date1904="0"/><#workbookPr date1904="0"/><x14:sheets><x14:sheet name="No"/></x14:sheets><#sheet name="No"/>',
      ),
      sheetEnd: ext(
        `${row('x14:')}${row('#')}<x14:sheetData>${row('x14:')}</x14:sheetData><#sheetData>${row('#')}</#sheetData>`,
      ),
      stylesEnd: `<#dxfs><#dxf><#numFmt numFmtId="14" formatCode="0"/></#dxf></#dxfs>${ext('<#numFmts><#numFmt numFmtId="14" formatCode="0"/></#numFmts><x14:cellXfs><x14:xf/></x14:cellXfs>')}`,
    })
    expect(await read(file)).toMatchObject({
      since1904: true,
      sheets: ['Leads'],
      values: DATES_1904,
    })
  })

  test.each([
    ['with a prefix', 'x:', 'xmlns:x="urn:other"'],
    ['without one', '', 'xmlns="urn:other"'],
  ])('nor does one in the same place, %s', async (_, prefix, other) => {
    const v = `<${prefix}v ${other}>9</${prefix}v>`
    const rows = `<row><c><v>1</v>${v}</c><${prefix}c ${other}>${v}</${prefix}c><c><v>2</v></c></row><${prefix}row ${other}/><row><c><v>3</v></c></row>`
    const { values } = await read(workbookOf({ sheets: { Leads: rows } }))
    expect(values).toEqual([[1, 2], [3]])
  })

  test('of alternatives, the one that needs no extension counts, in its place', async () => {
    const alternatives = (choice: string, fallback: string) =>
      `<mc:AlternateContent ${COMPATIBILITY}><mc:Choice Requires="x14">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`
    const styles = `<cellXfs>${alternatives('<xf numFmtId="9"/>', '<xf numFmtId="0"/>')}<xf numFmtId="200"/></cellXfs><numFmts>${alternatives('<numFmt numFmtId="200" formatCode="0%"/>', '<numFmt numFmtId="200" formatCode="yyyy-mm-dd"/>')}</numFmts>`
    const rows =
      '<row r="1"><c t="str"><v>Day</v></c></row><row r="2"><c s="1"><v>44868</v></c></row>'
    expect((await read(workbookOf({ sheets: { Leads: rows }, styles }))).values).toEqual([
      ['Day'],
      ['2022-11-03'],
    ])
  })
})

test.each(['1', 'true', 'TRUE', 'on', ''])('date1904="%s" is read as it is meant', async (text) => {
  const { values } = await read(bookOf({ date1904: ` date1904="${text}"` }))
  expect(values).toEqual(text === '' ? DATES : DATES_1904)
})

describe('parts are found by relations', () => {
  const moved = (names: Record<string, string>, relations: Part[]) =>
    zipOf([
      ...relations,
      ...partsOf({}).map((part) => ({ ...part, name: names[part.name] ?? part.name })),
    ])
  const SHEET = 'xl/worksheets/sheet1.xml'

  test.each([TRANSITIONAL, STRICT])(
    'in any folder, under any name, by any kind of path: $office',
    async ({ office }) => {
      const names = {
        'xl/workbook.xml': 'data/book/Main.xml',
        [SHEET]: 'data/one.xml',
        'xl/sharedStrings.xml': 'texts.xml',
        'xl/styles.xml': 'data/book/looks/Styles.xml',
      }
      const file = moved(names, [
        {
          name: '_rels/.rels',
          text: relationsOf({ a: ['officeDocument', '/data/book/main.xml'] }, office),
        },
        {
          name: 'data/book/_rels/Main.xml.rels',
          text: relationsOf(
            {
              rId1: ['worksheet', '../one.xml'],
              b: ['sharedStrings', '/texts.xml'],
              c: ['styles', 'looks\\styles.xml'],
            },
            office,
          ),
        },
      ])
      expect((await read(file)).values).toEqual(DATES)
    },
  )

  test('or where most programs put them, if no relation says so', async () => {
    const file = moved({}, [{ name: 'xl/_rels/workbook.xml.rels', text: RELATIONS }])
    expect((await read(file)).values).toEqual(DATES)
  })

  test('and charts and macros are no sheets', async () => {
    const relations = (kind: string) => [
      {
        name: 'xl/_rels/workbook.xml.rels',
        text: relationsOf({ rId1: [kind, 'worksheets/sheet1.xml'] }),
      },
    ]
    for (const kind of ['chartsheet', 'xlMacrosheet']) {
      await expect(read(moved({}, relations(kind)))).rejects.toThrow('has no sheet')
    }
  })

  test.each([
    ['content.xml', 'is an OpenDocument file'],
    ['Index/Tables/Tile.iwa', 'is a Numbers document'],
    ['Index/Document.iwa', 'is a document of Numbers, Pages or Keynote'],
    ['leads.csv', 'is a ZIP archive without a workbook in it; unpack it'],
  ])('an archive with %s %s', async (name, problem) => {
    await expect(read(zipOf([{ name, text: '' }]))).rejects.toThrow(problem)
  })

  test('a file of another kind is told apart', async () => {
    const file = (path: string) =>
      zipOf([
        { name: '_rels/.rels', text: relationsOf({ a: ['officeDocument', path] }) },
        { name: path, text: '<document><body/></document>' },
      ])
    await expect(read(file('word/document.xml'))).rejects.toThrow('is a Word document')
    await expect(read(file('ppt/presentation.xml'))).rejects.toThrow('is a PowerPoint')
    await expect(read(file('xl/workbook.bin'))).rejects.toThrow('is an XLSB workbook')
  })
})

describe('cells', () => {
  const TEXTS = ['<t>Name</t>', '<t>City</t>', '<t><![CDATA[A & B]]></t>']
  const styles =
    '<numFmts><numFmt numFmtId="" formatCode="d/m/yy"/></numFmts><cellXfs><xf numFmtId=""/><xf numFmtId="14"/></cellXfs>'
  const valuesOf = async (cells: string) => {
    const sheets = { Leads: `<row>${cells}<c t="str"><v>end</v></c></row>` }
    const [values] = (await read(workbookOf({ sheets, texts: TEXTS, styles }))).values
    expect(values!.pop()).toBe('end')
    return values
  }

  test.each([
    '<c t="s"/>',
    '<c t="s"><v/></c>',
    '<c t="s"><v> </v></c>',
    '<c t="s"><v>-1</v></c>',
    '<c t="s"><v>3</v></c>',
    '<c t="s"><v>0.5</v></c>',
    '<c t="s"><v>Name</v></c>',
    '<c t="b"/>',
    '<c t="b"><v></v></c>',
    '<c t="n"/>',
    '<c s="1"><v/></c>',
    '<c t=""/>',
    '<c t="e"/>',
    '<c t="str"/>',
    '<c t="d"/>',
    '<c t="inlineStr"/>',
    '<c t="inlineStr"><is/></c>',
  ])('%s is empty', async (cell) => {
    expect(await valuesOf(cell)).toEqual([''])
  })

  test.each<[string, FileValue | FileValue[]]>([
    ['<c t="s"><v> 1 </v></c>', 'City'],
    ['<c t="s"><v>2</v></c>', 'A & B'],
    ['<c t="inlineStr"><is><t><![CDATA[a < b]]></t></is></c>', 'a < b'],
    ['<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>c</t></rPh></is></c>', 'ab'],
    ['<c t="str"><v>old</v><is><t>new</t></is></c>', 'new'],
    ['<c t="s"><is><t>1</t></is></c>', '1'],
    ['<c t="b"><v>TRUE</v></c>', true],
    ['<c t="b"><v>false</v></c>', false],
    ['<c t="b"><v>maybe</v></c>', 'maybe'],
    ['<c t=""><v>5</v></c>', 5],
    ['<c s=""><v>5</v></c>', 5],
    ['<c s="99"><v>5</v></c>', 5],
    ['<c s="1" t="n"><v>44868</v></c>', '2022-11-03'],
    ['<c t="n"><v>five</v></c>', 'five'],
    ['<c t="n"><v>0x10</v></c>', '0x10'],
    ['<c t="n"><v>Infinity</v></c>', 'Infinity'],
    ['<c r=""><v>5</v></c>', 5],
    ['<c r="a1"><v>5</v></c>', 5],
    ['<c><f>1+1</f><v>2</v><extLst><ext><v>9</v></ext></extLst></c>', 2],
    ['<c><f>1+1</f></c>', { formula: 'A1' }],
    ['<c r="C1"><f>1+1</f><v/></c>', ['', '', { formula: 'C1' }]],
    ['<c><f t="shared" si="0"/><v></v></c>', { formula: 'A1' }],
    ['<c t="e"><f>1/0</f><v/></c>', { formula: 'A1' }],
    ['<c t="str"><f>A1&amp;""</f><v></v></c>', ''],
  ])('%s is read as it is meant', async (cell, value) => {
    expect(await valuesOf(cell)).toEqual([value].flat())
  })

  test('that name no place are refused, and so are values after the thousandth column', async () => {
    await expect(valuesOf('<c r="7"><v>1</v></c>')).rejects.toThrow('has a cell "7" in row 1')
    await expect(valuesOf('<c r="ALM1"><v>1</v></c>')).rejects.toThrow('more than 1000 columns')
  })

  test('without a value count for nothing at the end of a row, as far as a sheet goes', async () => {
    const empty = Array.from({ length: 16_382 }, () => '<c s="1"/>').join('')
    const rows = `<row r=""><c t="s"><v>0</v></c><c t="s"><v>1</v></c>${empty}</row><row><c><v>1</v></c>${empty}</row>`
    const { values } = await read(workbookOf({ sheets: { Leads: rows }, texts: TEXTS }))
    expect(values).toEqual([['Name', 'City'], [1]])
  })
})

describe('the archive', () => {
  const file = workbookOf({ sheets: { Leads: '<row><c><v>1</v></c></row>' } })
  const renamed = (name: (name: string) => string) =>
    zipOf([
      {
        name: name('_rels/.rels'),
        text: relationsOf({ a: ['officeDocument', 'xl/workbook.xml'] }),
      },
      { name: name('xl/_rels/workbook.xml.rels'), text: RELATIONS },
      ...partsOf({}).map((part) => ({ ...part, name: name(part.name) })),
    ])

  test('can be followed by other bytes, and have a comment', async () => {
    const comment = Buffer.from('made by a program')
    const commented = Buffer.concat([file, comment])
    commented.writeUInt16LE(comment.length, file.length - 2)
    for (const bytes of [commented, Buffer.concat([commented, Buffer.from('\r\n<!-- -->')])]) {
      expect((await read(bytes)).values).toEqual([[1]])
    }
  })

  test.each([
    ['separators of Windows', (name: string) => name.replaceAll('/', '\\')],
    ['absolute paths', (name: string) => `/${name}`],
    ['capitals', (name: string) => name.toUpperCase()],
  ])('can have names with %s', async (_, name) => {
    expect((await read(renamed(name))).values).toEqual(DATES)
  })

  /** The file with other bytes at a place of each of its headers. */
  const changed = (signature: string, at: number, bytes: number[]) => {
    const copy = Buffer.from(file)
    for (let from = 0; ; ) {
      from = copy.indexOf(signature, from)
      if (from < 0) return copy
      copy.set(bytes, from + at)
      from += 4
    }
  }

  test('can have wrong sizes before its parts, and wrong unpacked ones in its index', async () => {
    for (const size of [0, 7, 200]) {
      expect((await read(changed('PK\x03\x04', 18, [9, 0, 0, 0, size]))).values).toEqual([[1]])
      expect((await read(changed('PK\x01\x02', 24, [size, 0, 0, 0]))).values).toEqual([[1]])
    }
  })

  test('with a password of its own is told apart', async () => {
    await expect(read(changed('PK\x01\x02', 8, [1]))).rejects.toThrow(
      'is protected with a password',
    )
  })
})

describe('without a name, the sheet is read that people would take for the table', () => {
  const row = (...cells: string[]) =>
    `<row>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`
  const table = row('Business', 'City') + row('Acme', 'Salem')
  const cover = row('Leads of November')

  /** @param named each sheet's rows, by its name, with `!` before that of a hidden one. */
  const bookWith = (named: Record<string, string>, activeTab = 0) => {
    const sheets = Object.fromEntries(Object.values(named).map((rows, at) => [`s${at}`, rows]))
    const listed = Object.keys(named).map((name, at) => {
      const state = { '!': ' state="hidden"', '?': ' state="veryHidden"' }[name[0]!] ?? ''
      return `<sheet name="${name}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`
    })
    const text = `<workbook xmlns="${TRANSITIONAL.main}" xmlns:r="${TRANSITIONAL.office}"><bookViews><workbookView activeTab="${activeTab}"/><workbookView activeTab="9"/></bookViews><sheets>${listed.join('')}</sheets></workbook>`
    return workbookOf({ sheets, more: [{ name: 'xl/workbook.xml', text }] })
  }

  test.each<[string, Record<string, string>, number, string]>([
    ['the only one', { Cover: cover }, 0, 'Cover'],
    ['the first', { Leads: table, Deals: table }, 0, 'Leads'],
    ['the one that opens', { Leads: table, Deals: table }, 1, 'Deals'],
    ['the one after a cover', { Cover: cover, Leads: table }, 0, 'Leads'],
    ['the one after an empty sheet', { Empty: '', Leads: table }, 0, 'Leads'],
    ['the one before the notes that open', { Leads: table, Notes: cover + cover }, 1, 'Leads'],
    ['the first that people see', { '!Lists': table, '?Codes': table, Leads: table }, 0, 'Leads'],
    ['the first, if all are hidden', { '!Lists': table, '!Leads': table }, 0, '!Lists'],
    ['the one that opens, if none is a table', { A: '', B: '', C: '' }, 1, 'B'],
    [
      'a list, if there is nothing more',
      { Empty: '', Emails: row('Email') + row('a@x') },
      0,
      'Emails',
    ],
    ['one that cannot be read', { Leads: '<row r="0"/>', Deals: table }, 0, 'Leads'],
  ])('%s', async (_, named, activeTab, sheet) => {
    const path = join(folder, 'book.xlsx')
    await writeFile(path, bookWith(named, activeTab))
    const book = await openWorkbook(path, undefined)
    await book.rows.return()
    expect(book).toMatchObject({ sheet, sheets: Object.keys(named) })
  })

  test('a refusal names all sheets', async () => {
    const path = join(folder, 'book.xlsx')
    await writeFile(path, bookWith({ Cover: cover, '!Lists': '' }))
    await expect(openWorkbook(path, 'Leads')).rejects.toMatchObject({ sheets: ['Cover', '!Lists'] })
  })
})

test('parts can be in UTF-16', async () => {
  const parts = [...partsOf({}), { name: 'xl/_rels/workbook.xml.rels', text: RELATIONS }]
  const file = zipOf(
    parts.map(({ name, text }) => {
      const bytes = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le')
      return { name, packed: deflateRawSync(bytes), size: bytes.length }
    }),
  )
  expect((await read(file)).values).toEqual(DATES)
})
