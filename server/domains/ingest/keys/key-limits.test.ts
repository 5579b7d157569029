// Keys that end by a date, work on pages of some sites only, and get new secrets.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/desks/fixtures.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
/** A second server, like another process. */
let other: TestServer
let owner: string
let board: Awaited<ReturnType<typeof makeBoard>>
let keys: string
beforeAll(async () => {
  service = await startService()
  other = await service.beside()
  ;({ owner } = await makeOwner(service))
})
beforeEach(async () => {
  board = await makeBoard(service, owner, [{ name: 'Name', type: 'text' }])
  keys = `/v1/boards/${board.id}/keys`
})
afterAll(() => service.stop())

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const DAY = 86_400_000

const make = (body: object = {}) =>
  service.api('POST', keys, {
    token: owner,
    body: { name: 'A form', scopes: ['read', 'rows:write'], ...body },
  })
const rotate = (keyId: string, body?: object, headers: Record<string, string> = {}) =>
  service.api('POST', `${keys}/${keyId}/rotate`, { token: owner, body, headers })
const change = (keyId: string, body: object) =>
  service.api('PATCH', `${keys}/${keyId}`, { token: owner, body })
const issuesOf = (answer: { body: { issues: { path: string; reason: string }[] } }) =>
  answer.body.issues.map(({ path, reason }) => [path, reason])

/** The statuses of a write alone, a write with a retry key and a read, on each of two servers. */
async function tried(token: string, headers: Record<string, string> = {}): Promise<Set<number>> {
  const body = { cells: { name: 'x' } }
  const answers = [service, other].flatMap((server) => [
    server.api('POST', '/v1/ingest/rows', { token, body, headers }),
    server.api('POST', '/v1/ingest/rows', {
      token,
      body,
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    }),
    server.api('GET', '/v1/ingest/board', { token, headers }),
  ])
  return new Set((await Promise.all(answers)).map(({ status }) => status))
}
const WORKS = new Set([201, 200])

describe('a key with an end', () => {
  test('is told with it, and works until then', async () => {
    const expiresAt = inMs(DAY)
    const { body } = await make({ expiresAt })
    expect(body.data).toMatchObject({ expiresAt, origins: null, previousEndsAt: null })
    expect(await tried(body.data.secret)).toEqual(WORKS)
    await service.sql('UPDATE ingest_keys SET expires_at = now() WHERE id = $1', [body.data.id])
    expect(await tried(body.data.secret)).toEqual(new Set([401]))
  })

  test('cannot end before it begins', async () => {
    expect(issuesOf(await make({ expiresAt: inMs(-1000) }))).toEqual([
      ['body.expiresAt', 'not_in_future'],
    ])
    expect(issuesOf(await make({ expiresAt: '9999-12-31T23:59:59-10:00' }))).toEqual([
      ['body.expiresAt', 'not_a_moment'],
    ])
    expect((await make({ expiresAt: 'soon' })).status).toBe(400)
    expect((await make({ expiresAt: null })).status).toBe(201)
  })

  test('is no key to see the board as once it has ended', async () => {
    const { id } = (await make()).body.data
    const seenAs = () =>
      service.api('GET', `/v1/boards/${board.id}/rows?as=key:${id}`, { token: owner })
    expect((await seenAs()).status).toBe(200)
    await service.sql('UPDATE ingest_keys SET expires_at = now() WHERE id = $1', [id])
    expect((await seenAs()).status).toBe(400)
  })
})

describe('a key of some sites', () => {
  const shop = 'https://shop.example'
  const from = (origin: string) => ({ origin })
  const elsewhere = new Set([403])

  test('works on their pages and outside a browser, and nowhere else', async () => {
    const made = await make({ origins: ['https://SHOP.example/', shop, 'http://localhost:5173'] })
    const { secret, origins } = made.body.data
    expect(origins).toEqual([shop, 'http://localhost:5173'])
    expect(await tried(secret)).toEqual(WORKS)
    expect(await tried(secret, from(shop))).toEqual(WORKS)
    for (const origin of [
      'http://shop.example',
      'https://shop.example:8443',
      'https://evil.example',
      'null',
    ]) {
      expect(await tried(secret, from(origin))).toEqual(elsewhere)
    }
    const { body, headers } = await service.api('POST', '/v1/ingest/rows', {
      token: secret,
      body: { cells: { name: 'x' } },
      headers: from('https://evil.example'),
    })
    expect(body.error).toEqual({
      code: 'origin_not_allowed',
      message: 'this key may not be used by pages of https://evil.example',
      reason: 'other_origin',
      values: { origin: 'https://evil.example' },
    })
    // The page reads why.
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('with an empty list works on no page', async () => {
    const { secret } = (await make({ origins: [] })).body.data
    expect(await tried(secret)).toEqual(WORKS)
    expect(await tried(secret, from(shop))).toEqual(elsewhere)
  })

  test('without a list works on every page', async () => {
    const { secret } = (await make({ origins: null })).body.data
    expect(await tried(secret, from(shop))).toEqual(WORKS)
  })

  test('that was revoked is unknown before it is out of place', async () => {
    const { id, secret } = (await make({ origins: [shop] })).body.data
    expect(await tried(secret, from('https://evil.example'))).toEqual(elsewhere)
    await service.api('DELETE', `${keys}/${id}`, { token: owner })
    expect(await tried(secret, from('https://evil.example'))).toEqual(new Set([401]))
  })

  test('names sites, not pages', async () => {
    const origins = [shop, 'shop.example', 'https://shop.example/cart', 'javascript:alert(1)']
    expect(issuesOf(await make({ origins }))).toEqual(
      [1, 2, 3].map((i) => [`body.origins[${i}]`, 'not_an_origin']),
    )
    const many = Array.from({ length: 21 }, (_, i) => `https://s${i}.example`)
    expect((await make({ origins: many })).status).toBe(400)
  })
})

describe('a key that is changed', () => {
  const shop = 'https://shop.example'

  test('has the new name, end and sites, and what was left out as it was', async () => {
    const made = (await make({ origins: [shop] })).body.data
    const { secret: _, ...key } = made
    const renamed = await change(made.id, { name: 'The shop' })
    expect([renamed.status, renamed.body.data]).toEqual([200, { ...key, name: 'The shop' }])
    const expiresAt = inMs(DAY)
    const limited = await change(made.id, { expiresAt, origins: ['https://SHOP.example/', shop] })
    expect(limited.body.data).toEqual({ ...key, name: 'The shop', expiresAt })
    const freed = await change(made.id, { expiresAt: null, origins: null })
    expect(freed.body.data).toEqual({ ...key, name: 'The shop', origins: null })
    const listed = await service.api('GET', keys, { token: owner })
    expect(listed.body.data.at(-1)).toEqual(freed.body.data)
    await service.eventsReadable()
    const events = await service.api('GET', '/v1/events?types=key.updated', { token: owner })
    expect(events.body.data.at(-1)).toMatchObject({
      subject: `key:${made.id}`,
      data: { name: 'The shop' },
    })
  })

  test('works where it may from the next request on, in every process', async () => {
    const { id, secret } = (await make({ origins: [shop] })).body.data
    const from = { origin: 'https://blog.example' }
    expect(await tried(secret, from)).toEqual(new Set([403]))
    await change(id, { origins: [shop, 'https://blog.example'] })
    expect(await tried(secret, from)).toEqual(WORKS)
    await change(id, { origins: [shop] })
    expect(await tried(secret, from)).toEqual(new Set([403]))
    expect(await tried(secret)).toEqual(WORKS)
  })

  test('is refused what a new key would be, and anything else', async () => {
    const { id } = (await make()).body.data
    const wrong = { name: '', expiresAt: inMs(-1000), origins: ['shop.example'] }
    expect(issuesOf(await change(id, wrong))).toEqual([['body.name', 'blank']])
    expect(issuesOf(await change(id, { ...wrong, name: 'x' }))).toEqual([
      ['body.expiresAt', 'not_in_future'],
      ['body.origins[0]', 'not_an_origin'],
    ])
    expect(issuesOf(await change(id, {}))).toEqual([['body', 'no_fields']])
    expect(issuesOf(await change(id, { scopes: ['read'] }))).toEqual([
      ['body.scopes', 'unknown_field'],
    ])
    expect(issuesOf(await change(id, { expires_at: null }))).toEqual([
      ['body.expires_at', 'near_field'],
    ])
    expect((await change(crypto.randomUUID(), { name: 'x' })).status).toBe(404)
    const listed = await service.api('GET', keys, { token: owner })
    expect(listed.body.data.at(-1)).toMatchObject({
      name: 'A form',
      expiresAt: null,
      origins: null,
    })
  })

  test('that was revoked or has expired stays as it is', async () => {
    const { id: revoked } = (await make()).body.data
    await service.api('DELETE', `${keys}/${revoked}`, { token: owner })
    const { id: expired } = (await make()).body.data
    await service.sql('UPDATE ingest_keys SET expires_at = now() WHERE id = $1', [expired])
    for (const id of [revoked, expired]) {
      const { status, body } = await change(id, { name: 'x', expiresAt: null })
      expect([status, body.code]).toEqual([409, 'key_ended'])
    }
  })
})

describe('a new secret for a key', () => {
  test('ends the one before at once, and is the same key', async () => {
    const { id, secret: first } = (await make()).body.data
    expect(await tried(first)).toEqual(WORKS)
    const { status, body } = await rotate(id)
    expect(status).toBe(201)
    const { secret: second, ...key } = body.data
    expect(key).toMatchObject({ id, lastFour: second.slice(-4), previousEndsAt: null })
    expect(await tried(first)).toEqual(new Set([401]))
    expect(await tried(second)).toEqual(WORKS)
    const rows = await service.api('GET', `/v1/boards/${board.id}/rows`, { token: owner })
    expect(new Set(rows.body.data.map((row: { createdBy: string }) => row.createdBy))).toEqual(
      new Set([`key:${id}`]),
    )
    await service.eventsReadable()
    const events = await service.api('GET', '/v1/events?types=key.rotated', { token: owner })
    expect(events.body.data.at(-1)).toMatchObject({
      subject: `key:${id}`,
      data: { name: 'A form' },
    })
  })

  test('lets the one before work until the overlap is over', async () => {
    const { id, secret: first } = (await make()).body.data
    const before = Date.now()
    const { secret: second, previousEndsAt } = (await rotate(id, { overlapSeconds: 3600 })).body
      .data
    expect(Date.parse(previousEndsAt)).toBeGreaterThanOrEqual(before + 3_600_000)
    expect(Date.parse(previousEndsAt)).toBeLessThanOrEqual(Date.now() + 3_600_000)
    for (const secret of [first, second]) expect(await tried(secret)).toEqual(WORKS)
    await service.sql('UPDATE ingest_keys SET secret_ends = ARRAY[now()] WHERE id = $1', [id])
    expect(await tried(first)).toEqual(new Set([401]))
    expect(await tried(second)).toEqual(WORKS)
    const [, key] = (await service.api('GET', keys, { token: owner })).body.data
    expect(key.previousEndsAt).toBe(null)
  })

  test('made twice keeps each promise, unless the second is shorter', async () => {
    const { id, secret: first } = (await make()).body.data
    const second = (await rotate(id, { overlapSeconds: 1200 })).body.data.secret
    const third = (await rotate(id, { overlapSeconds: 3600 })).body.data.secret
    const [{ ends }] = await service.sql(
      'SELECT ARRAY(SELECT extract(epoch FROM e - now())::int FROM unnest(secret_ends) e) AS ends FROM ingest_keys WHERE id = $1',
      [id],
    )
    expect(ends[0]).toBeLessThanOrEqual(1200)
    expect(ends[1]).toBeGreaterThan(1200)
    for (const secret of [first, second, third]) expect(await tried(secret)).toEqual(WORKS)
    const fourth = (await rotate(id, { overlapSeconds: 0 })).body.data.secret
    for (const secret of [first, second, third]) expect(await tried(secret)).toEqual(new Set([401]))
    expect(await tried(fourth)).toEqual(WORKS)
  })

  test('of two people at once leaves one that works', async () => {
    const { id } = (await make()).body.data
    const made = await Promise.all([rotate(id), rotate(id), rotate(id)])
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const works = await Promise.all(made.map(({ body }) => tried(body.data.secret)))
    expect(works.filter((statuses) => statuses.has(201))).toHaveLength(1)
  })

  test('is answered again to a retry', async () => {
    const { id } = (await make()).body.data
    const once = { 'idempotency-key': 'rotate-once' }
    const { secret } = (await rotate(id, {}, once)).body.data
    expect((await rotate(id, {}, once)).body.data.secret).toBe(secret)
    expect(await tried(secret)).toEqual(WORKS)
  })

  test('is refused for a key that has ended, or is none', async () => {
    const { id } = (await make()).body.data
    for (const overlapSeconds of [-1, 86_401, 1.5]) {
      expect((await rotate(id, { overlapSeconds })).status).toBe(400)
    }
    expect((await rotate(crypto.randomUUID())).status).toBe(404)
    await service.sql('UPDATE ingest_keys SET expires_at = now() WHERE id = $1', [id])
    expect((await rotate(id)).body.code).toBe('key_ended')
    const revoked = (await make()).body.data
    await service.api('DELETE', `${keys}/${revoked.id}`, { token: owner })
    expect((await rotate(revoked.id)).body.code).toBe('key_ended')
  })

  test('is made for keys of pages too', async () => {
    const page = await makePage(service, owner, [{ name: 'Name', type: 'text' }])
    const [{ id }] = (
      await service.api('GET', `/v1/definitions/${page.key}/keys`, { token: owner })
    ).body.data
    const { body } = await service.api('POST', `/v1/definitions/${page.key}/keys/${id}/rotate`, {
      token: owner,
    })
    expect(body.data.secret).toMatch(/^spk_/)
    const read = (token: string) => service.api('GET', '/v1/ingest/page', { token })
    expect((await read(page.secret)).status).toBe(401)
    expect((await read(body.data.secret)).status).toBe(200)
  })
})
