import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../tests/support/client.ts'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/fixtures.ts'
import { integration } from '../../../tests/support/ingest.ts'
import { startService, type TestServer, type TestService } from '../../../tests/support/service.ts'

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

test('every counted answer says how many are left; then 429 says how long to wait', async () => {
  const { write, keyId } = await open()
  for (let used = 1; used <= 5; used++) {
    const answer = await write(good)
    expect(answer.status).toBe(201)
    const [limit, remaining, reset] = headersOf(answer)
    expect([limit, remaining]).toEqual([5, 5 - used])
    expect(reset).toBeGreaterThan(55)
    expect(reset).toBeLessThanOrEqual(60)
    expect(answer.headers.get('retry-after')).toBeNull()
  }
  await pass(keyId, 20)
  const over = await write(good)
  expect(over.status).toBe(429)
  const wait = Number(over.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(35)
  expect(wait).toBeLessThanOrEqual(40)
  expect(headersOf(over)).toEqual([5, 0, wait])
  expect(over.body).toEqual({
    error: {
      message: `over 5 requests a minute; wait ${wait} seconds and send it again`,
      code: 'rate_limited',
    },
  })
  // One second less is too early; waiting as long as it said succeeds.
  await pass(keyId, wait - 2)
  expect((await write(good)).status).toBe(429)
  await pass(keyId, 2)
  expect((await write(good)).status).toBe(201)
})

test.each([
  ['400 for a cell', { cells: { amount: 'x' } }, {}],
  ['400 for a body', '{', {}],
  ['400 for a query', good, { query: '?x=1' }],
  ['a dry run', good, { query: '?dryRun=true' }],
  ['a dry run that is refused', { cells: { amount: 'x' } }, { query: '?dryRun=true' }],
  ['a replay', good, { retry: 'k' }],
])('%s counts', async (_, body, sending) => {
  const { write } = await open()
  for (let used = 1; used <= 5; used++) {
    const answer = await write(body, sending)
    expect(answer.status).toBeLessThan(401)
    expect(headersOf(answer).slice(0, 2)).toEqual([5, 5 - used])
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
  for (let i = 0; i < 5; i++) await write(good)
  await pass(keyId, 30)
  for (let i = 0; i < 10; i++) expect((await write(good)).status).toBe(429)
  await pass(keyId, 30)
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await write(good)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test('a request over the rate writes nothing, and its Idempotency-Key stays free', async () => {
  const { write, keyId, read } = await open()
  for (let i = 0; i < 5; i++) await write(good)
  expect((await write(good, { retry: 'k' })).status).toBe(429)
  await pass(keyId, 60)
  const first = await write(good, { retry: 'k' })
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect((await read()).body.data.rows).toHaveLength(6)
})

test('the rate is per key and per route, across all servers', async () => {
  const { write, read, id } = await open()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => write(good, { on: i % 2 ? other : service })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
  const reads = await Promise.all(Array.from({ length: 10 }, () => read()))
  expect(reads.filter(({ status }) => status === 200)).toHaveLength(7)
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
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => write({ ...good, external_id: 'a' })),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
})
