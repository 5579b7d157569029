import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { freshAddress, openComms } from '../../../tests/support/messages/comms.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

/** A workspace without threads. */
async function openDesk() {
  const { workspaceId, owner, crmUserId } = await makeOwner(service)
  const comms = openComms(service, { workspaceId, tokens: { owner } })
  const list = async (query: Record<string, string> = {}) =>
    (await comms.api('GET', `conversations?${new URLSearchParams(query)}`)).body
  return { ...comms, workspaceId, owner, crmUserId, list }
}

describe('the list of threads', () => {
  test('has the last active first, those without a message last, and stable pages', async () => {
    const own = await openDesk()
    const threads: { id: number }[] = []
    for (let n = 0; n < 7; n++) threads.push(await own.open('email'))
    const order = [4, 2, 5, 1, 3]
    await service.sql(
      `UPDATE conversations c SET last_message_at = o.at
       FROM unnest($2::int[], $3::timestamptz[]) AS o (id, at)
       WHERE c.workspace_id = $1 AND c.id = o.id`,
      [
        own.workspaceId,
        order.map((n) => threads[n]!.id),
        [1, 2, 2, 3, 3].map((us) => `2026-01-01T00:00:00.00000${us}Z`),
      ],
    )
    const whole = ids(await own.list())
    expect(whole).toEqual([3, 1, 5, 2, 4, 6, 0].map((n) => threads[n]!.id))
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await own.list({ limit: '2', ...(cursor && { cursor }) })
      seen.push(...ids(page))
      cursor = page.nextCursor
      // A thread that becomes active in the meantime moves to the front. The other threads keep their order.
      const first = await own.receive(freshAddress(), { externalId: null })
      expect(seen).not.toContain(first.conversationId)
    }
    expect(seen).toEqual(whole)
  })

  test('shows the beginning of the last message that was not deleted', async () => {
    const own = await openDesk()
    const { id: silent } = await own.open('email')
    const { id: bob } = await own.open('text', { address: '+12015550101' })
    const long = `Please\ncall. ${'😀'.repeat(400)}`
    const { messageId: first } = await own.receive('+12015550101', {
      content: long,
      fromName: 'Bob',
    })
    const last = async (id: number) => {
      const { data } = await own.list()
      const found = data.find((one: { id: number }) => one.id === id)
      expect((await own.api('GET', `conversations/${id}`)).body.data).toEqual(found)
      return found.last_message
    }
    expect(await last(silent)).toBeNull()
    const inbound = { direction: 'inbound', is_call: false, sender_name: 'Bob' }
    expect(await last(bob)).toEqual({
      ...inbound,
      id: first,
      excerpt: [...long].slice(0, 300).join(''),
    })
    const reply = await own.reply(bob, { content: 'I will.' })
    expect(await last(bob)).toEqual({
      id: reply.id,
      direction: 'outbound',
      is_call: false,
      excerpt: 'I will.',
      sender_name: reply.sender_name,
    })
    expect((await own.api('DELETE', `messages/${reply.id}`)).status).toBe(204)
    expect((await last(bob)).id).toBe(first)
    expect((await own.api('DELETE', `messages/${first}`)).status).toBe(204)
    expect(await last(bob)).toBeNull()
  })

  test('is narrowed by every filter, alone and in combination', async () => {
    const own = await openDesk()
    const board = await makeBoard(service, own.owner, [{ name: 'Name', type: 'text' }])
    const made = await service.api('POST', `/v1/boards/${board.id}/rows`, {
      token: own.owner,
      body: { cells: { name: 'Ann' } },
    })
    const record = { definition_key: board.key, row_id: made.body.data.id as string }
    const { id: ann } = await own.open('email', {
      address: 'ann@funding.example',
      subject: '100%_Sure',
      assigned_to: own.crmUserId,
      ...record,
    })
    const { id: bob } = await own.open('text', { address: '+12015550101' })
    const { id: cat } = await own.open('email', { address: 'cat@funding.example' })
    await own.api('PATCH', `conversations/${cat}`, { status: 'closed' })
    await own.receive('+12015550101', { content: 'The PAYOFF letter, please' })
    const find = async (query: Record<string, string>) => ids(await own.list(query))
    expect(await find({})).toEqual([bob, cat, ann])
    expect(await find({ medium: 'text' })).toEqual([bob])
    expect(await find({ status: 'closed' })).toEqual([cat])
    expect(await find({ assigned_to: 'me' })).toEqual([ann])
    expect(await find({ assigned_to: 'none' })).toEqual([bob, cat])
    expect(await find({ assigned_to: String(own.crmUserId) })).toEqual([ann])
    expect(await find({ assigned_to: '9999999999' })).toEqual([])
    expect(await find({ unread: 'true' })).toEqual([bob])
    expect(await find({ unread: 'false' })).toEqual([cat, ann])
    expect(await find({ row_id: record.row_id })).toEqual([ann])
    expect(await find({ row_id: NOWHERE })).toEqual([])
    expect(await find({ address: ' CAT@funding.example' })).toEqual([cat])
    expect(await find({ address: '(201) 555-0101' })).toEqual([bob])
    expect(await find({ search: 'payoff LETTER' })).toEqual([bob])
    for (const search of ['(201) 555-0101', '201.555.0101', '555-0101', '0101', '1 201 555 01']) {
      expect(await find({ search }), search).toEqual([bob])
    }
    expect(await find({ search: '555-0102' })).toEqual([])
    expect(await find({ search: '%_s' })).toEqual([ann])
    expect(await find({ search: 'funding.EX' })).toEqual([cat, ann])
    expect(await find({ search: 'n_funding' })).toEqual([])
    expect(await find({ search: 'funding', status: 'open', assigned_to: 'me' })).toEqual([ann])
    for (const query of ['cursor=x', `cursor=${Buffer.from('["a",1]').toString('base64url')}`]) {
      expect((await own.api('GET', `conversations?${query}`)).body.code).toBe('invalid_cursor')
    }
    expect((await own.api('GET', `conversations?assigned_to=you`)).status).toBe(400)
    for (const query of ['search=%00', 'address=%00', 'search=%ED%A0%80', 'search=%FF']) {
      expect((await own.api('GET', `conversations?${query}`)).status, query).toBeLessThan(500)
    }
  })
})
