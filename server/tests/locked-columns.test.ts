// Columns that a person sees but may not write, and required or unique columns that not everybody can see.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let desk: Desk
let board: Awaited<ReturnType<typeof makeBoard>>
let base: string
let rowId: string
let entryId: string

type Role = keyof Desk['tokens']
const api = (method: string, path: string, body?: unknown, role: Role = 'owner') =>
  service.api(method, path, { token: desk.tokens[role], body })
const policy = (column: string, body: object) =>
  api('PUT', `/v1/definitions/${board.key}/column-policies/${column}`, body)

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, [
    { name: 'Business', type: 'text' },
    { name: 'Rate', type: 'number' },
    { name: 'Secret', type: 'text' },
  ])
  base = `/v1/boards/${board.id}`
  rowId = (await api('POST', `${base}/rows`, { cells: { business: 'Acme', rate: 1 } })).body.data.id
  await api('PATCH', `${base}/rows/${rowId}`, { cells: { rate: 2 } })
  entryId = (await api('GET', `${base}/rows/${rowId}/history`)).body.data[0].id
})
afterAll(() => service.stop())

function upload(mapping: object): FormData {
  const form = new FormData()
  form.append('boardId', board.id)
  form.append('mapping', JSON.stringify(mapping))
  form.append('file', new Blob(['Name,Rate\nBolt,7\n']), 'rates.csv')
  return form
}

describe('a locked column is refused as such, by every way of writing it', () => {
  const ways: [string, () => [method: string, path: string, body: unknown]][] = [
    ['a new row', () => ['POST', `${base}/rows`, { cells: { rate: 3 } }]],
    ['new rows', () => ['POST', `${base}/rows`, { rows: [{ cells: {} }, { cells: { Rate: 3 } }] }]],
    ['a change', () => ['PATCH', `${base}/rows/${rowId}`, { cells: { rate: 3 } }]],
    ['emptying it', () => ['PATCH', `${base}/rows/${rowId}`, { cells: { rate: null } }]],
    ['changes', () => ['PATCH', `${base}/rows`, { rows: [{ id: rowId, cells: { rate: 3 } }] }]],
    [
      'a revert',
      () => ['POST', `${base}/rows/${rowId}/history/${entryId}/revert`, { column: 'rate' }],
    ],
    ['an import', () => ['POST', '/v1/boards/import', upload({ Name: 'business', Rate: 'rate' })]],
    [
      'its preview',
      () => ['POST', '/v1/boards/import/preview', upload({ Name: 'business', Rate: 'rate' })],
    ],
  ]
  test.each(ways)('%s', async (_, way) => {
    await policy('rate', { editableBy: { mode: 'roles', roles: ['manager'] } })
    const [method, path, body] = way()
    const refused = await api(method, path, body, 'member')
    expect([refused.status, refused.body.code]).toEqual([403, 'column_locked'])
    expect(refused.body.error).toContain('rate')
    await policy('rate', { editableBy: { mode: 'nobody' } })
    const owner = await api(method, path, way()[2])
    expect([owner.status, owner.body.code]).toEqual([403, 'column_locked'])
    const row = await api('GET', `${base}/rows/${rowId}`)
    expect(row.body.data.cells.rate).toBe(2)
  })

  test('and may be written by whom it is open to', async () => {
    await policy('rate', { editableBy: { mode: 'roles', roles: ['manager'] } })
    for (const [name, way] of ways) {
      const [method, path, body] = way()
      const answer = await api(method, path, body, 'manager')
      expect([200, 201], `${name}: ${answer.text}`).toContain(answer.status)
    }
  })
})

test('a required column that is hidden keeps nobody from adding rows, and is not named', async () => {
  await policy('secret', { visibleTo: { mode: 'nobody' } })
  await api('PATCH', `${base}/columns/secret`, { required: true })
  const made = await api('POST', `${base}/rows`, { cells: { business: 'Bolt' } }, 'member')
  expect(made.status, made.text).toBe(201)
  expect(made.text.toLowerCase()).not.toContain('secret')
  const written = await service.api('POST', '/v1/ingest/rows', {
    token: board.secret,
    body: { cells: { business: 'Crux' } },
  })
  expect(written.status, written.text).toBe(201)
  expect((await api('POST', `${base}/rows`, { cells: { business: 'Dax' } })).status).toBe(400)
  await api('PATCH', `${base}/columns/secret`, { required: false })
})

test('a value that is taken in a hidden unique column is not told', async () => {
  await policy('secret', { visibleTo: { mode: 'nobody' } })
  await api('PATCH', `${base}/columns/secret`, { unique: true })
  const row = { cells: { business: 'Acme', secret: 'one of a kind' } }
  const { id } = (await api('POST', `${base}/rows`, row)).body.data
  await api('DELETE', `${base}/rows/${id}`, undefined, 'member')
  expect((await api('POST', `${base}/rows`, row)).status).toBe(201)
  const refused = await api('POST', `${base}/rows/${id}/restore`, undefined, 'member')
  expect([refused.status, refused.body.code]).toEqual([409, 'value_taken'])
  expect(refused.text.toLowerCase()).not.toMatch(/secret|one of a kind/)
})
