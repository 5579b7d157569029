// Compressed answers, read as they are on the wire: fetch would unpack them and hide their headers.
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner } from '../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'

let service: TestService
let owner: string
let board: Awaited<ReturnType<typeof makeBoard>>
let list: string
const NOTE = 'A note that is long enough to be worth it. '
beforeAll(async () => {
  service = await startService()
  ;({ owner } = await makeOwner(service))
  board = await makeBoard(service, owner, [{ name: 'Note', type: 'text' }])
  list = `/v1/boards/${board.id}/rows`
  const rows = Array.from({ length: 40 }, (_, i) => ({ cells: { note: NOTE + i } }))
  await service.api('POST', list, { token: owner, body: { rows } })
})
afterAll(() => service.stop())

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const authorization = `Bearer ${owner}`
  request(service.origin + path, { method, headers: { authorization, ...headers } }, (answer) => {
    const pieces: Buffer[] = []
    answer.on('data', (piece) => pieces.push(piece))
    answer.on('end', () =>
      resolve({
        status: answer.statusCode!,
        headers: answer.headers,
        bytes: Buffer.concat(pieces),
      }),
    )
  })
    .on('error', reject)
    .end()
  return promise
}

const unpack = { gzip: gunzipSync, br: brotliDecompressSync }
const accept = (encoding: string) => ({ 'accept-encoding': encoding })

describe.each(['gzip', 'br'] as const)('with %s', (encoding) => {
  test.each([
    ['a list', () => list],
    ['a page that a key reads', () => '/v1/ingest/board'],
    ['the OpenAPI document', () => '/v1/openapi.json'],
    ['the reference', () => '/docs/docs.css'],
  ])('%s has the same bytes once it is unpacked', async (_, pathOf) => {
    const isKeys = pathOf() === '/v1/ingest/board'
    const key = { authorization: `Bearer ${isKeys ? board.secret : owner}` }
    const plain = await get(pathOf(), key)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    // The second time it may be a page that was kept.
    for (const _time of [1, 2, 3]) {
      const packed = await get(pathOf(), { ...key, ...accept(encoding) })
      expect(packed.status).toBe(200)
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
      expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
    }
    expect(plain.headers.vary).toMatch(/accept-encoding/i)
  })

  test('HEAD has the headers of GET', async () => {
    const [head, full] = [
      await get(list, accept(encoding), 'HEAD'),
      await get(list, accept(encoding)),
    ]
    expect(head.bytes).toHaveLength(0)
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary']) {
      expect(head.headers[name], name).toBe(full.headers[name])
    }
  })
})

test('what changed meanwhile is in the next answer', async () => {
  const key = { authorization: `Bearer ${board.secret}`, ...accept('gzip') }
  const read = async () => gunzipSync((await get('/v1/ingest/board', key)).bytes).toString()
  for (const _time of [1, 2, 3]) await read()
  await service.api('POST', list, { token: owner, body: { cells: { note: 'The newest' } } })
  expect(await read()).toContain('The newest')
})

test('a client that accepts neither gets plain bytes', async () => {
  for (const accepted of ['', 'identity', 'deflate', 'gzip;q=0, br;q=0']) {
    const { headers, bytes } = await get(list, accept(accepted))
    expect(headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(bytes.toString()).data.length).toBeGreaterThanOrEqual(40)
  }
})

test('a short answer stays as it is', async () => {
  for (const path of ['/healthz', '/v1/nothing']) {
    const { headers, bytes } = await get(path, accept('gzip, br'))
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('vary')
    JSON.parse(bytes.toString())
  }
})

test('downloads and event streams stay as they are', async () => {
  const csv = await get(`/v1/boards/${board.id}/export?format=csv`, accept('gzip, br'))
  expect(csv.status).toBe(200)
  expect(csv.headers).not.toHaveProperty('content-encoding')
  expect(csv.bytes.toString()).toContain(NOTE)
})

test('a 304 varies like its 200', async () => {
  const { headers } = await get('/docs/docs.css', accept('gzip'))
  const again = await get('/docs/docs.css', {
    ...accept('gzip'),
    'if-none-match': String(headers.etag),
  })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  expect(again.headers).not.toHaveProperty('content-encoding')
  expect([again.headers.etag, again.headers.vary]).toEqual([headers.etag, 'Accept-Encoding'])
  // Compressed or not, it is one text with one tag; only a weak one may stand for both.
  expect(headers.etag).toMatch(/^W\//)
})

test('signing in sets its cookie, and is not compressed', async () => {
  const email = 'packing@desk.example'
  const { promise, resolve } = Promise.withResolvers<[string | undefined, string[] | undefined]>()
  const body = {
    workspaceName: 'Packing',
    name: 'Ada',
    email,
    password: 'a password of some length',
  }
  const sent = request(`${service.origin}/v1/auth/signup`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sourcebook-session': 'cookie',
      ...accept('gzip, br'),
    },
  })
  sent.on('response', (answer) => {
    answer.resume()
    resolve([answer.headers['content-encoding'], answer.headers['set-cookie']])
  })
  sent.end(JSON.stringify(body))
  const [encoding, cookies] = await promise
  expect(encoding).toBeUndefined()
  expect(cookies?.join()).toContain('sourcebook_session=')
})
