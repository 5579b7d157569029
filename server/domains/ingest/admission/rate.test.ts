import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../tests/support/clients/client.ts'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/desks/fixtures.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
let other: TestServer
let owner: string
const columns = [{ name: 'Amount', type: 'number' }]
beforeAll(async () => {
  service = await startService({ rateLimitIngest: 5, rateLimitRead: 7 })
  other = await service.beside({ rateLimitIngest: 5, rateLimitRead: 7 })
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

async function open() {
  const board = await makeBoard(service, owner, columns)
  return { ...board, ...integration(service, board.secret) }
}
const headersOf = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)))
const good = { cells: { amount: 1 } }

/** Lets time pass for a key, as far as its rate is concerned. */
const pass = (keyId: string, seconds: number) =>
  service.sql(
    `UPDATE ingest_rates SET granted_at = ARRAY(
       SELECT at - $2::bigint * 1000000 FROM unnest(granted_at) WITH ORDINALITY AS g (at, n) ORDER BY n)
     WHERE key_id = $1`,
    [keyId, seconds],
  )
/** Moves what a key was granted so far ahead that none of it becomes a minute old during a test. */
const hold = (keyId: string) => pass(keyId, -HELD_SECONDS)
const HELD_SECONDS = 1_800

/** For how many seconds a key's oldest grant still counts: from its newest one on, and from now on. */
async function counting(keyId: string): Promise<{ sinceNewest: number; sinceNow: number }> {
  const [left] = await service.sql(
    `SELECT ceil((granted_at[1] + 60e6 - granted_at[cardinality(granted_at)]) / 1e6)::int AS "sinceNewest",
       ceil((granted_at[1] + 60e6) / 1e6 - extract(epoch FROM clock_timestamp()))::int AS "sinceNow"
     FROM ingest_rates WHERE key_id = $1`,
    [keyId],
  )
  return left
}

/** Sends requests one after another, none of which becomes a minute old. @returns the statuses of the answers. */
async function use(times: number, write: ReturnType<typeof integration>['write'], keyId: string) {
  const statuses: number[] = []
  for (let used = 0; used < times; used++) {
    statuses.push((await write(good)).status)
    await hold(keyId)
  }
  return statuses
}

test('every counted answer says how many are left; then 429 says how long to wait', async () => {
  const { write, keyId } = await open()
  for (let used = 1; used <= 5; used++) {
    const answer = await write(good)
    expect(answer.status).toBe(201)
    const [limit, remaining, reset] = headersOf(answer)
    expect([limit, remaining]).toEqual([5, 5 - used])
    expect(reset).toBe((await counting(keyId)).sinceNewest)
    expect(answer.headers.get('retry-after')).toBeNull()
  }
  await hold(keyId)
  const before = await counting(keyId)
  const over = await write(good)
  const after = await counting(keyId)
  expect(over.status).toBe(429)
  // Until the oldest no longer counts, to the second.
  const wait = Number(over.headers.get('retry-after'))
  expect(wait).toBeLessThanOrEqual(before.sinceNow)
  expect(wait).toBeGreaterThanOrEqual(after.sinceNow)
  expect(headersOf(over)).toEqual([5, 0, 60])
  expect(over.body).toEqual({
    error: {
      message: `over 5 requests a minute; wait ${wait} seconds and send it again`,
      code: 'rate_limited',
      reason: 'key_rate',
      values: { limit: 5, seconds: wait },
    },
  })
  // Much less is too early; waiting as long as it said succeeds.
  await pass(keyId, wait - 600)
  expect((await write(good)).status).toBe(429)
  await pass(keyId, 600)
  expect((await write(good)).status).toBe(201)
})

test('positions that were taken for refused requests are given back', async () => {
  const { id, write, read, keyId } = await open()
  await use(2, write, keyId)
  // Some of them share a commit with others that are refused.
  const answers = await Promise.all(Array.from({ length: 40 }, () => write(good)))
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(3)
  expect((await write(good)).status).toBe(429)
  const { body } = await read()
  expect(body.data.rows.map(({ position }: { position: number }) => position)).toEqual([
    1, 2, 3, 4, 5,
  ])
  const counters = await service.sql(
    'SELECT next_position::int AS next, row_count::int AS rows FROM row_counters WHERE definition_id = $1',
    [id],
  )
  expect(counters).toEqual([{ next: 6, rows: 5 }])
})

test.each([
  ['400 for a cell', { cells: { amount: 'x' } }, {}],
  ['400 for a body', '{', {}],
  ['400 for a query', good, { query: '?x=1' }],
  ['a dry run', good, { query: '?dryRun=true' }],
  ['a dry run that is refused', { cells: { amount: 'x' } }, { query: '?dryRun=true' }],
  ['a replay', good, { retry: 'k' }],
])('%s counts', async (_, body, sending) => {
  const { write, keyId } = await open()
  for (let used = 1; used <= 5; used++) {
    const answer = await write(body, sending)
    expect(answer.status).toBeLessThan(401)
    expect(headersOf(answer).slice(0, 2)).toEqual([5, 5 - used])
    await hold(keyId)
  }
  expect((await write(body, sending)).status).toBe(429)
})

test('a request whose Idempotency-Key was used for another one counts too', async () => {
  const { write } = await open()
  await write(good, { retry: 'k' })
  const reused = await write({ cells: {} }, { retry: 'k' })
  expect([reused.status, ...headersOf(reused).slice(0, 2)]).toEqual([422, 5, 3])
})

test('a 429 does not count, so trying again does not extend the wait', async () => {
  const { write, keyId } = await open()
  await use(5, write, keyId)
  for (let i = 0; i < 10; i++) expect((await write(good)).status).toBe(429)
  await pass(keyId, 5 * HELD_SECONDS + 60)
  const statuses = await use(6, write, keyId)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test('a request over the rate writes nothing, and its Idempotency-Key stays free', async () => {
  const { write, keyId, read } = await open()
  await use(5, write, keyId)
  expect((await write(good, { retry: 'k' })).status).toBe(429)
  await pass(keyId, 5 * HELD_SECONDS + 60)
  const first = await write(good, { retry: 'k' })
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect((await read()).body.data.rows).toHaveLength(6)
})

test('the rate is per key and per route, across all servers', async () => {
  const { write, read, id, keyId } = await open()
  expect((await write(good)).status).toBe(201)
  await hold(keyId)
  const answers = await Promise.all(
    Array.from({ length: 29 }, (_, i) => write(good, { on: i % 2 ? service : other })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
  expect((await read()).status).toBe(200)
  await hold(keyId)
  const reads = await Promise.all(Array.from({ length: 9 }, () => read()))
  expect(reads.filter(({ status }) => status === 200)).toHaveLength(6)
  for (const { headers } of reads) expect(headers.get('ratelimit-limit')).toBe('7')
  const second = await service.api('POST', `/v1/boards/${id}/keys`, {
    token: owner,
    body: { name: 'Second', scopes: ['rows:write'] },
  })
  expect((await integration(other, second.body.data.secret).write(good)).status).toBe(201)
})

test('a request that is refused before its key is known does not count', async () => {
  const { write, secret } = await open()
  const wrong: Record<string, string>[] = [
    { 'content-type': 'text/plain' },
    { authorization: 'Bearer sbk_no' },
  ]
  for (const headers of wrong) {
    for (let i = 0; i < 4; i++) await write(good, { headers })
  }
  for (let i = 0; i < 4; i++) await service.api('GET', '/v1/ingest/page', { token: secret })
  expect(headersOf(await write(good)).slice(0, 2)).toEqual([5, 4])
})

test('a page’s records have the same limit', async () => {
  const page = await makePage(service, owner, columns)
  const { write } = integration(service, page.secret, 'page')
  expect((await write({ ...good, external_id: 'a' })).status).toBe(201)
  await hold(page.keyId)
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => write({ ...good, external_id: 'a' })),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
})
