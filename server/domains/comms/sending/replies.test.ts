import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { freshAddress, openComms } from '../../../tests/support/messages/comms.ts'
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

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const at = (id: number) => `conversations/${id}`
const stored = async (id: number) =>
  (
    await service.sql('SELECT * FROM messages WHERE workspace_id = $1 AND id = $2', [
      desk.workspaceId,
      id,
    ])
  )[0]

describe('a reply', () => {
  test('by text is queued, answered in the documented form, and has an event', async () => {
    const id = (await comms.open('text')).id
    const data = await comms.reply(id, { content: 'Your funds are out.' })
    expect(data).toEqual({
      id: expect.any(Number),
      conversation_id: id,
      parent_message_id: null,
      medium: 'text',
      direction: 'outbound',
      status: 'queued',
      subject: null,
      content: 'Your funds are out.',
      content_html: null,
      external_id: null,
      is_deleted: false,
      sender_id: desk.seats.member,
      sender_name: 'The member',
      sender_type: 'user',
      occurred_at: TIME,
      recorded_at: TIME,
      delivered_at: null,
      read_at: null,
      call: null,
      delivery: {
        attempts: 0,
        claimed_at: null,
        claimed_by: null,
        error: null,
        next_attempt_at: TIME,
        settled_at: null,
        state: 'pending',
      },
      text: {
        error_code: null,
        error_message: null,
        media_count: 0,
        provider: 'local',
        segment_count: 1,
      },
    })
    expect((await comms.api('GET', `messages/${data.id}`)).body.data).toEqual(data)
    const { last_message_at } = (await comms.api('GET', at(id))).body.data
    expect(last_message_at).toBe(data.occurred_at)
    expect(await comms.eventsOf(`message:${data.id}`)).toEqual([
      {
        type: 'message.queued',
        actor: `user:${desk.seats.member}`,
        data: { conversationId: id, messageId: data.id },
      },
    ])
  })

  test('by email has a Message-ID, clean HTML, and the subject of the thread', async () => {
    const id = (await comms.open('email', { subject: 'Statements' })).id
    const html = '<p onclick="x()">Hi</p><script>alert(1)</script>'
    const first = await comms.reply(id, { content: 'Hi', content_html: html })
    expect(first).toMatchObject({ medium: 'email', subject: 'Statements', text: null, call: null })
    expect(first.external_id).toMatch(/^<[0-9a-f-]{36}@local\.invalid>$/)
    expect(first.content_html).toContain('Hi</p>')
    expect(first.content_html).not.toContain('script')
    expect((await comms.reply(id, { content: 'And?' })).subject).toBe('Re: Statements')
    const own = await comms.reply(id, { content: 'And?', subject: 'Another matter' })
    expect(own.subject).toBe('Another matter')
    expect((await comms.api('GET', at(id))).body.data.subject).toBe('Statements')
  })

  test('by email answers the last inbound one, and names the chain before it', async () => {
    const from = freshAddress()
    const first = await comms.receive(from, { subject: 'Help', externalId: '<1@funding.example>' })
    const id = first.conversationId
    const second = await comms.reply(id, { content: 'Of course' })
    await comms.receive(from, { externalId: '<3@funding.example>', inReplyTo: second.external_id })
    const third = await comms.reply(id, { content: 'Done' })
    expect(third.subject).toBe('Re: Help')
    const { in_reply_to, reference_ids } = await stored(third.id)
    expect([in_reply_to, reference_ids]).toEqual([
      '<3@funding.example>',
      ['<1@funding.example>', second.external_id, '<3@funding.example>'],
    ])
    const reply = await comms.reply(id, {
      content: 'To the first',
      parent_message_id: first.messageId,
    })
    expect(reply.parent_message_id).toBe(first.messageId)
    expect((await stored(reply.id)).in_reply_to).toBe('<1@funding.example>')
    const fresh = await comms.reply((await comms.open('email')).id, { content: 'x' })
    expect(await stored(fresh.id)).toMatchObject({ in_reply_to: null, reference_ids: [] })
  })

  test('has files, which every seat can then read and nobody purges', async () => {
    const [a, b] = [await comms.upload(10), await comms.upload(20)]
    const bytes = (path: string, role: 'viewer' | 'member' = 'viewer') =>
      service.api('GET', `/v1/files/${path}`, { token: desk.tokens[role] })
    const other = (path: string) => comms.as('viewer')('GET', path)
    expect((await bytes(a)).status).toBe(404)
    const id = (await comms.open('text')).id
    const data = await comms.reply(id, { content: '', attachments: [b, a.toUpperCase()] })
    expect(data.text.media_count).toBe(2)
    const path = `messages/${data.id}/attachments`
    const files = (await other(path)).body
    const file = { name: 'paper.pdf', type: 'application/pdf', inline: false }
    expect(files).toEqual({
      data: [
        { id: b, size: 20, ...file },
        { id: a, size: 10, ...file },
      ],
      nextCursor: null,
    })
    const one = (await other(`${path}?limit=1`)).body
    expect(one.data).toEqual(files.data.slice(0, 1))
    expect((await other(`${path}?cursor=${one.nextCursor}`)).body.data).toEqual(files.data.slice(1))
    expect((await other(`${path}?cursor=x`)).body.code).toBe('invalid_cursor')
    expect((await other(`messages/${data.id + 1000}/attachments`)).status).toBe(404)
    expect((await bytes(a)).status).toBe(200)
    expect((await bytes(`${a}/content`)).status).toBe(200)
    const old = () =>
      service.sql(
        "UPDATE files SET loose_since = now() - interval '2 days' WHERE workspace_id = $1",
        [desk.workspaceId],
      )
    const loose = await comms.upload(1)
    await old()
    await purgeFiles(service.db, service.files, new AbortController().signal)
    expect((await bytes(a)).status).toBe(200)
    expect((await bytes(loose, 'member')).status).toBe(404)
  })

  test('is refused for its own faults before its thread is looked up', async () => {
    const files = [await comms.upload(1)]
    const template = { template_id: NOWHERE, definition_key: 'leads', row_id: NOWHERE }
    for (const [body, ...paths] of [
      [{}, 'content', 'template_id'],
      [{ content: 'x', ...template }, 'content', 'template_id'],
      [{ template_id: NOWHERE }, 'definition_key', 'row_id'],
      [{ template_id: NOWHERE, row_id: NOWHERE }, 'definition_key'],
      [{ content: 'x', definition_key: 'leads' }, 'definition_key'],
      [{ content: 'x', definition_key: 'leads', row_id: NOWHERE }, 'definition_key', 'row_id'],
      [{ ...template, content_html: '<b>x</b>' }, 'content_html'],
      [{ content: ' \n' }, 'content'],
      [{ content: '', attachments: [] }, 'content'],
      [{ content: 'x', subject: 'a\r\nBcc: b' }, 'subject'],
      [{ content: 'x', attachments: [files[0], files[0]] }, 'attachments'],
      [{ content: 'x', medium: 'text' }, 'medium'],
    ] as const) {
      const { status, body: answer } = await comms.api(
        'POST',
        `${at(2_000_000_000)}/messages`,
        body,
      )
      expect([status, answer.code], JSON.stringify(body)).toEqual([400, 'invalid_request'])
      expect(answer.issues.map(({ path }: { path: string }) => path)).toEqual(
        paths.map((path) => `body.${path}`),
      )
    }
    expect(
      (await comms.api('POST', `${at(2_000_000_000)}/messages`, { content: 'x' })).status,
    ).toBe(404)
    const path = `${at((await comms.open('text')).id)}/messages`
    const viewer = await comms.as('viewer')('POST', path, { content: 'x' })
    expect(viewer.status).toBe(403)
  })

  test('is refused in its thread: fields that a text cannot have, and missing references', async () => {
    const [email, texts] = [(await comms.open('email')).id, (await comms.open('text')).id]
    const other = await comms.reply((await comms.open('email')).id, { content: 'x' })
    const { workspaceId, owner } = await makeOwner(service)
    const theirs = await openComms(service, { workspaceId, tokens: { owner } }).upload(1)
    const [private_, large] = [await comms.upload(1, 'owner'), await comms.upload(5_000_001)]
    for (const [id, body, code, path] of [
      [texts, { content: 'x', subject: 'No' }, 'email_only', 'subject'],
      [texts, { content: 'x', content_html: 'No' }, 'email_only', 'content_html'],
      [texts, { content: 'x'.repeat(1601) }, 'invalid_request', 'content'],
      [texts, { content: 'x', attachments: [large] }, 'invalid_request', 'attachments'],
      [email, { content: 'x', attachments: [theirs] }, 'unknown_reference', 'attachments[0]'],
      [email, { content: 'x', attachments: [private_] }, 'unknown_reference', 'attachments[0]'],
      [
        email,
        { content: 'x', attachments: [large, NOWHERE] },
        'unknown_reference',
        'attachments[1]',
      ],
      [
        email,
        { content: 'x', parent_message_id: other.id },
        'unknown_reference',
        'parent_message_id',
      ],
      [
        email,
        { content: 'x', parent_message_id: 2 ** 53 },
        'unknown_reference',
        'parent_message_id',
      ],
      [email, { content: 'x', parent_message_id: -1 }, 'unknown_reference', 'parent_message_id'],
      [
        email,
        { template_id: NOWHERE, definition_key: 'leads', row_id: NOWHERE },
        'unknown_reference',
        'template_id',
      ],
    ] as const) {
      const { status, body: answer } = await comms.api('POST', `${at(id)}/messages`, body)
      expect(
        [status, answer.code, answer.issues[0].path],
        JSON.stringify(body).slice(0, 99),
      ).toEqual([400, code, `body.${path}`])
    }
    expect((await comms.reply(texts, { content: '😀'.repeat(1600) })).content).toHaveLength(3200)
    await comms.reply(email, { content: 'x'.repeat(1601), attachments: [large] })
    const { data } = (await comms.api('GET', `${at(texts)}/messages`)).body
    expect(data).toHaveLength(1)
  })

  test('repeated with its Idempotency-Key is one message', async () => {
    const path = `${at((await comms.open('text')).id)}/messages`
    const once = () =>
      comms.api('POST', path, { content: 'Once' }, { 'idempotency-key': 'one reply' })
    const answers = await Promise.all([once(), once(), once()])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await comms.api('GET', path)).body.data).toHaveLength(1)
  })
})
