import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  service.work()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const labels = ['Hot', 'A, B', '=cmd', '@home', "'quoted'"]
const options = labels.map((label) => ({ label }))
const columns = [
  { name: 'Company', type: 'text' },
  { name: 'Notes', type: 'long_text' },
  { name: 'Count', type: 'number' },
  { name: 'Amount', type: 'currency', settings: { currency: 'EUR' } },
  { name: 'Share', type: 'percent' },
  { name: 'Agreed', type: 'checkbox' },
  { name: 'Received', type: 'date' },
  { name: 'Called', type: 'datetime' },
  { name: 'Stage', type: 'select', settings: { options } },
  { name: '=Tags', key: 'tags', type: 'multi_select', settings: { options } },
  { name: 'Phone', type: 'phone' },
  { name: 'Owner', type: 'person' },
]

const risky = fc
  .tuple(
    fc.string({ unit: fc.constantFrom("'", ' ', '"', '=', '-', '+', '@', '＝', ',', ';') }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('\n', 'a', '"', '=', '_x0041_', '<&>') }),
  )
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed())
const time = (from: string) =>
  fc
    .date({ min: new Date(from), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString())

const row = () =>
  fc.record(
    {
      company: risky.map((text) => `=${text}`),
      notes: risky,
      // A workbook keeps 15 digits of a number.
      count: fc.oneof(
        fc.integer({ min: -1e12, max: 1e12 }).map((n) => n / 1000),
        fc.integer({ min: -9999, max: 9999 }).map((n) => n / 1000),
        fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e7),
      ),
      amount: fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
      share: fc.integer({ min: -10_000, max: 10_000 }).map((n) => n / 100),
      agreed: fc.boolean(),
      received: time('1901-01-01').map((text) => text.slice(0, 10)),
      called: time('1971-01-01'),
      stage: fc.constantFrom(...labels),
      tags: fc.subarray(labels, { minLength: 1 }),
      phone: fc.constantFrom('+14155550132', '+4930901820;ext=12'),
      owner: fc.constantFrom(desk.seats.manager, desk.seats.viewer),
    },
    { requiredKeys: ['company'] },
  )

const api = async (method: string, path: string, body?: unknown) => {
  const answer = await service.api(method, path, { token: desk.tokens.member, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const cellsOf = async (id: string): Promise<object[]> =>
  (await api('GET', `/v1/boards/${id}/rows?limit=1000`)).data.map(
    ({ cells }: { cells: object }) => cells,
  )

test.each([
  ['csv', 'US'],
  ['csv', 'DE'],
  ['csv', 'CH'],
  ['csv', 'FR'],
  ['csv', 'IN'],
  ['xlsx', 'US'],
  ['xlsx', 'DE'],
])(
  'rows that are exported as %s from a board of %s and imported elsewhere have the same cells',
  async (format, region) => {
    // Arizona never changes its clocks. Elsewhere an hour can happen twice, and a workbook’s times, which have no zone,
    // cannot tell the two apart.
    const settings = { timeZone: 'America/Phoenix', region }
    const from = await makeBoard(service, desk.tokens.owner, columns, { settings })
    const to = await makeBoard(service, desk.tokens.owner, columns, { settings })
    const rows = fc.sample(row(), 200)
    await api('POST', `/v1/boards/${from.id}/rows`, { rows: rows.map((cells) => ({ cells })) })

    const file = await fetch(`${service.origin}/v1/boards/${from.id}/export?format=${format}`, {
      headers: { authorization: `Bearer ${desk.tokens.member}` },
    })
    const body = new FormData()
    body.set('boardId', to.id)
    body.set('file', new Blob([await file.arrayBuffer()]), `rows.${format}`)
    const started = await fetch(`${service.origin}/v1/boards/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.tokens.member}` },
      body,
    })
    let run = ((await started.json()) as { data: { id: string; status: string } }).data
    while (run.status === 'running') {
      await sleep(50)
      run = (await api('GET', `/v1/boards/${to.id}/imports/${run.id}`)).data
    }
    const failures = await api('GET', `/v1/boards/${to.id}/imports/${run.id}/failures`)
    expect(failures.data).toEqual([])
    expect(run.status).toBe('completed')
    expect(await cellsOf(to.id)).toEqual(await cellsOf(from.id))
  },
)

test('numbers of an own export that could be thousands where it is imported come back as they were', async () => {
  const settings = { region: 'DE' }
  const columns = [{ name: 'Rate', type: 'number' }]
  const from = await makeBoard(service, desk.tokens.owner, columns, { settings })
  const to = importerOf(service.api, desk.tokens.owner, {
    boardId: (await makeBoard(service, desk.tokens.owner, columns, { settings })).id,
  })
  const rows = [1.234, 5.6789, 12.5].map((rate) => ({ cells: { rate } }))
  await api('POST', `/v1/boards/${from.id}/rows`, { rows })
  const file = await fetch(`${service.origin}/v1/boards/${from.id}/export?format=csv`, {
    headers: { authorization: `Bearer ${desk.tokens.member}` },
  })
  const done = await to.run({ file: await file.bytes() })
  expect(done).toMatchObject({ status: 'completed', imported: 3 })
  expect(await to.rows()).toMatchObject(rows)
  // The same numbers from anybody else can be either.
  const { body } = await to.preview({ file: 'Rate\n1.234\n5.678\n' })
  expect(body.data.columns[0].readAs).toMatchObject({ how: 'decimal_comma', why: 'region' })
  expect(body.data.counts).toMatchObject({ wouldImport: 0, wouldFail: 2 })
})
