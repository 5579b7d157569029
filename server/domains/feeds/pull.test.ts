import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventFaults } from '../../tests/coverage/pulled-events.ts'
import { until } from '../../tests/support/clients/listener.ts'
import { type Desk, makeBoard, makeDesk, makePage } from '../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let board: Awaited<ReturnType<typeof makeBoard>>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, [
    { name: 'Name', type: 'text' },
    { name: 'Margin', type: 'number' },
  ])
  await service.api('PUT', `/v1/definitions/${board.key}/column-policies/margin`, {
    token: desk.tokens.owner,
    body: { visibleTo: { mode: 'roles', roles: ['manager'] } },
  })
})
afterAll(() => service.stop())

type Role = keyof Desk['tokens']
const pull = (query: Record<string, string> = {}, role: Role = 'owner') =>
  service.api('GET', `/v1/events?${new URLSearchParams(query)}`, { token: desk.tokens[role] })
const call = (method: string, rest: string, body?: object) =>
  service.api(method, `/v1/boards/${board.id}${rest}`, { token: desk.tokens.owner, body })
/** Where the feed is now, once everything written so far can be read. */
async function here(): Promise<string> {
  const marker = (await call('POST', '/rows', { cells: { name: 'here' } })).body.data.id
  let after = ''
  await until(async () => {
    const { body } = await pull({ types: 'rows.created', limit: '1000' })
    after = body.after
    return body.data.some((event: FeedEvent) => event.data.rows?.[0]?.id === marker)
  }, 'the marker')
  return after
}
// biome-ignore lint/suspicious/noExplicitAny: whatever an event holds
type FeedEvent = { id: string; cursor: string; type: string; subject: string; data: any }

/** Everything after a place, once as many events as expected can be read. */
async function all(after: string, count: number, role: Role = 'owner'): Promise<FeedEvent[]> {
  let found: FeedEvent[] = []
  await until(async () => {
    found = (await pull({ after, limit: '1000' }, role)).body.data
    return found.length >= count
  }, `${count} events`)
  expect(found.filter(({ type }) => type !== 'gadget.made').flatMap(eventFaults)).toEqual([])
  return found
}

test('pages lead through all events, by types and by definition', async () => {
  const after = await here()
  const page = await makePage(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  for (const name of ['a', 'b', 'c']) await call('POST', '/rows', { cells: { name } })
  await service.api('POST', `/v1/definitions/${page.key}/rows`, {
    token: desk.tokens.owner,
    body: { cells: { name: 'elsewhere' } },
  })
  const everything = await all(after, 6)
  expect(everything.map(({ type }) => type)).toEqual([
    'page.created',
    'key.created',
    'rows.created',
    'rows.created',
    'rows.created',
    'rows.created',
  ])
  const read: string[] = []
  for (let cursor: string | null = after; cursor; ) {
    const { body } = await pull({ cursor, limit: '2' })
    read.push(...body.data.map(({ id }: FeedEvent) => id))
    cursor = body.nextCursor
  }
  expect(read).toEqual(everything.map(({ id }) => id))
  const ofBoard = await pull({ after, definition: board.key, types: 'key.*,rows.created' })
  expect(ofBoard.body.data.map(({ data }: FeedEvent) => data.rows[0].cells.name)).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(ofBoard.body.nextCursor).toBeNull()
  const nothing = await pull({ after: ofBoard.body.after })
  expect(nothing.body).toEqual({ data: [], nextCursor: null, after: ofBoard.body.after })
  const now = await pull({ after: 'now' })
  expect(now.body.data).toEqual([])
  const unknown = await pull({ definition: `${board.key}s` })
  expect([unknown.status, unknown.body.code, unknown.body.error]).toEqual([
    400,
    'unknown_reference',
    `query.definition names no board or page of this workspace; the nearest is ${board.key}.`,
  ])
  const mistyped = await pull({ types: 'rows.*,row.created,teams.*' })
  expect([mistyped.status, mistyped.body.issues]).toMatchObject([
    400,
    [
      { path: 'query.types', message: '"row.created" does not exist; the nearest is rows.created' },
      { path: 'query.types', message: '"teams.*" does not exist; the nearest is team.*' },
    ],
  ])
})

test('changes of hidden columns only are left out, and so are the columns themselves', async () => {
  const after = await here()
  const rows = [{ cells: { name: 'x', margin: 1 } }, { cells: { name: 'y', margin: 2 } }]
  const made = (await call('POST', '/rows', { rows })).body.data
  await call('PATCH', `/rows/${made[0].id}`, { cells: { margin: 5 } })
  await call('PATCH', '/columns/margin', { description: 'Ours alone' })
  await call('PATCH', '/columns/name', { description: 'Everybody’s' })
  await call('PATCH', `/rows/${made[1].id}`, { cells: { name: 'z' } })
  const pulled = async (role: Role, count: number) =>
    (await all(after, count, role)).map(({ type, data }) => [type, data.column?.key ?? data])
  const definition = { id: board.id, key: board.key, kind: 'board' }
  const row = (cells: object) => expect.objectContaining({ cells })
  const manager = await pulled('manager', 5)
  expect(manager.map(([type]) => type)).toEqual([
    'rows.created',
    'rows.updated',
    'column.updated',
    'column.updated',
    'rows.updated',
  ])
  expect(manager[1]![1].rows[0].cells).toEqual({ name: 'x', margin: 5 })
  expect(await pulled('viewer', 3)).toEqual([
    ['rows.created', { definition, rows: [row({ name: 'x' }), row({ name: 'z' })] }],
    ['column.updated', 'name'],
    [
      'rows.updated',
      {
        definition,
        rows: [row({ name: 'z' })],
        changes: [
          {
            rowId: made[1].id,
            entryId: expect.any(String),
            cells: [{ column: 'name', from: 'y', to: 'z' }],
          },
        ],
      },
    ],
  ])
})

test('only admins learn of a deleted hidden column; everybody learns of a deleted board', async () => {
  const gone = await makeBoard(service, desk.tokens.owner, [
    { name: 'Name', type: 'text' },
    { name: 'Secret', type: 'text' },
    { name: 'Plain', type: 'text' },
  ])
  const token = desk.tokens.owner
  const policy = `/v1/definitions/${gone.key}/column-policies/secret`
  await service.api('PUT', policy, { token, body: { visibleTo: { mode: 'nobody' } } })
  const after = await here()
  for (const column of ['secret', 'plain']) {
    await service.api('DELETE', `/v1/boards/${gone.id}/columns/${column}`, { token })
  }
  const keys = (events: FeedEvent[]) => events.map(({ data }) => data.column?.key)
  expect(keys(await all(after, 2))).toEqual(['secret', 'plain'])
  expect(keys(await all(after, 1, 'viewer'))).toEqual(['plain'])
  await service.api('POST', `/v1/boards/${gone.id}/rows`, { token, body: { cells: { name: 'x' } } })
  await service.api('DELETE', `/v1/boards/${gone.id}`, { token })
  expect((await all(after, 1, 'viewer')).map(({ type }) => type)).toEqual(['board.deleted'])
})

test('people who lose a column learn that a policy of the board changed, and not whose', async () => {
  const after = await here()
  const policy = `/v1/definitions/${board.key}/column-policies/name`
  const token = desk.tokens.owner
  await service.api('PUT', policy, {
    token,
    body: { visibleTo: { mode: 'roles', roles: ['manager'] } },
  })
  const [seen] = await all(after, 1, 'manager')
  const [unseen] = await all(after, 1, 'viewer')
  await service.api('PUT', policy, { token, body: {} })
  expect(seen!.data.column).toMatchObject({ key: 'name' })
  expect(unseen).toMatchObject({
    type: 'column_policy.updated',
    subject: `board:${board.id}`,
    data: { definition: { id: board.id, key: board.key, kind: 'board' } },
  })
  expect(unseen!.data).not.toHaveProperty('column')
})

test('seats, keys and unknown types are for admins', async () => {
  const after = await here()
  const token = desk.tokens.owner
  const body = { email: 'someone@desk.example', role: 'viewer' }
  await service.api('POST', '/v1/workspace/seats', { token, body })
  await service.api('POST', '/v1/workspace/teams', { token, body: { name: 'Closers' } })
  await service.sql(
    `INSERT INTO events (workspace_id, id, type, actor, subject, data)
     VALUES ($1, gen_random_uuid(), 'gadget.made', 'system', 'gadget:1', '{"code": "canary"}')`,
    [desk.workspaceId],
  )
  const types = (events: FeedEvent[]) => events.map(({ type }) => type)
  expect(types(await all(after, 3, 'admin'))).toEqual([
    'seat.invited',
    'team.created',
    'gadget.made',
  ])
  const [pulled, ...more] = await all(after, 1, 'manager')
  expect(pulled).toMatchObject({ type: 'team.created', data: { name: 'Closers' } })
  expect(more).toEqual([])
})

test('every seat gets obligations, people who see the money get deals, by id only', async () => {
  const after = await here()
  const token = desk.tokens.owner
  const post = async (path: string, body: object) =>
    (await service.api('POST', path, { token, body })).body.data
  const dealRowId = (await call('POST', '/rows', { cells: { name: 'a deal' } })).body.data.id
  const owed = { title: 'Canary', obligationType: 'task', dealRowId }
  const { id: obligationId } = await post('/v1/obligations', owed)
  await post(`/v1/obligations/${obligationId}/waive`, { reason: 'Canary.' })
  const { id: documentId } = await post('/v1/documents', { name: 'Canary', documentType: 'w9' })
  const money = { name: 'Canary', currency: 'USD', dealRowId }
  const { id: dealId } = await post('/v1/accounting/deals', money)
  const sums = `/v1/accounting/deals/${dealId}`
  const { id: entryId } = await post(`${sums}/collections`, { amountMinor: 424_242 })
  const share = { dealId, partyKind: 'external', externalParty: 'Canary', basis: 'gross' }
  const split = await post('/v1/accounting/deal-splits', { ...share, sharePpm: 1 })
  const eventsFor = async (role: 'manager' | 'viewer', count: number) =>
    (await all(after, count, role))
      .filter(({ type }) => !type.startsWith('rows.'))
      .map(({ type, data }) => [type, data])
  const owing = [
    ['obligation.created', { obligationId, dealRowId }],
    ['obligation.waived', { obligationId, dealRowId }],
    ['document.created', { documentId }],
  ]
  expect(await eventsFor('manager', 7)).toEqual([
    ...owing,
    ['deal.created', { dealId, dealRowId }],
    ['deal.collected', { dealId, entryId, dealRowId }],
    ['deal_split.created', { dealId, dealSplitId: split.id }],
  ])
  expect(await eventsFor('viewer', 4)).toEqual(owing)
  expect(JSON.stringify(await all(after, 7))).not.toMatch(/canary|424242/i)
})

test('of many rows up to 500 are named, and more by position', async () => {
  const after = await here()
  const rows = Array.from({ length: 500 }, (_, n) => ({ cells: { name: `row ${n}` } }))
  await call('POST', '/rows', { rows })
  await service.sql(
    `INSERT INTO events (workspace_id, id, type, actor, subject, data)
     VALUES ($1, gen_random_uuid(), 'rows.created', 'system', $2, '{"runs": [[1, 501]]}')`,
    [desk.workspaceId, `board:${board.id}`],
  )
  const [few, many] = await all(after, 2, 'viewer')
  expect(few!.data.rows).toHaveLength(500)
  expect(few!.data.rows.at(-1).cells).toEqual({ name: 'row 499' })
  expect(many!.data).toEqual({
    definition: { id: board.id, key: board.key, kind: 'board' },
    runs: [[1, 501]],
    rowCount: 501,
  })
})

test('writers commit in any order, and a reader misses nothing and gets nothing twice', async () => {
  const after = await here()
  const clients = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const client = new pg.Client(service.connection)
      await client.connect()
      return client
    }),
  )
  const pulled = new Map<string, number>()
  let order: string[] = []
  let reading = true
  const reader = (async () => {
    for (let place = after; reading || pulled.size < 6 * 25; ) {
      const { body } = await pull({ after: place, limit: '7' }, 'admin')
      for (const { id } of body.data) pulled.set(id, (pulled.get(id) ?? 0) + 1)
      order = order.concat(body.data.map(({ id }: FeedEvent) => id))
      place = body.after
    }
  })()
  const written: string[] = []
  await Promise.all(
    clients.map(async (client, c) => {
      for (let n = 0; n < 25; n++) {
        const id = crypto.randomUUID()
        await client.query('BEGIN')
        await client.query(
          `INSERT INTO events (workspace_id, id, type, actor, subject) VALUES ($1, $2, 'gadget.made', 'system', 'gadget:1')`,
          [desk.workspaceId, id],
        )
        // Some transactions stay open while others begin and commit.
        await client.query('SELECT pg_sleep($1)', [((n * 7 + c * 3) % 5) / 60])
        await client.query('COMMIT')
        written.push(id)
      }
    }),
  )
  reading = false
  await reader
  await Promise.all(clients.map((client) => client.end()))
  expect([...pulled.keys()].sort()).toEqual([...written].sort())
  expect([...pulled.values()].every((times) => times === 1)).toBe(true)
  const stored = await service.sql(
    `SELECT id FROM events WHERE workspace_id = $1 AND type = 'gadget.made'
       AND subject = 'gadget:1' AND data = '{}' ORDER BY xid, id`,
    [desk.workspaceId],
  )
  expect(order).toEqual(stored.map(({ id }) => id))
})
