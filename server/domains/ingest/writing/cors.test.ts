import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let owner: string
let secret: string
beforeAll(async () => {
  service = await startService()
  ;({ owner } = await makeOwner(service))
  ;({ secret } = await makeBoard(service, owner, [{ name: 'Name', type: 'text' }]))
})
afterAll(() => service.stop())

const origin = 'https://www.acme.example'
const EXPOSED = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
]
const listed = (headers: Headers, name: string) => headers.get(name)?.split(/, */)

describe('a web form of any origin', () => {
  test.each(['/v1/ingest/rows', '/v1/ingest/records', '/v1/ingest/board'])(
    'can ask %s beforehand what it can send',
    async (path) => {
      const { status, headers, text } = await service.api('OPTIONS', path, {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type, idempotency-key',
        },
      })
      expect([status, text]).toEqual([204, ''])
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(listed(headers, 'access-control-allow-methods')).toEqual(['GET', 'POST', 'OPTIONS'])
      expect(listed(headers, 'access-control-allow-headers')).toEqual([
        'Authorization',
        'X-API-Key',
        'Content-Type',
        'Idempotency-Key',
      ])
      expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0)
    },
  )

  test.each([
    ['a success', 201, { body: { cells: { name: 'x' } } }],
    ['a wrong body', 400, { body: '{' }],
    ['no key', 401, { body: {}, token: undefined }],
    ['a wrong media type', 415, { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['a body that is too large', 413, { body: ' '.repeat(8 * 1024 * 1024 + 1) }],
  ])('reads the answer, and its headers: %s', async (_, expected, call) => {
    const { headers = {} } = call as { headers?: Record<string, string> }
    const answer = await service.api('POST', '/v1/ingest/rows', {
      token: secret,
      ...call,
      headers: { origin, ...headers },
    })
    expect(answer.status).toBe(expected)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(listed(answer.headers, 'access-control-expose-headers')).toEqual(EXPOSED)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('reads answers to reads, and to missing paths and methods', async () => {
    for (const [method, path, expected] of [
      ['GET', '/v1/ingest/board', 200],
      ['GET', '/v1/ingest/rows', 405],
      ['POST', '/v1/ingest/nothing', 404],
    ] as const) {
      const answer = await service.api(method, path, { token: secret, headers: { origin } })
      expect(answer.status).toBe(expected)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      if (expected !== 200) expect(answer.body.error.code).toMatch(/not_found|method_not_allowed/)
    }
  })
})

test('session routes do not answer other origins', async () => {
  for (const [method, path] of [
    ['GET', '/v1/boards'],
    ['OPTIONS', '/v1/boards'],
    ['POST', '/v1/auth/signin'],
    ['GET', '/v1/nothing'],
  ] as const) {
    const { headers } = await service.api(method, path, { token: owner, headers: { origin } })
    for (const [name] of headers) expect(name).not.toMatch(/^access-control-/)
  }
})
