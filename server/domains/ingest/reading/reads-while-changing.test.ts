import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../tests/support/clients/client.ts'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { integration, restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'

// Pages of rows are kept in memory until something in them changes. The next read always shows the change.

let service: TestService
let other: TestServer
let desk: Desk
beforeAll(async () => {
  const limits = { rateLimitRead: 100_000, rateLimitIngest: 100_000 }
  service = await startService(limits)
  other = await service.beside(limits)
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const columns: NewColumn[] = [
  { name: 'Name', type: 'text' },
  { name: 'Amount', type: 'number' },
  { name: 'Double', type: 'formula', settings: { expression: '{Amount} * 2' } },
  { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Old' }] } },
]
const readers = ({ secret }: Rows) => [integration(service, secret), integration(other, secret)]
const owner = (board: Rows) => board.as('owner')

/** What the key reads, page by page, and what it should read, taken from a list with links, which is never kept in memory. */
async function readAll(board: Rows, read: (query: string) => Promise<Answer>, limit: number) {
  const rows: object[] = []
  let defined: object[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body, text } = await read(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(body.data, text).toBeDefined()
    rows.push(...body.data.rows)
    defined = body.data.columns
    cursor = body.nextCursor
  }
  const listed = await owner(board)('GET', `/rows?limit=1000&expand=links&as=key:${board.keyId}`)
  const hidden = listed.body.hiddenColumns.map(({ column }: { column: string }) => column)
  const all = (await owner(board)('GET', '/columns')).body.data as { key: string }[]
  return {
    read: { rows, columns: defined },
    listed: {
      rows: listed.body.data.map(({ id, position, source, cells, createdBy }: never) => ({
        id,
        position,
        source,
        cells,
        createdBy,
      })),
      columns: all
        .filter(({ key }) => !hidden.includes(key))
        .map((column, nth) => ({ ...column, position: nth + 1 })),
    },
  }
}

const lists = [
  '',
  'sort=amount',
  'sort=-amount,name',
  'filter={"column":"amount","op":"gt","value":1}',
]

/** What a person's lists answer, and what they should: with links, a list is never kept in memory. */
async function listAll(board: Rows, server: TestServer, limit: number) {
  const ask = (query: string) =>
    server.api('GET', `${board.base}/rows?limit=${limit}&${query}`, { token: desk.tokens.owner })
  const answered = await Promise.all(lists.map(ask))
  const fresh = await Promise.all(lists.map((query) => ask(`${query}&expand=links`)))
  return {
    answered: answered.map(({ body }) => body),
    fresh: fresh.map(({ body }) => ({
      ...body,
      data: body.data.map(({ links: _, ...row }: { links: object }) => row),
    })),
  }
}

/** Reads a page twice: from the second time on, it stays in memory. */
async function warm(read: (query?: string) => Promise<Answer>, query = '') {
  for (let n = 0; n < 2; n++) expect((await read(query)).status).toBe(200)
}

type Change = (board: Rows, n: number) => Promise<unknown>

/** The id of one of the rows, chosen by `n`. */
async function rowOf(board: Rows, n: number, trashed = false): Promise<string> {
  const { body } = await owner(board)('GET', `/rows?limit=1000&trashed=${trashed}`)
  return body.data[n % body.data.length]?.id ?? crypto.randomUUID()
}

const changes: Record<string, Change> = {
  'write a row': ({ secret }, n) => integration(service, secret).write({ cells: { amount: n } }),
  'write rows': ({ secret }, n) =>
    integration(other, secret).write({ rows: Array(1 + (n % 5)).fill({ name: `n${n}` }) }),
  'change a row': async (board, n) =>
    owner(board)('PATCH', `/rows/${await rowOf(board, n)}`, { cells: { amount: n, name: 'x' } }),
  'delete a row': async (board, n) => owner(board)('DELETE', `/rows/${await rowOf(board, n)}`),
  'restore a row': async (board, n) =>
    owner(board)('POST', `/rows/${await rowOf(board, n, true)}/restore`),
  'hide a column': (board) =>
    restrict(service, desk.workspaceId, board.key, 'amount', { visibleTo: 'roles' }),
  'show a column': (board) => restrict(service, desk.workspaceId, board.key, 'amount', {}),
  'rename a column': (board, n) =>
    owner(board)('PATCH', '/columns/name', { name: `Name ${n}`, description: `${n}` }),
  'add an option': (board, n) =>
    owner(board)('PATCH', '/columns/stage', {
      settings: { options: [{ label: 'New' }, { label: `O${n}` }] },
    }),
  'change a formula': (board, n) =>
    owner(board)('PATCH', '/columns/double', {
      settings: { expression: `{Amount} * ${2 + (n % 3)}` },
    }),
  'change a type': (board, n) =>
    owner(board)('POST', '/columns/name/type', {
      type: n % 2 ? 'long_text' : 'text',
      confirmLoss: true,
    }),
  'delete a column': (board) => owner(board)('DELETE', '/columns/stage'),
  'restore a column': (board) => owner(board)('POST', '/columns/stage/restore'),
  'rename the board': (board, n) => owner(board)('PATCH', '', { name: `Board ${n} ${board.key}` }),
}

test('after any change, every process reads what is there now', async () => {
  const step = fc.record({
    change: fc.constantFrom(...Object.keys(changes)),
    n: fc.nat({ max: 50 }),
    limit: fc.constantFrom(3, 100),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
      const board = await openRows(service, desk, columns)
      const [here, there] = readers(board)
      await here!.write({ rows: [{ name: 'Ann', amount: 1 }, { amount: 2 }, {}, { stage: 'New' }] })
      for (const { change, n, limit } of steps) {
        for (const { read } of [here!, there!]) await warm(read, `?limit=${limit}`)
        for (let time = 0; time < 2; time++) await listAll(board, service, limit)
        await changes[change]!(board, n)
        for (const server of [service, other]) {
          const { answered, fresh } = await listAll(board, server, limit)
          expect(answered, change).toEqual(fresh)
        }
        for (const { read } of [here!, there!]) {
          const seen = await readAll(board, read, limit)
          expect(seen.read, change).toEqual(seen.listed)
        }
      }
    }),
    { numRuns: 8 },
  )
})

test('a linked board is shown by its new name', async () => {
  const linked = await openRows(service, desk, columns)
  const board = await openRows(service, desk, [
    { name: 'To', type: 'link', settings: { definitionKey: linked.key } },
  ])
  const [{ read, write }] = readers(board) as [ReturnType<typeof integration>]
  const id = (await owner(linked)('POST', '/rows', { cells: { name: 'Ann' } })).body.data.id
  await write({ cells: { to: [id] } })
  await warm(read)
  await owner(linked)('PATCH', '', { name: 'Renamed since' })
  expect(JSON.stringify((await read()).body.data.writeGuide)).toContain('Renamed since')
})

test('a revoked key reads nothing, though its page is in memory', async () => {
  const board = await openRows(service, desk, columns)
  const [{ read, write }] = readers(board) as [ReturnType<typeof integration>]
  await write({ cells: { name: 'Ann' } })
  await warm(read)
  await owner(board)('DELETE', `/keys/${board.keyId}`)
  expect((await read()).status).toBe(401)
})

test.each([
  ['read for the first time', 0],
  ['in memory', 2],
])('a column that is hidden during a request is not in the answer: a page %s', async (_, times) => {
  const board = await openRows(service, desk, columns)
  const server = await service.beside({ onPrimary: true, rateLimitRead: 100_000 })
  const { read, write } = integration(server, board.secret)
  await write({ cells: { name: 'Ann', amount: 1 } })
  for (let n = 0; n < times; n++) await read()
  const { body, text } = await service.undone(async (sql) => {
    await sql('LOCK TABLE rows IN ACCESS EXCLUSIVE MODE')
    const reading = read()
    await service.blocked() // it has read the definition, and waits for the rows
    await restrict(service, desk.workspaceId, board.key, 'amount', { visibleTo: 'roles' })
    await sql(`UPDATE rows SET cells = '{"1": "Ann", "2": 4711471147}' WHERE definition_id = $1`, [
      board.id,
    ])
    await sql('COMMIT')
    return reading
  })
  expect(body.data.rows[0].cells).toEqual({ name: 'Ann' })
  expect(text).not.toMatch(/amount|4711471147/i)
})

test('while writers change rows and the type of a column, every answer is of one moment', async () => {
  const board = await openRows(service, desk, [
    { name: 'Count', type: 'number' },
    { name: 'Value', type: 'text' },
  ])
  const [{ write }] = readers(board) as [ReturnType<typeof integration>]
  const made = await write({ rows: Array(5).fill({ count: 0, value: '1' }) })
  const ids = made.body.data.map(({ id }: { id: string }) => id) as string[]
  /** The last count of each row that the service has confirmed to its writer. */
  const counts = new Map(ids.map((id) => [id, 0]))
  let writing = true

  const writer = async (id: string, mayDelete: boolean) => {
    for (let count = 1; count <= 25; count++) {
      const { status, text } = await owner(board)('PATCH', `/rows/${id}`, { cells: { count } })
      expect(status, text).toBe(200)
      counts.set(id, count)
      if (!mayDelete) continue
      await owner(board)('DELETE', `/rows/${id}`)
      await owner(board)('POST', `/rows/${id}/restore`)
    }
  }
  const typist = async () => {
    for (let n = 0; n < 12; n++) {
      const type = n % 2 ? 'text' : 'number'
      const { status, text } = await owner(board)('POST', '/columns/value/type', { type })
      expect(status, text).toBe(201)
    }
  }
  const reader = async ({ read }: ReturnType<typeof integration>, mine: number) => {
    const last = new Map<string, number>()
    let pages = 0
    while (writing) {
      const before = new Map(counts)
      const { status, body, text } = await read(mine % 2 ? '' : '?limit=10')
      expect(status, text).toBe(200)
      pages++
      const { rows, columns: defined } = body.data
      const { type } = defined.find(({ key }: { key: string }) => key === 'value')
      for (const { id, cells } of rows) {
        expect(typeof cells.value, text).toBe(type === 'number' ? 'number' : 'string')
        expect(cells.count).toBeGreaterThanOrEqual(Math.max(before.get(id)!, last.get(id) ?? 0))
        last.set(id, cells.count)
      }
      const there = rows.map(({ id }: { id: string }) => id)
      expect(there).toEqual(ids.filter((id) => there.includes(id)))
      expect(there).toEqual(expect.arrayContaining(ids.slice(2)))
    }
    return pages
  }

  const reading = [...readers(board), ...readers(board)].map(reader)
  await Promise.all([...ids.map((id, i) => writer(id, i < 2)), typist()]).finally(() => {
    writing = false
  })
  for (const pages of await Promise.all(reading)) expect(pages).toBeGreaterThan(1)
})
