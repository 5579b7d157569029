import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { type ReadCell, readWorkbook } from '../../../tests/support/inputs/workbooks.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const fetchExport = (id: string, query: string, token = desk.tokens.viewer) =>
  fetch(`${service.origin}/v1/boards/${id}/export?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })

async function csvOf(id: string, query = '', token?: string): Promise<string[][]> {
  const answer = await fetchExport(id, `format=csv${query}`, token)
  expect(answer.status).toBe(200)
  return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, record_delimiter: '\r\n' })
}

async function sheetOf(id: string, query = ''): Promise<(ReadCell | undefined)[][]> {
  const answer = await fetchExport(id, `format=xlsx${query}`)
  expect(answer.status).toBe(200)
  const sheets = await readWorkbook(new Uint8Array(await answer.arrayBuffer()))
  expect(sheets).toHaveLength(1)
  return sheets[0]!.rows
}

const columns = [
  { name: 'Company', type: 'text' },
  { name: 'Notes', type: 'long_text' },
  { name: 'Count', type: 'number', settings: { precision: 1 } },
  { name: 'Amount', type: 'currency', settings: { currency: 'EUR' } },
  { name: 'Share', type: 'percent' },
  { name: 'Agreed', type: 'checkbox' },
  { name: 'Received', type: 'date' },
  { name: 'Called', type: 'datetime' },
  { name: 'Tags', type: 'multi_select', settings: { allowNewOptions: true } },
  { name: 'Phone', type: 'phone' },
  { name: 'Owner', type: 'person' },
  { name: 'No.', type: 'auto_number' },
  { name: 'By', type: 'created_by' },
]
const full = () => ({
  company: '=HYPERLINK("http://a.example","Click")',
  notes: 'Said "yes", then\n-no',
  count: -12.5,
  amount: 1999.9,
  share: 12.3,
  agreed: false,
  received: '2026-11-20',
  called: '2026-07-01T14:30:00.000Z',
  tags: ['Hot', 'A, B'],
  phone: '+14155550132',
  owner: desk.seats.manager,
})

async function fullBoard() {
  const board = await makeBoard(service, desk.tokens.owner, columns, {
    name: 'Ünï: "leads"/2026',
    key: `full-${crypto.randomUUID().slice(0, 8)}`,
    settings: { timeZone: 'America/New_York' },
  })
  await addRows(board.id, [full(), { company: 'Acme' }])
  return board
}

async function addRows(id: string, rows: object[]) {
  const answer = await service.api('POST', `/v1/boards/${id}/rows`, {
    token: desk.tokens.member,
    body: { rows: rows.map((cells) => ({ cells })) },
  })
  expect(answer.status, answer.text).toBe(201)
}

describe('a CSV', () => {
  test('has every column under its name, and formulas disarmed', async () => {
    const { id, key } = await fullBoard()
    const answer = await fetchExport(id, 'format=csv')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${key}.csv"; filename*=UTF-8''%C3%9Cn%C3%AF%20leads%202026.csv`,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(Buffer.from(await answer.arrayBuffer()).toString('utf8')).toBe(
      [
        '\ufeffCompany,Notes,Count,Amount,Share,Agreed,Received,Called,Tags,Phone,Owner,No.,By',
        `"'=HYPERLINK(""http://a.example"",""Click"")","Said ""yes"", then\n-no",-12.5,1999.9,12.3,false,2026-11-20,2026-07-01T14:30:00.000Z,"Hot, A, B",+14155550132,The manager,1,The member`,
        'Acme,,,,,,,,,,,2,The member',
        '',
      ].join('\r\n'),
    )
  })

  test('leaves out the byte order mark on request', async () => {
    const { id } = await makeBoard(service, desk.tokens.owner, [{ name: 'Company', type: 'text' }])
    const answer = await fetchExport(id, 'format=csv&bom=false')
    expect(Buffer.from(await answer.arrayBuffer()).toString('utf8')).toBe('Company\r\n')
  })

  test('names a person by email address if two have the same name', async () => {
    const { id } = await fullBoard()
    await service.sql("UPDATE seats SET name = 'The Manager' WHERE crm_user_id = $1", [
      desk.seats.viewer,
    ])
    const [, row] = await csvOf(id)
    await service.sql("UPDATE seats SET name = 'The viewer' WHERE crm_user_id = $1", [
      desk.seats.viewer,
    ])
    expect(row![10]).toMatch(/^manager\d+@desk\.example$/)
  })
})

describe('a workbook', () => {
  test('has numbers, amounts, percentages, booleans and times as Excel’s own, and no formulas', async () => {
    const { id } = await fullBoard()
    const answer = await fetchExport(id, 'format=xlsx')
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(answer.headers.get('content-disposition')).toContain('leads%202026.xlsx')
    const [sheet] = await readWorkbook(new Uint8Array(await answer.arrayBuffer()))
    expect(sheet!.name).toBe('Ünï "leads" 2026')
    const [header, row, sparse] = sheet!.rows
    expect(header!.map((cell) => cell!.value)).toEqual(columns.map(({ name }) => name))
    const text = (value: string) => ({ type: 'text', value, format: undefined })
    expect(row).toEqual([
      text('=HYPERLINK("http://a.example","Click")'),
      text('Said "yes", then\n-no'),
      { type: 'number', value: '-12.5', format: '#,##0.0' },
      { type: 'number', value: '1999.9', format: '[$EUR]\\ #,##0.00' },
      { type: 'number', value: '0.123', format: '0.##%' },
      { type: 'boolean', value: '0', format: undefined },
      { type: 'number', value: '46346', format: 'yyyy-mm-dd' },
      // 10:30 in New York
      { type: 'number', value: String(46204 + 10.5 / 24), format: 'yyyy-mm-dd hh:mm:ss' },
      text('Hot, A, B'),
      text('+14155550132'),
      text('The manager'),
      { type: 'number', value: '1', format: undefined },
      text('The member'),
    ])
    expect(sparse!.filter((cell) => cell?.value).map((cell) => cell!.value)).toEqual([
      'Acme',
      '2',
      'The member',
    ])
  })

  test('leaves out characters that XML cannot have, and cuts text that is too long for a cell', async () => {
    const { id } = await makeBoard(service, desk.tokens.owner, [
      { name: 'Notes & <tags>', type: 'long_text' },
      { name: 'Born', type: 'date' },
    ])
    const notes = ['<a href="x">&amp;\u0001\uffff_x0041_ ] \r\n end', 'ü'.repeat(40_000)]
    await addRows(
      id,
      notes.map((note) => ({ notes_tags: note, born: '1899-12-31' })),
    )
    const [header, odd, long] = await sheetOf(id)
    expect(header![0]!.value).toBe('Notes & <tags>')
    expect(odd!.map((cell) => cell!.value)).toEqual([
      '<a href="x">&amp;\u0001\ufffd_x0041_ ] \r\n end',
      '1899-12-31',
    ])
    expect(long![0]!.value).toBe(`${'ü'.repeat(32_766)}…`)
  })
})

test('a caller’s exports leave out the columns that they cannot see', async () => {
  const { id, key } = await makeBoard(service, desk.tokens.owner, [
    { name: 'Company', type: 'text' },
    { name: 'Secret', type: 'text' },
  ])
  await addRows(id, [{ company: 'Acme', secret: 'Canary' }])
  const policy = await service.api('PUT', `/v1/definitions/${key}/column-policies/secret`, {
    token: desk.tokens.owner,
    body: { visibleTo: { mode: 'roles', roles: ['manager'] } },
  })
  expect(policy.status).toBe(200)
  expect(await csvOf(id)).toEqual([['Company'], ['Acme']])
  expect((await sheetOf(id)).flat().map((cell) => cell!.value)).toEqual(['Company', 'Acme'])
  const all = [
    ['Company', 'Secret'],
    ['Acme', 'Canary'],
  ]
  expect(await csvOf(id, '', desk.tokens.manager)).toEqual(all)
  expect(await csvOf(id, '', desk.tokens.owner)).toEqual(all)
  expect(await csvOf(id, '&as=role:viewer', desk.tokens.owner)).toEqual([['Company'], ['Acme']])

  const refusal = async (query: string) => {
    const answer = await fetchExport(id, `format=csv&${query}`)
    return { status: answer.status, body: await answer.text() }
  }
  for (const query of [
    'fields=secret',
    'sort=secret',
    'filter={"column":"secret","op":"eq","value":"Canary"}',
  ]) {
    const hidden = await refusal(query)
    const unknown = await refusal(query.replace('secret', 'nobody'))
    expect(hidden).toEqual({ status: 400, body: unknown.body.replaceAll('nobody', 'secret') })
    expect(JSON.parse(hidden.body).code).toBe('unknown_column')
  }
})

test('has links as the titles that the caller can see, and the results of formulas', async () => {
  const { owner } = desk.tokens
  const firms = await makeBoard(service, owner, [
    { name: 'Name', type: 'text' },
    { name: 'City', type: 'text' },
    { name: 'Founded', type: 'number' },
  ])
  await addRows(firms.id, [{ name: '=Acme', city: 'Oslo' }, { city: 'Bergen' }, { founded: 1899 }])
  const { data } = (await service.api('GET', `/v1/boards/${firms.id}/rows`, { token: owner })).body
  const linked = data.map(({ id }: { id: string }) => id)
  const nameless = linked[2]
  const { id } = await makeBoard(service, owner, [
    { name: 'Firms', type: 'link', settings: { definitionKey: firms.key, multiple: true } },
    { name: 'Amount', type: 'number' },
    { name: 'Fee', type: 'formula', settings: { expression: 'amount / 8' } },
  ])
  await addRows(id, [{ firms: linked, amount: 1 }, { amount: -3 }])
  const fees = ['0.125', '-0.375']
  expect(await csvOf(id)).toEqual([
    ['Firms', 'Amount', 'Fee'],
    [`'=Acme, Bergen, ${nameless}`, '1', fees[0]],
    ['', '-3', fees[1]],
  ])
  const sheet = await sheetOf(id)
  expect(sheet.slice(1).map((row) => row.at(-1))).toMatchObject(
    fees.map((value) => ({ type: 'number', value })),
  )

  await service.api('PUT', `/v1/definitions/${firms.key}/column-policies/name`, {
    token: owner,
    body: { visibleTo: { mode: 'roles', roles: ['manager'] } },
  })
  expect((await csvOf(id))[1]![0]).toBe(`Oslo, Bergen, ${nameless}`)
})

test('has the same rows and columns as the list with the same query', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, [
    { name: 'Company', type: 'text' },
    { name: 'Rank', type: 'number' },
    { name: 'City', type: 'text' },
  ])
  const cities = ['Oslo', 'Bergen', 'Oslo', 'Oslo']
  await addRows(
    id,
    cities.map((city, i) => ({ company: `Firm ${i}`, city, ...(i === 3 ? {} : { rank: i }) })),
  )
  const filter = encodeURIComponent('{"column":"city","op":"eq","value":"Oslo"}')
  expect(await csvOf(id, `&filter=${filter}&sort=-rank&fields=rank,company`)).toEqual([
    ['Company', 'Rank'],
    ['Firm 2', '2'],
    ['Firm 0', '0'],
    ['Firm 3', ''],
  ])
  expect(await csvOf(id, '&search=bergen&fields=company')).toEqual([['Company'], ['Firm 1']])

  const view = await service.api('POST', `/v1/boards/${id}/views`, {
    token: desk.tokens.member,
    body: {
      name: 'Oslo',
      filter: { column: 'city', op: 'eq', value: 'Oslo' },
      fields: ['company'],
    },
  })
  expect(view.status, view.text).toBe(201)
  const saved = [['Company'], ['Firm 0'], ['Firm 2'], ['Firm 3']]
  expect(await csvOf(id, `&view=${view.body.data.id}`)).toEqual(saved)

  const { data } = (
    await service.api('GET', `/v1/boards/${id}/rows`, { token: desk.tokens.viewer })
  ).body
  await service.api('DELETE', `/v1/boards/${id}/rows/${data[0].id}`, { token: desk.tokens.member })
  expect(await csvOf(id, '&trashed=true&fields=company')).toEqual([['Company'], ['Firm 0']])
  expect(await csvOf(id, `&view=${view.body.data.id}`)).toEqual(saved.toSpliced(1, 1))
})

test('keeps its order where a block ends with the last sorted cell and the empty ones begin', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, [{ name: 'Rank', type: 'number' }])
  const rows = Array.from({ length: 450 }, (_, i) => (i % 3 === 0 ? {} : { rank: i % 7 }))
  await addRows(id, rows)
  const expected = rows
    .map(({ rank }) => rank)
    .toSorted((a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY) => a - b || 0)
    .map((rank) => [rank === undefined ? '' : String(rank)])
  expect((await csvOf(id, '&sort=rank')).slice(1)).toEqual(expected)
})
