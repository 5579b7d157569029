import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish, signersOf } from '../../tests/support/desks/agreements.ts'
import { type Desk, makeDesk } from '../../tests/support/desks/fixtures.ts'
import { restrict } from '../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../tests/support/desks/rows.ts'
import { PATIENCE_MS } from '../../tests/support/machine/patience.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'
import { receiveMessage } from '../comms/receiving/storing/receiving.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  await publish(service)
  await signersOf(service, desk).sign('owner', { forWorkspace: true })
})
afterAll(() => service.stop())

const columns = [
  { name: 'Name', type: 'text' },
  { name: 'Margin', type: 'number' },
]
type Role = keyof Desk['tokens']
// biome-ignore lint/suspicious/noExplicitAny: whatever an entry holds
type Entry = { id: string; at: string; kind: string; actor: string } & Record<string, any>

async function call(method: string, path: string, body?: object, role: Role = 'owner') {
  const answer = await service.api(method, path, { token: desk.tokens[role], body })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`)
  return answer.body?.data
}
const timeline = (rows: Rows, id: string, query = '', role: Role = 'owner') =>
  rows.as(role)('GET', `/rows/${id}/timeline${query}`)
const entriesOf = async (rows: Rows, id: string, query = '', role: Role = 'owner') => {
  const answer = await timeline(rows, id, query, role)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data as Entry[]
}

async function add(rows: Rows, cells: object = { name: 'Ann', margin: 1 }): Promise<string> {
  return (await rows.as('owner')('POST', '/rows', { cells })).body.data.id
}
const patch = (rows: Rows, id: string, cells: object) =>
  rows.as('member')('PATCH', `/rows/${id}`, { cells })
const comment = (rows: Rows, id: string, body: string) =>
  rows.as('manager')('POST', `/rows/${id}/comments`, { body })
const owe = (dealRowId: string, title: string) =>
  call('POST', '/v1/obligations', { title, obligationType: 'task', dealRowId })
const keepMoney = (dealRowId: string) =>
  call('POST', '/v1/accounting/deals', { name: 'Acme', currency: 'USD', dealRowId })
const collect = (dealId: number, amountMinor: number) =>
  call('POST', `/v1/accounting/deals/${dealId}/collections`, { amountMinor })
/** Sends an email to this address, in a conversation about the row. */
const write = (rows: Rows, row_id: string, to: string, content: string) =>
  call('POST', '/v1/comms/send', {
    medium: 'email',
    to,
    content,
    definition_key: rows.key,
    row_id,
  })

/** A row to which something of each kind happened. */
async function eventful(kind: 'board' | 'page' = 'page') {
  const rows = await openRows(service, desk, columns, kind)
  const id = await add(rows)
  await patch(rows, id, { name: 'Bea', margin: 2 })
  await patch(rows, id, { margin: 3 })
  await comment(rows, id, 'Called.')
  const { id: owed } = await owe(id, 'Tax returns')
  await call('POST', `/v1/obligations/${owed}/waive`, { reason: 'Not needed.' })
  const deal = await keepMoney(id)
  await collect(deal.id, 500)
  const mail = await write(rows, id, `${id}@funding.example`, 'Hello Bea')
  return { rows, id, owed: owed as number, deal: deal.id as number, mail: mail.id as number }
}

describe.each(['board', 'page'] as const)('the timeline of a row of a %s', (kind) => {
  test('tells all that happened, newest first, each with what it is about', async () => {
    const { rows, id, owed, deal, mail } = await eventful(kind)
    const entries = await entriesOf(rows, id)
    const binding = entries.find((entry) => entry.kind === 'agreement')!
    const { seats } = desk
    const user = (role: Role) => `user:${seats[role]}`
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const any = { id: expect.any(String), at: time }
    const history = (await rows.as('owner')('GET', `/rows/${id}/history`)).body.data
    const comments = (await rows.as('owner')('GET', `/rows/${id}/comments`)).body.data
    const [entry] = await call('GET', `/v1/accounting/deals/${deal}/ledger`)
    const obligation = { obligationId: owed, title: 'Tax returns', status: 'waived' }
    const message = await call('GET', `/v1/comms/messages/${mail}`)
    expect(entries.filter((one) => one !== binding)).toEqual([
      {
        ...any,
        at: message.recorded_at,
        kind: 'message',
        actor: user('owner'),
        message: {
          messageId: mail,
          conversationId: message.conversation_id,
          medium: 'email',
          direction: 'outbound',
          status: 'queued',
          senderType: 'user',
          senderName: 'Olga Owner',
          subject: null,
          excerpt: 'Hello Bea',
          isCall: false,
          isDeleted: false,
        },
      },
      {
        id: entry.id,
        at: entry.createdAt,
        kind: 'money',
        actor: user('owner'),
        money: { dealName: 'Acme', currency: 'USD', entry },
      },
      {
        ...any,
        kind: 'obligation',
        actor: user('owner'),
        obligation: { ...obligation, action: 'waived', reason: 'Not needed.' },
      },
      {
        ...any,
        kind: 'obligation',
        actor: user('owner'),
        obligation: { ...obligation, action: 'created', reason: null },
      },
      {
        id: comments[0].id,
        at: comments[0].createdAt,
        kind: 'comment',
        actor: user('manager'),
        comment: comments[0],
      },
      ...[history[0], history[1]].map((change) => ({
        id: change.id,
        at: change.at,
        kind: 'change',
        actor: user('member'),
        change,
      })),
      {
        id,
        at: history[2].at,
        kind: 'created',
        actor: user('owner'),
        change: history[2],
      },
    ])
    expect(history[2].action).toBe('created')
    expect(binding).toEqual({
      id: binding.id,
      at: time,
      kind: 'agreement',
      actor: user('owner'),
      agreement: {
        agreementKind: 'terms_of_service',
        title: 'Terms of service',
        version: '1.0',
        signerName: 'Dana W.',
        signatureId: binding.id,
      },
    })
    const times = entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
  })
})

test('leaves out what the reader may not see, as the history does', async () => {
  const { rows, id } = await eventful()
  await restrict(service, desk.workspaceId, rows.key, 'margin', { visibleTo: 'nobody' })
  const seen = await entriesOf(rows, id, '?kinds=created,change', 'member')
  expect(seen.map(({ kind, change }) => [kind, change.cells])).toEqual([
    ['change', [{ column: 'name', from: 'Ann', to: 'Bea' }]],
    ['created', [{ column: 'name', from: null, to: 'Ann' }]],
  ])
  const all = (await timeline(rows, id, '', 'member')).text
  expect(all).not.toContain('margin')
  // Each page is full, whatever was left out of it.
  const paged = await timeline(rows, id, '?kinds=created,change&limit=1', 'member')
  expect(paged.body.data).toEqual([seen[0]])
  expect(await entriesOf(rows, id, '?kinds=change')).toHaveLength(2)
})

/** Reads every entry, page by page, and calls `between` between pages. */
async function walk(rows: Rows, id: string, limit: number, between = async () => {}) {
  const seen: Entry[] = []
  let cursor = ''
  for (;;) {
    const { status, body, text } = await timeline(rows, id, `?limit=${limit}${cursor}`)
    if (status !== 200) throw new Error(text)
    seen.push(...body.data)
    if (body.nextCursor === null) return seen
    if (seen.length > 100) throw new Error('the pages do not end')
    expect(body.data).toHaveLength(limit)
    cursor = `&cursor=${body.nextCursor}`
    await between()
  }
}
const ids = (entries: Entry[]) => entries.map(({ id }) => id)

test('is read page by page while more comes', async () => {
  const { rows, id, deal } = await eventful()
  const before = await entriesOf(rows, id)
  let nth = 0
  const entries = await walk(rows, id, 2, async () => {
    await patch(rows, id, { name: `Again ${++nth}` })
    await comment(rows, id, `Again ${nth}`)
    await owe(id, `Again ${nth}`)
    await collect(deal, nth)
    await write(rows, id, `${id}@funding.example`, `Again ${nth}`)
  })
  expect(nth).toBeGreaterThan(2)
  expect(ids(entries)).toEqual(ids(before))
})

test('keeps apart what happened in the same millisecond, and in the same microsecond', async () => {
  const { rows, id, owed, deal } = await eventful()
  await patch(rows, id, { name: 'Cas' })
  await comment(rows, id, 'Called back.')
  await collect(deal, 7)
  await write(rows, id, `${id}@funding.example`, 'Again')
  const mail = await write(rows, id, `${id}@funding.example`, 'And again')
  const at = '2026-03-01T12:00:00.1234'
  const nudge = (table: string, column: string, where: string, of: unknown) =>
    service.sql(
      `UPDATE ${table} t SET ${column} = o.moment
       FROM (SELECT id, $1::timestamptz + (row_number() OVER (ORDER BY id)) / 2 * interval '1 microsecond' AS moment
         FROM ${table} WHERE workspace_id = $3 AND ${where} = $2) AS o
       WHERE t.workspace_id = $3 AND t.id = o.id AND t.${where} = $2`,
      [`${at}Z`, of, desk.workspaceId],
    )
  await nudge('row_history', 'at', 'row_id', id)
  await nudge('comments', 'created_at', 'row_id', id)
  await nudge('obligation_history', 'at', 'obligation_id', owed)
  await nudge('deal_entries', 'created_at', 'deal_id', deal)
  await nudge('messages', 'recorded_at', 'conversation_id', mail.conversation_id)
  const all = await entriesOf(rows, id)
  const tied = all.filter((entry) => entry.at === '2026-03-01T12:00:00.123Z')
  expect(tied.map(({ kind }) => kind)).toEqual([
    'message',
    'message',
    'money',
    'obligation',
    'comment',
    'change',
    'change',
    'message',
    'money',
    'obligation',
    'comment',
    'change',
  ])
  expect(new Set(ids(all)).size).toBe(all.length)
  for (const limit of [1, 2, 3]) expect(ids(await walk(rows, id, limit))).toEqual(ids(all))
})

test('has what belongs to the row alone, and no agreement where it has no deal', async () => {
  const { rows, id } = await eventful()
  const other = await add(rows)
  expect((await entriesOf(rows, other)).map(({ kind }) => kind)).toEqual(['created'])
  await owe(other, 'Elsewhere')
  const titles = (await entriesOf(rows, id, '?kinds=obligation')).map((one) => one.obligation.title)
  expect(new Set(titles)).toEqual(new Set(['Tax returns']))
  expect((await entriesOf(rows, other)).map(({ kind }) => kind)).toEqual(['obligation', 'created'])
})

test('tells of messages how they begin, who wrote them, and nothing of those that are deleted', async () => {
  const rows = await openRows(service, desk, columns)
  const id = await add(rows)
  const sent = await write(rows, id, 'long@funding.example', `${'\u{1f4b6}'.repeat(400)}`)
  await service.db.withWorkspace(desk, (tx) =>
    receiveMessage(tx, {
      channelId: null,
      medium: 'email',
      from: 'long@funding.example',
      fromName: 'Lou',
      subject: 'Re: money',
      content: 'Thanks',
      externalId: '<1@funding.example>',
    }),
  )
  const gone = await write(rows, id, 'long@funding.example', 'Not so')
  await call('DELETE', `/v1/comms/messages/${gone.id}`)
  const entries = await entriesOf(rows, id, '?kinds=message')
  expect(entries.map(({ actor, message }) => [actor, message.excerpt, message.subject])).toEqual([
    [`user:${desk.seats.owner}`, '', null],
    ['contact', 'Thanks', 'Re: money'],
    [`user:${desk.seats.owner}`, '\u{1f4b6}'.repeat(300), null],
  ])
  expect(entries[0]!.message).toMatchObject({ isDeleted: true, status: 'canceled' })
  expect(entries[1]!.message).toMatchObject({
    direction: 'inbound',
    status: 'received',
    senderType: 'contact',
    senderName: 'Lou',
  })
  await call('PATCH', `/v1/comms/conversations/${sent.conversation_id}`, {
    definition_key: null,
    row_id: null,
  })
  expect(await entriesOf(rows, id, '?kinds=message')).toEqual([])
})

test('tells of messages that stayed in the local outbox', async () => {
  const rows = await openRows(service, desk, columns)
  const id = await add(rows)
  const about = { content: 'Hello', definition_key: rows.key, row_id: id }
  for (const to of [
    { medium: 'email', to: 'outbox@funding.example' },
    { medium: 'text', to: '+14155550177' },
  ]) {
    await call('POST', '/v1/comms/send', { ...to, ...about })
  }
  const messages = async () =>
    (await entriesOf(rows, id, '?kinds=message')).map(({ message }) => [
      message.status,
      message.inOutbox,
    ])
  expect(await messages()).toEqual([
    ['queued', undefined],
    ['queued', undefined],
  ])
  const stop = service.work()
  await expect.poll(messages, { timeout: PATIENCE_MS }).toEqual([
    ['sent', true],
    ['sent', true],
  ])
  await stop()
})

test('is that of a row in the trash where the trash is meant', async () => {
  const { rows, id } = await eventful()
  await rows.as('owner')('DELETE', `/rows/${id}`)
  expect((await timeline(rows, id)).status).toBe(404)
  const entries = await entriesOf(rows, id, '?trashed=true')
  expect(entries[0]).toMatchObject({ kind: 'change', change: { action: 'deleted', cells: [] } })
  expect(entries).toHaveLength(10)
})

test('a row of another board, or of another workspace, is none', async () => {
  const { id } = await eventful()
  const elsewhere = await openRows(service, desk, columns)
  const foreign = await openRows(service, await makeDesk(service), columns)
  const nobody = '0190cafe-0000-7000-8000-00000000dead'
  for (const there of [elsewhere, foreign]) {
    const missing = await there.as('owner')('GET', `/rows/${nobody}/timeline`)
    const answer = await there.as('owner')('GET', `/rows/${id}/timeline`)
    expect([answer.status, answer.text]).toEqual([404, missing.text])
  }
})

test('refuses kinds that there are none of, and cursors that it did not give out', async () => {
  const { rows, id } = await eventful()
  for (const kinds of ['', 'messages', 'change,', 'change,,comment']) {
    const answer = await timeline(rows, id, `?kinds=${kinds}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  }
  const cursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  for (const parts of [
    [1, 2],
    [1, 8, id],
    [1.5, 1, id],
    [1, 1, 'x'],
    ['1', 1, id],
  ]) {
    const answer = await timeline(rows, id, `?cursor=${cursor(parts)}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_cursor'])
  }
  const far = (atUs: number) => timeline(rows, id, `?cursor=${cursor([atUs, 1, id])}`)
  expect((await far(Number.MAX_SAFE_INTEGER)).body.data).toHaveLength(9)
  expect((await far(Number.MIN_SAFE_INTEGER)).body).toEqual({ data: [], nextCursor: null })
})
