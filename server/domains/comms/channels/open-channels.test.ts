import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failed } from '../../../../contract/refusals/reasons.ts'
import { openLog } from '../../../platform/log.ts'
import { Outbound } from '../../../platform/outbound/outbound.ts'
import { createSeal } from '../../../platform/secrets/seal.ts'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { local, openChannels, smtp, twilio } from '../../../tests/support/messages/channels.ts'
import { dumpAll } from '../../../tests/support/service/dump.ts'
import {
  SECRET_KEY,
  startService,
  type TestService,
} from '../../../tests/support/service/service.ts'
import { testChannel } from './channels.ts'
import { channelFor, findHook } from './open-channels.ts'
import type { OpenChannel, Provider } from './provider.ts'

const lines: string[] = []
const log = openLog('trace', { write: (line) => lines.push(line) })
let service: TestService
let desk: Desk
let as: ReturnType<typeof openChannels>['as']
let create: ReturnType<typeof openChannels>['create']
let patch: ReturnType<typeof openChannels>['patch']
beforeAll(async () => {
  service = await startService({ log })
  desk = await makeDesk(service)
  ;({ as, create, patch } = openChannels(service, desk))
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const PUBLIC_URL = 'https://records.example.com'
const seal = createSeal(SECRET_KEY)

describe('the credentials of a channel', () => {
  test('are sealed in the database, and in no answer, event or log line', async () => {
    const pass = 'hunter2-Zq9-of-smtp'
    const authToken = 'f00dfeed-Zq9-of-twilio'
    const answers: string[] = []
    const keep = async (sending: Promise<{ text: string }>) => answers.push((await sending).text)
    const admin = as('admin')
    const body = smtp({
      settings: { host: 'smtp.invalid', port: 1, security: 'none' },
      credentials: { user: 'user-Zq9-of-smtp', pass },
    })
    const { id, hookSecret } = await create(body)
    const phone = await create(twilio({ credentials: { authToken } }))
    await keep(admin('POST', 'channels', body)) // its name is taken
    await keep(admin('POST', 'channels', { ...body, from: 'nobody' }))
    await keep(admin('POST', 'channels', smtp({ credentials: { pass } })))
    await keep(admin('POST', 'channels', { ...body, credentials: { user: 1, pass } }))
    await keep(patch(phone.id, { credentials: { authToken: 'Zq9', pass } }))
    await keep(patch(id, { credentials: { user: 'user-Zq9-of-smtp', pass } }))
    await keep(admin('GET', 'channels'))
    await keep(admin('GET', `channels/${id}`))
    await keep(admin('POST', `channels/${id}/test`))
    const text = [...answers, ...lines, await dumpAll(service.sql)].join('\n')
    expect(text).toContain('desk@funding.example')
    for (const secret of ['hunter2-Zq9', 'f00dfeed-Zq9', 'user-Zq9', hookSecret.slice(4)]) {
      expect(text.includes(secret), secret).toBe(false)
      expect(text.includes(Buffer.from(secret).toString('base64').slice(0, -4)), secret).toBe(false)
    }
    const [row] = await service.sql('SELECT credentials, hook_hash FROM channels WHERE id = $1', [
      id,
    ])
    expect(row.hook_hash).toHaveLength(32)
    // Credentials are bound to their workspace and channel: copied to another channel, they do not open.
    const { workspaceId } = desk
    expect(JSON.parse(seal.open(row.credentials, `channel ${workspaceId} ${id}`))).toEqual({
      user: 'user-Zq9-of-smtp',
      pass,
    })
    expect(() => seal.open(row.credentials, `channel ${workspaceId} ${phone.id}`)).toThrow()
    await service.sql('UPDATE channels SET credentials = $2 WHERE id = $1', [
      phone.id,
      row.credentials,
    ])
    const copied = await admin('POST', `channels/${phone.id}/test`)
    expect(copied.body.data).toMatchObject({
      ok: false,
      error: expect.stringContaining('cannot be read'),
      reason: 'credentials_unreadable',
    })
    await admin('DELETE', `channels/${id}`)
    const [gone] = await service.sql('SELECT credentials FROM channels WHERE id = $1', [id])
    expect(gone.credentials).toBeNull()
  })

  test('is opened for the sender: the channel asked for, the last one, or the oldest of the medium', async () => {
    const { owner, workspaceId } = await makeOwner(service)
    await service.api('PATCH', '/v1/workspace', { token: owner, body: { name: 'Harborline' } })
    const connect = async (body: object) =>
      (await service.api('POST', '/v1/comms/channels', { token: owner, body })).body.data
    const find = (channelId: string | null, lastChannelId: string | null = null) =>
      service.db.withWorkspace({ workspaceId }, (tx) =>
        channelFor(tx, seal, PUBLIC_URL, { medium: 'email', channelId, lastChannelId }),
      )
    expect(await find(null)).toBeUndefined()
    await connect(twilio())
    expect(await find(null)).toBeUndefined()
    const [first, second] = [await connect(smtp()), await connect(smtp({ credentials: undefined }))]
    const opened: OpenChannel = {
      workspaceId,
      id: first.id,
      medium: 'email',
      provider: 'smtp',
      from: 'desk@funding.example',
      settings: { host: 'smtp.funding.example', port: 587, security: 'starttls' },
      credentials: { user: 'desk-user', pass: 'a password of smtp' },
      fromName: 'Harborline', // the workspace's
      hookBase: `${PUBLIC_URL}/v1/hooks/${first.id}`,
    }
    expect(await find(null)).toEqual(opened)
    expect(await find(second.id, first.id)).toMatchObject({ id: second.id, credentials: {} })
    expect(await find(null, second.id)).toMatchObject({ id: second.id })
    await service.api('DELETE', `/v1/comms/channels/${second.id}`, { token: owner })
    expect(await find(second.id)).toEqual(opened)
    // Messages for a channel do not count as sent by the local outbox.
    await service.api('DELETE', `/v1/comms/channels/${first.id}`, { token: owner })
    await expect(find(first.id)).rejects.toThrow('was removed')
    expect(await find(null, first.id)).toBeUndefined()
  })
})

describe('the secret of a hook', () => {
  test('can be replaced, and finds its channel by its hash', async () => {
    const { hookSecret, ...made } = await create(smtp())
    const hookOf = (id: string) => findHook(service.db, seal, PUBLIC_URL, id)
    const hashOf = async (secret: string) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(secret)))
    const before = await hookOf(made.id)
    expect(before).toMatchObject({
      workspaceId: desk.workspaceId,
      channel: { id: made.id, provider: 'smtp' },
    })
    expect(before!.hookHash).toEqual(await hashOf(hookSecret))
    const rotated = await as('admin')('POST', `channels/${made.id}/rotate-secret`)
    expect(rotated.status).toBe(201)
    const { hookSecret: next, ...same } = rotated.body.data
    expect(same).toEqual({ ...made, updatedAt: same.updatedAt })
    expect(next).toMatch(/^shs_[\w-]{43}$/)
    expect(next).not.toBe(hookSecret)
    expect((await hookOf(made.id))!.hookHash).toEqual(await hashOf(next))
    expect(await hookOf(NOWHERE)).toBeUndefined()
    await as('admin')('DELETE', `channels/${made.id}`)
    expect(await hookOf(made.id)).toBeUndefined()
  })

  test('is repeated, like the whole answer, for the same Idempotency-Key', async () => {
    const body = local()
    const headers = { 'idempotency-key': 'channel' }
    const first = await as('admin')('POST', 'channels', body, headers)
    const again = await as('admin')('POST', 'channels', body, headers)
    expect([again.status, again.text]).toEqual([201, first.text])
    const path = `channels/${first.body.data.id}/test`
    const tested = await as('admin')('POST', path, undefined, { 'idempotency-key': 'tested' })
    const retested = await as('admin')('POST', path, undefined, { 'idempotency-key': 'tested' })
    expect(retested.text).toBe(tested.text)
  })
})

describe('the test of a channel', () => {
  const owner = () => ({ workspaceId: desk.workspaceId }) as Parameters<typeof testChannel>[1]
  const provider = (test: Provider['test']): Provider => ({
    send: () => Promise.reject(new Error('sent')),
    test,
    close: async () => {},
  })
  const by = (smtp?: Provider) => ({
    db: service.db,
    seal,
    publicUrl: PUBLIC_URL,
    providers: smtp ? { smtp } : {},
    outbound: new Outbound(),
  })

  test('reports that the local outbox works', async () => {
    const { id } = await create(local())
    const answer = await as('admin')('POST', `channels/${id}/test`)
    expect([answer.status, answer.body]).toEqual([
      201,
      { data: { ok: true, error: null, ms: expect.any(Number) } },
    ])
  })

  test('says what went wrong, or that it works', async () => {
    const { id } = await create(smtp())
    let asked: OpenChannel | undefined
    const wrong = provider(async (channel) => {
      asked = channel
      return failed('smtp_sign_in_refused', { detail: '' })
    })
    expect(await testChannel(by(wrong), owner(), id)).toEqual({
      ok: false,
      error: 'The mail server refused the sign-in.',
      reason: 'smtp_sign_in_refused',
      values: { detail: '' },
      ms: expect.any(Number),
    })
    expect(asked).toMatchObject({ id, credentials: { pass: 'a password of smtp' } })
    expect(await testChannel(by(), owner(), id)).toMatchObject({
      ok: false,
      error: 'This service cannot send through smtp.',
    })
    expect((await testChannel(by(provider(async () => null)), owner(), id)).ok).toBe(true)
  })
})
