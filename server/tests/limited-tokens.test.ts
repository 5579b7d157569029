// A token for some boards and pages: others, and what hangs on their rows, do not exist for it on any way out or in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyOperation, isSessionAccess } from '../../contract/language/operation.ts'
import { operationGroups } from '../../contract/operations.ts'
import { tokenScopes } from '../../shared/token-scopes.ts'
import { type Sent, send } from './coverage/requests.ts'
import { NOTHING } from './coverage/subjects.ts'
import { requestsFor } from './leaks/asking.ts'
import { found } from './leaks/search.ts'
import { ways } from './leaks/ways.ts'
import { basePath, call, type LeakWorld, makeLeakWorld } from './leaks/world.ts'
import { listen, until } from './support/clients/listener.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let leak: LeakWorld
/** The board that the token is for. */
let own: { id: string; key: string }
/** What is nowhere else than on other boards and pages, and on what hangs on their rows. */
const signs: string[] = []
let limited: string
/** The same without the limit. */
let whole: string
/** Things that hang on a row of a page that the token does not have. */
let hidden: {
  rowId: string
  key: string
  obligation: number
  below: number
  document: number
  deal: number
  split: number
  draw: string
  conversation: number
  message: number
  template: string
  file: string
}
beforeAll(async () => {
  service = await startService({ outbound: { allowWebhooks: true } })
  service.work()
  leak = await makeLeakWorld(service, { variant: 'a', hide: false })
  own = (await call(leak, 'POST', '/v1/boards', { name: 'Own board', columns })).data
  const { board, page, linked } = leak
  for (const { id, key, column, rowId, keyId } of [board, page]) {
    signs.push(id, key, column.id, rowId, keyId)
  }
  signs.push(linked.id, linked.key, linked.rowId, ...leak.signs)
  limited = await token({ definitions: [own.key] })
  whole = await token()
  hidden = await hangOn(page.key, page.rowId)
  await service.eventsReadable()
})
afterAll(() => service.stop())

const columns = [
  { name: 'Name', type: 'text' },
  { name: 'Email', type: 'email' },
]

async function token(body: object = {}): Promise<string> {
  const made = { name: 'A program', scopes: tokenScopes, ...body }
  return (await call(leak, 'POST', '/v1/auth/tokens', made)).data.secret
}
const post = async (path: string, body: object = {}) => (await call(leak, 'POST', path, body)).data
const ask = (method: string, path: string, body?: unknown) =>
  service.api(method, path, { token: limited, body })

/** Everything that can hang on a row, each with a text that is nowhere else. */
async function hangOn(key: string, rowId: string): Promise<typeof hidden> {
  const path = `/v1/definitions/${key}/rows/${rowId}`
  await post(`${path}/comments`, { body: 'canary comment' })
  const owed = { obligationType: 'task', dealRowId: rowId }
  const obligation = await post('/v1/obligations', { ...owed, title: 'canary obligation' })
  const below = await post('/v1/obligations', {
    obligationType: 'task',
    parentObligationId: obligation.id,
    title: 'canary below',
  })
  const document = await post('/v1/documents', {
    name: 'canary document',
    documentType: 'canary type',
    url: 'https://documents.example/canary',
  })
  await call(leak, 'PATCH', `/v1/obligations/${obligation.id}`, { documentId: document.id })
  const deal = await post('/v1/accounting/deals', {
    name: 'canary deal',
    currency: 'USD',
    dealRowId: rowId,
  })
  const split = await post('/v1/accounting/deal-splits', {
    dealId: deal.id,
    partyKind: 'external',
    externalParty: 'canary party',
    basis: 'gross',
    sharePpm: 1_000_000,
  })
  await post(`/v1/accounting/deals/${deal.id}/collections`, { amountMinor: 50_000 })
  const draw = await post(`/v1/accounting/deal-splits/${split.id}/draws`, { amountMinor: 100 })
  const template = await post('/v1/comms/templates', {
    name: 'canary template',
    medium: 'email',
    definition_key: key,
    subject: 'canary subject',
    content: 'canary content',
  })
  const message = await post('/v1/comms/send', {
    medium: 'email',
    to: 'canary@elsewhere.example',
    content: 'canary message',
    definition_key: key,
    row_id: rowId,
  })
  const form = new FormData()
  form.set('file', new Blob(['canary bytes']), 'canary.txt')
  const file = await service.api('POST', '/v1/files', { token: leak.owner, body: form })
  await post(`${path}/files`, { fileId: file.body.data.id })
  return {
    rowId,
    key,
    obligation: obligation.id,
    below: below.id,
    document: document.id,
    deal: deal.id,
    split: split.id,
    draw: draw.id,
    conversation: message.conversation_id,
    message: message.id,
    template: template.id,
    file: file.body.data.id,
  }
}

const lines = ways
  .filter(({ operation }) => isSessionAccess(operation.access) && operation.scope !== 'people only')
  .map(({ operation, tells }) => ({ id: operation.operationId, operation, tells }))
const isStream = ({ produces }: AnyOperation) => produces?.includes('text/event-stream')
const isOfDefinition = ({ path }: AnyOperation) =>
  path.startsWith('/v1/boards/{id}') || path.startsWith('/v1/definitions/{key}')

/** The same request about a board or page that nobody has. */
const moved = (sent: Sent): Sent => ({
  ...sent,
  params: { ...sent.params, ...('key' in sent.params! ? { key: 'no-such' } : { id: NOTHING }) },
})

/** What is wrong with the answers to an operation's requests. */
async function findings(operation: AnyOperation): Promise<string[]> {
  const faults: string[] = []
  for (const sent of await requestsFor(leak, operation, 'owner')) {
    const answer = await send(service, operation, { ...sent, token: limited })
    const request = JSON.stringify(sent)
    const hidden = signs.filter((sign) => !request.includes(sign))
    faults.push(...found(answer, hidden).map((sign) => `tells ${sign}`))
    if (answer.status >= 500) faults.push(`is ${answer.status}: ${answer.text}`)
    if (!isOfDefinition(operation)) continue
    const missing = await send(service, operation, { ...moved(sent), token: limited })
    if (answer.text !== missing.text)
      faults.push(`is not as one that does not exist: ${answer.text}`)
  }
  return faults
}

describe('no way out tells of other boards and pages, and none leads into them', () => {
  test.concurrent.each(lines.filter(({ operation }) => isStream(operation)))(
    '$id',
    async ({ operation }) => expect(await findings(operation)).toEqual([]),
  )
  test.each(lines.filter(({ operation }) => !isStream(operation)))('$id', async ({ operation }) => {
    expect(await findings(operation)).toEqual([])
  })
})

describe('a board or page of its own is there', () => {
  test('lists have the own one only', async () => {
    const keys = async (path: string) =>
      (await ask('GET', path)).body.data.map(({ key }: { key: string }) => key)
    expect(await keys('/v1/boards')).toEqual([own.key])
    expect(await keys('/v1/definitions')).toEqual([own.key])
  })

  test('rows can be added, read, changed and deleted there', async () => {
    const rows = `/v1/boards/${own.id}/rows`
    const { id } = (await ask('POST', rows, { cells: { name: 'Ann' } })).body.data
    expect((await ask('PATCH', `${rows}/${id}`, { cells: { name: 'Bea' } })).status).toBe(200)
    expect((await ask('GET', rows)).body.data).toMatchObject([{ id, cells: { name: 'Bea' } }])
    expect((await ask('DELETE', `${rows}/${id}`)).status).toBe(204)
  })

  test('columns can link to it, and to no other', async () => {
    const column = (definitionKey: string) =>
      ask('POST', `/v1/boards/${own.id}/columns`, {
        name: `Link to ${definitionKey}`,
        type: 'link',
        settings: { definitionKey },
      })
    expect((await column(own.key)).status).toBe(201)
    expect(await column(leak.board.key)).toMatchObject({ status: 400 })
  })

  test('a link that people made to another leads nowhere, for the token alone', async () => {
    const { key, rowId } = leak.board
    const link = { name: 'Elsewhere', type: 'link', settings: { definitionKey: key } }
    await post(`/v1/boards/${own.id}/columns`, link)
    const rows = `/v1/boards/${own.id}/rows`
    await post(rows, { cells: { elsewhere: [rowId] } })
    const read = async (by: string) =>
      (await service.api('GET', `/v1/boards/${own.id}`, { token: by })).text
    for (const by of [limited, whole, limited]) {
      expect((await read(by)).includes(`"${key}"`)).toBe(by === whole)
    }
    const written = await ask('POST', rows, { cells: { elsewhere: [rowId] } })
    const unknown = await ask('POST', rows, { cells: { elsewhere: [NOTHING] } })
    expect(written.status).toBe(400)
    expect(written.text.replaceAll(rowId, '')).toBe(unknown.text.replaceAll(NOTHING, ''))
  })

  test('what links to its rows from others is not there', async () => {
    const row = await post(`/v1/boards/${own.id}/rows`, { cells: { name: 'Linked' } })
    const link = { name: 'Back', type: 'link', settings: { definitionKey: own.key } }
    await post(`/v1/boards/${leak.board.id}/columns`, link)
    await post(`/v1/boards/${leak.board.id}/rows`, { cells: { back: [row.id] } })
    const path = `/v1/boards/${own.id}/rows/${row.id}`
    for (const what of ['links', 'related']) {
      const narrow = await ask('GET', `${path}/${what}`)
      expect([narrow.status, found(narrow, signs)]).toEqual([200, []])
      expect(narrow.text).not.toContain('"back"')
      const wide = await service.api('GET', `${path}/${what}`, { token: whole })
      expect(wide.text).toContain('"back"')
    }
  })

  test('a number that somebody writes to elsewhere is in the way, and no more is said', async () => {
    const to = '+14155550188'
    const { key, rowId } = hidden
    await post('/v1/comms/conversations', {
      medium: 'text',
      address: to,
      definition_key: key,
      row_id: rowId,
    })
    const answer = await ask('POST', '/v1/comms/send', { medium: 'text', to, content: 'Hello' })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect(found(answer, signs)).toEqual([])
  })

  test('nothing new can be made beside it', async () => {
    for (const path of ['/v1/boards', '/v1/definitions']) {
      const answer = await ask('POST', path, { name: 'Another' })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
  })

  test('webhooks tell of it only', async () => {
    const body = { url: 'https://hooks.example/in', types: ['*'], role: 'owner' }
    const open = await post('/v1/webhooks', body)
    expect((await ask('GET', '/v1/webhooks')).body.data).toEqual([])
    expect((await ask('DELETE', `/v1/webhooks/${open.id}`)).status).toBe(404)
    expect((await ask('POST', '/v1/webhooks', body)).body.code).toBe('forbidden')
    const of = (...definitionKeys: string[]) => ({ ...body, filter: { definitionKeys } })
    const other = await ask('POST', '/v1/webhooks', of(leak.board.key))
    expect(other.body.code).toBe('unknown_reference')
    const mine = await ask('POST', '/v1/webhooks', of(own.key))
    expect(mine.status).toBe(201)
    const wider = await ask('PATCH', `/v1/webhooks/${mine.body.data.id}`, { filter: {} })
    expect(wider.body.code).toBe('forbidden')
  })
})

describe('what hangs on other rows is not there', () => {
  const paths = () => [
    `/v1/obligations/${hidden.obligation}`,
    `/v1/obligations/${hidden.obligation}/history`,
    `/v1/obligations/${hidden.below}`,
    `/v1/documents/${hidden.document}`,
    `/v1/accounting/deals/${hidden.deal}`,
    `/v1/accounting/deals/${hidden.deal}/ledger`,
    `/v1/accounting/deals/${hidden.deal}/ledger/export`,
    `/v1/accounting/deal-splits/${hidden.split}`,
    `/v1/accounting/deal-splits/${hidden.split}/draws`,
    `/v1/accounting/deal-splits/${hidden.split}/availability/explanation`,
    `/v1/comms/conversations/${hidden.conversation}`,
    `/v1/comms/conversations/${hidden.conversation}/messages`,
    `/v1/comms/messages/${hidden.message}`,
    `/v1/comms/messages/${hidden.message}/attachments`,
    `/v1/comms/templates/${hidden.template}`,
    `/v1/files/${hidden.file}`,
    `/v1/files/${hidden.file}/content`,
  ]

  test('by its id, where a token without the limit finds it', async () => {
    for (const path of paths()) {
      const { status } = await service.api('GET', path, { token: whole })
      const narrow = await ask('GET', path)
      expect([path, narrow.status, narrow.body?.code]).toEqual([path, 404, 'not_found'])
      if (!path.includes('ledger/export')) expect([path, status]).toEqual([path, 200])
    }
  })

  test('in lists', async () => {
    const lists = [
      '/v1/obligations?limit=1000',
      '/v1/documents?limit=1000',
      '/v1/accounting/deals?limit=1000',
      `/v1/accounting/deal-splits?dealId=${hidden.deal}`,
      '/v1/comms/conversations?limit=1000',
      '/v1/comms/templates?limit=1000',
      '/v1/events?limit=1000',
      '/v1/mentions',
      '/v1/newest-rows',
      '/v1/today?deadlineTo=2999-01-01T00:00:00Z',
    ]
    const faults = []
    for (const path of lists) {
      const answer = await ask('GET', path)
      if (/canary/.test(answer.text) || answer.status >= 500) faults.push([path, answer.text])
    }
    expect(faults).toEqual([])
    const open = await service.api('GET', '/v1/obligations?limit=1000', { token: whole })
    expect(open.text).toContain('canary obligation')
  })

  test('for those that would change it', async () => {
    const changes: [string, string, object?][] = [
      ['PATCH', `/v1/obligations/${hidden.obligation}`, { title: 'x' }],
      ['POST', `/v1/obligations/${hidden.obligation}/start`],
      ['PATCH', `/v1/accounting/deals/${hidden.deal}`, { name: 'x' }],
      ['POST', `/v1/accounting/deals/${hidden.deal}/collections`, { amountMinor: 1 }],
      ['POST', `/v1/accounting/deal-splits/${hidden.split}/hold`, { reason: 'x' }],
      ['POST', `/v1/accounting/draws/${hidden.draw}/pay`],
      ['PATCH', `/v1/comms/conversations/${hidden.conversation}`, { status: 'closed' }],
      ['POST', `/v1/comms/conversations/${hidden.conversation}/messages`, { content: 'x' }],
      ['POST', `/v1/comms/messages/${hidden.message}/cancel`],
      ['DELETE', `/v1/comms/templates/${hidden.template}`],
    ]
    for (const [method, path, body] of changes) {
      const answer = await ask(method, path, body)
      expect([path, answer.status]).toEqual([path, 404])
    }
    const { key, rowId } = hidden
    for (const [path, body] of [
      ['/v1/obligations', { title: 'x', obligationType: 'task', dealRowId: rowId }],
      ['/v1/accounting/deals', { name: 'x', currency: 'USD', dealRowId: rowId }],
      [
        '/v1/comms/send',
        { medium: 'email', to: 'a@b.example', content: 'x', definition_key: key, row_id: rowId },
      ],
    ] as const) {
      const answer = await ask('POST', path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'unknown_reference'])
    }
  })

  test('but what hangs on no row, or on one of its own, is', async () => {
    const { id } = (await ask('POST', `/v1/boards/${own.id}/rows`, { cells: { name: 'Cy' } })).body
      .data
    const owed = { obligationType: 'task', title: 'Mine' }
    const free = (await ask('POST', '/v1/obligations', owed)).body.data
    const tied = (await ask('POST', '/v1/obligations', { ...owed, dealRowId: id })).body.data
    const listed = (await ask('GET', '/v1/obligations?limit=1000')).body.data
    expect(listed.map((one: { id: number }) => one.id)).toEqual(
      expect.arrayContaining([free.id, tied.id]),
    )
    const deal = await ask('POST', '/v1/accounting/deals', {
      name: 'Mine',
      currency: 'USD',
      dealRowId: id,
    })
    expect(deal.status).toBe(201)
    const expected = { amountMinor: 100 }
    const path = `/v1/accounting/deals/${deal.body.data.id}/expectations`
    expect((await ask('POST', path, expected)).status).toBe(201)
    const message = await ask('POST', '/v1/comms/send', {
      medium: 'email',
      to: 'cy@b.example',
      content: 'Hello',
      definition_key: own.key,
      row_id: id,
    })
    expect(message.status).toBe(201)
    const related = await ask('GET', `/v1/boards/${own.id}/rows/${id}/related`)
    expect(related.body.data.conversations.data).toHaveLength(1)
    const timeline = await ask('GET', `/v1/boards/${own.id}/rows/${id}/timeline`)
    const kinds = timeline.body.data.map(({ kind }: { kind: string }) => kind)
    expect(kinds.sort()).toEqual(['created', 'message', 'money', 'obligation'])
    const actors = timeline.body.data.map(({ actor }: { actor: string }) => actor.split(':')[0])
    expect(new Set(actors)).toEqual(new Set(['token']))
  })
})

describe('a stream', () => {
  test('tells a limited token of its own board only, and others of all', async () => {
    await service.eventsReadable()
    const narrow = await listen(service.origin, '/v1/events/stream', { token: limited })
    const wide = await listen(service.origin, '/v1/events/stream', { token: whole })
    await leak.newRow(leak.board)
    await post('/v1/obligations', {
      title: 'x',
      obligationType: 'task',
      dealRowId: hidden.rowId,
    })
    const rows = `/v1/boards/${own.id}/rows`
    await post(rows, { cells: { name: 'Last' } })
    const definitions = ({ events }: typeof narrow) =>
      events.flatMap(({ data }) => data.data?.definition?.key ?? [])
    await until(() => definitions(narrow).includes(own.key), 'the own row')
    await until(() => definitions(wide).includes(own.key), 'the own row')
    expect(new Set(definitions(narrow))).toEqual(new Set([own.key]))
    expect(narrow.events.map(({ type }) => type)).not.toContain('obligation.created')
    expect(definitions(wide)).toContain(leak.board.key)
    narrow.close()
    wide.close()
    // One that missed something gets the same.
    const missed = await listen(service.origin, '/v1/events/stream', {
      token: limited,
      lastEventId: narrow.events[0]!.id,
    })
    await post(rows, { cells: { name: 'Later' } })
    await until(() => definitions(missed).includes(own.key), 'the later row')
    expect(new Set(definitions(missed))).toEqual(new Set([own.key]))
    missed.close()
  })

  test('of another board is not there', async () => {
    const answer = await ask('GET', `/v1/boards/${leak.board.id}/events`)
    expect(answer.status).toBe(404)
  })
})

describe('an import', () => {
  test('links to rows of other boards no more than to rows that do not exist', async () => {
    const { key, rowId } = leak.board
    const link = { name: 'Beyond', type: 'link', settings: { definitionKey: key } }
    await post(`/v1/boards/${own.id}/columns`, link)
    const imported = async (text: string) => {
      const form = new FormData()
      form.set('file', new Blob([text]), 'rows.csv')
      form.set('boardId', own.id)
      const { data } = (await ask('POST', '/v1/boards/import', form)).body
      const run = async () =>
        (await ask('GET', `/v1/boards/${own.id}/imports/${data.id}`)).body.data
      await until(async () => (await run()).status !== 'running', 'the import')
      return run()
    }
    expect(await imported(`name,beyond\nDee,${rowId}\n`)).toMatchObject({ imported: 0, failed: 1 })
    expect(await imported('name\nEve\n')).toMatchObject({ imported: 1, failed: 0 })
    const rows = (await ask('GET', `/v1/boards/${own.id}/rows?search=Eve`)).body.data
    expect(rows).toMatchObject([{ createdBy: expect.stringMatching(/^token:/) }])
  })
})

test('a deleted board takes its token nowhere else', async () => {
  const gone = await post('/v1/boards', { name: 'Short-lived' })
  const secret = await token({ definitions: [gone.key] })
  await call(leak, 'DELETE', `/v1/boards/${gone.id}`)
  const listed = await service.api('GET', '/v1/definitions', { token: secret })
  expect(listed.body.data).toEqual([])
})

test('the same requests tell a token without the limit', async () => {
  for (const path of ['/v1/definitions', '/v1/newest-rows', '/v1/events?limit=1000']) {
    const answer = await service.api('GET', path, { token: whole })
    expect([path, found(answer, signs).length > 0]).toEqual([path, true])
  }
})

test('the table has lines for this test', () => {
  expect(lines.length).toBeGreaterThan(150)
  expect(operationGroups.feeds.stream.scope).toBe('events:read')
  expect(basePath(leak, leak.page)).toContain(leak.page.key)
})
