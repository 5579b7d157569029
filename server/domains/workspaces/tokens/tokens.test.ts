// Tokens that people make for programs: over HTTP, on two servers, as their secrets, scopes, addresses and ends go.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scope, tokenScopes } from '../../../../shared/token-scopes.ts'
import { listen } from '../../../tests/support/clients/listener.ts'
import { type Desk, makeBoard, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'
import { authenticateToken } from './token-auth.ts'

let service: TestService
/** A second server, like another process. */
let other: TestServer
let desk: Desk
let board: Awaited<ReturnType<typeof makeBoard>>
beforeAll(async () => {
  service = await startService()
  other = await service.beside()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
})
afterAll(() => service.stop())

const DAY = 86_400_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

type Role = keyof Desk['tokens']
const make = (body: object = {}, role: Role = 'member') =>
  service.api('POST', '/v1/auth/tokens', {
    token: desk.tokens[role],
    body: { name: 'Zapier', scopes: ['records:read', 'records:write'], ...body },
  })
async function made(body: object = {}, role: Role = 'member') {
  const answer = await make(body, role)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
const call = (token: string, method: string, path: string, body?: unknown, from?: string) =>
  service.api(method, path, { token, body, ...(from && { from }) })
const as = (role: Role, method: string, path: string, body?: unknown) =>
  call(desk.tokens[role], method, path, body)
const rows = () => `/v1/boards/${board.id}/rows`
const issuesOf = (answer: { body: { issues: { path: string; reason: string }[] } }) =>
  answer.body.issues.map(({ path, reason }) => [path, reason])
/** What a read answers on each server. */
const reads = (token: string) =>
  Promise.all(
    [service, other].map(async (server) => (await server.api('GET', rows(), { token })).status),
  )

describe('whoever did not sign in lately', () => {
  const age = () =>
    service.sql("UPDATE access_tokens SET confirmed_at = now() - interval '2 hours'")
  const PASSWORD = 'correct horse battery'

  test('needs the password for a token, and for a new secret of one', async () => {
    const { id } = await made()
    await age()
    const rotate = (body: object) => as('member', 'POST', `/v1/auth/tokens/${id}/rotate`, body)
    for (const ask of [make, rotate]) {
      await age()
      expect(await ask({})).toMatchObject({ status: 403, body: { code: 'password_required' } })
      expect(await ask({ password: 'wrong horse' })).toMatchObject({
        status: 401,
        body: { code: 'wrong_password', reason: 'current' },
      })
      expect(await ask({})).toMatchObject({ status: 403 })
      expect((await ask({ password: PASSWORD })).status).toBe(201)
      // Once given, it holds for a while.
      expect((await ask({})).status).toBe(201)
    }
    expect((await make({ password: 'wrong horse' })).status).toBe(401)
  })

  test('gains nothing by going to another workspace', async () => {
    const { owner } = await makeOwner(service)
    const invited = await service.api('POST', '/v1/workspace/seats', {
      token: owner,
      body: { email: `admin${desk.tokens.admin.length}@elsewhere.example`, role: 'member' },
    })
    const joined = await service.api(
      'POST',
      `/v1/auth/invitations/${invited.body.data.inviteUrl.split('/').at(-1)}/accept`,
      { body: { name: 'Ann', password: PASSWORD } },
    )
    await age()
    const { accessToken, workspace } = joined.body.data
    const moved = await service.api('POST', '/v1/auth/switch', {
      token: accessToken,
      body: { workspaceId: workspace.id },
    })
    const body = { name: 'Zapier', scopes: ['records:read'] }
    const token = moved.body.data.accessToken
    const asked = await service.api('POST', '/v1/auth/tokens', { token, body })
    expect([asked.status, asked.body.code]).toEqual([403, 'password_required'])
    await service.sql('UPDATE access_tokens SET confirmed_at = now()')
  })

  test('loses every token, in every workspace, when the password is reset', async () => {
    const { owner, workspaceId } = await makeOwner(service)
    const session = await service.api('GET', '/v1/auth/session', { token: owner })
    const { id, email } = session.body.data.account
    const invited = await as('owner', 'POST', '/v1/workspace/seats', { email, role: 'member' })
    const link = invited.body.data.inviteUrl.split('/').at(-1)
    const joined = await service.api('POST', `/v1/auth/invitations/${link}/accept`, {
      body: { name: 'Olga', password: PASSWORD },
    })
    const secrets = await Promise.all(
      [owner, joined.body.data.accessToken].map(async (token) => {
        const body = { name: 'Zapier', scopes: ['workspace:read'] }
        return (await service.api('POST', '/v1/auth/tokens', { token, body })).body.data.secret
      }),
    )
    const others = (await made({ scopes: ['workspace:read'] })).secret
    const answers = async () =>
      Promise.all(
        [...secrets, others].map(
          async (token) => (await service.api('GET', '/v1/workspace', { token })).status,
        ),
      )
    expect(await answers()).toEqual([200, 200, 200])
    await service.sql(
      "INSERT INTO password_resets VALUES (sha256('a link'), $1, now() + interval '1 hour')",
      [id],
    )
    const reset = await service.api('POST', '/v1/auth/password-reset/confirm', {
      body: { token: 'a link', password: 'battery staple' },
    })
    expect(reset.status).toBe(201)
    expect(await answers()).toEqual([401, 401, 200])
    const again = await service.api('POST', '/v1/auth/signin', {
      body: { email, password: 'battery staple', workspaceId },
    })
    const listed = await service.api('GET', '/v1/auth/tokens', {
      token: again.body.data.accessToken,
    })
    expect(listed.body.data).toMatchObject([{ revokedAt: expect.any(String) }])
  })
})

describe('a new token', () => {
  test('is told with its secret once, and lasts 90 days', async () => {
    const answer = await make({ name: 'Reporting' })
    expect(answer.status).toBe(201)
    const { secret, ...token } = answer.body.data
    expect(secret).toMatch(/^sbt_[0-9A-Za-z]{36}$/)
    expect(token).toEqual({
      id: expect.any(String),
      name: 'Reporting',
      crmUserId: desk.seats.member,
      scopes: ['records:read', 'records:write'],
      definitions: null,
      addresses: null,
      prefix: 'sbt_',
      lastFour: secret.slice(-4),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      previousEndsAt: null,
      lastUsedAt: null,
      revokedAt: null,
    })
    const days = (Date.parse(token.expiresAt) - Date.parse(token.createdAt)) / DAY
    expect(days).toBeCloseTo(90, 5)
    const listed = await as('member', 'GET', '/v1/auth/tokens?limit=1000')
    expect(listed.body.data).toContainEqual(token)
    expect(listed.text).not.toContain(secret)
    const kept = await service.sql(
      'SELECT t::text AS text FROM api_tokens t UNION ALL SELECT h::text FROM token_hashes h',
    )
    expect(JSON.stringify(kept)).not.toContain(secret)
  })

  test.each([
    ['an end in the past', { expiresAt: inMs(-1000) }, ['body.expiresAt', 'not_in_future']],
    ['an end too far ahead', { expiresAt: inMs(367 * DAY) }, ['body.expiresAt', 'too_far_ahead']],
    ['no scope', { scopes: [] }, ['body.scopes', 'empty_list']],
    ['a scope that is none', { scopes: ['records'] }, ['body.scopes[0]', 'not_one_of']],
    ['a scope twice', { scopes: ['events:read', 'events:read'] }, ['body.scopes', 'repeated_item']],
    ['no name', { name: ' ' }, ['body.name', 'blank']],
    ['no address', { addresses: ['10.0.0.0/8', 'x'] }, ['body.addresses[1]', 'not_a_network']],
    ['too many bits', { addresses: ['10.0.0.0/33'] }, ['body.addresses[0]', 'not_a_network']],
    ['an empty list of boards', { definitions: [] }, ['body.definitions', 'empty_list']],
  ])('is refused with %s', async (_, body, issue) => {
    const answer = await make(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(issuesOf(answer)).toEqual([issue])
  })

  test('is refused with a board that does not exist', async () => {
    const answer = await make({ definitions: ['leads', 'nothing'] })
    expect([answer.status, answer.body.code]).toEqual([400, 'unknown_reference'])
    expect(issuesOf(answer)).toEqual([['body.definitions[1]', 'does_not_exist']])
  })

  test('may last 366 days', async () => {
    const token = await made({ expiresAt: inMs(365.9 * DAY) })
    expect(await reads(token.secret)).toEqual([200, 200])
  })

  test('is made once with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { name: 'Once', scopes: ['events:read'] }
    const token = desk.tokens.viewer
    const first = await service.api('POST', '/v1/auth/tokens', { token, body, headers })
    const again = await service.api('POST', '/v1/auth/tokens', { token, body, headers })
    expect(again.text).toBe(first.text)
    const listed = await as('viewer', 'GET', '/v1/auth/tokens')
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(['Once'])
  })
})

describe('a token works', () => {
  test('in the name token:<id>, in rows, their history and events', async () => {
    const { id, secret } = await made()
    const ref = `token:${id}`
    const row = (await call(secret, 'POST', rows(), { cells: { name: 'Ann' } })).body.data
    expect(row.createdBy).toBe(ref)
    const changed = await call(secret, 'PATCH', `${rows()}/${row.id}`, { cells: { name: 'Bea' } })
    expect(changed.body.data.updatedBy).toBe(ref)
    const history = await as('viewer', 'GET', `${rows()}/${row.id}/history`)
    expect(history.body.data.map(({ actor }: { actor: string }) => actor)).toEqual([ref, ref])
    const comment = await call(secret, 'POST', `${rows()}/${row.id}/comments`, { body: 'Called.' })
    expect(comment.body.data.createdBy).toBe(ref)
    await service.eventsReadable()
    const events = await as('owner', 'GET', `/v1/events?actor=${encodeURIComponent(ref)}`)
    expect(events.body.data.map(({ type }: { type: string }) => type)).toEqual([
      'rows.created',
      'rows.updated',
      'comment.created',
    ])
  })

  test('as the seat may now: less when the role becomes less, and not at all while it is suspended', async () => {
    const { secret } = await made({}, 'manager')
    const seat = `/v1/workspace/seats/${desk.seats.manager}`
    const add = async () => (await call(secret, 'POST', rows(), { cells: { name: 'x' } })).status
    expect(await add()).toBe(201)
    await as('owner', 'PATCH', seat, { role: 'viewer' })
    expect(await add()).toBe(403)
    expect(await reads(secret)).toEqual([200, 200])
    await as('owner', 'PATCH', seat, { status: 'suspended' })
    expect(await reads(secret)).toEqual([401, 401])
    await as('owner', 'PATCH', seat, { status: 'active', role: 'manager' })
    expect(await reads(secret)).toEqual([200, 200])
  })

  test('not after its seat was removed', async () => {
    const away = await makeDesk(service)
    const owner = { token: away.tokens.owner }
    const body = { name: 'Left', scopes: ['workspace:read'] }
    const token = (
      await service.api('POST', '/v1/auth/tokens', { token: away.tokens.member, body })
    ).body.data
    await service.api('DELETE', `/v1/workspace/seats/${away.seats.member}`, owner)
    expect((await call(token.secret, 'GET', '/v1/workspace')).status).toBe(401)
    const all = await service.api('GET', '/v1/workspace/tokens', owner)
    expect(all.body.data).toMatchObject([{ id: token.id, revokedAt: expect.any(String) }])
  })

  test('and its last use is told, accurate to the minute', async () => {
    const { id, secret } = await made()
    await reads(secret)
    const used = async () =>
      (await service.sql('SELECT last_used_at FROM api_tokens WHERE id = $1', [id]))[0].last_used_at
    const first = await used()
    expect(first).not.toBeNull()
    await reads(secret)
    expect(await used()).toEqual(first)
    await service.sql(
      "UPDATE api_tokens SET last_used_at = now() - interval '31 seconds' WHERE id = $1",
      [id],
    )
    // Another process, which does not remember the token.
    await authenticateToken(service.db, secret)
    expect((await used()) > first).toBe(true)
  })

  test('with Idempotency-Keys of its own', async () => {
    const [one, two] = [await made(), await made()]
    const key = crypto.randomUUID()
    const add = (token: string) =>
      service.api('POST', rows(), {
        token,
        body: { cells: { name: 'Retried' } },
        headers: { 'idempotency-key': key },
      })
    const first = await add(one.secret)
    expect((await add(one.secret)).text).toBe(first.text)
    expect((await add(two.secret)).body.data.id).not.toBe(first.body.data.id)
  })

  test('on what its person made for themselves, and they on what it made', async () => {
    const { secret } = await made({ scopes: ['records:read', 'definitions:write'] })
    const views = `/v1/boards/${board.id}/views`
    const body = { name: 'Mine', private: true }
    const own = (await as('member', 'POST', views, body)).body.data
    const lent = (await call(secret, 'POST', views, { ...body, name: 'Lent' })).body.data
    expect(lent.createdBy).toMatch(/^token:/)
    for (const token of [secret, desk.tokens.member]) {
      const { body: listed } = await call(token, 'GET', views)
      expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([own.id, lent.id])
      for (const { id } of [own, lent]) {
        expect((await call(token, 'PATCH', `${views}/${id}`, { kind: 'grid' })).status).toBe(200)
      }
    }
    expect((await as('viewer', 'GET', views)).body.data).toEqual([])
    expect((await as('owner', 'GET', `${views}/${lent.id}`)).status).toBe(404)
  })

  test('under its own name and its person’s in exports', async () => {
    const kept = await makeBoard(service, desk.tokens.owner, [
      { name: 'Name', type: 'text' },
      { name: 'By', type: 'created_by' },
    ])
    const { id, secret } = await made({ name: 'Zapier' })
    const path = `/v1/boards/${kept.id}`
    await call(secret, 'POST', `${path}/rows`, { cells: { name: 'Ann' } })
    const file = await as('viewer', 'GET', `${path}/export?format=csv`)
    expect(file.text).toContain('Ann,Zapier for The member')
    const senders = (await as('viewer', 'GET', `${path}/senders`)).body.data
    const named = { ref: `token:${id}`, kind: 'token', name: 'Zapier for The member' }
    expect(senders).toContainEqual(named)
  })

  test('with its scopes in lists of several kinds, and for files of messages and documents', async () => {
    const row = (await as('member', 'POST', rows(), { cells: { name: 'Ann' } })).body.data
    const path = `${rows()}/${row.id}`
    const form = new FormData()
    form.set('file', new Blob(['Opening balance']), 'april.txt')
    const fileId = (await as('admin', 'POST', '/v1/files', form)).body.data.id
    const document = { name: 'April', documentType: 'statement', fileId }
    await as('admin', 'POST', '/v1/documents', document)
    const dueAt = '2198-01-01T00:00:00Z'
    const owed = { title: 'Statements', obligationType: 'task', dealRowId: row.id, dueAt }
    await as('owner', 'POST', '/v1/obligations', owed)
    const eventsFor = async (...scopes: Scope[]) => {
      const { secret } = await made({ scopes }, 'owner')
      const timeline = (await call(secret, 'GET', `${path}/timeline`)).body.data
      const today = await call(secret, 'GET', '/v1/today?deadlineTo=2199-01-01T00:00:00Z')
      return {
        kinds: timeline.map(({ kind }: { kind: string }) => kind),
        related: (await call(secret, 'GET', `${path}/related`)).body.data.obligations.data.length,
        today: today.body.data.obligations.data.length,
        file: (await call(secret, 'GET', `/v1/files/${fileId}`)).status,
      }
    }
    const records = { kinds: ['created'], related: 0, today: 0, file: 404 }
    expect(await eventsFor('records:read')).toEqual(records)
    const both = { kinds: ['obligation', 'created'], related: 1, today: 1, file: 200 }
    expect(await eventsFor('records:read', 'obligations:read')).toEqual(both)
  })

  test('and no cookie is ever set for it, nor read from one', async () => {
    const { secret } = await made({ scopes: [...tokenScopes] }, 'owner')
    const headers = { 'x-sourcebook-session': 'cookie' }
    const answer = await service.api('GET', rows(), { token: secret, headers })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    const cookie = `__Host-sourcebook_session=${secret}`
    const sent = await service.api('GET', rows(), { headers: { ...headers, cookie } })
    expect(sent.status).toBe(401)
  })
})

describe('a token is refused', () => {
  test('with 401 if it is mistyped, which is found out without the database', async () => {
    const { secret } = await made()
    const wrong = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A')
    // The database knows the mistyped one: only its checksum is wrong.
    const hash = `sha256('${wrong}'::bytea)`
    await service.sql(
      `INSERT INTO token_hashes SELECT ${hash}, workspace_id, token_id FROM token_hashes
       WHERE secret_hash = sha256('${secret}'::bytea)`,
    )
    expect(await reads(secret)).toEqual([200, 200])
    expect(await reads(wrong)).toEqual([401, 401])
    expect(await reads('sbt_')).toEqual([401, 401])
  })

  test('without its scope, by its name; a write scope does not read', async () => {
    const { secret } = await made({ scopes: ['records:write'] }, 'owner')
    const answer = await call(secret, 'GET', rows())
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({
      error: 'This needs an access token with the scope records:read.',
      code: 'insufficient_scope',
      reason: 'scope_missing',
      values: { scope: 'records:read' },
      scope: 'records:read',
    })
    expect((await call(secret, 'POST', rows(), { cells: { name: 'x' } })).status).toBe(201)
  })

  test('before the role is looked at, and the role still counts', async () => {
    const scopes: Scope[] = ['workspace:write']
    const { secret } = await made({ scopes }, 'viewer')
    const team = await call(secret, 'POST', '/v1/workspace/teams', { name: 'x' })
    expect([team.status, team.body.code]).toEqual([403, 'forbidden'])
    const channel = await call(secret, 'GET', '/v1/webhooks')
    expect(channel.body.code).toBe('insufficient_scope')
  })

  test.each([
    ['GET', '/v1/auth/session'],
    ['GET', '/v1/auth/sessions'],
    ['PATCH', '/v1/auth/account'],
    ['POST', '/v1/auth/password'],
    ['POST', '/v1/auth/switch'],
    ['POST', '/v1/auth/signout'],
    ['GET', '/v1/auth/tokens'],
    ['POST', '/v1/auth/tokens'],
    ['GET', '/v1/workspace/tokens'],
    ['POST', '/v1/workspace/agreements/terms_of_service/sign'],
  ])('where only a person may act: %s %s', async (method, path) => {
    const { secret } = await made({ scopes: [...tokenScopes] }, 'owner')
    const answer = await call(secret, method, path)
    expect([answer.status, answer.body.code]).toEqual([403, 'session_required'])
  })

  test('on the routes of keys', async () => {
    const { secret } = await made()
    expect((await call(secret, 'GET', '/v1/ingest/board')).status).toBe(401)
  })

  test.each([
    ['203.0.113.7', ['203.0.113.0/24'], 200],
    ['203.0.114.7', ['203.0.113.0/24'], 403],
    ['203.0.113.7', ['2001:db8::/32', '203.0.113.7'], 200],
    ['2001:db8:1::5', ['2001:db8::/32'], 200],
    ['2001:db9::5', ['2001:db8::/32'], 403],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], 200],
    ['somewhere', ['0.0.0.0/0', '::/0'], 403],
  ])('from %s if it is for %j: %i', async (from, addresses, status) => {
    const { secret } = await made({ addresses })
    const answer = await call(secret, 'GET', rows(), undefined, from)
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body.code).toBe('address_not_allowed')
  })

  test('once it has expired', async () => {
    const { id, secret } = await made()
    expect(await reads(secret)).toEqual([200, 200])
    await service.sql('UPDATE api_tokens SET expires_at = now() WHERE id = $1', [id])
    expect(await reads(secret)).toEqual([401, 401])
  })
})

describe('revoking a token', () => {
  test('ends it at the next request on every server; again changes nothing', async () => {
    const { id, secret } = await made()
    expect(await reads(secret)).toEqual([200, 200])
    expect((await as('member', 'DELETE', `/v1/auth/tokens/${id}`)).status).toBe(204)
    expect(await reads(secret)).toEqual([401, 401])
    expect((await as('member', 'DELETE', `/v1/auth/tokens/${id}`)).status).toBe(204)
    const { body } = await as('member', 'GET', '/v1/auth/tokens?limit=1000')
    expect(body.data.find((one: { id: string }) => one.id === id).revokedAt).not.toBeNull()
  })

  test('is for its person and for admins', async () => {
    const { id, secret } = await made()
    expect((await as('viewer', 'DELETE', `/v1/auth/tokens/${id}`)).status).toBe(404)
    expect((await as('owner', 'DELETE', `/v1/auth/tokens/${id}`)).status).toBe(404)
    expect((await as('member', 'DELETE', `/v1/workspace/tokens/${id}`)).status).toBe(403)
    expect(await reads(secret)).toEqual([200, 200])
    expect((await as('admin', 'DELETE', `/v1/workspace/tokens/${id}`)).status).toBe(204)
    expect(await reads(secret)).toEqual([401, 401])
  })
})

describe('a new secret', () => {
  const rotate = (id: string, body?: object, role: Role = 'member') =>
    as(role, 'POST', `/v1/auth/tokens/${id}/rotate`, body)

  test('ends the one before at once', async () => {
    const { id, secret, ...before } = await made()
    const { body, status } = await rotate(id)
    expect(status).toBe(201)
    const { secret: next, ...after } = body.data
    expect(after).toEqual({ ...before, id, lastFour: next.slice(-4) })
    expect(await reads(secret)).toEqual([401, 401])
    expect(await reads(next)).toEqual([200, 200])
  })

  test('lets the one before work until the overlap is over', async () => {
    const { id, secret } = await made()
    const before = Date.now()
    const { body } = await rotate(id, { overlapSeconds: 86_400 })
    const ends = Date.parse(body.data.previousEndsAt)
    expect(ends).toBeGreaterThanOrEqual(before + DAY)
    expect(ends).toBeLessThanOrEqual(Date.now() + DAY)
    expect(await reads(secret)).toEqual([200, 200])
    expect(await reads(body.data.secret)).toEqual([200, 200])
    await service.sql('UPDATE api_tokens SET secret_ends = ARRAY[now()] WHERE id = $1', [id])
    expect(await reads(secret)).toEqual([401, 401])
    expect(await reads(body.data.secret)).toEqual([200, 200])
  })

  test('is refused with too long an overlap, for a token that has ended, and for somebody else’s', async () => {
    const { id } = await made()
    const long = await rotate(id, { overlapSeconds: 86_401 })
    expect(issuesOf(long)).toEqual([['body.overlapSeconds', 'above_maximum']])
    expect((await rotate(id, {}, 'owner')).status).toBe(404)
    await as('member', 'DELETE', `/v1/auth/tokens/${id}`)
    const ended = await rotate(id)
    expect([ended.status, ended.body.code]).toEqual([409, 'token_ended'])
  })
})

describe('who knows of tokens', () => {
  test('people list their own, admins list all, and everybody learns what they are called', async () => {
    const { id } = await made({ name: 'Named' })
    const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map((one) => one.id)
    expect(idsOf(await as('admin', 'GET', '/v1/auth/tokens?limit=1000'))).not.toContain(id)
    expect((await as('member', 'GET', '/v1/workspace/tokens')).status).toBe(403)
    expect(idsOf(await as('admin', 'GET', '/v1/workspace/tokens?limit=1000'))).toContain(id)
    const names = await as('viewer', 'GET', '/v1/workspace/token-names?limit=1000')
    expect(names.body.data).toContainEqual({ id, name: 'Named', crmUserId: desk.seats.member })
  })

  test('events tell admins that tokens were made, rotated and revoked', async () => {
    const { id } = await made({ name: 'Told' })
    await as('member', 'POST', `/v1/auth/tokens/${id}/rotate`)
    await as('admin', 'DELETE', `/v1/workspace/tokens/${id}`)
    await service.eventsReadable()
    const eventsFor = async (role: Role) =>
      (await as(role, 'GET', '/v1/events?types=token.*&limit=1000')).body.data
        .filter(({ subject }: { subject: string }) => subject === `token:${id}`)
        .map(({ type, actor, data }: Record<string, unknown>) => [type, actor, data])
    const by = (role: Role) => `user:${desk.seats[role]}`
    expect(await eventsFor('owner')).toEqual([
      ['token.created', by('member'), { name: 'Told' }],
      ['token.rotated', by('member'), { name: 'Told' }],
      ['token.revoked', by('admin'), { name: 'Told' }],
    ])
    expect(await eventsFor('member')).toEqual([])
  })
})

describe('a stream opened with a token', () => {
  test('needs the scope, and ends when the token does', async () => {
    const { secret: without } = await made()
    expect((await call(without, 'GET', '/v1/events/stream')).body.code).toBe('insufficient_scope')
    const { id, secret } = await made({ scopes: ['events:read'] })
    const stream = await listen(service.origin, '/v1/events/stream', { token: secret })
    expect(stream.status).toBe(200)
    await as('member', 'DELETE', `/v1/auth/tokens/${id}`)
    await stream.ended
    expect(stream.events.at(-1)).toMatchObject({ data: { code: 'unauthenticated' } })
  })
})
