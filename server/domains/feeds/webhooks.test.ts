import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../platform/log.ts'
import { until } from '../../tests/support/clients/listener.ts'
import { type HookWorld, makeHookWorld } from '../../tests/support/desks/hooks.ts'
import { dumpAll } from '../../tests/support/service/dump.ts'

const lines: string[] = []
const log = openLog('trace', { write: (line) => lines.push(line) })
let world: HookWorld
beforeAll(async () => {
  world = await makeHookWorld({ log })
})
afterAll(() => world.stop())
beforeEach(() => world.begin())

test('a replaced secret also signs for a day; a test is sent at once', async () => {
  const { service, api, make, at } = world
  const { id, secret } = await make('/rotated')
  const rotated = await api('POST', `/v1/webhooks/${id}/rotate-secret`)
  expect(rotated.body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(rotated.body.data.secret).not.toBe(secret)
  const tested = await api('POST', `/v1/webhooks/${id}/test`)
  await until(() => at('/rotated').length === 1, 'the test')
  const [sent] = at('/rotated')
  expect(sent!.headers['webhook-id']).toBe(tested.body.data.id)
  for (const one of [secret, rotated.body.data.secret]) {
    expect(new Webhook(one).verify(sent!.body, sent!.headers)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: id },
    })
  }
  await service.sql("UPDATE webhooks SET past_until = now() - interval '1 second' WHERE id = $1", [
    id,
  ])
  await api('POST', `/v1/webhooks/${id}/test`)
  await until(() => at('/rotated').length === 2, 'another test')
  const [, later] = at('/rotated')
  expect(() => new Webhook(secret).verify(later!.body, later!.headers)).toThrow()
})

test('a secret that another SECRET_KEY sealed shows in the log of deliveries, and a new one helps', async () => {
  const { service, api, make, at, deliveries, hurry } = world
  const { id } = await make('/sealed')
  await service.sql(
    "UPDATE webhooks SET secret = '\\xdeadbeefdeadbeefdeadbeefdeadbeef' WHERE id = $1",
    [id],
  )
  await api('POST', `/v1/webhooks/${id}/test`)
  await until(async () => (await deliveries(id))[0].log.length === 1, 'the try')
  const [{ lastError, log }] = await deliveries(id)
  expect([lastError, log[0].reason]).toEqual([log[0].error, 'secret_unreadable'])
  expect(lastError).toContain('rotate it')
  await api('POST', `/v1/webhooks/${id}/rotate-secret`)
  await service.sql('UPDATE webhooks SET past_secret = NULL WHERE id = $1', [id])
  await hurry(id)
  await until(() => at('/sealed').length === 1, 'the next try')
})

test('the secret is in no later answer, no log and not in the database', async () => {
  const { service, api, make } = world
  const { id, secret } = await make('/secret')
  const answers = [
    await api('GET', '/v1/webhooks'),
    await api('GET', `/v1/webhooks/${id}`),
    await api('PATCH', `/v1/webhooks/${id}`, { description: 'Ours' }),
    await api('GET', '/v1/events?types=webhook.*'),
  ]
  const bytes = Buffer.from(secret.slice(6), 'base64')
  const forms = [
    secret,
    secret.slice(6),
    bytes.toString('hex'),
    Buffer.from(secret).toString('hex'),
  ]
  const dump = await dumpAll(service.sql)
  for (const form of forms) {
    expect(answers.every(({ text }) => !text.includes(form))).toBe(true)
    expect(dump).not.toContain(form)
    expect(lines.join('')).not.toContain(form)
  }
  expect(dump).toContain(id)
  expect(lines.join('')).toContain('post_webhooks')
})

test('the address is stored as it will be requested, and refused if parts of it would be dropped', async () => {
  const { service, desk } = world
  const strict = await service.beside()
  const token = desk.tokens.owner
  const body = { types: ['rows.*'], role: 'viewer' }
  const post = (url: string) =>
    strict.api('POST', '/v1/webhooks', { token, body: { ...body, url } })
  const made = await post('HTTPS://Example.com:443/a b/../hook?x=<y>')
  const href = 'https://example.com/hook?x=%3Cy%3E'
  expect([made.status, made.body.data.url]).toEqual([201, href])
  const path = `/v1/webhooks/${made.body.data.id}`
  const change = (url: string) => strict.api('PATCH', path, { token, body: { url } })
  expect((await change('https://EXAMPLE.org')).body.data.url).toBe('https://example.org/')
  for (const url of [
    'https://example.com/\r\nX: y',
    'https://exam\tple.com/',
    'https://example.com/\n',
    'https://example.com/\u0085',
    'https://example.com:22/',
    'https://example.com:0/',
  ]) {
    for (const refused of [await post(url), await change(url)]) {
      expect([refused.status, refused.body.issues?.[0].path], url).toEqual([400, 'body.url'])
      expect(refused.body.issues[0].message, url).toMatch(/line break|port (?:22|0)/)
    }
  }
})

test('a type that no event has is refused, with the nearest that there is', async () => {
  const { api, make } = world
  const body = { url: 'https://example.com/hook', types: ['rows.*'], role: 'viewer' }
  const wrong = ['row.created', 'comment.*', 'deals.*', 'import', 'Rows.Created']
  const issues = [
    ['body.types[0]', '"row.created" does not exist; the nearest is rows.created'],
    ['body.types[2]', '"deals.*" does not exist; the nearest is deal.*'],
    ['body.types[3]', '"import" does not exist; the nearest is import.*'],
    ['body.types[4]', '"Rows.Created" does not exist; the nearest is rows.created'],
  ]
  const { id } = await make('/mistyped')
  for (const refused of [
    await api('POST', '/v1/webhooks', { ...body, types: wrong }),
    await api('PATCH', `/v1/webhooks/${id}`, { types: wrong }),
  ]) {
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'body.types[0]: "row.created" does not exist; the nearest is rows.created.',
    ])
    const found = refused.body.issues.map((one: Record<string, unknown>) => [one.path, one.message])
    expect(found).toEqual(issues)
  }
  const hostile = await api('POST', '/v1/webhooks', { ...body, types: [{ toString: 1 }, 7, null] })
  expect([hostile.status, hostile.body.error]).toEqual([400, 'body.types[0] must be text.'])
})

test('a webhook that was stored with such a type can be changed otherwise', async () => {
  const { service, api, make } = world
  const { id } = await make('/dead')
  await service.sql("UPDATE webhooks SET types = '{row.created}' WHERE id = $1", [id])
  const changed = await api('PATCH', `/v1/webhooks/${id}`, { description: 'Ours' })
  expect([changed.status, changed.body.data?.types]).toEqual([200, ['row.created']])
  expect((await api('PATCH', `/v1/webhooks/${id}`, { types: ['row.created'] })).status).toBe(400)
  expect((await api('PATCH', `/v1/webhooks/${id}`, { types: ['rows.created'] })).status).toBe(200)
})

test('is refused: an internal address, an unknown board, an empty change', async () => {
  const { service, desk, board, api, make } = world
  const strict = await service.beside()
  const good = { url: 'https://example.com/hook', types: ['rows.*'], role: 'viewer' }
  const post = (body: object) =>
    strict.api('POST', '/v1/webhooks', { token: desk.tokens.owner, body: { ...good, ...body } })
  for (const url of ['https://169.254.169.254/', 'https://[::1]/', 'http://example.com/', 'x']) {
    const refused = await post({ url })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'body.url'])
  }
  const unknown = await post({
    filter: { definitionKeys: [`${board.key}s`, board.key, 'nowhere'] },
  })
  expect([unknown.status, unknown.body.code, unknown.body.error]).toEqual([
    400,
    'unknown_reference',
    `body.filter.definitionKeys[0] names no board or page of this workspace; the nearest is ${board.key}.`,
  ])
  expect(unknown.body.issues[1].path).toBe('body.filter.definitionKeys[2]')
  expect((await post({ types: ['Rows'] })).status).toBe(400)
  expect((await post({ types: [] })).status).toBe(400)
  const { id } = await make('/refused')
  expect((await api('PATCH', `/v1/webhooks/${id}`, {})).status).toBe(400)
  const filtered = await api('PATCH', `/v1/webhooks/${id}`, {
    filter: { definitionKeys: [board.key] },
  })
  expect(filtered.body.data.filter).toEqual({ definitionKeys: [board.key] })
  const free = await api('PATCH', `/v1/webhooks/${id}`, { filter: {} })
  expect(free.body.data.filter).toEqual({})
  expect((await api('DELETE', `/v1/webhooks/${id}`)).status).toBe(204)
  expect((await api('GET', `/v1/webhooks/${id}`)).status).toBe(404)
})
