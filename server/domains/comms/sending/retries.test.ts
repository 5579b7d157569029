import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openComms } from '../../../tests/support/messages/comms.ts'
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

const member = (method: string, path: string, body?: unknown) =>
  comms.as('member')(method, path, body)
const one = (id: number, verb = '') => `messages/${id}${verb && `/${verb}`}`
const types = async (id: number) => (await comms.eventsOf(`message:${id}`)).map(({ type }) => type)
const codes = (answers: { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => `${status} ${body?.code ?? ''}`.trim()).sort()

describe('cancelling', () => {
  test('takes back a pending message, and no other', async () => {
    const made = await comms.send('text')
    const cancelled = await member('POST', one(made.id, 'cancel'))
    expect(cancelled.status).toBe(201)
    expect(cancelled.body.data).toEqual({
      ...made,
      status: 'canceled',
      delivery: {
        ...made.delivery,
        state: 'cancelled',
        next_attempt_at: null,
        settled_at: expect.any(String),
      },
    })
    expect(await types(made.id)).toEqual(['message.queued', 'message.cancelled'])
    expect(codes([await member('POST', one(made.id, 'cancel'))])).toEqual(['409 not_cancelable'])
    const other = await comms.send('text')
    for (const [state, status] of [
      ['claimed', 'sending'],
      ['sent', 'sent'],
      ['failed', 'failed'],
      ['uncertain', 'sending'],
    ] as const) {
      await comms.bring(other.id, state, status)
      expect(codes([await member('POST', one(other.id, 'cancel'))])).toEqual(['409 not_cancelable'])
      expect(await comms.message(other.id)).toMatchObject({ status, delivery: { state } })
    }
    const { messageId } = await comms.receive('+12015557777')
    expect(codes([await member('POST', one(messageId, 'cancel'))])).toEqual(['409 not_cancelable'])
  })

  test('raced with itself happens once, and raced with a claim one of them wins', async () => {
    const made = await comms.send('text')
    const raced = await Promise.all([1, 2, 3].map(() => member('POST', one(made.id, 'cancel'))))
    expect(codes(raced)).toEqual(['201', '409 not_cancelable', '409 not_cancelable'])
    const other = await comms.send('text')
    // A worker claims it in a transaction that is still open when the cancellation comes.
    let answer: ReturnType<typeof member> | undefined
    await service.db.withWorkspace(desk, async (tx) => {
      const claimed = await tx.run(
        `UPDATE message_deliveries SET state = 'claimed', next_attempt_at = NULL, attempts = 1,
           leased_until = now() + interval '2 min', fence = fence + 1
         WHERE workspace_id = current_workspace() AND message_id = $1 AND state = 'pending'
         RETURNING message_id`,
        [other.id],
      )
      expect(claimed).toHaveLength(1)
      answer = member('POST', one(other.id, 'cancel'))
      await service.blocked()
    })
    expect(codes([await answer!])).toEqual(['409 not_cancelable'])
    expect((await comms.message(other.id)).delivery.state).toBe('claimed')
  })
})

describe('a retry', () => {
  test('is a new message with the same words and files, if the first failed or is uncertain', async () => {
    const file = await comms.upload(1)
    const body = { subject: 'Hi', content_html: '<b>Hello</b>', attachments: [file] }
    const first = await comms.send('email', body)
    await comms.bring(first.id, 'failed', 'failed')
    const made = await comms.as('manager')('POST', one(first.id, 'retry'))
    expect(made.status).toBe(201)
    const { data } = made.body
    expect(data).toMatchObject({
      parent_message_id: first.id,
      conversation_id: first.conversation_id,
      status: 'queued',
      content: 'Hello',
      content_html: '<b>Hello</b>',
      subject: 'Hi',
      medium: 'email',
      sender_id: desk.seats.manager,
      delivery: { state: 'pending', attempts: 0 },
    })
    expect(data.id).not.toBe(first.id)
    expect(data.external_id).not.toBe(first.external_id)
    const files = (await member('GET', `${one(data.id)}/attachments`)).body.data
    expect(files).toMatchObject([{ id: file, name: 'paper.pdf' }])
    expect(await comms.message(first.id)).toMatchObject({
      status: 'failed',
      delivery: { state: 'failed' },
    })
    // The retry of a failed retry names the first message, too.
    expect(codes([await member('POST', one(first.id, 'retry'))])).toEqual(['409 not_retryable'])
    await comms.bring(data.id, 'uncertain', 'sending')
    const again = (await member('POST', one(data.id, 'retry'))).body.data
    expect(again.parent_message_id).toBe(first.id)
    expect(await types(again.id)).toEqual(['message.queued'])
  })

  test('is possible if the provider has it, and could not deliver it', async () => {
    for (const status of ['undelivered', 'failed']) {
      const made = await comms.send('text')
      await comms.bring(made.id, 'sent', status)
      expect((await member('POST', one(made.id, 'retry'))).status).toBe(201)
    }
  })

  test('can be made again once the first one was cancelled or deleted', async () => {
    const first = await comms.send('text')
    await comms.bring(first.id, 'failed', 'failed')
    const retry = () => member('POST', one(first.id, 'retry'))
    await member('POST', one((await retry()).body.data.id, 'cancel'))
    const second = await retry()
    expect(second.status).toBe(201)
    expect((await retry()).status).toBe(409)
    await member('DELETE', one(second.body.data.id))
    expect((await retry()).status).toBe(201)
  })

  test('raced is one message', async () => {
    const first = await comms.send('text')
    await comms.bring(first.id, 'failed', 'failed')
    const raced = await Promise.all([1, 2, 3, 4].map(() => member('POST', one(first.id, 'retry'))))
    expect(codes(raced)).toEqual(['201', ...Array(3).fill('409 not_retryable')])
    const path = `conversations/${first.conversation_id}/messages`
    expect((await member('GET', path)).body.data).toHaveLength(2)
  })

  test('is refused if it is on its way, arrived, cancelled or inbound, or if the contact opted out', async () => {
    const made = await comms.send('text')
    const refused = async (id: number) => codes([await member('POST', one(id, 'retry'))])[0]
    for (const [state, status] of [
      ['claimed', 'sending'],
      ['sent', 'sent'],
      ['sent', 'delivered'],
      ['sent', 'read'],
      ['cancelled', 'canceled'],
    ] as const) {
      await comms.bring(made.id, state, status)
      expect(await refused(made.id), `${state} ${status}`).toBe('409 not_retryable')
    }
    expect(await refused((await comms.receive('+12015556666')).messageId)).toBe('409 not_retryable')
    const { address } = (await member('GET', `conversations/${made.conversation_id}`)).body.data
    await comms.bring(made.id, 'failed', 'failed')
    await member('PUT', 'opt-outs', { address, medium: 'text', opted_out: true })
    expect(await refused(made.id)).toBe('409 recipient_opted_out')
    await member('DELETE', one(made.id))
    expect(await refused(made.id)).toBe('409 not_retryable')
  })
})
