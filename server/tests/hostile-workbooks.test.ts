// Small files that unpack to millions of things, sent to the service as a process. It refuses each in plain words,
// keeps answering other requests meanwhile, and does not grow.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard } from './support/desks/fixtures.ts'
import { type Form, importerOf } from './support/desks/imports.ts'
import { signUp } from './support/desks/people.ts'
import { type Part, repeated, workbookOf } from './support/inputs/zip.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let database: TestDatabase
let dataDir: string
let server: ServerProcess
let importer: ReturnType<typeof importerOf>

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await temporaryDirectory()
  const env = { ...database.env, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }
  server = await startServerProcess({ env })
  const { token } = await signUp(server)
  const { id } = await makeBoard(server, token, [{ name: 'Name', type: 'text' }])
  importer = importerOf(server.api, token, { boardId: id })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  await discard(dataDir)
})

const MIB = 1024 * 1024
const BOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const TEXTS = 'xl/sharedStrings.xml'
const STYLES = 'xl/styles.xml'
const SHEET = 'xl/worksheets/sheet1.xml'

const HEADER = '<row r="1"><c r="A1" t="str"><v>Name</v></c></row>'
const ROW = '<row r="2"><c r="A2" t="str"><v>Acme</v></c></row>'
const book = (...more: Part[]) => workbookOf({ sheets: { Leads: HEADER + ROW }, more })
const deep = (name: string, times = 2e6) => book(repeated(name, '<x>', '<x>', times, ''))

const DEEP = 'more than 100 levels of elements'
const sheetOf = (rows: string) => `<worksheet><sheetData>${HEADER}${rows}`
const [SHEETS, SHEETS_END] = ['<workbook><sheets>', '</sheets></workbook>']
const SHEET_END = '</sheetData></worksheet>'
const hostile: [string, () => Buffer, string][] = [
  ['2 million elements that no one closes, in the sheet', () => deep(SHEET), DEEP],
  ['as many in the workbook', () => deep(BOOK), DEEP],
  ['half as many in its relations', () => deep(RELATIONS, 1e6), DEEP],
  ['as many in the texts', () => deep(TEXTS), DEEP],
  ['as many in the styles', () => deep(STYLES), DEEP],
  [
    '3 million sheets',
    () => book(repeated(BOOK, SHEETS, '<sheet name="a" r:id="rId1"/>', 3e6, SHEETS_END)),
    'in xl/workbook.xml, and at most 16 MiB are read',
  ],
  [
    '400,000 sheets',
    () => book(repeated(BOOK, SHEETS, '<sheet name="a" r:id="rId1"/>', 4e5, SHEETS_END)),
    'more than 2,000 sheets',
  ],
  [
    'a sheet with a name of a million characters',
    () =>
      book({
        name: BOOK,
        text: `${SHEETS}<sheet name="${'n'.repeat(1e6)}" r:id="rId1"/>${SHEETS_END}`,
      }),
    'a name of more than 500 characters',
  ],
  [
    '80,000 relations',
    () => book(repeated(RELATIONS, '<x>', '<Relationship Id="a" Target="b"/>', 8e4, '</x>')),
    'more than 20,000 elements in xl/_rels/workbook.xml.rels',
  ],
  [
    '10 million styles',
    () => book(repeated(STYLES, '<x><cellXfs>', '<xf/>', 1e7, '</cellXfs></x>')),
    'more than 100,000 styles',
  ],
  [
    '3 million number formats',
    () => book(repeated(STYLES, '<x>', '<numFmt/>', 3e6, '</x>')),
    'more than 2,000,000 elements in xl/styles.xml',
  ],
  [
    '5 million empty texts',
    () => book(repeated(TEXTS, '<sst>', '<si/>', 5e6, '</sst>')),
    'more than 1,500,000 texts',
  ],
  [
    '5 million empty rows',
    () => book(repeated(SHEET, sheetOf(''), '<row/>', 5e6, SHEET_END)),
    'more than 1,048,576 rows',
  ],
  [
    'a million rows that skip 998 cells',
    () => {
      const row = '<row><c r="ALL2"/><c r="A2"/></row>'
      return book(repeated(SHEET, sheetOf(''), row, 1e6, SHEET_END))
    },
    'more than 50,000,000 cells',
  ],
  [
    'a million cells in one place',
    () => book(repeated(SHEET, sheetOf('<row r="2">'), '<c r="A2"/>', 1e6, `</row>${SHEET_END}`)),
    'more than 1000 columns, in row 2',
  ],
  [
    'a row of 33 million characters',
    () =>
      workbookOf({
        sheets: { Leads: `${HEADER}<row r="2">${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>` },
        texts: [`<t>${'x'.repeat(32_767)}</t>`],
      }),
    'more than 4,194,304 characters in row 2',
  ],
  [
    'a row with no place in a sheet',
    () => workbookOf({ sheets: { Leads: `${HEADER}<row r="x"><c><v>1</v></c></row>` } }),
    'a row "x"',
  ],
  [
    'an element with 100,000 attributes',
    () => {
      const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')
      return book({ name: SHEET, text: `<worksheet ${attributes}/>` })
    },
    'more than 200 attributes',
  ],
]

/** Sends other requests, one after the other, until the answer arrives, and measures the memory meanwhile. */
async function meanwhile<T>(answer: Promise<T>): Promise<{ answer: T; mostBytes: number }> {
  let waiting = true
  const settled = answer.finally(() => {
    waiting = false
  })
  settled.catch(() => {})
  let mostBytes = 0
  while (waiting) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    mostBytes = Math.max(mostBytes, await residentBytes())
  }
  return { answer: await settled, mostBytes }
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)![1])
}

const preview = (form: Form) => importer.preview(form)
const start = (form: Form) => importer.send(form)
const dryRun = (form: Form) => importer.send({ ...form, dryRun: 'true' })

async function refused(send: typeof preview, file: Buffer, words: string): Promise<void> {
  const before = await residentBytes()
  const { answer, mostBytes } = await meanwhile(send({ file, name: 'leads.xlsx' }))
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect(answer.body.error).toContain(words)
  expect(answer.body.error).toMatch(/; save (the sheet|it) as|; (shorten|delete) /)
  expect((mostBytes - before) / MIB).toBeLessThan(400)
  expect((await importer.get('')).body.data).toEqual([])
}

test.each(hostile)('%s: refused in plain words', async (_, make, words) => {
  const file = make()
  expect(file.length).toBeLessThan(MIB)
  await refused(preview, file, words)
})

test('whichever way it is sent: to be looked at, tried or imported', async () => {
  for (const send of [preview, start, dryRun]) await refused(send, deep(SHEET), DEEP)
})

test('what is not read may be as it likes', async () => {
  const file = book(repeated('[Content_Types].xml', '<x>', '<x>', 2e6, ''))
  expect((await preview({ file })).body.data.counts).toMatchObject({ rows: 1, wouldImport: 1 })
})
