import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { type Form, importerOf } from '../../../tests/support/desks/imports.ts'
import { workbookOf } from '../../../tests/support/inputs/zip.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

async function board() {
  const columns = [
    { name: 'Name', type: 'text' },
    { name: 'City', type: 'text' },
    { name: 'Amount', type: 'number' },
  ]
  const { id } = await makeBoard(service, desk.tokens.owner, columns)
  return importerOf(service.api, desk.tokens.owner, { boardId: id })
}

const TABLE = 'Name,City,Amount\nÄcme,Zürich,5\nBolt,Málaga,7\n'
const CELLS = [
  { name: 'Äcme', city: 'Zürich', amount: 5 },
  { name: 'Bolt', city: 'Málaga', amount: 7 },
]
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const split = (by: string) => TABLE.replaceAll(',', by)

describe('a file is read as it is, and as it says', () => {
  test.each<[string, string | Buffer, object]>([
    ['UTF-16 without a byte order mark', utf16(TABLE), { encoding: 'utf-16le' }],
    ['the other UTF-16', utf16(TABLE).swap16(), { encoding: 'utf-16be' }],
    ['Windows-1252', Buffer.from(TABLE, 'latin1'), { encoding: 'windows-1252' }],
    ['a first line with the delimiter', `sep=;\n${split(';')}`, { delimiter: ';', headerRow: 2 }],
    ['one with a rare one', `"sep=^"\n${split('^')}`, { delimiter: '^', headerRow: 2 }],
    ['one in UTF-16', utf16(`sep=\t\n${split('\t')}`), { delimiter: '\t', headerRow: 2 }],
    ['a title', `Report of Nov 1, 2026\n\n${split(';')}`, { delimiter: ';', headerRow: 3 }],
    ['a title and a date', `Report,,\nAs of,2026-11-20,\n,,\n${TABLE}`, { headerRow: 4 }],
  ])('%s', async (_, file, found) => {
    const { preview, run, rows } = await board()
    const { data } = (await preview({ file })).body
    expect(data).toMatchObject({ header: ['Name', 'City', 'Amount'], ...found })
    expect(data.rows.map(({ cells }: { cells: object }) => cells)).toEqual(CELLS)
    expect(data.rows[0].line).toBe(data.headerRow + 1)
    expect(await run({ file })).toMatchObject({ status: 'completed', total: 2, imported: 2 })
    expect((await rows()).map(({ cells }) => cells)).toEqual(CELLS)
  })

  test('a file without a header has columns A, B and C, and its first row is one', async () => {
    const { preview } = await board()
    const { data } = (await preview({ file: 'Acme,a@acme.example,5\nBolt,b@bolt.example,7\n' }))
      .body
    expect([data.headerRow, data.header, data.counts.rows]).toEqual([
      0,
      ['Column A', 'Column B', 'Column C'],
      2,
    ])
    expect(data.rows[0]).toMatchObject({ line: 1, values: ['Acme', 'a@acme.example', '5'] })
  })
})

describe('a file is read as the program meant that wrote it, and says so', () => {
  test('UTF-8 with odd bytes, which the run tells too', async () => {
    const { preview, run, rows } = await board()
    const line = (name: string, city: string) => `${name},${city},5\n`
    const file = Buffer.concat([
      Buffer.from(`Name,City,Amount\n${line('Café Zoë', 'Łódź')}`),
      Buffer.from(line('Br\xfcken', 'Ana'), 'latin1'),
    ])
    const oddCharacters = { count: 1, lines: [3] }
    const { data } = (await preview({ file })).body
    expect(data).toMatchObject({ encoding: 'utf-8', oddCharacters })
    expect((await preview({ file, encoding: 'utf-8' })).body.data).toMatchObject({ oddCharacters })
    expect(await run({ file })).toMatchObject({ imported: 2, oddCharacters })
    expect((await rows()).map(({ cells }) => cells.name)).toEqual(['Café Zoë', 'Brüken'])
    const clean = (await preview({ file: TABLE })).body.data
    expect([clean.oddCharacters, clean.quirks]).toEqual([undefined, undefined])
  })

  test('the files of old Macs and of DOS', async () => {
    const { preview } = await board()
    const read = async (hex: string) => {
      const file = Buffer.concat([Buffer.from('Name\n'), Buffer.from(hex, 'hex')])
      const { data } = (await preview({ file })).body
      return [data.encoding, ...data.rows.map(({ cells }: { cells: object }) => cells)]
    }
    const names = [{ name: 'Café Zoë' }, { name: 'Müller' }]
    expect(await read('436166 8e205a6f91 0d 4d9f6c6c6572 0d'.replaceAll(' ', ''))).toEqual([
      'macintosh',
      ...names,
    ])
    expect(await read('43616682205a6f890a4d816c6c65720a')).toEqual(['ibm850', ...names])
  })

  test('quirks, which can also be chosen', async () => {
    const { preview, run, rows } = await board()
    const file = 'Name, City, Amount\nAcme, "Salem, MA", 5\nBolt, "Lynn", \\N\n'
    const { data } = (await preview({ file })).body
    expect(data.quirks).toEqual(['blanks', 'nulls'])
    expect(await run({ file })).toMatchObject({ imported: 2 })
    expect((await rows()).map(({ cells }) => cells)).toEqual([
      { name: 'Acme', city: 'Salem, MA', amount: 5 },
      { name: 'Bolt', city: 'Lynn' },
    ])
    const plain = (await preview({ file, quirks: '' })).body.data
    expect(plain.rows[1].values).toEqual(['Bolt', ' "Lynn"', ' \\N'])
    expect(plain.quirks).toBeUndefined()
    const some = (await preview({ file, quirks: ' blanks' })).body.data
    expect([some.quirks, some.rows[1].values[2]]).toEqual([['blanks'], '\\N'])
    // What is chosen is what the run reads, though nothing in the file asks for it.
    const other = { file: "Name,City,Amount\n'Cove, Inc',Bern,5\n", quirks: 'apostrophes' }
    expect(await run(other)).toMatchObject({ imported: 1 })
    expect((await rows())[2].cells.name).toBe('Cove, Inc')
  })
})

describe('how a file is read can be chosen', () => {
  test.each<[encoding: string, hex: string, text: string]>([
    ['windows-1250', 'a3f3649f', 'Łódź'],
    ['windows-1251', 'cceef1eae2e0', 'Москва'],
    ['windows-1253', 'c1e8deede1', 'Αθήνα'],
    ['windows-1254', 'ddf0fe', 'İğş'],
    ['windows-1255', 'f9ece5ed', 'שלום'],
    ['windows-1256', 'd3e1c7e3', 'سلام'],
    ['windows-1257', 'cdeef0', 'Ķīš'],
    ['iso-8859-2', 'a3f364bc', 'Łódź'],
    ['iso-8859-15', 'a4', '€'],
    ['koi8-r', 'edcfd3cbd7c1', 'Москва'],
    ['macintosh', '5a6f91', 'Zoë'],
    ['ibm437', '5a6f899b', 'Zoë¢'],
    ['ibm850', '5a6f899b', 'Zoëø'],
    ['ibm866', '8caee1aa', 'Моск'],
    ['shift_jis', '937c8b9e837c', '倒京ポ'],
    ['euc-jp', 'c5ecb5fe', '東京'],
    ['gb18030', 'b1b1bea9', '北京'],
    ['big5', 'a578a55f', '台北'],
    ['euc-kr', 'bcadbfef', '서울'],
  ])('the encoding %s', async (encoding, hex, text) => {
    const { preview, run, rows } = await board()
    const word = Buffer.from(hex, 'hex')
    const lines = ['Name,City,Amount\n', word, ',', word, ',5\n']
    const file = Buffer.concat(lines.map((part) => Buffer.from(part)))
    const { data } = (await preview({ file, encoding })).body
    expect([data.encoding, data.delimiter]).toEqual([encoding, ','])
    const cells = { name: text, city: text, amount: 5 }
    expect(data.rows[0].cells).toEqual(cells)
    expect(await run({ file, encoding })).toMatchObject({ imported: 1 })
    expect((await rows()).map((row) => row.cells)).toEqual([cells])
  })

  test('the encoding', async () => {
    const { preview } = await board()
    const file = Buffer.from('Name\nZ\xc3\xbcrich\n', 'latin1')
    const read = async (encoding: string) => {
      const { data } = (await preview({ file, encoding })).body
      return [data.encoding, data.rows[0].cells.name]
    }
    expect(await read('windows-1252')).toEqual(['windows-1252', 'ZÃ¼rich'])
    expect(await read('utf-8')).toEqual(['utf-8', 'Zürich'])
  })

  test.each([
    ['GBK', 'gb18030', 'b1b1bea9', '北京'],
    ['CP437', 'ibm437', '5a6f89', 'Zoë'],
    ['latin1', 'windows-1252', '5a6feb', 'Zoë'],
    ['MacRoman', 'macintosh', '5a6f91', 'Zoë'],
  ])('the encoding, by another name: %s', async (name, encoding, hex, text) => {
    const { preview } = await board()
    const file = Buffer.concat([Buffer.from('Name\n'), Buffer.from(hex, 'hex')])
    const { data } = (await preview({ file, encoding: name })).body
    expect([data.encoding, data.rows[0].cells.name]).toEqual([encoding, text])
  })

  test('the delimiter', async () => {
    const { preview } = await board()
    const { data } = (await preview({ file: 'Name,City;X\nA,B;C\n', delimiter: ';' })).body
    expect([data.delimiter, data.header]).toEqual([';', ['Name,City', 'X']])
  })

  test('the header, also of a run, whose lines stay those of the file', async () => {
    const { preview, run, get, rows } = await board()
    const file = 'a,b,c\nd,e,f\nName,City,Amount\nAcme,Bern,5\nBolt,Bonn,x\n'
    const { data } = (await preview({ file, headerRow: '3' })).body
    expect([data.headerRow, data.header, data.counts.rows]).toEqual([
      3,
      ['Name', 'City', 'Amount'],
      2,
    ])
    const done = await run({ file, headerRow: '3' })
    expect(done).toMatchObject({ imported: 1, failed: 1 })
    const [failure] = (await get(`/${done.id}/failures`)).body.data
    expect([failure.line, failure.values.City]).toEqual([5, 'Bonn'])
    expect((await rows()).map(({ cells }) => cells.name)).toEqual(['Acme'])
  })

  test('that there is none; then corrections can name the first line', async () => {
    const { run, rows } = await board()
    const file = 'sep=;\nAcme;Bern\nBolt;Bonn\n'
    const mapping = { 'Column A': 'name', 'Column B': 'city' }
    const corrections = [{ line: 2, column: 'city', value: 'Basel' }]
    expect(await run({ file, headerRow: '0', mapping, corrections })).toMatchObject({ imported: 2 })
    expect((await rows()).map(({ cells }) => cells.city)).toEqual(['Basel', 'Bonn'])
  })

  test('the header of a sheet', async () => {
    const { preview, run, rows } = await board()
    const cell = (name: string, text: string) => `<c r="${name}" t="str"><v>${text}</v></c>`
    const title = `<row r="1">${cell('A1', 'Report of November')}</row>`
    const header = `<row r="3">${cell('A3', 'Name')}${cell('B3', 'City')}</row>`
    const data = `<row r="4">${cell('A4', 'Acme')}${cell('B4', 'Bern')}</row>`
    const file = workbookOf({ sheets: { Leads: title + header + data }, texts: [] })
    const found = (await preview({ file })).body.data
    expect([found.headerRow, found.header, found.rows[0].line]).toEqual([3, ['Name', 'City'], 4])
    const none = (await preview({ file, headerRow: '0' })).body.data
    expect([none.header, none.counts.rows]).toEqual([['Column A', 'Column B'], 3])
    expect(await run({ file })).toMatchObject({ total: 1, imported: 1 })
    expect((await rows()).map(({ cells }) => cells)).toEqual([{ name: 'Acme', city: 'Bern' }])
  })
})

describe('refused is', () => {
  const csv = 'Name\nAcme\n"two\nlines"\n'
  const book = workbookOf({ sheets: { A: '' }, texts: [] })
  test.each<[string, Form, string, string]>([
    ['an encoding that is none', { file: csv, encoding: 'ebcdic' }, 'body.encoding', 'utf-8, '],
    ['a delimiter of two characters', { file: csv, delimiter: '||' }, 'body.delimiter', 'one'],
    ['a letter as the delimiter', { file: csv, delimiter: 'a' }, 'body.delimiter', 'one'],
    ['a quirk that is none', { file: csv, quirks: 'blanks,odd' }, 'body.quirks', 'nulls'],
    ['quirks of a workbook', { file: book, quirks: '' }, 'body.file', 'is a workbook'],
    ['a header row that is no number', { file: csv, headerRow: 'x' }, 'body.headerRow', 'row'],
    ['one beyond the last row', { file: csv, headerRow: '2000000' }, 'body.headerRow', 'row'],
    ['one after the end', { file: csv, headerRow: '9' }, 'body.file', 'begins at 9'],
    ['one within a row', { file: csv, headerRow: '4' }, 'body.file', 'begins at 4'],
    ['a header with nothing below', { file: csv, headerRow: '3' }, 'body.file', 'no rows'],
    ['an encoding of a workbook', { file: book, encoding: 'utf-8' }, 'body.file', 'is a workbook'],
    ['a delimiter of a workbook', { file: book, delimiter: ',' }, 'body.file', 'is a workbook'],
  ])('%s', async (_, form, path, words) => {
    const { preview, send } = await board()
    for (const post of [preview, send]) {
      const { status, body } = await post(form)
      expect([status, body.code, body.issues[0].path]).toEqual([400, 'invalid_request', path])
      expect(body.error).toContain(words)
    }
  })
})
