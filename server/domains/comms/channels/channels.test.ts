import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outboundTargets } from '../../../platform/config.parsers.ts'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { local, openChannels, smtp, twilio } from '../../../tests/support/messages/channels.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let as: ReturnType<typeof openChannels>['as']
let create: ReturnType<typeof openChannels>['create']
let patch: ReturnType<typeof openChannels>['patch']
beforeAll(async () => {
  const allow = outboundTargets('localhost,a_b.lan,10.0.0.0/8,[::1]:587,fd00::/8')
  service = await startService({ outbound: { allow } })
  desk = await makeDesk(service)
  ;({ as, create, patch } = openChannels(service, desk))
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const PUBLIC_URL = 'https://records.example.com'
const pathsOf = ({ body }: { body: { issues: { path: string }[] } }) =>
  body.issues.map(({ path }) => path.replace('body.', ''))

describe('a channel', () => {
  test('is connected, read, changed and disconnected, and never answers its credentials', async () => {
    const sent = smtp()
    const { hookSecret, ...made } = await create(sent)
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(made).toEqual({
      id: made.id,
      name: sent.name,
      medium: 'email',
      provider: 'smtp',
      from: 'desk@funding.example',
      settings: sent.settings,
      hasCredentials: true,
      hookUrl: `${PUBLIC_URL}/v1/hooks/${made.id}/inbound`,
      createdAt: time,
      updatedAt: time,
    })
    expect(hookSecret).toMatch(/^shs_[\w-]{43}$/)
    expect((await as('viewer')('GET', `channels/${made.id}`)).body).toEqual({ data: made })
    const settings = { host: '10.0.0.7', port: 25, security: 'none' }
    const changed = await patch(made.id, { name: 'Relay', settings, credentials: {} })
    expect(changed.body.data).toEqual({
      ...made,
      name: 'Relay',
      settings,
      hasCredentials: false,
      updatedAt: time,
    })
    expect((await patch(made.id, { from: 'Other@funding.example' })).body.data).toMatchObject({
      name: 'Relay',
      from: 'other@funding.example',
      settings,
    })
    expect((await as('admin')('DELETE', `channels/${made.id.toUpperCase()}`)).status).toBe(204)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', undefined],
      ['POST', '/test', undefined],
    ] as const) {
      expect((await as('owner')(method, `channels/${made.id}${path}`, body)).status).toBe(404)
    }
    const events = await service.sql(
      'SELECT type, actor, data FROM events WHERE subject = $1 ORDER BY xid',
      [`channel:${made.id}`],
    )
    const by = { actor: `user:${desk.seats.admin}` }
    expect(events).toEqual(
      [
        ['created', sent.name] as const,
        ['updated', 'Relay'] as const,
        ['updated', 'Relay'] as const,
        ['deleted', 'Relay'] as const,
      ].map(([verb, name]) => ({ type: `channel.${verb}`, ...by, data: { name } })),
    )
  })

  test('is listed with the others, oldest first, page by page, without disconnected ones', async () => {
    const { owner, workspaceId: _ } = await makeOwner(service)
    const api = (method: string, path: string, body?: object) =>
      service.api(method, `/v1/comms/channels${path}`, { token: owner, body })
    const ids: string[] = []
    for (const body of [smtp(), twilio(), local({ medium: 'text', from: '+12015550101' })]) {
      ids.push((await api('POST', '', body)).body.data.id)
    }
    const all = (await api('GET', '')).body
    expect(all.data.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(all.data[0]).not.toHaveProperty('hookSecret')
    const first = (await api('GET', '?limit=2')).body
    const second = (await api('GET', `?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.data, ...second.data]).toEqual(all.data)
    expect(second.nextCursor).toBeNull()
    await api('DELETE', `/${ids[1]}`)
    expect((await api('GET', '')).body.data).toEqual([all.data[0], all.data[2]])
    expect((await api('GET', '?cursor=x')).body.code).toBe('invalid_cursor')
  })

  test('has a unique name while it exists', async () => {
    const kept = await create(smtp({ name: 'Main' }))
    const other = await create(twilio())
    for (const taken of [
      await as('admin')('POST', 'channels', twilio({ name: 'MAIN' })),
      await patch(other.id, { name: 'main' }),
    ]) {
      expect([taken.status, taken.body.code]).toEqual([409, 'name_taken'])
    }
    expect((await patch(kept.id, { name: 'MAIN' })).status).toBe(200)
    await as('admin')('DELETE', `channels/${kept.id}`)
    expect((await patch(other.id, { name: 'main' })).status).toBe(200)
  })

  test('is connected and changed by admins, and read by every seat', async () => {
    const { id } = await create(local())
    for (const role of ['manager', 'member', 'viewer'] as const) {
      expect((await as(role)('GET', 'channels')).status).toBe(200)
      for (const [method, path, body] of [
        ['POST', 'channels', local()],
        ['PATCH', `channels/${id}`, { name: 'x' }],
        ['DELETE', `channels/${id}`, undefined],
        ['POST', `channels/${id}/rotate-secret`, undefined],
        ['POST', `channels/${id}/test`, undefined],
      ] as const) {
        expect((await as(role)(method, path, body)).status, `${role} ${path}`).toBe(403)
      }
    }
    const strange = (await makeOwner(service)).owner
    const missing = await as('owner')('GET', `channels/${NOWHERE}`)
    const foreign = await service.api('GET', `/v1/comms/channels/${id}`, { token: strange })
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
  })
})

test.each<[string, object, string[]]>([
  ['text by SMTP', smtp({ medium: 'text', from: '+12015550100' }), ['medium']],
  ['no host', smtp({ settings: { port: 25 } }), ['settings.host']],
  ['nothing of SMTP', smtp({ settings: undefined, credentials: undefined }), ['settings.host']],
  ['an address for a host', smtp({ settings: { host: 'smtp://a.example' } }), ['settings.host']],
  ['a port in the host', smtp({ settings: { host: 'a.example:25' } }), ['settings.host']],
  [
    'settings and credentials of another provider',
    smtp({
      settings: { host: 'a.example', accountSid: 'AC1', baseUrl: 'https://a.example' },
      credentials: { authToken: 'x' },
    }),
    ['settings.accountSid', 'settings.baseUrl', 'credentials.authToken'],
  ],
  ['a user without a password', smtp({ credentials: { user: 'x' } }), ['credentials.pass']],
  ['a password without a user', smtp({ credentials: { pass: 'x' } }), ['credentials.user']],
  [
    'email by Twilio, without an account',
    twilio({ medium: 'email', from: 'a@b.example', settings: {}, credentials: {} }),
    ['medium', 'settings.accountSid', 'credentials.authToken'],
  ],
  [
    'an account that leads elsewhere, and a login in an address',
    twilio({ settings: { accountSid: '../AC1', baseUrl: 'https://u:p@a.example' } }),
    ['settings.accountSid', 'settings.baseUrl'],
  ],
  ...['https://a.example/\r\nX: y', 'https://a.example:0', 'https://a.example:25'].map(
    (baseUrl): [string, object, string[]] => [
      `${JSON.stringify(baseUrl)} for an address`,
      twilio({ settings: { accountSid: 'AC1', baseUrl } }),
      ['settings.baseUrl'],
    ],
  ),
  [
    'no address at all',
    twilio({ settings: { accountSid: 'AC1', baseUrl: 'https://' } }),
    ['settings.baseUrl'],
  ],
  [
    'settings of the local outbox',
    local({ settings: { host: 'a.example' }, credentials: { user: 'x', pass: 'y' } }),
    ['settings.host', 'credentials.user', 'credentials.pass'],
  ],
  ['two addresses', local({ from: 'a@b.example, c@d.example' }), ['from']],
  ['a name that is more', local({ from: 'x@y.example, Desk <a@b.example>' }), ['from']],
  ['a name beside a number', twilio({ from: 'Desk <+12015550100>' }), ['from']],
  ['a number for email', local({ from: '+12015550100' }), ['from']],
  ['an address for text', twilio({ from: 'a@b.example' }), ['from']],
  [
    'a setting that there is none of',
    smtp({ settings: { host: 'a.example', tls: true } }),
    ['settings.tls'],
  ],
  [
    'everything at once',
    smtp({ from: 'x', settings: { port: 25 }, credentials: { user: 'u' } }),
    ['settings.host', 'credentials.pass', 'from'],
  ],
])('%s is refused, with every fault named', async (_, body, paths) => {
  const answer = await as('admin')('POST', 'channels', body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect(pathsOf(answer)).toEqual(paths)
})

test('a host can be a name, in upper or lower case, and an address of either kind', async () => {
  for (const host of ['localhost', 'smtp.büro.example', '10.1.2.3', '::1', 'fd00::7', 'a_b.lan']) {
    await create(smtp({ settings: { host } }))
  }
})

describe('a change', () => {
  test('replaces settings and credentials as a whole, and is checked like a new one', async () => {
    const { id } = await create(twilio())
    const account = { accountSid: 'AC99' }
    expect((await patch(id, { settings: account })).body.data.settings).toEqual(account)
    for (const [body, paths] of [
      [{ settings: {} }, ['settings.accountSid']],
      [{ credentials: {} }, ['credentials.authToken']],
      [{ settings: { ...account, host: 'a.example' } }, ['settings.host']],
      [
        { credentials: { user: 'x', pass: 'y' } },
        ['credentials.user', 'credentials.pass', 'credentials.authToken'],
      ],
      [{ from: 'a@b.example' }, ['from']],
      [{ provider: 'local' }, ['provider']],
      [{ medium: 'email' }, ['medium']],
      [{}, ['']],
    ] as const) {
      const answer = await patch(id, body)
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
      expect(pathsOf(answer).map((path) => path.replace('body', ''))).toEqual(paths)
    }
  })

  test('does not take stored credentials to another place', async () => {
    const { id } = await create(smtp())
    const settings = { host: 'smtp.funding.example', port: 587, security: 'starttls' }
    for (const elsewhere of [
      { host: 'listener.example' },
      { port: 2525 },
      { security: 'none' },
    ] as const) {
      const answer = await patch(id, { settings: { ...settings, ...elsewhere } })
      expect([answer.status, pathsOf(answer)]).toEqual([400, ['credentials']])
    }
    const same = await patch(id, { settings: { ...settings, messagesPerMinute: 5 } })
    expect([same.status, same.body.data.hasCredentials]).toEqual([200, true])
    const moved = { settings: { host: 'new.example' }, credentials: { user: 'u', pass: 'p' } }
    expect((await patch(id, moved)).status).toBe(200)
    const { id: phone } = await create(twilio())
    const api = { accountSid: 'AC0123456789abcdef', baseUrl: 'http://listener.example' }
    expect(pathsOf(await patch(phone, { settings: api }))).toEqual(['credentials'])
  })
})
