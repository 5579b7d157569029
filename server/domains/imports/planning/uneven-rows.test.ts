// Rows that are shorter or longer than their header.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
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
    { name: 'Business', type: 'text' },
    { name: 'City', type: 'text' },
    { name: 'Amount', type: 'number' },
  ]
  const { id } = await makeBoard(service, desk.tokens.owner, columns)
  return importerOf(service.api, desk.tokens.owner, { boardId: id })
}

/** The rows as a workbook, which leaves empty cells out. */
function sheetOf(rows: string[][]): Buffer {
  const cells = (values: string[], line: number) =>
    values.flatMap((text, at) =>
      text ? `<c r="${'ABCDEF'[at]}${line}" t="str"><v>${text}</v></c>` : [],
    )
  const xml = rows.map((values, at) => `<row r="${at + 1}">${cells(values, at + 1).join('')}</row>`)
  return workbookOf({ sheets: { Leads: xml.join('') }, texts: [] })
}

const csvOf = (rows: string[][]): string => rows.map((values) => `${values.join(',')}\n`).join('')

describe.each<[string, (rows: string[][]) => string | Buffer]>([
  ['CSV', csvOf],
  ['XLSX', sheetOf],
])('in %s', (_, fileOf) => {
  test('what a row that ends early does not have is empty', async () => {
    const { preview, run, rows } = await board()
    const file = fileOf([
      ['Business', 'City', 'Amount'],
      ['Acme Bakery', 'Salem', '5'],
      ['Bay Trucking', 'Boston'],
      ['Cove Deli'],
    ])
    const { counts } = (await preview({ file })).body.data
    expect(counts).toMatchObject({ wouldImport: 3, wouldFail: 0 })
    expect(await run({ file })).toMatchObject({ status: 'completed', imported: 3, failed: 0 })
    expect((await rows()).map(({ cells }) => cells)).toEqual([
      { business: 'Acme Bakery', city: 'Salem', amount: 5 },
      { business: 'Bay Trucking', city: 'Boston' },
      { business: 'Cove Deli' },
    ])
  })

  const NOTES = [
    ['Business', 'City'],
    ['Acme Bakery', 'Salem'],
    ['Bay Trucking', 'Boston', '', 'call again'],
    ['Cove Deli', 'Salem', '', ' '],
    ['Dow Diner', 'Lynn', '', 'closed'],
  ]

  test('a value right of the last header is a column of its own, which refuses no row and is told', async () => {
    const { preview, run, rows } = await board()
    const file = fileOf(NOTES)
    const { data } = (await preview({ file })).body
    expect(data.header).toEqual(['Business', 'City', '', 'Column D'])
    expect(data.columns.slice(2)).toMatchObject([
      { header: '', proposed: null, samples: [], values: 0 },
      { header: 'Column D', proposed: null, samples: ['call again', 'closed'], values: 2 },
    ])
    expect(data.counts).toMatchObject({ wouldImport: 4, wouldFail: 0 })
    const done = await run({ file })
    expect(done).toMatchObject({
      imported: 4,
      failed: 0,
      ignored: [{ index: 3, header: 'Column D', values: 2 }],
    })
    expect((await rows()).map(({ cells }) => cells.business)).toEqual([
      'Acme Bakery',
      'Bay Trucking',
      'Cove Deli',
      'Dow Diner',
    ])
  })

  test('it can be mapped, and goes there as a later file does without saying so', async () => {
    const { preview, run, rows } = await board()
    const file = fileOf(NOTES)
    const mapping = { Business: 'business', 'Column D': 'city' }
    const done = await run({ file, mapping })
    expect([done.imported, done.ignored]).toEqual([4, undefined])
    expect((await rows())[1].cells).toEqual({ business: 'Bay Trucking', city: 'call again' })
    const places = async (form: string[][]) =>
      (await preview({ file: fileOf(form) })).body.data.columns.map(
        ({ proposed }: { proposed: string | null }) => proposed,
      )
    expect(await places([...NOTES, ['Eve', 'Lynn', '', '', 'x']])).toEqual([
      'business',
      null,
      null,
      'city',
      null,
    ])
    // The same file without notes is still the same file.
    expect(await places(NOTES.slice(0, 2))).toEqual(['business', null])
  })

  test('a row that is refused for another reason keeps it', async () => {
    const { run, get } = await board()
    const file = fileOf([
      ['Business', 'City', 'Amount'],
      ['Acme', 'Salem', '5'],
      ['Bolt', 'Boston', 'many', '', 'note'],
    ])
    const { id } = await run({ file })
    const [failure] = (await get(`/${id}/failures`)).body.data
    expect(failure.values).toMatchObject({ Amount: 'many', 'Column E': 'note' })
  })
})

test('what is under no name within the header is told too', async () => {
  const { run } = await board()
  const file = csvOf([
    ['Business', '', 'City'],
    ['Acme', 'x', 'Salem'],
    ['Bolt', '', 'Lynn'],
  ])
  expect((await run({ file })).ignored).toEqual([{ index: 1, header: '', values: 1 }])
})

test('a value beyond the last column that is read refuses its row, since it would be lost', async () => {
  const { preview } = await board()
  const file = `Business,City\nAcme,Salem${','.repeat(999)}x\nBolt,Lynn\n`
  const { data } = (await preview({ file })).body
  expect(data.counts).toMatchObject({ wouldImport: 1, wouldFail: 1 })
  expect(data.rows[0].errors[0].message).toContain('has 1001 values')
})
