import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../platform/database/migrate.ts'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { administer, createTestDatabase } from '../../../tests/support/postgres/database.ts'
import { asOwner } from '../../../tests/support/postgres/postgres.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'
import { indexName } from './column-indexes.rules.ts'
import { workOnColumnIndexes } from './column-indexes.ts'

let service: TestService
let desk: Desk
let board: { id: string; key: string }
let other: { id: string; key: string }

const columns = [
  { name: 'name', type: 'text' },
  { name: 'amount', type: 'number' },
  { name: 'due', type: 'date' },
  { name: 'notes', type: 'long_text' },
]

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, columns)
  other = await makeBoard(service, desk.tokens.owner, columns)
  await fill(board.id, 30_000)
})
afterAll(() => service.stop())

/** Adds rows without the API, which would take long. */
async function fill(id: string, count: number): Promise<void> {
  await service.sql(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, gen_random_uuid(), $2, n, 'manual', jsonb_build_object('1', 'Harbor ' || n % 5000,
       '2', n * 7919 % 10007, '3', to_char(date '2020-01-01' + n % 2000, 'YYYY-MM-DD')), 'user:1'
     FROM generate_series(1, $3::int) n`,
    [desk.workspaceId, id, count],
  )
  await service.sql(
    'UPDATE row_counters SET row_count = $2::bigint, next_position = $2::bigint + 1 WHERE definition_id = $1',
    [id, count],
  )
  await service.sql('ANALYZE rows')
}

const list = (query: Record<string, string>, id = board.id, server: TestServer = service) =>
  server.api('GET', `/v1/boards/${id}/rows?${new URLSearchParams(query)}`, {
    token: desk.tokens.viewer,
  })
const equal = (column: string, value: unknown) => JSON.stringify({ column, op: 'eq', value })

const states = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await service.sql('SELECT key, state FROM column_indexes')).map(({ key, state }) => [
      key,
      state,
    ]),
  )
const indexes = async (): Promise<string[]> =>
  (
    await service.sql(
      `SELECT indexrelid::regclass::text AS name FROM pg_index
       WHERE indrelid = 'rows'::regclass AND indisvalid AND indexrelid::regclass::text LIKE 'cells%' ORDER BY 1`,
    )
  ).map(({ name }) => name)

/** A turn of the background work, as if an hour had passed. */
async function work(): Promise<void> {
  await service.sql("UPDATE due_work SET due_at = now() WHERE kind = 'column_indexes'")
  await workOnColumnIndexes(service.db, service.connection, new AbortController().signal)
}

/** The plans for a list, with the service's role and statements. */
async function planOf(query: Record<string, string>): Promise<string> {
  const plans: string[] = []
  const { db } = service
  const readWorkspace = db.readWorkspace
  db.readWorkspace = (scope, fn) =>
    readWorkspace.call(db, scope, async (tx) => {
      const send = tx.runComposed.bind(tx)
      tx.runComposed = async (
        text: string,
        values?: readonly unknown[],
        isPlannedOnce?: boolean,
      ) => {
        const lines = await send<Record<string, string>>(`EXPLAIN ${text}`, values)
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
        return send(text, values, isPlannedOnce) as never
      }
      return fn(tx)
    }) as never
  try {
    const answer = await list(query)
    expect(answer.status, answer.text).toBe(200)
  } finally {
    db.readWorkspace = readWorkspace
  }
  return plans.join('\n')
}

const named = (key: string) => indexName(board.id, key)

test('a column by which a big board is filtered or sorted gets an index, which works under row-level security', async () => {
  const before = await planOf({ filter: equal('name', 'Harbor 7') })
  expect(before).not.toContain('cells_')
  await list({ sort: '-amount' })
  await list({ filter: equal('due', '2020-03-01') })
  await list({ filter: equal('name', 'Harbor 7'), sort: '-amount' })
  await list({ sort: '-row.createdAt' })
  await work()
  expect(new Set(Object.values(await states()))).toEqual(new Set(['ready']))
  expect(await indexes()).toEqual(['created', 'n2', 's3', 'x1', 'x1_n2'].map(named))

  expect(await planOf({ filter: equal('name', 'Harbor 7') })).toContain(named('x1'))
  expect(await planOf({ sort: '-amount' })).toContain(`Index Scan Backward using ${named('n2')}`)
  expect(await planOf({ sort: 'amount' })).toContain(`Index Scan using ${named('n2')}`)
  expect(await planOf({ sort: '-row.createdAt' })).toContain(named('created'))
  // The rows without a value come last. There are none here.
  expect(await planOf({ sort: 'amount', offset: '29990' })).toContain(named('n2'))
  expect(await planOf({ filter: equal('due', '2020-03-01') })).toContain(named('s3'))
  // A range with few rows is not looked for in the whole board.
  const ranged = await planOf({
    filter: JSON.stringify({ column: 'amount', op: 'gt', value: 10_000 }),
  })
  expect(ranged).toContain(named('n2'))
  expect(ranged).not.toContain('rows_by_position')
  const both = { filter: equal('name', 'Harbor 7'), sort: '-amount' }
  const plan = await planOf(both)
  expect(plan).toContain(named('x1_n2'))
  expect(plan).not.toContain('Sort')
})

test('lists are the same with and without indexes', async () => {
  const ask = async (query: Record<string, string>) => {
    const first = await list({ ...query, limit: '20' })
    const next = await list({ ...query, limit: '20', cursor: first.body.nextCursor })
    return [...first.body.data, ...next.body.data].map(({ position }) => position)
  }
  const queries: Record<string, string>[] = [
    { sort: '-amount' },
    { sort: 'amount,name' },
    { filter: JSON.stringify({ column: 'amount', op: 'gt', value: 9990 }), sort: '-amount' },
    { filter: JSON.stringify({ column: 'due', op: 'before', value: '2020-01-03' }) },
    { filter: JSON.stringify({ column: 'amount', op: 'gt', value: 9990 }) },
    { filter: JSON.stringify({ column: 'amount', op: 'lt', value: 9990 }) },
  ]
  const served = await Promise.all(queries.map(ask))
  const rows = await service.sql(
    `SELECT position, (cells ->> '2')::int AS amount, cells ->> '1' AS name, cells ->> '3' AS due
     FROM rows WHERE definition_id = $1 ORDER BY position`,
    [board.id],
  )
  const top = (of: typeof rows) => of.slice(0, 40).map(({ position }) => Number(position))
  expect(served[0]).toEqual(
    top(rows.toSorted((a, b) => b.amount - a.amount || b.position - a.position)),
  )
  expect(served[2]).toEqual(
    top(
      rows
        .filter(({ amount }) => amount > 9990)
        .toSorted((a, b) => b.amount - a.amount || b.position - a.position),
    ),
  )
  expect(served[3]).toEqual(top(rows.filter(({ due }) => due < '2020-01-03')))
  expect(served[4]).toEqual(top(rows.filter(({ amount }) => amount > 9990)))
  expect(served[5]).toEqual(top(rows.filter(({ amount }) => amount < 9990)))
})

test('long texts and empty cells are indexed too', async () => {
  await list({ sort: 'notes' })
  await work()
  expect(await indexes()).toContain(named('x4'))
  const added = await service.api('POST', `/v1/boards/${board.id}/rows`, {
    token: desk.tokens.owner,
    body: { rows: [{ cells: { notes: 'ü'.repeat(50_000) } }, { cells: {} }] },
  })
  expect(added.status, added.text).toBe(201)
  const [first] = (await list({ sort: '-notes', limit: '1' })).body.data
  expect(first.cells.notes).toHaveLength(50_000)
})

test('a list that took too long says so, and has asked for its index all the same', async () => {
  await service.sql("DELETE FROM column_indexes WHERE key = 'n2'")
  const server = await service.beside({ onPrimary: true })
  await service.undone(async (sql) => {
    await sql('LOCK TABLE rows')
    const answer = list({ sort: '-amount' }, board.id, server)
    await service.blocked()
    // As if the statement had timed out.
    await service.sql(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    const { status, body, headers } = await answer
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '60'])
    expect(body.error).toMatch(/took more than 25 seconds.* index .* being made now: try again/)
  })
  expect(await states()).toMatchObject({ n2: 'wanted' })
  await work()
  expect(await states()).toMatchObject({ n2: 'ready' })
})

test('a small board gets no index', async () => {
  await list({ sort: '-amount' }, other.id)
  await work()
  expect(
    await service.sql('SELECT FROM column_indexes WHERE definition_id = $1', [other.id]),
  ).toEqual([])
})

test('an index that cannot be made does not stop the others', async () => {
  await service.sql(
    `INSERT INTO column_indexes (workspace_id, definition_id, key, requested_at)
     VALUES ($1, $2, 'z1', now() - interval '1 day')`,
    [desk.workspaceId, board.id],
  )
  await list({ sort: 'name', filter: equal('amount', 7) })
  await expect(work()).rejects.toThrow('z1')
  expect(await states()).toMatchObject({ z1: 'failed', n2_x1: 'ready' })
  await service.sql("DELETE FROM column_indexes WHERE key = 'z1'")
})

test('a half-made index is made again, and one that nobody wants any more is dropped', async () => {
  await service.sql('UPDATE pg_index SET indisvalid = false WHERE indexrelid = $1::regclass', [
    named('s3'),
  ])
  await service.sql(
    "UPDATE column_indexes SET used_at = now() - interval '31 days' WHERE key = 'x4'",
  )
  await service.api('DELETE', `/v1/boards/${board.id}/columns/amount`, { token: desk.tokens.owner })
  await work()
  expect(await indexes()).toEqual(['created', 's3', 'x1'].map(named))
  expect(Object.keys(await states()).sort()).toEqual(['created', 's3', 'x1'])

  await service.api('DELETE', `/v1/boards/${board.id}`, { token: desk.tokens.owner })
  await work()
  expect(await indexes()).toEqual([])
  expect(await states()).toEqual({})
})

test('lists are the same if the owner is not a superuser, and a superuser can make indexes serve them later', async () => {
  const database = await createTestDatabase('empty')
  const role = `plain_${database.connection.database}`
  await administer(`CREATE ROLE ${role} LOGIN`)
  try {
    await administer(`GRANT sourcebook_app TO ${role}`)
    await administer(`ALTER DATABASE ${database.connection.database} OWNER TO ${role}`)
    await migrate({ ...database.connection, user: role })
    await asOwner(database.connection, async (sql) => {
      const read = () =>
        sql(
          `SELECT cell_key(c, '1') AS key, cell_text(c, '2') AS text, cell_number(c, '2') AS number,
             cell_number(c, '1') AS none, cell_string(c, '2') AS nothing, cell_decimal(c, '2') AS exact
           FROM (VALUES (jsonb '{"1": "long long", "2": 1.50}')) AS v (c)`,
        )
      const plain = await read()
      expect(plain).toEqual([
        { key: 'long long', text: '1.50', number: 1.5, none: null, nothing: null, exact: '1.50' },
      ])
      const marked = () =>
        sql(`SELECT count(*)::int AS count FROM pg_proc WHERE proleakproof
          AND proname IN ('json_field', 'json_kind', 'json_float', 'cell_text', 'text_start')`)
      expect(await marked()).toEqual([{ count: 0 }])
      const page = readFileSync(new URL('../../../../docs/scaling.md', import.meta.url), 'utf8')
      await sql(/```sql\n(CREATE OR REPLACE[\s\S]*?)```/.exec(page)![1]!)
      expect(await marked()).toEqual([{ count: 5 }])
      expect(await read()).toEqual(plain)
    })
  } finally {
    await database.drop()
    await administer(`DROP ROLE ${role}`)
  }
})
