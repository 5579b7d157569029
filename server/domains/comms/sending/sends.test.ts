import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { freshAddress, freshNumber, openComms } from '../../../tests/support/messages/comms.ts'
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
const at = (id: number) => `conversations/${id}`
async function channel(medium: 'text' | 'email', from: string, of: { workspaceId: string }) {
  const [made] = await service.sql(
    `INSERT INTO channels (workspace_id, id, name, medium, provider, from_address, hook_hash)
     VALUES ($1, gen_random_uuid(), $2, $3, 'local', $4, '') RETURNING id`,
    [of.workspaceId, `Channel ${from}`, medium, from],
  )
  return made.id as string
}

describe('a message to an address', () => {
  test('goes to its thread: a number has one, and email uses the last active that is not closed', async () => {
    const to = freshNumber()
    const first = (await comms.api('POST', 'send', { medium: 'text', to, content: 'One' })).body
      .data
    await comms.api('PATCH', at(first.conversation_id), { status: 'closed' })
    const again = (await comms.api('POST', 'send', { medium: 'text', to, content: 'Two' })).body
      .data
    expect(again.conversation_id).toBe(first.conversation_id)
    expect((await comms.api('GET', at(first.conversation_id))).body.data.status).toBe('closed')

    const mail = freshAddress()
    const [a, b] = [
      (await comms.open('email', { address: mail, subject: 'A' })).id,
      (await comms.open('email', { address: mail, subject: 'B' })).id,
    ]
    await comms.reply(a, { content: 'x' })
    const sent = async (body: object = {}) =>
      (await comms.api('POST', 'send', { medium: 'email', to: mail, content: 'x', ...body })).body
        .data
    expect(await sent()).toMatchObject({ conversation_id: a, subject: 'Re: A' })
    await comms.api('PATCH', at(a), { status: 'closed' })
    expect(await sent()).toMatchObject({ conversation_id: b, subject: 'B' })
    await comms.api('PATCH', at(b), { status: 'closed' })
    const fresh = await sent({ subject: 'C' })
    expect([a, b]).not.toContain(fresh.conversation_id)
    expect((await comms.api('GET', at(fresh.conversation_id))).body.data).toMatchObject({
      subject: 'C',
      status: 'open',
      address: mail,
      last_message_at: fresh.occurred_at,
    })
  })

  test('sent several times at once opens one thread', async () => {
    for (const [medium, to] of [
      ['text', freshNumber()],
      ['email', freshAddress()],
    ] as const) {
      const sent = await Promise.all(
        Array.from({ length: 4 }, () => comms.api('POST', 'send', { medium, to, content: 'x' })),
      )
      expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(new Set(sent.map(({ body }) => body.data.conversation_id)).size).toBe(1)
      expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(4)
    }
  })

  test('links a thread that it opens to the record that it names', async () => {
    const board = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
    const { body } = await service.api('POST', `/v1/boards/${board.id}/rows`, {
      token: desk.tokens.owner,
      body: { cells: { name: 'Ann' } },
    })
    const record = { definition_key: board.key, row_id: body.data.id }
    const sent = await comms.api('POST', 'send', {
      medium: 'text',
      to: freshNumber(),
      content: 'x',
      ...record,
    })
    const { data } = (await comms.api('GET', at(sent.body.data.conversation_id))).body
    expect(data).toMatchObject(record)
  })

  test('links a thread that is about no record yet, and leaves those about other records alone', async () => {
    const board = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
    const rowOf = async (name: string) => {
      const path = `/v1/boards/${board.id}/rows`
      const sent = { token: desk.tokens.owner, body: { cells: { name } } }
      const { body } = await service.api('POST', path, sent)
      return { definition_key: board.key, row_id: body.data.id as string }
    }
    const [ann, bob] = [await rowOf('Ann'), await rowOf('Bob')]
    const sent = async (medium: string, to: string, record: object = {}) =>
      (await comms.api('POST', 'send', { medium, to, content: 'x', ...record })).body.data
        .conversation_id as number
    const about = async (id: number) => (await comms.thread(id)).row_id

    const number = freshNumber()
    const texts = await sent('text', number)
    expect(await about(texts)).toBeNull()
    expect(await sent('text', number, ann)).toBe(texts)
    expect(await about(texts)).toBe(ann.row_id)
    expect((await comms.eventsOf(`conversation:${texts}`)).map(({ type }) => type)).toEqual([
      'conversation.created',
      'conversation.updated',
    ])
    expect(await sent('text', number, bob)).toBe(texts)
    expect(await about(texts)).toBe(ann.row_id)

    const mail = freshAddress()
    const first = await sent('email', mail)
    expect(await sent('email', mail, ann)).toBe(first)
    const second = await sent('email', mail, bob)
    expect(second).not.toBe(first)
    expect([await about(first), await about(second)]).toEqual([ann.row_id, bob.row_id])
    expect(await sent('email', mail, ann)).toBe(first)
    // An email that names no record still joins the last active thread.
    expect(await sent('email', mail)).toBe(first)
  })

  test('is refused: an invalid address, half of a record, missing references', async () => {
    const [text, email] = [
      { medium: 'text', to: '+12015550199', content: 'x' },
      { medium: 'email', to: 'x@funding.example', content: 'x' },
    ]
    for (const [body, code, path] of [
      [{ ...text, to: 'x@funding.example' }, 'invalid_request', 'to'],
      [{ ...email, to: '+12015550199' }, 'invalid_request', 'to'],
      [{ ...email, to: 'y@funding.example, X <x@funding.example>' }, 'invalid_request', 'to'],
      [{ ...email, to: 'x@funding.example,y@funding.example' }, 'invalid_request', 'to'],
      [{ ...email, to: 'x@funding.example\nBcc: y@x.example' }, 'invalid_request', 'to'],
      [{ ...email, definition_key: 'leads' }, 'invalid_request', 'row_id'],
      [{ ...email, row_id: NOWHERE }, 'invalid_request', 'definition_key'],
      [{ ...email, definition_key: 'leads', row_id: NOWHERE }, 'unknown_reference', 'row_id'],
      [
        { ...email, definition_key: 'nowhere', row_id: NOWHERE },
        'unknown_reference',
        'definition_key',
      ],
      [{ ...text, subject: 'No' }, 'email_only', 'subject'],
      [{ ...text, content_html: 'No' }, 'email_only', 'content_html'],
      [{ ...text, content: undefined }, 'invalid_request', 'content'],
      [{ ...email, channel_id: NOWHERE }, 'unknown_reference', 'channel_id'],
      [{ ...email, attachments: [NOWHERE] }, 'unknown_reference', 'attachments[0]'],
    ] as const) {
      const { status, body: answer } = await comms.api('POST', 'send', body)
      expect([status, answer.code, answer.issues[0].path], JSON.stringify(body)).toEqual([
        400,
        code,
        `body.${path}`,
      ])
    }
    const found = await comms.api('GET', 'conversations?address=x@funding.example')
    expect(found.body.data).toEqual([])
  })

  test('goes through the channel last used if it exists, or else the oldest of the medium', async () => {
    const own = await makeOwner(service)
    const owner = openComms(service, { ...own, tokens: { owner: own.owner } }).api
    const [oldest, last] = [
      await channel('email', 'desk@one.example', own),
      await channel('email', 'desk@two.example', own),
    ]
    await channel('text', '+12015550001', own)
    // The emails of a local outbox have no domain.
    await service.sql("UPDATE channels SET provider = 'smtp' WHERE workspace_id = $1", [
      own.workspaceId,
    ])
    const to = { medium: 'email', to: 'ann@funding.example', content: 'x' }
    const channelOf = async (body: object) => {
      const { data } = (await owner('POST', 'send', body)).body
      const [row] = await service.sql(
        'SELECT channel_id, external_id FROM messages WHERE workspace_id = $1 AND id = $2',
        [own.workspaceId, data.id],
      )
      expect(row.external_id).toMatch(
        new RegExp(`@${row.channel_id === last ? 'two' : 'one'}\\.example>$`),
      )
      return row.channel_id
    }
    expect(await channelOf(to)).toBe(oldest)
    expect(await channelOf({ ...to, channel_id: last.toUpperCase() })).toBe(last)
    expect(await channelOf(to)).toBe(last)
    await service.sql('UPDATE channels SET removed_at = now() WHERE id = $1', [last])
    expect(await channelOf(to)).toBe(oldest)
    for (const channel_id of [last, NOWHERE, await channel('text', '+12015550002', own)]) {
      const refused = await owner('POST', 'send', { ...to, channel_id })
      expect([refused.status, refused.body.code]).toEqual([400, 'unknown_reference'])
      expect(refused.body.issues[0].path).toBe('body.channel_id')
    }
  })

  test('goes to nobody who has opted out', async () => {
    const to = freshAddress()
    const { body } = await comms.api('POST', 'send', { medium: 'email', to, content: 'Hello' })
    const id = body.data.conversation_id
    const put = (opted_out: boolean) =>
      comms.api('PUT', 'opt-outs', { address: to, medium: 'email', opted_out })
    await put(true)
    for (const refused of [
      await comms.api('POST', `${at(id)}/messages`, { content: 'x' }),
      await comms.api('POST', 'send', { medium: 'email', to: to.toUpperCase(), content: 'x' }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'recipient_opted_out'])
    }
    await put(false)
    await comms.reply(id, { content: 'Welcome back' })
  })
})
