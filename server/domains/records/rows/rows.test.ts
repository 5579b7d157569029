import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
const columns = [
  { name: 'Full Name', type: 'text', required: true },
  { name: 'Amount', type: 'number' },
  { name: 'Email', type: 'email', unique: true },
  { name: 'Number', type: 'auto_number' },
]
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

async function open(kind: 'board' | 'page' = 'board') {
  const owner = desk.tokens.owner
  const base =
    kind === 'board'
      ? `/v1/boards/${(await makeBoard(service, owner, columns)).id}`
      : `/v1/definitions/${(await makePage(service, owner, columns)).key}`
  const as = (role: keyof Desk['tokens']) => (method: string, path: string, body?: unknown) =>
    service.api(method, `${base}${path}`, { token: desk.tokens[role], body })
  return { base, as, api: as('owner') }
}

describe.each(['board', 'page'] as const)('a row of a %s, made by hand', (kind) => {
  test('is answered with its stored cells and a receipt', async () => {
    const { api } = await open(kind)
    const { status, body } = await api('POST', '/rows', {
      cells: { ' FULL name ': ' Ann ', amount: '1,200', email: null },
    })
    expect(status).toBe(201)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(body).toEqual({
      data: {
        id: expect.any(String),
        position: 1,
        source: 'manual',
        createdBy: `user:${desk.seats.owner}`,
        cells: { full_name: 'Ann', amount: 1200, number: 1 },
        createdAt: time,
        updatedAt: body.data.createdAt,
        updatedBy: `user:${desk.seats.owner}`,
        version: 1,
        externalId: null,
        importRunId: null,
      },
      filled: ['full_name', 'amount'],
      coerced: [
        { column: 'full_name', sent: ' Ann ', stored: 'Ann' },
        { column: 'amount', sent: '1,200', stored: '1200' },
      ],
      ignored: [],
    })
    expect((await api('GET', `/rows/${body.data.id}`)).body).toEqual({ data: body.data })
  })

  test('several are answered as lists, with consecutive positions', async () => {
    const { api } = await open(kind)
    const rows = ['A', 'B', 'C'].map((full_name) => ({ cells: { full_name } }))
    const { status, body } = await api('POST', '/rows', { rows })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['data', 'receipts'])
    expect(body.data.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3])
    expect(body.receipts[2]).toEqual({ filled: ['full_name'], coerced: [], ignored: [] })
  })
})

test('a client that imports row by row can say so, and nothing else', async () => {
  const { api } = await open()
  const cells = { full_name: 'Ann' }
  expect((await api('POST', '/rows', { cells, source: 'import' })).body.data.source).toBe('import')
  for (const source of ['api', 'page', null]) {
    expect((await api('POST', '/rows', { cells, source })).status).toBe(400)
  }
  for (const more of [{ createdBy: 'user:9' }, { position: 7 }, { id: 'x' }]) {
    const [name] = Object.keys(more)
    const refused = await api('POST', '/rows', { cells, ...more })
    expect(refused.body.issues[0].path).toBe(`body.${name}`)
  }
})

describe('a new row is refused, and nothing is written', () => {
  test.each([
    ['an unknown column', { nick: 'A' }, 'nick', 'nick: no such column', 'unknown_column'],
    [
      'a mistyped column',
      { amonut: 1 },
      'amonut',
      'amonut: no such column; the nearest is amount',
      'misnamed_column',
    ],
    [
      'a column that the service fills',
      { Number: 7 },
      'number',
      'number: filled by the service',
      'computed_column',
    ],
    [
      'a wrong value',
      { amount: 'lots' },
      'amount',
      'amount: "lots" is not a number',
      'not_a_number',
    ],
    [
      'a column named twice',
      { amount: 1, Amount: 1 },
      'amount',
      'amount: sent twice',
      'sent_twice',
    ],
    [
      'a missing required column',
      { full_name: '' },
      'full_name',
      'full_name: is required',
      'required',
    ],
  ])('%s', async (_, cells, column, message, reason) => {
    const { api } = await open()
    const one = await api('POST', '/rows', { cells: { full_name: 'Ann', ...cells } })
    expect([one.status, one.body.code]).toEqual([400, 'invalid_rows'])
    expect(one.body.error).toContain(message)
    expect(one.body.issues).toEqual([
      {
        path: `body.cells.${column}`,
        message: expect.stringContaining(message),
        reason,
        values: expect.any(Object),
      },
    ])
    const many = await api('POST', '/rows', {
      rows: [{ cells: { full_name: 'Fine' } }, { cells: { full_name: 'Ann', ...cells } }],
    })
    expect(many.body.issues[0].path).toBe(`body.rows[1].cells.${column}`)
    expect((await api('GET', '/rows')).body.data).toEqual([])
  })

  test('both cells and rows, or neither; no rows; more than 500; a bare row', async () => {
    const { api } = await open()
    const row = { cells: { full_name: 'x' } }
    for (const body of [
      {},
      { ...row, rows: [row] },
      { rows: [] },
      { rows: Array(501).fill(row) },
      { rows: [row.cells] },
    ]) {
      const { status, body: refused } = await api('POST', '/rows', body)
      expect([status, refused.code]).toEqual([400, 'invalid_request'])
    }
    expect((await api('GET', '/rows')).body.data).toEqual([])
  })

  test('a unique value that another row has, or that is in the request twice', async () => {
    const { api } = await open()
    const row = (email: string) => ({ cells: { full_name: 'x', email } })
    expect((await api('POST', '/rows', row('a@b.example'))).status).toBe(201)
    expect((await api('POST', '/rows', row('A@B.example'))).body.issues[0].path).toBe(
      'body.cells.email',
    )
    const twins = await api('POST', '/rows', { rows: [row('c@d.example'), row('C@d.example')] })
    expect(twins.body.issues).toEqual([
      {
        path: 'body.rows[1].cells.email',
        message: 'email: must be unique, and row 0 of this request has the same value',
        reason: 'twin_in_request',
        values: { row: 0 },
      },
    ])
    expect((await api('GET', '/rows')).body.data).toHaveLength(1)
  })
})

describe('columns that a seat cannot see or write', () => {
  async function openWith(policy: Parameters<typeof restrict>[4]) {
    const owner = desk.tokens.owner
    const { id, key } = await makeBoard(service, owner, columns)
    await restrict(service, desk.workspaceId, key, 'amount', policy)
    const rows = `/v1/boards/${id}/rows`
    return (role: keyof Desk['tokens'], method: string, path = '', body?: object) =>
      service.api(method, rows + path, { token: desk.tokens[role], body })
  }
  const withAmount = { cells: { full_name: 'Ann', Amount: 5 } }

  test('a locked column is visible, but writing it gets 403', async () => {
    const api = await openWith({ editableBy: 'roles' })
    for (const role of ['owner', 'admin', 'manager'] as const) {
      expect((await api(role, 'POST', '', withAmount)).status).toBe(201)
    }
    const refused = await api('member', 'POST', '', withAmount)
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        error: 'Your seat cannot edit amount.',
        code: 'column_locked',
        reason: 'not_editable',
        values: { column: 'amount' },
      },
    ])
    expect((await api('member', 'POST', '', { cells: { full_name: 'Bea' } })).status).toBe(201)
    const seen = (await api('member', 'GET')).body.data
    expect(seen[0].cells).toEqual({ full_name: 'Ann', amount: 5, number: 1 })
    expect(seen).toHaveLength(4)
  })

  test('the mode nobody includes the owner', async () => {
    const api = await openWith({ editableBy: 'nobody' })
    expect((await api('owner', 'POST', '', withAmount)).status).toBe(403)
  })

  test('a hidden column is invisible, and writing it is refused as if it did not exist', async () => {
    const api = await openWith({ visibleTo: 'roles' })
    const { id } = (await api('manager', 'POST', '', withAmount)).body.data
    const hidden = await api('member', 'POST', '', { cells: { full_name: 'x', amount: 'y' } })
    const unknown = await api('member', 'POST', '', { cells: { full_name: 'x', nothing: 'y' } })
    expect(hidden.status).toBe(400)
    expect(hidden.text).toBe(unknown.text.replaceAll('nothing', 'amount'))
    for (const answer of [await api('viewer', 'GET'), await api('viewer', 'GET', `/${id}`)]) {
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain('amount')
    }
    expect((await api('manager', 'GET', `/${id}`)).body.data.cells.amount).toBe(5)
  })
})

describe('rows are listed', () => {
  test('by position, page by page, while others are added', async () => {
    const { api } = await open()
    const rows = Array.from({ length: 10 }, (_, amount) => ({ cells: { full_name: 'x', amount } }))
    await api('POST', '/rows', { rows })
    const seen: { position: number }[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await api('GET', `/rows?limit=4${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data)
      cursor = body.nextCursor as string | null
      if (seen.length === 4) await api('POST', '/rows', rows[0])
    }
    expect(seen.map(({ position }) => position)).toEqual(
      Array.from({ length: 11 }, (_, i) => i + 1),
    )
    expect((await api('GET', '/rows')).body).toEqual({ data: seen, nextCursor: null })
  })

  test('without deleted rows and those of other boards', async () => {
    const [mine, other] = [await open(), await open()]
    const made = await other.api('POST', '/rows', { cells: { full_name: 'x' } })
    expect((await mine.api('GET', '/rows')).body.data).toEqual([])
    expect((await mine.api('GET', `/rows/${made.body.data.id}`)).status).toBe(404)
    await service.sql('UPDATE rows SET deleted_at = now() WHERE id = $1', [made.body.data.id])
    expect((await other.api('GET', `/rows/${made.body.data.id}`)).status).toBe(404)
    expect((await other.api('GET', '/rows')).body.data).toEqual([])
  })

  test('a cursor that is not from this list is refused', async () => {
    const { api } = await open()
    for (const cursor of ['x', 'WyJhIl0', 'WzEsMl0', 'WzEuNV0']) {
      const { status, body } = await api('GET', `/rows?cursor=${cursor}`)
      expect([status, body.code]).toEqual([400, 'invalid_cursor'])
    }
  })
})

test('new rows make an event, and count', async () => {
  const { base, api } = await open()
  await api('POST', '/rows', {
    rows: [{ cells: { full_name: 'A' } }, { cells: { full_name: 'B' } }],
  })
  const definition = (await service.api('GET', base, { token: desk.tokens.owner })).body.data
  expect(definition.rowCount).toBe(2)
  const events = await service.sql('SELECT type, actor, data FROM events WHERE subject = $1', [
    `board:${definition.id}`,
  ])
  expect(events).toContainEqual({
    type: 'rows.created',
    actor: `user:${desk.seats.owner}`,
    data: { runs: [[1, 2]] },
  })
})
