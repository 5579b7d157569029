import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { freshNumber, openComms } from '../../../tests/support/messages/comms.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let comms: ReturnType<typeof openComms>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  comms = openComms(service, desk, 'member')
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const log = (body: object) => comms.api('POST', 'calls', body)

describe('a call that somebody logs', () => {
  test('is a message in its number’s conversation, which is about the record', async () => {
    const board = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
    const path = `/v1/boards/${board.id}/rows`
    const made = await service.api('POST', path, {
      token: desk.tokens.owner,
      body: { cells: { name: 'Ann' } },
    })
    const record = { definition_key: board.key, row_id: made.body.data.id as string }
    const number = freshNumber()
    const call = {
      number: number.replace('+1', ''),
      result: 'completed',
      content: ' Wants two offers. ',
      started_at: '2026-03-04T12:00:00.000Z',
      duration_seconds: 90,
      ...record,
    }
    const { status, body } = await log(call)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      medium: 'text',
      direction: 'outbound',
      status: 'sent',
      content: 'Wants two offers.',
      sender_id: desk.seats.member,
      sender_type: 'user',
      occurred_at: call.started_at,
      delivery: null,
      call: {
        provider: 'manual',
        result: 'completed',
        duration_seconds: 90,
        started_at: call.started_at,
        answered_at: call.started_at,
        ended_at: '2026-03-04T12:01:30.000Z',
        recording_url: null,
      },
    })
    expect(await comms.message(body.data.id)).toEqual(body.data)
    const thread = await comms.thread(body.data.conversation_id)
    expect(thread).toMatchObject({ address: number, unread_count: 0, ...record })
    expect(thread.last_message).toMatchObject({ id: body.data.id, is_call: true })
    expect(await comms.eventsOf(`message:${body.data.id}`)).toEqual([
      {
        type: 'message.sent',
        actor: `user:${desk.seats.member}`,
        data: {
          conversationId: thread.id,
          messageId: body.data.id,
          rowId: record.row_id,
        },
      },
    ])
    const timeline = await service.api('GET', `${path}/${record.row_id}/timeline?kinds=message`, {
      token: desk.tokens.viewer,
    })
    expect(timeline.body.data[0].message).toMatchObject({
      messageId: body.data.id,
      isCall: true,
      excerpt: 'Wants two offers.',
    })
    const next = await log({ number, result: 'no-answer' })
    expect(next.body.data.conversation_id).toBe(thread.id)
    expect((await comms.api('POST', `messages/${next.body.data.id}/retry`)).body.code).toBe(
      'not_retryable',
    )
  })

  test('that came in is read already, and begins no earlier than its length ago', async () => {
    const before = Date.now()
    const { body } = await log({
      number: freshNumber(),
      direction: 'inbound',
      duration_seconds: 60,
    })
    const { data } = body
    expect(data).toMatchObject({
      direction: 'inbound',
      status: 'read',
      content: '',
      sender_id: null,
      sender_type: 'contact',
    })
    expect(Date.parse(data.call.ended_at) - Date.parse(data.call.started_at)).toBe(60_000)
    expect(Date.parse(data.call.started_at)).toBeLessThan(before)
    expect((await comms.thread(data.conversation_id)).unread_count).toBe(0)
    expect((await comms.eventsOf(`message:${data.id}`))[0].type).toBe('message.received')
  })

  test('is refused: an invalid number, a time that is later or none, half a record, a missing one; to viewers', async () => {
    const number = freshNumber()
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    for (const [body, code, path] of [
      [{}, 'invalid_request', 'body.number'],
      [{ number: 'Ann' }, 'invalid_request', 'body.number'],
      [{ number, started_at: soon }, 'invalid_request', 'body.started_at'],
      // The format allows a leap second and the year 0, which nothing can store.
      [{ number, started_at: '2016-12-31T23:59:60Z' }, 'invalid_request', 'body.started_at'],
      [{ number, started_at: '0000-12-31T23:59:59Z' }, 'invalid_request', 'body.started_at'],
      [{ number, duration_seconds: -1 }, 'invalid_request', 'body.duration_seconds'],
      [{ number, result: 'good' }, 'invalid_request', 'body.result'],
      [{ number, row_id: NOWHERE }, 'invalid_request', 'body.definition_key'],
      [{ number, definition_key: 'leads' }, 'invalid_request', 'body.row_id'],
      [{ number, definition_key: 'leads', row_id: NOWHERE }, 'unknown_reference', 'body.row_id'],
    ] as const) {
      const { status, body: answer } = await log(body)
      expect([status, answer.code, answer.issues[0].path], JSON.stringify(body)).toEqual([
        400,
        code,
        path,
      ])
    }
    expect((await comms.as('viewer')('POST', 'calls', { number })).status).toBe(403)
    const found = await comms.api('GET', `conversations?address=${encodeURIComponent(number)}`)
    expect(found.body.data).toEqual([])
  })
})
