import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../tests/support/clients/client.ts'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/desks/fixtures.ts'
import { integration, restrict } from '../../../tests/support/desks/ingest.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
let other: TestServer
let owner: string
let workspaceId: string
const columns = [
  { name: 'Name', type: 'text' },
  { name: 'Tags', type: 'multi_select', settings: { allowNewOptions: true } },
  { name: 'Amount', type: 'number' },
  { name: 'Done', type: 'checkbox' },
]
beforeAll(async () => {
  service = await startService()
  other = await service.beside()
  ;({ owner, workspaceId } = await makeOwner(service))
})
afterAll(() => service.stop())

test('a board is read with its columns, its rows and the guide', async () => {
  const board = await makeBoard(service, owner, columns, { description: 'Web form' })
  const { write, read } = integration(service, board.secret)
  const rows = [
    { name: 'Ann "the" \\ Lee', tags: ['a,]b', 'c"'] },
    { amount: -1.5, done: false },
    {},
  ]
  const written = (await write({ rows })).body.data
  const { status, body } = await read()
  expect(status).toBe(200)
  const defined = (await service.api('GET', `/v1/boards/${board.id}`, { token: owner })).body.data
  expect(body).toEqual({
    data: {
      board: { id: board.id, key: board.key, name: defined.name, description: 'Web form' },
      columns: defined.columns,
      rows: written,
      writeGuide: expect.objectContaining({ version: expect.any(String) }),
    },
    nextCursor: null,
  })
})

test('a page is read the same', async () => {
  const page = await makePage(service, owner, columns)
  const { write, read } = integration(service, page.secret, 'page')
  const written = (await write({ cells: { name: 'Ann' }, external_id: 'a' })).body.data
  const { body } = await read()
  expect(Object.keys(body.data)).toEqual(['page', 'columns', 'rows', 'writeGuide'])
  expect(body.data.page.key).toBe(page.key)
  expect(body.data.rows).toEqual([written])
})

test('columns that the service fills are read as in answers to writes', async () => {
  const board = await makeBoard(service, owner, [
    ...columns,
    ...['auto_number', 'created_at', 'created_by', 'updated_at', 'updated_by'].map((type) => ({
      name: type,
      type,
    })),
  ])
  const { write, read } = integration(service, board.secret)
  const written = (await write({ rows: [{ name: 'Ann' }, {}] })).body.data
  const { body } = await read()
  expect(body.data.rows).toEqual(written)
  expect(written[1].cells).toEqual({
    auto_number: 2,
    created_at: expect.stringMatching(/Z$/),
    created_by: `key:${board.keyId}`,
    updated_at: written[1].cells.created_at,
    updated_by: `key:${board.keyId}`,
  })
})

test('only columns that everyone can see are read', async () => {
  const board = await makeBoard(service, owner, columns)
  const { write, read } = integration(service, board.secret)
  await write({ cells: { name: 'Ann', amount: 4711471147 } })
  await restrict(service, workspaceId, board.key, 'amount', { visibleTo: 'roles' })
  const { body, text } = await read()
  expect(body.data.columns.map(({ key }: { key: string }) => key)).toEqual(['name', 'tags', 'done'])
  expect(body.data.rows[0].cells).toEqual({ name: 'Ann' })
  expect(text).not.toMatch(/amount|4711471147/i)
})

describe('page by page', () => {
  test('every row appears once, in order, while rows are added on two servers', async () => {
    const board = await makeBoard(service, owner, columns)
    const { write, read } = integration(service, board.secret)
    await write({ rows: Array.from({ length: 100 }, (_, amount) => ({ amount })) })
    const seen: { position: number }[] = []
    const cursors: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const late = seen.length < 200 ? [service, other] : []
      const [page] = (await Promise.all([
        read(`?limit=30${cursor && `&cursor=${cursor}`}`),
        ...late.map((on) => write({ rows: Array(20).fill({ name: 'late' }) }, { on })),
      ])) as [Answer]
      seen.push(...page.body.data.rows)
      cursor = page.body.nextCursor as string | null
      if (cursor !== null) {
        expect(page.body.data.rows).toHaveLength(30)
        cursors.push(cursor)
      }
    }
    expect(seen.map(({ position }) => position)).toEqual(seen.map((_, i) => i + 1))
    expect(seen.length).toBeGreaterThanOrEqual(100)
    const again = await read(`?limit=30&cursor=${cursors[1]}`)
    expect(again.body.data.rows).toEqual(seen.slice(60, 90))
  })

  test('a hundred rows by default, 1 to 1,000', async () => {
    const board = await makeBoard(service, owner, columns)
    const { write, read } = integration(service, board.secret)
    for (let i = 0; i < 3; i++) await write({ rows: Array(400).fill({}) })
    const length = async (query: string) => (await read(query)).body.data.rows.length
    expect(await length('')).toBe(100)
    expect(await length('?limit=1')).toBe(1)
    expect(await length('?limit=1000')).toBe(1000)
    for (const query of [
      '?limit=0',
      '?limit=1001',
      '?limit=x',
      '?limit=1.5',
      '?format=xml',
      '?a=1',
    ]) {
      const { status, body } = await read(query)
      expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    }
    for (const cursor of ['x', 'bnVsbA', Buffer.from('["a"]').toString('base64url')]) {
      const { status, body } = await read(`?cursor=${cursor}`)
      expect([status, body.error.code]).toEqual([400, 'invalid_cursor'])
    }
  })

  test('the last page has no next cursor, even when it is full', async () => {
    const board = await makeBoard(service, owner, columns)
    const { write, read } = integration(service, board.secret)
    await write({ rows: Array(4).fill({}) })
    const first = await read('?limit=2')
    const last = await read(`?limit=2&cursor=${first.body.nextCursor}`)
    expect([last.body.data.rows.length, last.body.nextCursor]).toEqual([2, null])
  })
})
