import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/desks/fixtures.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'
import { newKeySecret } from './keys.ts'

let service: TestService
/** A server that allows one request a minute. */
let strict: TestServer
let owner: string
let board: Awaited<ReturnType<typeof makeBoard>>
let page: Awaited<ReturnType<typeof makePage>>
const columns = [{ name: 'Name', type: 'text' }]
beforeAll(async () => {
  service = await startService()
  strict = await service.beside({ rateLimitIngest: 1, rateLimitRead: 1 })
  owner = (await makeOwner(service)).owner
  board = await makeBoard(service, owner, columns)
  page = await makePage(service, owner, columns)
})
afterAll(() => service.stop())

type Routes = { read: string; write: string }
const ofBoard: Routes = { read: '/v1/ingest/board', write: '/v1/ingest/rows' }
const ofPage: Routes = { read: '/v1/ingest/page', write: '/v1/ingest/records' }
const row = { cells: { name: 'x' } }

/** Calls both routes of a family with the same headers. */
const both = async (
  routes: Routes,
  headers: Record<string, string>,
  server = service as TestServer,
) => [
  await server.api('GET', routes.read, { headers }),
  await server.api('POST', routes.write, { headers, body: row }),
]
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })

async function keyOf(base: string, scopes: string[]): Promise<string> {
  const body = { name: 'A form', scopes }
  return (await service.api('POST', `${base}/keys`, { token: owner, body })).body.data.secret
}

describe('without a key of the family', () => {
  const credentials: [string, () => Record<string, string>, string?][] = [
    ['nothing', () => ({})],
    ['an empty X-API-Key', () => ({ 'x-api-key': '' })],
    ['Bearer and nothing', () => ({ authorization: 'Bearer ' })],
    ['a key without a scheme', () => ({ authorization: board.secret }), 'not_bearer'],
    ['another scheme', () => ({ authorization: `Basic ${board.secret}` }), 'not_bearer'],
    ['any text', () => bearer('hello')],
    ['the token of a session', () => bearer(owner), 'session_token'],
    ['an access token', () => bearer(`sbt_${'x'.repeat(36)}`), 'session_token'],
    ['a token as X-API-Key', () => ({ 'x-api-key': owner }), 'session_token'],
    ['the prefix in capitals', () => bearer(board.secret.toUpperCase())],
  ]

  test.each(credentials)('%s: a board API key is required', async (_, headers, reason) => {
    for (const answer of await both(ofBoard, headers())) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({
        error: {
          message: 'a board API key is required',
          code: 'unauthenticated',
          reason: reason ?? 'no_board_key',
          values: reason === undefined ? {} : { wanted: 'a board' },
        },
      })
    }
  })

  test.each(credentials)('%s: a page API key is required', async (_, headers) => {
    for (const answer of await both(ofPage, headers())) {
      expect(answer.status).toBe(401)
      expect(answer.body.error.message).toBe('a page API key is required')
    }
  })

  test('a page key on the board routes is refused, whether it works or not', async () => {
    for (const secret of [page.secret, newKeySecret('page')]) {
      for (const answer of await both(ofBoard, bearer(secret))) {
        expect([answer.status, answer.body.error]).toMatchObject([
          401,
          { message: 'a board API key is required', reason: 'page_key' },
        ])
      }
    }
  })
})

test('a board key on the page routes is refused with 403, unless it does not work', async () => {
  for (const answer of await both(ofPage, bearer(board.secret))) {
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({
      error: {
        message: 'this is a board key; this route takes a page key',
        code: 'forbidden',
        reason: 'other_key',
        values: { given: 'board', wanted: 'page' },
      },
    })
  }
  for (const answer of await both(ofPage, bearer(newKeySecret('board')))) {
    expect([answer.status, answer.body.error.message]).toEqual([401, 'that key does not work here'])
  }
})

test.each([
  ['Authorization: Bearer', (key: string) => bearer(key)],
  ['authorization: bearer', (key: string) => ({ authorization: `bearer ${key}` })],
  ['X-API-Key', (key: string) => ({ 'x-api-key': key })],
  [
    'X-API-Key with another scheme',
    (key: string) => ({ authorization: 'Basic x', 'x-api-key': key }),
  ],
  ['Authorization before X-API-Key', (key: string) => ({ ...bearer(key), 'x-api-key': 'sbk_no' })],
])('%s opens the key’s own board or page', async (_, headers) => {
  for (const [routes, { secret, key }] of [
    [ofBoard, board],
    [ofPage, page],
  ] as const) {
    const [read, written] = await both(routes, headers(secret))
    expect([read!.status, written!.status]).toEqual([200, 201])
    expect(read!.body.data[routes === ofBoard ? 'board' : 'page'].key).toBe(key)
  }
})

test('the Bearer credential counts if both are sent', async () => {
  for (const answer of await both(ofBoard, { ...bearer('hello'), 'x-api-key': board.secret })) {
    expect(answer.status).toBe(401)
  }
})

describe('scopes', () => {
  test.each([
    [['read'], 200, 403, 'this key does not have the scope rows:write'],
    [['rows:write'], 403, 201, 'this key does not have the scope read'],
    [['rows:write', 'read'], 200, 201, undefined],
  ])('%s', async (scopes, read, write, message) => {
    for (const [routes, base] of [
      [ofBoard, `/v1/boards/${board.id}`],
      [ofPage, `/v1/definitions/${page.key}`],
    ] as const) {
      const answers = await both(routes, bearer(await keyOf(base, scopes)))
      expect(answers.map(({ status }) => status)).toEqual([read, write])
      const refused = answers.find(({ status }) => status === 403)
      expect(refused?.body.error.message).toBe(message)
      if (message) expect(refused?.body.error.code).toBe('forbidden')
    }
  })

  test('a key has at least one of the known scopes, each once', async () => {
    for (const scopes of [[], ['write'], ['read', 'read'], 'read', undefined]) {
      const body = { name: 'A form', scopes }
      const made = await service.api('POST', `/v1/boards/${board.id}/keys`, { token: owner, body })
      expect([made.status, made.body.code]).toEqual([400, 'invalid_request'])
    }
  })
})

test('401 comes before 403, 403 before 429, and 429 before 400', async () => {
  const writeOnly = await keyOf(`/v1/boards/${board.id}`, ['rows:write'])
  const post = (secret: string, body: unknown) =>
    strict.api('POST', ofBoard.write, { token: secret, body })
  expect((await post(writeOnly, row)).status).toBe(201)
  expect((await post(writeOnly, '{')).status).toBe(429) // the rate is spent
  const read = () => strict.api('GET', `${ofBoard.read}?limit=0`, { token: writeOnly })
  expect((await read()).status).toBe(403) // the scope before the rate, and before the query
  expect((await post(newKeySecret('board'), '{')).status).toBe(401)
  const readOnly = await keyOf(`/v1/boards/${board.id}`, ['read'])
  expect((await post(readOnly, '{')).status).toBe(403)
})

test('a key’s last use is recorded to the minute', async () => {
  const made = await makeBoard(service, owner, columns)
  const used = async () =>
    (await service.api('GET', `/v1/boards/${made.id}/keys`, { token: owner })).body.data[0]
      .lastUsedAt
  expect(await used()).toBeNull()
  const before = Date.now()
  await both(ofBoard, bearer(made.secret))
  const first = Date.parse(await used())
  expect(first).toBeGreaterThanOrEqual(before)
  expect(first).toBeLessThanOrEqual(Date.now())
  // Far from a minute old, however long the next two requests take.
  await service.sql(
    `UPDATE ingest_keys SET last_used_at = now() + interval '20 minutes' WHERE id = $1`,
    [made.keyId],
  )
  const kept = await used()
  await both(ofBoard, bearer(made.secret))
  expect(await used()).toBe(kept)
  await service.sql(
    `UPDATE ingest_keys SET last_used_at = now() - interval '61 seconds' WHERE id = $1`,
    [made.keyId],
  )
  await both(ofBoard, bearer(made.secret))
  expect(Date.parse(await used())).toBeGreaterThanOrEqual(first)
})

test('a key is found under its own board only', async () => {
  const other = await makeBoard(service, owner, columns)
  const path = `/v1/boards/${other.id}/keys/${board.keyId}`
  expect((await service.api('GET', `${path}/guide`, { token: owner })).status).toBe(404)
  expect((await service.api('DELETE', path, { token: owner })).status).toBe(404)
  expect((await both(ofBoard, bearer(board.secret)))[1]!.status).toBe(201)
})

test('keys are listed by age, page by page', async () => {
  const made = await makeBoard(service, owner, columns)
  for (let i = 0; i < 4; i++) await keyOf(`/v1/boards/${made.id}`, ['read'])
  const list = (query: string) =>
    service.api('GET', `/v1/boards/${made.id}/keys${query}`, { token: owner })
  const all = (await list('')).body
  expect(all.data).toHaveLength(5)
  expect(all.nextCursor).toBeNull()
  const seen: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data)
    cursor = body.nextCursor
  }
  expect(seen).toEqual(all.data)
})
