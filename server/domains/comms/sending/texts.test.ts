import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboundTargets } from '../../../platform/config.parsers.ts'
import { until } from '../../../tests/support/clients/listener.ts'
import { type Desk, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { freshNumber, openComms } from '../../../tests/support/messages/comms.ts'
import { announce } from '../../../tests/support/messages/queued-messages.ts'
import {
  freshSid,
  postToHook,
  startTwilio,
  type Twilio,
  twilioChannel,
} from '../../../tests/support/outside/twilio.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { notBefore } from '../addresses/quiet-hours.rules.ts'

// Sending end to end: over HTTP, through the worker, to a provider, and back by its reports.

let service: TestService
let twilio: Twilio
let desk: Desk
let comms: ReturnType<typeof openComms>
let channelId: string
beforeAll(async () => {
  twilio = await startTwilio()
  service = await startService({ outbound: { allow: outboundTargets(twilio.host) } })
  desk = await makeDesk(service)
  comms = openComms(service, desk)
  channelId = (await comms.api('POST', 'channels', twilioChannel(twilio.url))).body.data.id
  service.work()
})
beforeEach(() => twilio.answers(() => 'take'))
afterAll(async () => {
  await service.stop()
  await twilio.stop()
})

const settled = (id: number, state: string) =>
  until(async () => (await comms.message(id)).delivery.state === state, `${id} is ${state}`)
const textOf = (id: number) =>
  twilio.taken.findLast(({ fields }) => fields.get('StatusCallback')!.endsWith(`=${id}`))!
const types = async (id: number) => (await comms.eventsOf(`message:${id}`)).map(({ type }) => type)
const report = (sid: string, status: string, more: Record<string, string> = {}, query?: string) =>
  postToHook(
    service,
    channelId,
    'status',
    { MessageSid: sid, MessageStatus: status, ...more },
    { ...(query && { query }) },
  )

describe('a text', () => {
  test('goes out through the provider, whose reports raise its status', async () => {
    const { id } = await comms.send('text', { content: 'Your funds are out.' })
    await settled(id, 'sent')
    const { sid, fields } = textOf(id)
    expect(Object.fromEntries(fields)).toMatchObject({
      From: '+12015550100',
      Body: 'Your funds are out.',
      StatusCallback: `https://records.example.com/v1/hooks/${channelId}/status?message=${id}`,
    })
    expect(await comms.message(id)).toMatchObject({
      status: 'sent',
      external_id: sid,
      delivered_at: null,
      text: { segment_count: 2, error_code: null, provider: 'twilio' },
    })
    const answer = await report(sid, 'delivered')
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('<Response/>')])
    expect(answer.headers.get('content-type')).toMatch(/^text\/xml/)
    const delivered = await comms.message(id)
    expect(delivered).toMatchObject({ status: 'delivered', delivered_at: expect.any(String) })
    for (const late of ['sent', 'undelivered', 'delivered', 'nonsense']) {
      expect((await report(sid, late, { ErrorCode: '30003' })).text).toBe(answer.text)
    }
    expect(await comms.message(id)).toEqual(delivered)
    await report(sid, 'read')
    expect(await comms.message(id)).toMatchObject({ status: 'read', read_at: expect.any(String) })
    expect(await types(id)).toEqual([
      'message.queued',
      'message.sent',
      'message.delivered',
      'message.read',
    ])
  })

  test('that does not arrive says why, and can be sent again', async () => {
    const { id } = await comms.send('text')
    await settled(id, 'sent')
    await report(textOf(id).sid, 'undelivered', { ErrorCode: '30005', ErrorMessage: 'Unknown' })
    expect(await comms.message(id)).toMatchObject({
      status: 'undelivered',
      delivered_at: null,
      text: { error_code: '30005', error_message: 'Unknown', segment_count: 2 },
    })
    expect(await types(id)).toEqual(['message.queued', 'message.sent', 'message.failed'])
    expect((await comms.api('POST', `messages/${id}/retry`)).status).toBe(201)
  })

  test('that fails before its SID is known here keeps the reason', async () => {
    const error = { ErrorCode: '30005', ErrorMessage: 'Unknown' }
    twilio.answers(async (fields, sid) => {
      const { search } = new URL(fields.get('StatusCallback')!)
      await report(sid, 'undelivered', error, search)
      return 'take' as const
    })
    const { id } = await comms.send('text')
    await settled(id, 'sent')
    expect(await comms.message(id)).toMatchObject({
      status: 'undelivered',
      external_id: textOf(id).sid,
      text: { error_code: '30005', error_message: 'Unknown', segment_count: 2 },
    })
  })

  test('to somebody who said STOP to the provider fails, and is an opt-out from then on', async () => {
    const [to, other] = [freshNumber(), freshNumber()]
    twilio.answers(() => ({ status: 400, code: 21610, message: 'unsubscribed' }))
    const { id } = await comms.send('text', { to })
    await settled(id, 'failed')
    expect(await comms.message(id)).toMatchObject({
      status: 'failed',
      text: { error_code: '21610' },
      delivery: {
        attempts: 1,
        error: 'The provider answered 400: the recipient has texted STOP (21610).',
      },
    })
    twilio.answers(() => 'take')
    const late = await comms.send('text', { to: other })
    await settled(late.id, 'sent')
    await report(textOf(late.id).sid, 'failed', { ErrorCode: '21610' })
    for (const address of [to, other]) {
      const { data } = (await comms.api('GET', `opt-outs?address=${encodeURIComponent(address)}`))
        .body
      expect(data).toMatchObject([{ address, opted_out: true, updated_by: 'contact' }])
      const again = await comms.api('POST', 'send', { medium: 'text', to: address, content: 'x' })
      expect(again.body.code).toBe('recipient_opted_out')
    }
  })
})

describe('a text that got no answer', () => {
  test('is sent if the provider has it', async () => {
    twilio.answers(() => 'take and drop')
    const { id } = await comms.send('text', { content: 'Only once' })
    await settled(id, 'sent')
    expect((await comms.message(id)).external_id).toBe(textOf(id).sid)
    expect(twilio.asked.filter((fields) => fields.get('Body') === 'Only once')).toHaveLength(1)
  })

  test('is uncertain until a report says that the provider has it', async () => {
    twilio.answers(() => 'drop')
    const asked = twilio.lists.length
    const { id } = await comms.send('text', { content: 'Perhaps' })
    await until(() => twilio.lists.length > asked, 'the provider to be asked')
    // The final state, without waiting for the last question.
    await comms.bring(id, 'uncertain', 'sending')
    const sid = freshSid()
    // Reports about another message, and about none.
    await report(freshSid(), 'delivered')
    await report(freshSid(), 'delivered', {}, '?message=999999')
    expect((await comms.message(id)).delivery.state).toBe('uncertain')
    await report(sid, 'queued', {}, `?message=${id}`)
    expect(await comms.message(id)).toMatchObject({
      status: 'sent',
      external_id: sid,
      delivery: { state: 'sent', error: null },
    })
    await report(sid, 'delivered')
    expect((await comms.message(id)).status).toBe('delivered')
    expect(await types(id)).toEqual(['message.queued', 'message.sent', 'message.delivered'])
    // From then on, reports use its own id.
    await report(freshSid(), 'read', {}, `?message=${id}`)
    expect((await comms.message(id)).status).toBe('delivered')
    expect((await comms.api('POST', `messages/${id}/retry`)).body.code).toBe('not_retryable')
  })

  test('is one of the provider’s messages, whatever other reports come at once', async () => {
    twilio.answers(() => 'drop')
    const asked = twilio.lists.length
    const { id } = await comms.send('text', { content: 'Whose' })
    await until(() => twilio.lists.length > asked, 'the provider to be asked')
    await comms.bring(id, 'uncertain', 'sending')
    const sid = freshSid()
    // Both reports have found the message before either can write.
    const waiting = await service.undone(async (sql) => {
      await sql(
        'SELECT FROM message_deliveries WHERE workspace_id = $1 AND message_id = $2 FOR UPDATE',
        [desk.workspaceId, id],
      )
      const first = report(sid, 'sent', {}, `?message=${id}`)
      await service.blocked(1)
      const second = report(freshSid(), 'delivered', {}, `?message=${id}`)
      await service.blocked(2)
      return [first, second]
    })
    await Promise.all(waiting)
    expect(await comms.message(id)).toMatchObject({ status: 'sent', external_id: sid })
  })

  test('is not sent again once a report came before the next attempt', async () => {
    twilio.answers(() => ({ status: 503 }))
    const { id } = await comms.send('text', { content: 'Not twice' })
    await until(async () => (await comms.message(id)).delivery.error !== null, 'it to fail')
    twilio.answers(() => 'take')
    await report(freshSid(), 'sent', {}, `?message=${id}`)
    expect(await comms.message(id)).toMatchObject({ status: 'sent', delivery: { state: 'sent' } })
    await announce(service.sql, desk.workspaceId)
    expect(twilio.asked.filter((fields) => fields.get('Body') === 'Not twice')).toHaveLength(1)
  })
})

describe('the files of a text', () => {
  const upload = async (name: string, type: string, bytes: string) => {
    const form = new FormData()
    form.set('file', new File([bytes], name, { type }))
    const made = await service.api('POST', '/v1/files', { token: desk.tokens.owner, body: form })
    return made.body.data.id as string
  }
  const pathOf = (url: string) => url.replace('https://records.example.com', '')
  const get = (path: string) => service.api('GET', path)

  test('are fetched by the provider, for an hour, and by nobody without the address', async () => {
    const file = await upload('a "page".html', 'text/html', '<b>hello</b>')
    const { id } = await comms.send('text', { content: 'See', attachments: [file] })
    await settled(id, 'sent')
    const [url] = textOf(id).fields.getAll('MediaUrl')
    const path = pathOf(url!)
    const got = await get(path)
    expect([got.status, got.text]).toEqual([200, '<b>hello</b>'])
    expect(got.headers.get('content-type')).toBe('text/html')
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(got.headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(path).not.toContain(file)

    const other = (await comms.api('POST', 'channels', twilioChannel(twilio.url))).body.data.id
    await comms.api('DELETE', `channels/${other}`)
    const turned = path.slice(0, -4) + (path.endsWith('AAAA') ? 'BBBB' : 'AAAA')
    for (const wrong of [path.replace(channelId, other), turned, path.slice(0, -40)]) {
      expect((await get(wrong)).body).toMatchObject({ code: 'not_found' })
    }
    await service.sql(
      `UPDATE message_deliveries SET began_at = (SELECT began_at - interval '61 minutes')
       WHERE workspace_id = $1 AND message_id = $2`,
      [desk.workspaceId, id],
    )
    expect((await get(path)).status).toBe(404)
  })

  test('are not given out once the message is deleted', async () => {
    const file = await upload('a.txt', 'text/plain', 'hello')
    const { id } = await comms.send('text', { content: 'See', attachments: [file] })
    await settled(id, 'sent')
    const path = pathOf(textOf(id).fields.get('MediaUrl')!)
    expect((await get(path)).status).toBe(200)
    await comms.api('DELETE', `messages/${id}`)
    expect((await get(path)).status).toBe(404)
  })
})

test('a template’s text waits for the recipient’s morning, and a person’s text does not', async () => {
  const page = await makePage(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const row = await service.api('POST', `/v1/definitions/${page.key}/rows`, {
    token: desk.tokens.owner,
    body: { cells: { name: 'Ann' } },
  })
  const template = await comms.api('POST', 'templates', {
    name: 'Hello',
    medium: 'text',
    definition_key: page.key,
    content: 'Hello {{name}}',
  })
  // It is always night in New York, in Tokyo or in London.
  const now = new Date()
  const numbers = ['+12125550123', '+81312345678', '+442079460123']
  const to = numbers.find((number) => notBefore(number, now))!
  const until_ = notBefore(to, now)!.toISOString()
  const waiting = await comms.send('text', {
    to,
    content: undefined,
    template_id: template.body.data.id,
    definition_key: page.key,
    row_id: row.body.data.id,
  })
  expect(waiting).toMatchObject({
    status: 'queued',
    content: 'Hello Ann',
    delivery: { state: 'pending', next_attempt_at: until_, attempts: 0 },
  })
  // The message was claimed too early, so it is put back.
  await service.sql(
    'UPDATE message_deliveries SET next_attempt_at = now() WHERE workspace_id = $1 AND message_id = $2',
    [desk.workspaceId, waiting.id],
  )
  await announce(service.sql, desk.workspaceId)
  await until(
    async () => (await comms.message(waiting.id)).delivery.next_attempt_at === until_,
    'it to be put back',
  )
  const written = await comms.send('text', { to })
  await settled(written.id, 'sent')
  expect((await comms.message(waiting.id)).delivery).toMatchObject({
    state: 'pending',
    attempts: 0,
  })
})
