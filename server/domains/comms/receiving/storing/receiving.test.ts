import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOwner } from '../../../../tests/support/desks/fixtures.ts'
import {
  freshAddress,
  freshMailId,
  freshNumber,
  openComms,
} from '../../../../tests/support/messages/comms.ts'
import { startService, type TestService } from '../../../../tests/support/service/service.ts'

let service: TestService
let desk: Awaited<ReturnType<typeof makeOwner>>
let strangers: typeof desk
let comms: ReturnType<typeof openComms>
let theirs: typeof comms
const commsOf = (of: typeof desk) => openComms(service, { ...of, tokens: { owner: of.owner } })
beforeAll(async () => {
  service = await startService()
  desk = await makeOwner(service)
  strangers = await makeOwner(service)
  comms = commsOf(desk)
  theirs = commsOf(strangers)
})
afterAll(() => service.stop())

const patch = (id: number, body: object) => comms.api('PATCH', `conversations/${id}`, body)

describe('an inbound message', () => {
  test('opens a thread, unread, with an event that has only ids', async () => {
    const from = freshAddress()
    const got = await comms.receive(` ${from.toUpperCase()} `, {
      fromName: ' Ann\n Client ',
      subject: 'Help\r\n please',
      externalId: '<first@x.example>',
    })
    expect(got).toEqual({
      messageId: expect.any(Number),
      conversationId: expect.any(Number),
      repeated: false,
    })
    expect(await comms.thread(got.conversationId)).toMatchObject({
      medium: 'email',
      address: from,
      subject: 'Help please',
      status: 'open',
      unread_count: 1,
      last_message_at: expect.any(String),
      assigned_to: null,
    })
    expect(await comms.message(got.messageId)).toMatchObject({
      subject: 'Help please',
      content: 'Hello',
      sender_name: 'Ann Client',
      delivery: null,
      direction: 'inbound',
      status: 'received',
      sender_type: 'contact',
      sender_id: null,
      external_id: '<first@x.example>',
      text: null,
    })
    const events = await service.sql(
      "SELECT type, actor, data FROM events WHERE workspace_id = $1 AND actor = 'contact' ORDER BY xid, type",
      [desk.workspaceId],
    )
    expect(events).toEqual([
      {
        type: 'conversation.created',
        actor: 'contact',
        data: { conversationId: got.conversationId },
      },
      {
        type: 'message.received',
        actor: 'contact',
        data: { conversationId: got.conversationId, messageId: got.messageId },
      },
    ])
  })

  test('joins the thread of the email it answers, or else of the last one it names', async () => {
    const from = freshAddress()
    const first = await comms.send('email', { to: from })
    const second = (await comms.api('POST', 'conversations', {
      medium: 'email',
      address: from,
    })) as { body: { data: { id: number } } }
    const other = (
      await comms.api('POST', `conversations/${second.body.data.id}/messages`, {
        content: 'x',
      })
    ).body.data
    const answer = await comms.receive(from, { inReplyTo: first.external_id })
    expect(answer.conversationId).toBe(first.conversation_id)
    expect((await comms.message(answer.messageId)).parent_message_id).toBe(first.id)
    const chain = { references: [first.external_id, other.external_id, '<lost@x.example>'] }
    const named = await comms.receive(from, { inReplyTo: '<gone@x.example>', ...chain })
    expect(named.conversationId).toBe(other.conversation_id)
    const chained = await comms.receive(from, { inReplyTo: first.external_id, ...chain })
    expect(chained.conversationId).toBe(first.conversation_id)
    // A colleague's answer from another address joins too, and shows the address.
    const colleague = freshAddress()
    const joined = await comms.receive(colleague, { inReplyTo: other.external_id, fromName: 'Bob' })
    expect(joined.conversationId).toBe(other.conversation_id)
    expect((await comms.message(joined.messageId)).sender_name).toBe(`Bob <${colleague}>`)
    expect((await comms.thread(other.conversation_id)).address).toBe(from)
  })

  test('joins the open thread with its address if it names none, or else opens one', async () => {
    const from = freshAddress()
    const [a, b] = [await comms.send('email', { to: from }), await comms.receive(from)]
    expect(b.conversationId).toBe(a.conversation_id)
    await patch(a.conversation_id, { status: 'snoozed' })
    expect((await comms.receive(from)).conversationId).toBe(a.conversation_id)
    expect((await comms.thread(a.conversation_id)).status).toBe('open')
    await patch(a.conversation_id, { status: 'closed' })
    const fresh = await comms.receive(from)
    expect(fresh.conversationId).not.toBe(a.conversation_id)
    expect((await comms.thread(a.conversation_id)).status).toBe('closed')
  })

  test('reopens a closed or snoozed thread, with an event', async () => {
    const from = freshNumber()
    const { conversationId: id } = await comms.receive(from)
    const first = await comms.send('email', { to: freshAddress() })
    for (const [thread_, answer] of [
      [id, () => comms.receive(from)],
      [
        first.conversation_id,
        () => comms.receive(freshAddress(), { inReplyTo: first.external_id }),
      ],
    ] as const) {
      for (const change of [
        { status: 'closed' },
        { status: 'snoozed', snoozed_until: new Date(Date.now() + 60_000).toISOString() },
      ]) {
        await patch(thread_, change)
        expect((await answer()).conversationId).toBe(thread_)
        expect(await comms.thread(thread_)).toMatchObject({ status: 'open', snoozed_until: null })
        const [event] = await service.sql(
          'SELECT type, actor FROM events WHERE workspace_id = $1 AND subject = $2 ORDER BY xid DESC LIMIT 1',
          [desk.workspaceId, `conversation:${thread_}`],
        )
        expect(event).toEqual({ type: 'conversation.updated', actor: 'contact' })
      }
    }
    expect((await comms.thread(id)).unread_count).toBe(3)
  })

  test('of a number is in its one thread, in whatever form the number is sent', async () => {
    const from = freshNumber()
    const made = (
      await comms.api('POST', 'conversations', {
        medium: 'text',
        address: from,
      })
    ).body.data
    const got = await comms.receive(from, {
      externalId: 'SM1',
      subject: 'No',
      inReplyTo: '<first@x.example>',
    })
    expect(got.conversationId).toBe(made.id)
    expect((await comms.message(got.messageId)).subject).toBe(null)
    await patch(made.id, { status: 'closed' })
    expect((await comms.receive(from)).conversationId).toBe(made.id)
  })

  test('sent again, or several times at once, is one message', async () => {
    const from = freshAddress()
    const externalId = freshMailId()
    const first = await comms.receive(from, { externalId })
    const other = freshAddress()
    const again = await comms.receive(other, { externalId, content: 'Other' })
    expect(again).toEqual({ ...first, repeated: true })
    expect((await comms.api('GET', `conversations?address=${other}`)).body.data).toEqual([])
    expect((await comms.thread(first.conversationId)).unread_count).toBe(1)
    for (const [sender, id] of [
      [freshAddress(), freshMailId()],
      [freshNumber(), 'SM2'],
    ] as const) {
      const raced = await Promise.all(
        Array.from({ length: 5 }, () => comms.receive(sender, { externalId: id })),
      )
      expect(raced.filter(({ repeated }) => !repeated)).toHaveLength(1)
      expect(new Set(raced.map(({ messageId }) => messageId)).size).toBe(1)
      const { data } = (
        await comms.api('GET', `conversations?address=${encodeURIComponent(sender)}`)
      ).body
      expect(data).toMatchObject([{ unread_count: 1, id: raced[0]!.conversationId }])
    }
  })

  test('with different words at once makes several messages in one thread', async () => {
    for (const from of [freshAddress(), freshNumber()]) {
      const raced = await Promise.all(Array.from({ length: 5 }, () => comms.receive(from)))
      expect(new Set(raced.map(({ messageId }) => messageId)).size).toBe(5)
      expect(new Set(raced.map(({ conversationId }) => conversationId)).size).toBe(1)
      expect((await comms.thread(raced[0]!.conversationId)).unread_count).toBe(5)
    }
  })

  test('is stored while answers go out, and none of either is lost', async () => {
    const from = freshNumber()
    const { conversationId: id } = await comms.receive(from)
    const both = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? comms.receive(from)
          : comms.api('POST', `conversations/${id}/messages`, { content: 'x' }),
      ),
    )
    expect(both).toHaveLength(8)
    const { data } = (await comms.api('GET', `conversations/${id}/messages`)).body
    expect(data).toHaveLength(9)
    expect((await comms.thread(id)).unread_count).toBe(5)
  })

  test('never joins a thread of another workspace', async () => {
    const from = freshAddress()
    const mine = await comms.send('email', { to: from })
    const externalId = freshMailId()
    const foreign = await theirs.receive(from, { inReplyTo: mine.external_id, externalId })
    const [row] = await service.sql(
      'SELECT parent_id FROM messages WHERE workspace_id = $1 AND id = $2',
      [strangers.workspaceId, foreign.messageId],
    )
    expect(row.parent_id).toBe(null)
    expect((await comms.receive(from, { externalId })).repeated).toBe(false)
  })

  test('with broken characters, or from the future, is stored as well as possible', async () => {
    const got = await comms.receive(freshAddress(), {
      content: 'a\0b\ud800',
      fromName: '\0',
      subject: ' \n ',
      occurredAt: new Date(Date.now() + 3_600_000),
    })
    const kept = await comms.message(got.messageId)
    expect(kept).toMatchObject({ content: 'ab\ufffd', sender_name: null, subject: null })
    expect(Date.parse(kept.occurred_at)).toBeLessThanOrEqual(Date.parse(kept.recorded_at))
    const old = await comms.receive(freshAddress(), {
      occurredAt: new Date('2020-01-02T03:04:05.678Z'),
    })
    expect((await comms.message(old.messageId)).occurred_at).toBe('2020-01-02T03:04:05.678Z')
  })
})
