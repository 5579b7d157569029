import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { workbookOf } from '../../../tests/support/inputs/zip.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let boardId: string
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  boardId = await makeColumns()
})
afterAll(() => service.stop())

async function makeColumns(): Promise<string> {
  const columns = [
    { name: 'Name', type: 'text' },
    { name: 'City', type: 'long_text' },
    { name: 'Amount', type: 'number' },
    { name: 'Share', type: 'percent' },
    { name: 'Since', type: 'date' },
    { name: 'At', type: 'datetime' },
    { name: 'Done', type: 'checkbox' },
  ]
  return (await makeBoard(service, desk.tokens.owner, columns)).id
}

const importer = () => importerOf(service.api, desk.tokens.owner, { boardId })
const read = async (file: string | Uint8Array, more: object = {}) => {
  const answer = await importer().preview({ file, ...more })
  expect(answer.status, answer.text.slice(0, 500)).toBe(201)
  const { data } = answer.body
  return { ...data, cells: data.rows.map((row: { cells: object }) => row.cells) }
}

/** A compound file with these streams, as Excel writes it; some of its other bytes look like a directory. */
function compoundOf(...streams: string[]): Buffer {
  const entry = (name: string, kind: number) => {
    const bytes = Buffer.alloc(128)
    bytes.write(name, 'utf16le')
    bytes.writeUInt16LE(2 * (name.length + 1), 64)
    bytes[66] = kind
    return bytes
  }
  const header = Buffer.alloc(512, 0xff)
  header.write('d0cf11e0a1b11ae1', 'hex')
  const rest = Buffer.alloc(100_000, 'EncryptionInfo', 'utf16le')
  const directory = [entry('Root Entry', 5), ...streams.map((name) => entry(name, 2))]
  return Buffer.concat([header, rest.subarray(0, 512 * 190), ...directory])
}

const TABLE = 'Name,City\r\nÄcme,Zürich\r\n“Bolt”,Málaga\r\n'
const CELLS = [
  { name: 'Äcme', city: 'Zürich' },
  { name: '“Bolt”', city: 'Málaga' },
]
const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const windows1252 = (text: string) =>
  Buffer.from(text.replace('“', '\x93').replace('”', '\x94'), 'latin1')

test.each([
  ['UTF-8', 'utf-8', Buffer.from(TABLE)],
  ['UTF-8 with a byte order mark', 'utf-8', Buffer.from(`\ufeff${TABLE}`)],
  ['UTF-16, little end first', 'utf-16le', utf16(TABLE, false)],
  ['UTF-16, big end first', 'utf-16be', utf16(TABLE, true)],
  ['Windows-1252', 'windows-1252', windows1252(TABLE)],
])('%s is recognised', async (_, encoding, file) => {
  const found = await read(file)
  expect([found.encoding, found.cells, found.header]).toEqual([encoding, CELLS, ['Name', 'City']])
})

test('a file in UTF-8 is recognised even if its first accent comes late', async () => {
  const filler = 'Acme,Bern\n'.repeat(20_000)
  expect((await read(`Name,City\n${filler}Äcme,Zürich\n`)).encoding).toBe('utf-8')
  const late = Buffer.concat([Buffer.from(`Name,City\n${filler}`), windows1252('Äcme,Zürich\n')])
  expect((await read(late)).encoding).toBe('windows-1252')
})

test.each([
  ['a comma', ',', 'Name,City\nA;B,"x,y"\n'],
  ['a semicolon', ';', 'Name;City\nA,B;"x;y"\n'],
  ['a tab', '\t', 'Name\tCity\nA,B;C\tx y\n'],
  ['a bar', '|', 'Name|City\nA,B|x\n'],
  ['a comma, where nothing says so', ',', 'Name\nA\n'],
  ['a semicolon, though values have commas', ';', 'Name;Amount\nA;1,5\nB;2,5\n'],
])('%s is found to be the delimiter', async (_, delimiter, file) => {
  expect((await read(file)).delimiter).toBe(delimiter)
})

test('quotes, line breaks in values, quotes in the middle, and blank lines are read correctly', async () => {
  const file = 'Name,City\n\n"A ""B""","two\nlines"\n\n5" pipe,x\n , \nlast,"y"'
  const found = await read(file)
  expect(found.cells).toEqual([
    { name: 'A "B"', city: 'two\nlines' },
    { name: '5" pipe', city: 'x' },
    { name: 'last', city: 'y' },
  ])
  expect(found.rows.map(({ line }: { line: number }) => line)).toEqual([3, 6, 8])
})

test('headers are matched in any case and spelling; each column gets one header, and others go nowhere', async () => {
  const { columns } = await read('  NAME ,name,,ci_ty\nA,B,C,D\n')
  expect(columns.map(({ proposed }: { proposed: string | null }) => proposed)).toEqual([
    'name',
    null,
    null,
    'city',
  ])
})

describe('a file that cannot be read as a table is refused', () => {
  const wide = Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')
  test.each([
    ['nothing', '', 'is empty'],
    ['blank lines', '\n\n , \n', 'is empty'],
    ['only a header', 'Name,City\n', 'no rows'],
    ['an unclosed quotation mark', 'Name,City\nA,B\n"C,D\nE,F\n', 'from line 3 on'],
    ['10,000 columns', `${wide}\n${wide}\n`, '10000 columns'],
    ['NUL in the header', 'Na\0me\nA\n', 'NUL'],
    ['a header without end', `${'x'.repeat(2000)}\nA\n`, 'more than 500 characters'],
    ['a row without end', `Name\n"${'x'.repeat(2 * 1024 * 1024)}`, 'larger than 1 MiB'],
    ['a picture', Buffer.concat([Buffer.from('\x89PNG\r\n'), Buffer.alloc(500)]), 'neither CSV'],
    ['an old workbook', compoundOf('Workbook'), 'is an old XLS workbook'],
    ['an older one', compoundOf('Book'), 'is an old XLS workbook'],
    ['the oldest', Buffer.from('0900040002001000', 'hex'), 'is an old XLS workbook'],
    [
      'a workbook with a password',
      compoundOf('EncryptedPackage', 'EncryptionInfo'),
      'is protected with a password; open it, save it without one',
    ],
    [
      'one with managed rights',
      compoundOf('EncryptedPackage'),
      'protected by the rights management',
    ],
    ['an old document', compoundOf('WordDocument'), 'is an old Word document'],
    ['an email of Outlook', compoundOf('__properties_version1.0'), 'is neither CSV nor XLSX'],
    ['a page', '<!DOCTYPE html>\n<table><tr><td>A</td></tr></table>', 'is a web page (HTML)'],
    ['a bare table', '\ufeff\n<table border=1><tr><td>A</td></tr></table>', 'is a web page (HTML)'],
    [
      'a saved page',
      'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\n',
      'is a web archive (MHTML)',
    ],
    [
      'an XML spreadsheet',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'is an XML spreadsheet of Excel 2003',
    ],
    ['other XML', '<?xml version="1.0"?>\n<rows><row/></rows>', 'is an XML file'],
    ['a PDF', '%PDF-1.7\n', 'is a PDF'],
    [
      'a workbook that breaks off',
      Buffer.from('PK\x03\x04 and so on'),
      /is damaged or incomplete \(.*[^.]\); save it as XLSX again, or as CSV\.$/,
    ],
  ])('%s', async (_, file, words) => {
    for (const send of [importer().preview, importer().send]) {
      const answer = await send({ file })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
      expect(answer.body.error).toMatch(words)
    }
    expect((await importer().get('')).body.data).toEqual([])
  })

  test('and nothing of it is kept', async () => {
    const { data } = (await importer().get('')).body
    expect(data).toEqual([])
    expect(
      (await readdir(tmpdir())).filter((name) =>
        name.startsWith(`sourcebook-import-${process.pid}-`),
      ),
    ).toEqual([])
  })

  test('a file above 64 MiB is too large', async () => {
    const answer = await importer().preview({ file: Buffer.alloc(64 * 1024 * 1024 + 1, 'a,b\n') })
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
  })

  test('a form that is malformed or breaks off', async () => {
    const token = desk.tokens.owner
    const post = (type: string, body: string) =>
      service.api('POST', '/v1/boards/import', { token, body, headers: { 'content-type': type } })
    expect((await post('multipart/form-data', 'x')).status).toBe(400)
    expect((await post('multipart/form-data; boundary=b', '--b\r\nbroken')).status).toBe(400)
    const half =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName\nA'
    expect((await post('multipart/form-data; boundary=b', half)).status).toBe(400)
    expect((await post('application/json', '{}')).status).toBe(415)
  })
})

describe('a workbook', () => {
  const STYLES =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="0.0%"/><numFmt numFmtId="166" formatCode="&quot;days&quot; 0"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>'
  const HEADER =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>City</t></is></c><c r="C1" t="str"><v>Amount</v></c><c r="D1" t="s"><v>1</v></c><c r="E1" t="s"><v>2</v></c><c r="F1" t="s"><v>3</v></c><c r="G1" t="s"><v>4</v></c></row>'
  const TEXTS = [
    '<t>Name</t>',
    '<t>Share</t>',
    '<r><t>Si</t></r><r><t>nce</t></r><rPh><t>hint</t></rPh>',
    '<t>At</t>',
    '<t>Done</t>',
  ]
  const book = (rows: string, more = {}) =>
    workbookOf({ sheets: { Leads: HEADER + rows }, texts: TEXTS, styles: STYLES, ...more })

  test('is read by type: texts, numbers, dates by their format, percentages, booleans', async () => {
    const file = book(
      '<row r="3"><c r="A3" t="inlineStr"><is><t>Ä &amp; Co</t></is></c><c r="C3"><v>1200.3999999999999</v></c><c r="D3" s="4"><v>0.125</v></c><c r="E3" s="1"><v>46346</v></c><c r="F3" s="2"><v>46346.5</v></c><c r="G3" t="b"><v>1</v></c></row>' +
        '<row r="4"/><row r="5"><c r="B5" t="str"><v>_x0041_=1</v></c><c r="C5" s="5"><v>1E-3</v></c><c r="E5" s="3"><v>1</v></c></row>',
    )
    const found = await read(file, { name: 'leads.xlsx' })
    expect([found.format, found.sheet, found.sheets, found.encoding]).toEqual([
      'xlsx',
      'Leads',
      ['Leads'],
      null,
    ])
    expect(found.cells).toEqual([
      {
        name: 'Ä & Co',
        amount: 1200.4,
        share: 12.5,
        since: '2026-11-20',
        at: '2026-11-20T12:00:00.000Z',
        done: true,
      },
      { city: 'A=1', amount: 0.001, since: '1900-01-01' },
    ])
    expect(found.rows.map(({ line }: { line: number }) => line)).toEqual([3, 5])
  })

  test('keeps every digit of long numbers, as text and as a number', async () => {
    const digits = [
      '1234567890123456',
      '-9007199254740991',
      '12345678901234567890',
      '0.30000000000000004',
    ]
    const rows = digits.map(
      (text, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>${text}</v></c></row>`,
    )
    const number = '<row r="9"><c r="C9"><v>1234567890123456</v></c></row>'
    const found = await read(book(rows.join('') + number))
    expect(found.cells.map(({ name }: { name: string }) => name)).toEqual([
      ...digits.slice(0, 3),
      '0.3',
      undefined,
    ])
    expect(found.cells[4]).toEqual({ amount: 1234567890123456 })
  })

  describe('gives a column of text what its sheet shows, and others what the sheet computes with', () => {
    const code = (id: number, text: string) => `<numFmt numFmtId="${id}" formatCode="${text}"/>`
    const styles = `<numFmts>${code(200, '00000')}${code(201, '[h]:mm')}${code(202, '0.00%')}${code(203, '&quot;$&quot;#,##0.00')}${code(204, 'd mmmm yyyy')}</numFmts><cellXfs><xf numFmtId="0"/>${[200, 201, 202, 203, 204].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
    const texts = (...cells: string[]) =>
      cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')
    const number = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`
    const ROW = [
      number(1, 2138),
      number(2, 36.25 / 24),
      number(3, 0.125),
      number(4, 1234.5),
      number(5, 44868),
    ].join('')
    const file = workbookOf({
      sheets: { Leads: `<row>${texts('A', 'B', 'C', 'D', 'E')}</row><row>${ROW}</row>` },
      styles,
    })
    const cellsIn = async (...types: string[]) => {
      const columns = types.map((type, at) => ({ name: 'ABCDE'[at]!, type }))
      const { id } = await makeBoard(service, desk.tokens.owner, columns)
      const answer = await importerOf(service.api, desk.tokens.owner, { boardId: id }).preview({
        file,
        onBad: { '*': 'leave_empty' },
      })
      const [row] = answer.body.data.rows
      const bad = [...row.errors, ...(row.leftEmpty ?? [])]
      return { ...row.cells, bad: bad.map(({ values }) => values.sent) }
    }

    test('text, options and phone numbers', async () => {
      const shown = { a: '02138', b: '36:15', c: '12.50%', d: '$1,234.50', e: '3 November 2022' }
      expect(await cellsIn('text', 'long_text', 'text', 'text', 'text')).toEqual({
        ...shown,
        bad: [],
      })
      const bad = ['"02138"', '"36:15"', '"12.50%"', '"$1,234.50"']
      expect(await cellsIn('select', 'multi_select', 'select', 'email')).toEqual({ bad })
    })

    test('numbers and dates', async () => {
      expect(await cellsIn('number', 'number', 'number', 'currency', 'date')).toEqual({
        a: 2138,
        b: 1.51041666666667,
        c: 0.125,
        d: 1234.5,
        e: '2022-11-03',
        bad: [],
      })
      expect(await cellsIn('text', 'datetime', 'percent', 'number', 'datetime')).toMatchObject({
        c: 12.5,
        e: expect.stringMatching(/^2022-11-0/),
        bad: ['"36:15"'],
      })
    })

    test('and new columns are proposed for what it shows', async () => {
      const { columns } = await read(file)
      const proposed = columns.map(({ suggestedType }: { suggestedType: string }) => suggestedType)
      expect(proposed).toEqual(['text', 'text', 'percent', 'currency', 'date'])
      expect(columns[0].samples).toEqual(['02138'])
    })

    test('and the file of refused rows has what each column reads again', async () => {
      const stop = service.work()
      const columns = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, type: 'text' }))
      columns[1] = { name: 'B', type: 'datetime' }
      columns[3] = { name: 'D', type: 'number' }
      columns[4] = { name: 'E', type: 'date' }
      const { id } = await makeBoard(service, desk.tokens.owner, columns)
      const desks = importerOf(service.api, desk.tokens.owner, { boardId: id })
      const run = await desks.run({ file })
      const [{ values }] = (await desks.get(`/${run.id}/failures`)).body.data
      expect(values).toEqual({ A: '02138', B: '36:15', C: '12.50%', D: '1234.5', E: '2022-11-03' })
      await stop()
    })
  })

  test('tells of formulas that were never computed, by their cells', async () => {
    const stop = service.work()
    const file = book(
      '<row r="2"><c r="A2" t="str"><v>Acme</v></c><c r="C2"><f>1+1</f></c></row>' +
        '<row r="3"><c r="A3" t="str"><f>B3&amp;""</f><v></v></c><c r="C3"><f>1+1</f><v>2</v></c></row>' +
        '<row r="4"><c r="C4"><f>1+1</f><v/></c></row>',
    )
    const desks = importerOf(service.api, desk.tokens.owner, { boardId: await makeColumns() })
    const { problems, counts } = (await desks.preview({ file })).body.data
    const message =
      'amount: C2 has a formula without a value; open the workbook in a spreadsheet program and save it there'
    expect(problems).toMatchObject([
      { effect: 'left_empty', column: 'amount', message, count: 1, where: [{ line: 2 }] },
      { effect: 'refused', column: 'amount', message: message.replace('C2', 'C4'), count: 1 },
    ])
    expect(counts).toMatchObject({ wouldImport: 2, wouldFail: 1, leftEmpty: 1 })
    const run = await desks.run({ file })
    expect(run).toMatchObject({ imported: 2, failed: 1, leftEmpty: 1 })
    const left = await desks.get(`/${run.id}/failures?which=left_empty`)
    expect(left.body.data).toMatchObject([{ line: 2, errors: [{ message }] }])
    const columns = [{ name: 'Amount', type: 'number', required: true }]
    const { id } = await makeBoard(service, desk.tokens.owner, columns)
    const strict = importerOf(service.api, desk.tokens.owner, { boardId: id })
    const [row] = (await strict.preview({ file })).body.data.rows
    expect(row.errors).toMatchObject([{ column: 'amount', reason: 'formula_without_value' }])
    await stop()
  })

  test('has dates also where a date column has no date format', async () => {
    const days =
      '<row r="2"><c r="E2"><v>45720</v></c></row><row r="3"><c r="E3"><v>12</v></c></row>'
    const found = await read(book(days), { onBad: { '*': 'leave_empty' } })
    expect(found.rows[0]).toMatchObject({
      cells: { since: '2025-03-04' },
      coerced: [{ column: 'since', sent: '45720', stored: '2025-03-04' }],
    })
    expect(found.rows[1].errors).toMatchObject([{ column: 'since' }])
    const text = `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`
    const old = book('<row r="2"><c r="E2"><v>44258</v></c></row>', {
      more: [{ name: 'xl/workbook.xml', text }],
    })
    expect((await read(old)).cells).toEqual([{ since: '2025-03-04' }])
  })

  describe('with errors of formulas', () => {
    const cell = (name: string, error: string) => `<c r="${name}" t="e"><v>${error}</v></c>`
    const acme = '<c r="A2" t="str"><v>Acme</v></c>'
    const problem = (column: string, error: string, reason: string) => ({
      column,
      reason,
      sent: error,
      values: { sent: `"${error}"` },
    })

    test('never stores them as text: #N/A is no value, and others are problems of their cells', async () => {
      const file = book(`<row r="2">${acme}${cell('B2', '#N/A')}${cell('C2', '#REF!')}</row>`)
      const [refused] = (await read(file)).rows
      expect(refused.errors).toMatchObject([{ column: 'amount', reason: 'sheet_error' }])
      const found = await read(file, { onBad: { '*': 'leave_empty' } })
      expect(found.rows[0]).toMatchObject({
        cells: { name: 'Acme' },
        errors: [],
        leftEmpty: [
          problem('city', '#N/A', 'stands_for_nothing'),
          problem('amount', '#REF!', 'sheet_error'),
        ],
      })
      const corrections = [{ line: 2, column: 'amount', value: '5' }]
      expect((await read(file, { corrections })).cells).toEqual([{ name: 'Acme', amount: 5 }])
    })

    test('refuses a row that has nothing else, or whose required cell is one', async () => {
      const file = book(`<row r="2">${cell('B2', '#DIV/0!')}</row>`)
      const onBad = { '*': 'leave_empty' }
      const only = (await read(file, { onBad })).rows[0]
      expect(only.errors).toMatchObject([{ column: 'city', reason: 'sheet_error' }])
      const columns = [{ name: 'City', type: 'text', required: true }]
      const { id } = await makeBoard(service, desk.tokens.owner, columns)
      const strict = importerOf(service.api, desk.tokens.owner, { boardId: id })
      const [row] = (await strict.preview({ file, onBad })).body.data.rows
      expect(row.errors).toMatchObject([{ column: 'city', reason: 'sheet_error' }])
    })
  })

  test('is imported from the named sheet', async () => {
    const stop = service.work()
    const sheets = {
      First: '',
      'Q3 leads': `${HEADER}<row r="2"><c r="A2" t="str"><v>Acme</v></c></row>`,
    }
    const file = workbookOf({ sheets, texts: TEXTS })
    const refused = await importer().send({ file, sheet: 'Nope' })
    expect(refused.body.error).toContain('"First", "Q3 leads"')
    expect(refused.body.sheets).toEqual(['First', 'Q3 leads'])
    const empty = await importer().send({ file, sheet: 'First' })
    expect(empty.body.error).toContain('is empty')
    expect(empty.body.sheets).toEqual(['First', 'Q3 leads'])
    const unmapped = await importer().send({ file, mapping: { Nope: 'name' } })
    expect([unmapped.status, unmapped.body.sheets]).toEqual([400, ['First', 'Q3 leads']])
    expect((await read(file)).sheet).toBe('Q3 leads')
    const run = await importer().run({ file, sheet: 'Q3 leads', name: 'q3.xlsx' })
    expect(run).toMatchObject({ fileName: 'q3.xlsx', status: 'completed', imported: 1 })
    await stop()
  })

  test('with more than 1,000 columns, broken XML or a document type is refused', async () => {
    const sheet = 'xl/worksheets/sheet1.xml'
    const part = (text: string) => ({ more: [{ name: sheet, text }] })
    const cases: [Buffer, string][] = [
      [book('<row r="2"><c r="ALM2"><v>1</v></c></row>'), 'more than 1000 columns'],
      [book('', part('<worksheet><row></worksheet>')), 'a workbook:'],
      [
        book(
          '',
          part('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>'),
        ),
        'document type',
      ],
      [
        book('', part(`<worksheet>${'x'.repeat(3 * 1024 * 1024)}</worksheet>`)),
        'larger than 1 MiB',
      ],
      [workbookOf({ sheets: {} }), 'no sheet'],
      [Buffer.from('Name\nAcme\n'), 'named like a workbook but is not one'],
    ]
    for (const [file, words] of cases) {
      const answer = await importer().preview({ file, name: 'leads.xlsx' })
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(words)])
    }
  })

  describe('that would unpack to gigabytes is refused before it does', () => {
    const MIB = 1024 * 1024
    /** Sixteen MiB of spaces, packed so that several can follow one another. */
    const piece = deflateRawSync(Buffer.alloc(16 * MIB, ' '), {
      finishFlush: constants.Z_FULL_FLUSH,
    })
    const bomb = (pieces: number, claimed: number) =>
      book('', {
        more: [
          {
            name: 'xl/worksheets/sheet1.xml',
            packed: Buffer.concat([...Array<Buffer>(pieces).fill(piece), Buffer.from([3, 0])]),
            size: claimed,
          },
        ],
      })

    test.each([
      ['that it admits', 128, 2048 * MIB, 'unpacks to 2048 MiB'],
      ['that it hides', 128, MIB, 'larger than 1 MiB'],
      ['of one text', 32, 512 * MIB, 'larger than 1 MiB'],
    ])('%s', async (_, pieces, claimed, words) => {
      const file = bomb(pieces, claimed)
      const before = process.memoryUsage().rss
      const answer = await importer().preview({ file })
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(words)])
      expect((process.memoryUsage().rss - before) / MIB).toBeLessThan(150)
    })
  })
})
