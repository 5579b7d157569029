import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { freshAddress, freshNumber, openComms } from '../../../tests/support/messages/comms.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeTrash } from '../../records/trash/trash-purge.ts'

let service: TestService
let desk: Desk
let comms: ReturnType<typeof openComms>
let strangers: { workspaceId: string; tokens: { owner: string } }
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  comms = openComms(service, desk)
  const { workspaceId, owner } = await makeOwner(service)
  strangers = { workspaceId, tokens: { owner } }
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const member = (method: string, path: string, body?: unknown) =>
  comms.as('member')(method, path, body)
const list = async (query: Record<string, string>) =>
  (await comms.api('GET', `conversations?${new URLSearchParams(query)}`)).body
const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

async function row(of: { tokens: { owner: string } } = desk) {
  const board = await makeBoard(service, of.tokens.owner, [{ name: 'Name', type: 'text' }])
  const made = await service.api('POST', `/v1/boards/${board.id}/rows`, {
    token: of.tokens.owner,
    body: { cells: { name: 'Ann' } },
  })
  return { definition_key: board.key, row_id: made.body.data.id as string, board }
}
const trash = ({ board, row_id }: { board: { id: string }; row_id: string }) =>
  service.api('DELETE', `/v1/boards/${board.id}/rows/${row_id}`, { token: desk.tokens.owner })

describe('a thread', () => {
  test('is opened without a message, about a record, for somebody', async () => {
    const { board: _, ...record } = await row()
    const made = await comms.open('email', {
      address: ' Ann@Funding.Example ',
      subject: 'Your statements',
      assigned_to: desk.seats.manager,
      ...record,
    })
    expect(made).toEqual({
      id: expect.any(Number),
      medium: 'email',
      address: 'ann@funding.example',
      subject: 'Your statements',
      status: 'open',
      snoozed_until: null,
      assigned_to: desk.seats.manager,
      ...record,
      unread_count: 0,
      last_message_at: null,
      last_message: null,
    })
    const got = await comms.as('viewer')('GET', `conversations/${made.id}`)
    expect([got.status, got.body.data]).toEqual([200, made])
    expect(await comms.eventsOf(`conversation:${made.id}`)).toEqual([
      {
        type: 'conversation.created',
        actor: `user:${desk.seats.owner}`,
        data: { conversationId: made.id, rowId: record.row_id },
      },
    ])
  })

  test('is the only one of a number, in whatever form that is sent; email can have several', async () => {
    const made = await comms.open('text', { address: '(201) 555-0777' })
    expect(made.address).toBe('+12015550777')
    const again = await member('POST', 'conversations', {
      medium: 'text',
      address: '+1 201 555 0777',
    })
    expect([again.status, again.body.code]).toEqual([409, 'conversation_exists'])
    const to = freshAddress()
    expect((await comms.open('email', { address: to })).id).not.toBe(
      (await comms.open('email', { address: to })).id,
    )
    const raced = freshNumber()
    const both = await Promise.all(
      Array.from({ length: 4 }, () =>
        member('POST', 'conversations', { medium: 'text', address: raced }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('is refused: an invalid address, unknown people, missing records', async () => {
    const theirs = await row(strangers)
    const { board, ...mine } = await row()
    await trash({ board, ...mine })
    const other = await row()
    for (const [body, code, path] of [
      [{ address: 'nobody' }, 'invalid_request', 'body.address'],
      [{ address: 'Ann <ann@funding.example>' }, 'invalid_request', 'body.address'],
      [{ address: 'a@funding.example, b@funding.example' }, 'invalid_request', 'body.address'],
      [{ address: 'a@funding.example\r\nBcc: b@x.example' }, 'invalid_request', 'body.address'],
      [{ medium: 'text', address: '12' }, 'invalid_request', 'body.address'],
      [{ medium: 'text', address: freshNumber(), subject: 'No' }, 'email_only', 'body.subject'],
      [{ subject: 'Two\r\nBcc: lines' }, 'invalid_request', 'body.subject'],
      [{ assigned_to: 99_999 }, 'unknown_reference', 'body.assigned_to'],
      [{ assigned_to: 2 ** 53 }, 'unknown_reference', 'body.assigned_to'],
      [{ row_id: mine.row_id }, 'invalid_request', 'body.definition_key'],
      [{ definition_key: 'leads' }, 'invalid_request', 'body.row_id'],
      [{ definition_key: 'leads', row_id: null }, 'invalid_request', 'body.row_id'],
      [mine, 'unknown_reference', 'body.row_id'],
      [{ ...mine, row_id: NOWHERE }, 'unknown_reference', 'body.row_id'],
      [{ ...mine, row_id: other.row_id }, 'unknown_reference', 'body.row_id'],
      [{ ...mine, definition_key: 'nowhere' }, 'unknown_reference', 'body.definition_key'],
      [
        { definition_key: theirs.definition_key, row_id: theirs.row_id },
        'unknown_reference',
        'body.definition_key',
      ],
      [{ definition_key: 'leads', row_id: theirs.row_id }, 'unknown_reference', 'body.row_id'],
    ] as const) {
      const sent = { medium: 'email', address: freshAddress(), ...body }
      const { status, body: answer } = await member('POST', 'conversations', sent)
      expect([status, answer.code, answer.issues[0].path], JSON.stringify(body)).toEqual([
        400,
        code,
        path,
      ])
    }
    const answer = await member('POST', 'conversations', { medium: 'text', address: '12' })
    expect(answer.body.issues[0]).toMatchObject({
      reason: expect.stringMatching(/^not_a_phone/),
      values: { sent: '"12"' },
    })
    const viewer = await comms.as('viewer')('POST', 'conversations', {
      medium: 'email',
      address: freshAddress(),
    })
    expect(viewer.status).toBe(403)
  })

  test('of another workspace, or missing, is not found', async () => {
    const theirs = await comms.open('email')
    const stranger = openComms(service, strangers).api
    for (const id of [theirs.id, 'x', 0, 2 ** 31, 1e300]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { status: 'closed' }],
        ['POST', '/read', undefined],
        ['GET', '/messages', undefined],
        ['POST', '/messages', { content: 'Hello' }],
      ] as const) {
        const answer = await stranger(method, `conversations/${id}${path}`, body)
        expect([answer.status, answer.body.code], `${method} ${id}${path}`).toEqual([
          404,
          'not_found',
        ])
      }
    }
  })

  test('is assigned, snoozed, closed and linked, with an event for each', async () => {
    const { id } = await comms.open('email')
    const { board: _, ...record } = await row()
    const patch = async (body: object) => {
      const answer = await member('PATCH', `conversations/${id}`, body)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data
    }
    expect(await patch({ assigned_to: desk.seats.owner })).toMatchObject({
      assigned_to: desk.seats.owner,
    })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await patch({ status: 'snoozed', snoozed_until: until })).toMatchObject({
      status: 'snoozed',
      snoozed_until: until,
      assigned_to: desk.seats.owner,
    })
    expect(await patch({ assigned_to: null })).toMatchObject({
      status: 'snoozed',
      snoozed_until: until,
      assigned_to: null,
    })
    expect(await patch({ status: 'closed' })).toMatchObject({
      status: 'closed',
      snoozed_until: null,
    })
    expect(await patch({ status: 'snoozed' })).toMatchObject({
      status: 'snoozed',
      snoozed_until: null,
    })
    expect(await patch({ subject: 'Other', ...record })).toMatchObject({
      subject: 'Other',
      ...record,
      status: 'snoozed',
    })
    expect(await patch({ status: 'open' })).toMatchObject(record)
    expect(await patch({ definition_key: null, row_id: null })).toMatchObject({
      definition_key: null,
      row_id: null,
    })
    expect((await comms.eventsOf(`conversation:${id}`)).map(({ type }) => type)).toEqual([
      'conversation.created',
      ...Array.from({ length: 8 }, () => 'conversation.updated'),
    ])
  })

  test('stays without its record when that is purged', async () => {
    const { board, ...record } = await row()
    const { id } = await comms.open('email', record)
    await trash({ board, ...record })
    expect((await member('GET', `conversations/${id}`)).body.data).toMatchObject(record)
    await service.sql("UPDATE rows SET deleted_at = now() - interval '31 days' WHERE id = $1", [
      record.row_id,
    ])
    await purgeTrash(service.db, service.connection, new AbortController().signal)
    expect((await member('GET', `conversations/${id}`)).body.data).toMatchObject({
      definition_key: null,
      row_id: null,
    })
  })

  test('that was snoozed until a past time is open again', async () => {
    const { id, address: to } = await comms.open('email')
    await member('PATCH', `conversations/${id}`, { status: 'snoozed' })
    expect(ids(await list({ address: to, status: 'snoozed' }))).toEqual([id])
    await service.sql(
      "UPDATE conversations SET snoozed_until = now() - interval '1 s' WHERE workspace_id = $1 AND id = $2",
      [desk.workspaceId, id],
    )
    const { data } = (await member('GET', `conversations/${id}`)).body
    expect([data.status, data.snoozed_until]).toEqual(['open', null])
    expect(ids(await list({ address: to, status: 'snoozed' }))).toEqual([])
    expect(ids(await list({ address: to, status: 'open' }))).toEqual([id])
  })

  test('cannot be changed in any other way', async () => {
    const [email, texts] = [await comms.open('email'), await comms.open('text')]
    const hour = 3_600_000
    const [past, coming] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString())
    for (const [body, code, path] of [
      [{}, 'invalid_request', 'body'],
      [{ snoozed_until: coming }, 'invalid_request', 'body.snoozed_until'],
      [{ status: 'open', snoozed_until: coming }, 'invalid_request', 'body.snoozed_until'],
      [{ status: 'snoozed', snoozed_until: past }, 'invalid_request', 'body.snoozed_until'],
      ...['2016-12-31T23:59:60Z', '9999-12-31T23:59:59-14:00'].map(
        (until) =>
          [
            { status: 'snoozed', snoozed_until: until },
            'invalid_request',
            'body.snoozed_until',
          ] as const,
      ),
      [{ status: 'read' }, 'invalid_request', 'body.status'],
      [{ row_id: NOWHERE }, 'invalid_request', 'body.definition_key'],
      [{ definition_key: null }, 'invalid_request', 'body.row_id'],
      [{ definition_key: null, row_id: NOWHERE }, 'invalid_request', 'body.definition_key'],
      [{ definition_key: 'leads', row_id: NOWHERE }, 'unknown_reference', 'body.row_id'],
      [{ assigned_to: 99_999 }, 'unknown_reference', 'body.assigned_to'],
      [{ subject: 'a\nb' }, 'invalid_request', 'body.subject'],
      [{ address: 'x@y.example' }, 'invalid_request', 'body.address'],
    ] as const) {
      const answer = await member('PATCH', `conversations/${email.id}`, body)
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, code])
      expect(answer.body.issues[0].path).toBe(path)
    }
    const refused = await member('PATCH', `conversations/${texts.id}`, { subject: 'No' })
    expect([refused.status, refused.body.code]).toEqual([400, 'email_only'])
    expect(
      (await comms.as('viewer')('PATCH', `conversations/${email.id}`, { status: 'closed' })).status,
    ).toBe(403)
    expect((await member('GET', `conversations/${email.id}`)).body.data).toEqual(email)
  })

  test('is marked as read with all its inbound messages, once', async () => {
    const from = freshNumber()
    const { conversationId: id } = await comms.receive(from)
    await comms.receive(from, { content: 'Are you there?' })
    expect((await member('GET', `conversations/${id}`)).body.data.unread_count).toBe(2)
    const read = await member('POST', `conversations/${id}/read`)
    expect([read.status, read.body.data.unread_count]).toEqual([201, 0])
    const { data } = (await member('GET', `conversations/${id}/messages`)).body
    for (const message of data) {
      expect(message).toMatchObject({ status: 'read', read_at: expect.any(String) })
    }
    await member('POST', `conversations/${id}/read`)
    for (const message of data) {
      const event = (await comms.eventsOf(`message:${message.id}`)).at(-1)
      expect(event).toEqual({
        type: 'message.read',
        actor: `user:${desk.seats.member}`,
        data: { conversationId: id, messageId: message.id },
      })
      expect(await comms.eventsOf(`message:${message.id}`)).toHaveLength(2)
    }
    expect((await comms.as('viewer')('POST', `conversations/${id}/read`)).status).toBe(403)
  })
})
