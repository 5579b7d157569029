import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { openComms } from '../../../tests/support/messages/comms.ts'
import { dumpAll } from '../../../tests/support/service/dump.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeFiles } from '../../records/files/purge.ts'

let service: TestService
let desk: Desk
let comms: ReturnType<typeof openComms>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  comms = openComms(service, desk, 'member')
})
afterAll(() => service.stop())

const member = (method: string, path: string, body?: unknown) =>
  comms.as('member')(method, path, body)
const one = (id: number, verb = '') => `messages/${id}${verb && `/${verb}`}`
const types = async (id: number) => (await comms.eventsOf(`message:${id}`)).map(({ type }) => type)
const codes = (answers: { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => `${status} ${body?.code ?? ''}`.trim()).sort()

describe('the messages of a thread', () => {
  test('are listed oldest first or newest first, by pages, and found by words in any case', async () => {
    const first = await comms.send('email', { content: 'The first', subject: '100% sure' })
    const id = first.conversation_id
    const path = `conversations/${id}/messages`
    const { address } = (await member('GET', `conversations/${id}`)).body.data
    const second = await comms.receive(address, { content: 'I have ADDED a_word' })
    const third = (await member('POST', path, { content: 'The third' })).body.data
    const all = [first.id, second.messageId, third.id]
    const list = async (query: string) => {
      const { body } = await comms.as('viewer')('GET', `${path}?${query}`)
      return [body.data.map((message: { id: number }) => message.id), body.nextCursor]
    }
    expect(await list('')).toEqual([all, null])
    expect(await list('sort=-id')).toEqual([all.toReversed(), null])
    for (const [sort, order] of [
      ['id', all],
      ['-id', all.toReversed()],
    ] as const) {
      const [two, cursor] = await list(`sort=${sort}&limit=2`)
      expect(two).toEqual(order.slice(0, 2))
      expect(await list(`sort=${sort}&limit=2&cursor=${cursor}`)).toEqual([order.slice(2), null])
    }
    expect(await list('search=the+')).toEqual([[first.id, third.id], null])
    expect(await list('search=ADDED+a_W')).toEqual([[second.messageId], null])
    expect(await list('search=100%25+S')).toEqual([all.filter((n) => n !== second.messageId), null])
    expect(await list('search=addedXa')).toEqual([[], null])
    expect((await member('GET', `${path}?cursor=x`)).body.code).toBe('invalid_cursor')
    expect((await member('GET', `${path}?sort=content`)).status).toBe(400)
  })

  test('that came in are answered without a delivery, in the documented form', async () => {
    const call = {
      ai_summary: 'Wants a quote',
      answered_at: null,
      duration_seconds: 61,
      ended_at: null,
      provider: 'twilio',
      recording_count: 1,
      recording_url: 'https://x.example/r',
      result: 'voicemail' as const,
      started_at: null,
      transcript: 'Hello?',
    }
    const occurredAt = new Date('2026-03-04T05:06:07.008Z')
    const { messageId: id } = await comms.receive('+12015559999', {
      content: '',
      call,
      occurredAt,
      fromName: 'Ann',
      facts: { provider: 'twilio' },
      externalId: 'CA1',
    })
    const { recorded_at, ...data } = await comms.message(id)
    expect(data).toEqual({
      id,
      conversation_id: expect.any(Number),
      parent_message_id: null,
      medium: 'text',
      direction: 'inbound',
      status: 'received',
      subject: null,
      content: '',
      content_html: null,
      external_id: 'CA1',
      is_deleted: false,
      sender_id: null,
      sender_name: 'Ann',
      sender_type: 'contact',
      occurred_at: occurredAt.toISOString(),
      delivered_at: null,
      read_at: null,
      call,
      delivery: null,
      text: {
        error_code: null,
        error_message: null,
        media_count: 0,
        provider: 'twilio',
        segment_count: 0,
      },
    })
    await member('DELETE', one(id))
    expect((await comms.message(id)).call).toEqual({
      ...call,
      ai_summary: null,
      recording_url: null,
      transcript: null,
    })
  })
})

describe('deleting a message', () => {
  test('keeps its place, without its words and files, once', async () => {
    const file = await comms.upload(1)
    expect(await dumpAll(service.sql)).not.toContain('Secret')
    const body = { content: 'Secret', subject: 'Secret', content_html: '<b>Secret</b>' }
    const made = await comms.send('email', { ...body, attachments: [file] })
    await comms.bring(made.id, 'sent', 'sent')
    expect((await member('DELETE', one(made.id))).status).toBe(204)
    const gone = await comms.message(made.id)
    expect(gone).toMatchObject({
      is_deleted: true,
      content: '',
      subject: null,
      content_html: null,
      status: 'sent',
      external_id: made.external_id,
      delivery: { state: 'sent' },
    })
    const thread = `conversations/${made.conversation_id}`
    expect((await member('GET', `${thread}/messages`)).body.data).toEqual([gone])
    expect((await member('GET', `${thread}/messages?search=secret`)).body.data).toEqual([])
    expect((await member('GET', `${one(made.id)}/attachments`)).body.data).toEqual([])
    const read = (role: 'member' | 'viewer') =>
      service.api('GET', `/v1/files/${file}`, { token: desk.tokens[role] })
    expect((await read('viewer')).status).toBe(404)
    expect((await read('member')).status).toBe(200)
    expect((await member('DELETE', one(made.id))).status).toBe(404)
    for (const verb of ['retry', 'cancel']) {
      expect((await member('POST', one(made.id, verb))).status).toBe(409)
    }
    // Nobody is shown it; and nothing is left that could be.
    expect(await dumpAll(service.sql)).not.toContain('Secret')
    await purgeFiles(service.db, service.files, new AbortController().signal)
    expect((await read('member')).status).toBe(404)
    expect(await types(made.id)).toEqual(['message.queued', 'message.deleted'])
  })

  test('cancels a pending one', async () => {
    const made = await comms.send('text')
    await member('DELETE', one(made.id))
    expect(await comms.message(made.id)).toMatchObject({
      is_deleted: true,
      status: 'canceled',
      delivery: { state: 'cancelled', next_attempt_at: null, settled_at: expect.any(String) },
    })
    expect(await types(made.id)).toEqual(['message.queued', 'message.cancelled', 'message.deleted'])
  })

  test('that was unread lowers the unread count', async () => {
    const from = '+12015558888'
    const { messageId, conversationId } = await comms.receive(from)
    await comms.receive(from)
    const unread = async () =>
      (await member('GET', `conversations/${conversationId}`)).body.data.unread_count
    await member('DELETE', one(messageId))
    expect(await unread()).toBe(1)
    await member('POST', `conversations/${conversationId}/read`)
    expect(await unread()).toBe(0)
    expect((await comms.message(messageId)).status).toBe('received')
  })
})

test('a message of another workspace, or missing, is not found; viewers can only read', async () => {
  const made = await comms.send('text')
  const { workspaceId, owner } = await makeOwner(service)
  const stranger = openComms(service, { workspaceId, tokens: { owner } }).api
  for (const id of [made.id, 0, 2 ** 31, 'x', 1e300]) {
    for (const [method, verb] of [
      ['GET', ''],
      ['GET', 'attachments'],
      ['DELETE', ''],
      ['POST', 'retry'],
      ['POST', 'cancel'],
    ] as const) {
      const answer = await stranger(method, one(id as number, verb))
      expect(codes([answer]), `${method} ${id} ${verb}`).toEqual(['404 not_found'])
    }
  }
  for (const [method, verb] of [
    ['DELETE', ''],
    ['POST', 'retry'],
    ['POST', 'cancel'],
  ] as const) {
    const viewer = await comms.as('viewer')(method, one(made.id, verb))
    expect(viewer.status).toBe(403)
  }
  expect((await comms.as('viewer')('GET', one(made.id))).body.data).toEqual(made)
})
