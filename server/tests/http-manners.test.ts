import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WireClient, wireClient } from './hostile/wire.ts'
import { makeBoard, makeOwner } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let client: WireClient
let owner: string
let board: Awaited<ReturnType<typeof makeBoard>>
beforeAll(async () => {
  service = await startService()
  client = wireClient(service.origin)
  ;({ owner } = await makeOwner(service))
  board = await makeBoard(service, owner, [{ name: 'Name', type: 'text' }])
})
afterAll(async () => {
  client.close()
  await service.stop()
})

/** Sends a path exactly as it is given, which `fetch` would not. */
async function raw(method: string, path: string, body?: string, headers = {}) {
  const answer = await client.send(
    method,
    path,
    { authorization: `Bearer ${owner}`, ...(body ? JSON_TYPE : {}), ...headers },
    body === undefined ? undefined : Buffer.from(body),
  )
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  return { ...answer, body: JSON.parse(answer.text) }
}
const JSON_TYPE = { 'content-type': 'application/json' }

describe('a path that leads nowhere', () => {
  test.each(['/v1/nothing', '/v1/boards/x/y/z', '/v1', '/v1//boards'])(
    '%s: 404 in the shape of the session routes',
    async (path) => {
      const { status, body } = await raw('GET', path)
      expect([status, body]).toMatchObject([
        404,
        { error: 'There is no such route.', code: 'not_found', reason: 'no_route' },
      ])
    },
  )

  test.each([
    ['/v2/boards', '/v1/boards'],
    ['/V1/boards', '/v1/boards'],
    ['/boards', '/v1/boards'],
    ['/v1/v1/boards/x', '/v1/boards/{id}'],
    ['/v1/board/x/row', undefined],
    ['/v1/boards/x/row?limit=1', '/v1/boards/{id}/rows'],
    ['/v1/accounting/deal_splits', '/v1/accounting/deal-splits'],
  ])('%s: 404 that names %s', async (path, nearest) => {
    const { status, body } = await raw('GET', path)
    const named = nearest === undefined ? '' : `; the nearest is ${nearest}`
    expect([status, body.error]).toEqual([404, `There is no such route${named}.`])
  })

  test('404 in the shape of the ingest routes', async () => {
    const { status, body } = await raw('POST', '/v1/ingest/row')
    expect([status, body]).toEqual([
      404,
      {
        error: {
          message: 'There is no such route; the nearest is /v1/ingest/rows.',
          code: 'not_found',
          reason: 'near_route',
          values: { nearest: '/v1/ingest/rows' },
        },
      },
    ])
  })

  test.each([
    ['/v1/%', 'GET'],
    ['/v1/definitions/%ff', 'GET'],
    ['/v1/boards/%zz/rows', 'POST'],
  ])('%s cannot be read: 400', async (path, method) => {
    const { status, body } = await raw(method, path)
    const error = 'The path is not valid; percent-encode it, as UTF-8.'
    expect([status, body]).toEqual([
      400,
      { error, code: 'invalid_request', reason: 'path_not_valid', values: {} },
    ])
  })

  test('a key that no page can have is one that no page has, to the byte', async () => {
    const unknown = await raw('GET', '/v1/definitions/nothing')
    expect([unknown.status, unknown.body]).toEqual([
      404,
      {
        error: 'There is no such board or page, or you cannot see it.',
        code: 'not_found',
        reason: 'things',
        values: { things: 'board or page' },
      },
    ])
    for (const key of ['%00', 'a%00', 'x'.repeat(65), 'x'.repeat(5000), '%F0%9F%98%80', "'--"]) {
      const { status, text } = await raw('GET', `/v1/definitions/${key}`)
      expect([status, text]).toEqual([404, unknown.text])
    }
  })
})

test('a method that a path does not have: 405, and which it has', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/v1/boards', 'GET, POST'],
    ['POST', `/v1/boards/${board.id}`, 'GET, PATCH, DELETE'],
    ['GET', '/v1/auth/signin', 'POST'],
    ['DELETE', '/v1/workspace', 'GET, PATCH'],
  ] as const) {
    const { status, headers, body } = await raw(method, path)
    expect([status, body.code, headers.allow]).toEqual([405, 'method_not_allowed', allow])
  }
  const ingest = await raw('PATCH', '/v1/ingest/rows')
  expect(ingest.body.error.code).toBe('method_not_allowed')
  expect(ingest.headers.allow).toBe('POST')
})

test('what is not there is named, all that the path names alike', async () => {
  const missing = async (path: string) => (await raw('GET', path)).body.error
  const row = '00000000-0000-4000-8000-000000000000'
  expect(await missing('/v1/boards/123')).toBe('There is no such board, or you cannot see it.')
  for (const id of ['123', row, board.id]) {
    expect(await missing(`/v1/boards/${id}/rows/${row}`)).toBe(
      'There is no such board or row, or you cannot see it.',
    )
  }
})

test('a parameter that must be true or false says so', async () => {
  const key = { authorization: `Bearer ${board.secret}` }
  const { body } = await raw('POST', '/v1/ingest/rows?dryRun=1', '{"cells":{}}', key)
  expect(body.error.message).toBe('query.dryRun must be true or false.')
})

test('a slash at the end, and letters that are encoded without need, lead the same way', async () => {
  expect((await raw('GET', '/v1/boards/')).body.data).toHaveLength(1)
  expect((await raw('GET', '/v1/%62oards')).body.data).toHaveLength(1)
  const key = { authorization: `Bearer ${board.secret}` }
  const written = await raw('POST', '/v1/%69ngest/rows', '{"cells":{"name":"x"}}', key)
  expect(written.status).toBe(201)
  const refused = await raw('POST', '/v1/%69ngest/rows', '{', key)
  expect(refused.body.error.code).toBe('invalid_json')
  expect(refused.headers['access-control-allow-origin']).toBe('*')
})

describe('a body', () => {
  const rows = () => `/v1/boards/${board.id}/rows`

  test('that is missing is one without members; null is a body, and the wrong one', async () => {
    const missing = await raw('POST', rows())
    expect([missing.status, missing.body.error]).toEqual([
      400,
      'body must have either cells (one row) or rows (a list).',
    ])
    for (const [body, of] of [
      ['null', 'an object'],
      ['[]', 'an object'],
      ['"x"', 'an object'],
    ] as const) {
      const { status, body: refused } = await raw('POST', rows(), body)
      const why = { reason: 'wrong_type', values: { types: of } }
      const issue = { path: 'body', message: `must be ${of}`, ...why }
      expect([status, refused.issues]).toEqual([400, [issue]])
    }
  })

  test('that is missing means the same to a retry as an empty one', async () => {
    const headers = { 'idempotency-key': 'no body' }
    const signOut = (body?: string) => raw('POST', '/v1/auth/signout', body, headers)
    const token = owner
    expect((await signOut()).status).toBe(201)
    ;({ owner } = await signIn())
    const again = await signOut('{}')
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(owner).not.toBe(token)
  })

  test('is JSON, and says so', async () => {
    for (const type of [
      'text/plain',
      'application/jsonp',
      'application/x-www-form-urlencoded',
      ';',
    ]) {
      const { status, body } = await raw('POST', rows(), '{}', { 'content-type': type })
      expect([status, body.error]).toEqual([
        415,
        'The body must be JSON: send the header Content-Type: application/json.',
      ])
    }
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      const sent = await raw('POST', rows(), '{"cells":{"name":"x"}}', { 'content-type': type })
      expect(sent.status).toBe(201)
    }
  })

  test('is refused where none is taken', async () => {
    const { status, body } = await raw('DELETE', `/v1/boards/${board.id}`, '{"force":true}')
    expect([status, body.error]).toEqual([400, 'This request takes no body.'])
  })
})

async function signIn(): Promise<{ owner: string }> {
  const [{ email }] = await service.sql('SELECT email FROM accounts LIMIT 1')
  const { body } = await service.api('POST', '/v1/auth/signin', {
    body: { email, password: 'correct horse battery' },
  })
  return { owner: body.data.accessToken }
}

describe('a request that comes slowly', () => {
  /** Sends a head at once, then a byte of the body every 50 ms until `over`. Returns what was answered by then. */
  const drip = async (origin: string, path: string, type: string, over: Promise<unknown>) => {
    const { port } = new URL(origin)
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('error', () => {}) // cut while it was writing
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`,
    )
    const timer = setInterval(() => socket.write('x'), 50)
    await Promise.race([closed, over])
    clearInterval(timer)
    socket.destroy()
    return answer.split('\r\n')[0]
  }

  test('is cut off, unless it brings a file', async () => {
    const { origin } = await service.beside({ requestMs: 2_000 })
    const cut = drip(origin, '/v1/boards', 'application/json', new Promise(() => {}))
    // Keep sending for longer than the other one takes to be cut off.
    const form = 'multipart/form-data; boundary=b'
    const file = drip(
      origin,
      '/v1/files',
      form,
      cut.then(() => sleep(800)),
    )
    expect([await cut, await file]).toEqual(['HTTP/1.1 408 Request Timeout', ''])
  })
})

describe('what cannot be read as a request is refused in the same shape', () => {
  const answerTo = (sent: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
      let answer = ''
      socket.on('data', (data) => {
        answer += data
      })
      socket.once('close', () => resolve(answer)).once('error', reject)
      socket.write(sent)
    })

  test.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 400, 'not_http'],
    [
      'an address that is too long',
      `GET /v1/boards?x=${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s', async (_, sent, status, reason) => {
    const answer = await answerTo(sent)
    const [head, body] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/m)
    expect(JSON.parse(body!)).toEqual({
      error: expect.any(String),
      code: 'invalid_request',
      reason,
      values: {},
    })
  })
})

test('a part of a path that is longer than any id names nothing', async () => {
  const { text } = await raw('GET', '/v1/accounting/parties/external/nobody/balance')
  const { status } = await raw('GET', `/v1/accounting/parties/external/${'x'.repeat(600)}/balance`)
  expect(status, text).toBe(404)
})

test('what the operator looks at answers without a credential', async () => {
  for (const [path, type] of [
    ['/healthz', 'application/json'],
    ['/readyz', 'application/json'],
    ['/metrics', 'text/plain'],
    ['/v1/openapi.json', 'application/json'],
    ['/docs', 'text/html'],
  ] as const) {
    const { status, headers } = await service.api('GET', path)
    expect([path, status, headers.get('content-type')?.startsWith(type)]).toEqual([path, 200, true])
  }
})
