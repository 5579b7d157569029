import { hash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWellFormedKey } from '../domains/ingest/keys/keys.rules.ts'
import { newKeySecret } from '../domains/ingest/keys/keys.ts'
import { openLog } from '../platform/log.ts'
import { makeBoard, makeOwner, makePage } from './support/desks/fixtures.ts'
import { dumpAll } from './support/service/dump.ts'
import { startService, type TestService } from './support/service/service.ts'

const lines: string[] = []
const log = openLog('trace', { write: (line) => lines.push(line) })
let service: TestService
let owner: string
beforeAll(async () => {
  service = await startService({ log })
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

const post = (path: string, body: unknown, token?: string, headers = {}) =>
  service.api('POST', path, { token, body, headers })

/** The secrets that a text contains, whole or in large part, as they are or encoded. */
function hits(text: string, secrets: string[]): string[] {
  const forms = (secret: string) => [
    secret,
    secret.slice(4, 24),
    secret.slice(-16),
    ...(['hex', 'base64', 'base64url'] as const).map((encoding) =>
      Buffer.from(secret).toString(encoding).replace(/=+$/, ''),
    ),
  ]
  return secrets.filter((secret) => forms(secret).some((form) => text.includes(form)))
}

describe('what a key is made of', () => {
  const drawn = Array.from({ length: 5000 }, () => newKeySecret('board'))

  test('30 characters that are drawn from 62 alike, which makes 178 bits, and a checksum', () => {
    const counts = new Map<string, number>()
    for (const secret of drawn) {
      expect(secret).toMatch(/^sbk_[0-9A-Za-z]{36}$/)
      for (const character of secret.slice(4, 34)) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    expect(new Set(drawn).size).toBe(drawn.length)
    for (let place = 4; place < 34; place++) {
      expect(new Set(drawn.map((secret) => secret[place])).size, `place ${place}`).toBe(62)
    }
    // Ten standard deviations to either side: chance does not get there, but a bias of a fifth does.
    const expected = (drawn.length * 30) / 62
    for (const [character, count] of counts) {
      expect(Math.abs(count - expected), character).toBeLessThan(10 * Math.sqrt(expected))
    }
  })

  test('one wrong character, or two that changed places, are told by the checksum', () => {
    fc.assert(
      fc.property(fc.nat(4999), fc.integer({ min: 4, max: 39 }), fc.nat(61), (nth, at, by) => {
        const secret = drawn[nth]!
        expect(isWellFormedKey(secret)).toBe(true)
        const wrong = [...secret]
        wrong[at] = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[by]!
        if (wrong[at] !== secret[at]) expect(isWellFormedKey(wrong.join(''))).toBe(false)
        const swapped = [...secret]
        ;[swapped[at - 1], swapped[at]] = [swapped[at]!, swapped[at - 1]!]
        if (at > 4 && swapped.join('') !== secret) {
          expect(isWellFormedKey(swapped.join(''))).toBe(false)
        }
      }),
    )
    expect(isWellFormedKey(drawn[0]!.slice(0, -1))).toBe(false)
    expect(isWellFormedKey(`${drawn[0]}0`)).toBe(false)
    expect(isWellFormedKey(drawn[0]!.replace('sbk_', 'spk_'))).toBe(false)
  })
})

test('the secret is answered when the key is made, and never again', async () => {
  const board = await makeBoard(service, owner, [{ name: 'Name', type: 'text' }])
  const made = await service.api('POST', `/v1/boards/${board.id}/keys`, {
    token: owner,
    body: { name: 'A form', scopes: ['rows:write'] },
  })
  const { secret, ...key } = made.body.data
  expect(key).toEqual({
    id: expect.any(String),
    name: 'A form',
    scopes: ['rows:write'],
    prefix: 'sbk_',
    lastFour: secret.slice(-4),
    createdAt: expect.any(String),
    createdBy: 'user:1',
    expiresAt: null,
    origins: null,
    previousEndsAt: null,
    lastUsedAt: null,
    revokedAt: null,
  })
  const listed = await service.api('GET', `/v1/boards/${board.id}/keys`, { token: owner })
  expect(listed.body.data).toEqual([expect.anything(), key])
  const guide = await service.api('GET', `/v1/boards/${board.id}/keys/${key.id}/guide`, {
    token: owner,
  })
  expect(hits(listed.text + guide.text, [secret])).toEqual([])
})

describe('at rest and in logs', () => {
  const cellValues = ['Canary Seafood LLC', 'canary@seafood.example', 'not-a-number-canary']
  const passwords = ['Tr0ub4dor-and-3-more', 'another-Passw0rd-entirely', 'a-wrong-Passw0rd-guess']
  const secrets = [...passwords]

  /** Sends every kind of request with a secret or a cell in it, good ones and bad ones. */
  beforeAll(async () => {
    const [password, second, wrong] = passwords
    const email = 'grace@desk.example'
    const invited = await post('/v1/workspace/seats', { email, role: 'admin' }, owner)
    const link = new URL(invited.body.data.inviteUrl).pathname.split('/').at(-1)!
    const body = { name: 'Grace', password }
    const accepted = await post(`/v1/auth/invitations/${link}/accept`, body)
    const token: string = accepted.body.data.accessToken
    await post('/v1/auth/signin', { email, password: wrong })
    const change = { currentPassword: password, newPassword: second }
    expect((await post('/v1/auth/password', change, token)).status).toBe(201)
    const again = await post('/v1/auth/signin', { email, password: second })
    secrets.push(owner, link, token, again.body.data.accessToken)

    const columns = [
      { name: 'Name', type: 'text', unique: true },
      { name: 'Email', type: 'email' },
      { name: 'Amount', type: 'number' },
    ]
    const board = await makeBoard(service, owner, columns)
    const page = await makePage(service, owner, columns)
    // The answer is stored for retries, with the secret in it.
    const newKey = { name: 'Kept', scopes: ['read'] }
    const headers = { 'idempotency-key': 'make a key' }
    const kept = await post(`/v1/boards/${board.id}/keys`, newKey, owner, headers)
    secrets.push(board.secret, page.secret, kept.body.data.secret)

    const [name, mail, notNumber] = cellValues
    const good = { cells: { name, email: mail } }
    const bad = { cells: { name: 'x', amount: notNumber } }
    for (const [write, read, secret] of [
      ['/v1/ingest/rows', '/v1/ingest/board', board.secret],
      ['/v1/ingest/records', '/v1/ingest/page', page.secret],
    ] as const) {
      for (const sent of [good, good, bad, `{"cells":{"name":"${name}"`]) {
        await post(write, sent, secret)
        await post(write, sent, undefined, { 'x-api-key': secret })
      }
      await post(write, good, secret, { 'idempotency-key': name! })
      expect((await service.api('GET', read, { token: secret })).text).toContain(name)
    }
    // Refused by the database itself, whose error quotes the cell.
    await service.sql(
      `CREATE INDEX tripwire ON rows (((cells ->> '1')::integer)) WHERE cells ->> '1' LIKE '%again'`,
    )
    const row = { cells: { name: `${name} again`, email: mail } }
    expect((await post('/v1/ingest/rows', row, board.secret)).status).toBe(500)
    expect((await post(`/v1/boards/${board.id}/rows`, row, owner)).status).toBe(500)
    await service.sql('DROP INDEX tripwire')
  })

  test('the database holds hashes of keys and tokens, and none of them', async () => {
    const stored = await service.sql(
      `SELECT encode(secret_hash, 'hex') AS h FROM key_hashes
       UNION ALL SELECT encode(token_hash, 'hex') FROM access_tokens`,
    )
    const hashes = stored.map(({ h }) => h)
    for (const secret of secrets.filter((one) => /^s(?:bk|pk)_/.test(one))) {
      expect(hashes).toContain(hash('sha256', secret))
    }
    expect(hashes).toContain(hash('sha256', owner))
    const dump = await dumpAll(service.sql)
    expect(hits(dump, secrets)).toEqual([])
    expect(hits(dump, cellValues.slice(0, 2))).toEqual(cellValues.slice(0, 2)) // the dump does have everything
  })

  test('no log line holds a secret or a cell, whatever went wrong', () => {
    const logged = lines.join('')
    expect(hits(logged, [...secrets, ...cellValues])).toEqual([])
    // The log was asked for everything, and it has the failures.
    expect(logged).toContain('"level":20')
    expect(logged).toMatch(/"code":"22P02"/)
    expect(logged).toContain('"code":"invalid_rows"')
  })

  test('a secret in a table or a log line would be found', async () => {
    const [secret] = secrets.slice(-1) as [string]
    const found = await service.undone(async (sql) => {
      const places = [
        `UPDATE definitions SET description = 'key ${secret}'`,
        `UPDATE definitions SET settings = '{"key": "${secret.slice(4)}"}'`,
        `UPDATE key_hashes SET secret_hash = '${secret}' WHERE key_id = (SELECT max(key_id::text)::uuid FROM key_hashes)`,
        `UPDATE idempotency_keys SET answer = convert_to('{"secret":"${secret}"}', 'UTF8')`,
      ]
      const results: string[][] = []
      for (const place of places) {
        await sql('SAVEPOINT clean')
        await sql(place)
        results.push(hits(await dumpAll(sql), [secret]))
        await sql('ROLLBACK TO SAVEPOINT clean')
      }
      return results
    })
    expect(found).toEqual([[secret], [secret], [secret], [secret]])
    const before = lines.length
    log.trace({ headers: { authorization: `Bearer ${secret}` } }, 'a request')
    log.error({ err: new Error(`no such row: ${cellValues[0]}`) }, 'failed')
    const [credential, cell] = lines.splice(before)
    expect(hits(credential!, secrets)).toEqual([secret])
    expect(hits(cell!, cellValues)).toEqual([cellValues[0]])
  })
})
