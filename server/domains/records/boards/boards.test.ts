import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const api = (method: string, path: string, body?: unknown, role: keyof Desk['tokens'] = 'owner') =>
  service.api(method, path, { token: desk.tokens[role], body })
const base = { board: '/v1/boards', page: '/v1/definitions' }

test('a new workspace has the pages leads and deals, and no board', async () => {
  const { body } = await api('GET', '/v1/definitions')
  expect(body.data.map(({ key, kind }: { key: string; kind: string }) => [key, kind])).toEqual([
    ['leads', 'page'],
    ['deals', 'page'],
  ])
  expect((await api('GET', '/v1/boards')).body).toEqual({ data: [], nextCursor: null })
})

test.each(['board', 'page'] as const)(
  'a %s is made with its columns, as the answer shows',
  async (kind) => {
    const { status, body } = await api('POST', base[kind], {
      name: `Web form ${kind}`,
      description: 'From the site',
      settings: { region: 'DE', timeZone: 'Europe/Berlin' },
      columns: [
        { name: 'Full Name', type: 'text', required: true, description: 'As signed' },
        { name: 'Höhe', type: 'number', settings: { precision: 1 } },
        { name: 'Full name 2', key: 'second-name', type: 'text' },
        { name: 'Received', type: 'created_at' },
      ],
    })
    expect(status).toBe(201)
    const column = (more: object) => ({
      id: expect.any(String),
      description: '',
      required: false,
      unique: false,
      readOnly: false,
      settings: {},
      ...more,
    })
    const made = body.data
    expect(made).toEqual({
      id: expect.any(String),
      kind,
      key: `web-form-${kind}`,
      name: `Web form ${kind}`,
      description: 'From the site',
      icon: kind === 'board' ? 'inbox' : 'table',
      color: expect.any(String),
      settings: { region: 'DE', timeZone: 'Europe/Berlin', currency: 'USD' },
      columns: [
        column({
          key: 'full_name',
          name: 'Full Name',
          type: 'text',
          position: 1,
          required: true,
          description: 'As signed',
        }),
        column({
          key: 'hohe',
          name: 'Höhe',
          type: 'number',
          position: 2,
          settings: { precision: 1 },
        }),
        column({ key: 'second-name', name: 'Full name 2', type: 'text', position: 3 }),
        column({
          key: 'received',
          name: 'Received',
          type: 'created_at',
          position: 4,
          readOnly: true,
        }),
      ],
      rowCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      createdBy: 'user:1',
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const address = kind === 'board' ? `/v1/boards/${made.id}` : `/v1/definitions/${made.key}`
    expect((await api('GET', address)).body.data).toEqual(made)
    // A board is a definition too and has a key, but a page is not a board.
    expect((await api('GET', `/v1/definitions/${made.key}`)).body.data).toEqual(made)
    expect((await api('GET', `/v1/boards/${made.id}`)).status).toBe(kind === 'board' ? 200 : 404)
  },
)

test('keys are made from names and are unique; the key of a deleted board can be used again', async () => {
  const make = async (body: object) => api('POST', '/v1/boards', body)
  const keys = []
  for (let i = 0; i < 3; i++) keys.push((await make({ name: 'Über Leads!' })).body.data.key)
  expect(keys).toEqual(['uber-leads', 'uber-leads-2', 'uber-leads-3'])
  for (const [name, key] of [
    ['商品', 'shangpin'],
    ['商品', 'shangpin-2'],
    ['Имя клиента', 'imya-klienta'],
    ['Größe (cm²)', 'grosse-cm2'],
    ['Çağrı №5', 'cagri-no5'],
    ['e\u0301te\u0301', 'ete'],
    ['सामान', 'saman'],
    ['🔥 Hot', 'hot'],
    ['🔥', 'untitled'],
  ] as const) {
    expect([name, (await make({ name })).body.data.key]).toEqual([name, key])
  }
  const taken = await make({ name: 'x', key: 'leads' }) // a page has this key
  expect([taken.status, taken.body]).toEqual([
    409,
    {
      error: 'The key "leads" is in use in this workspace; choose another.',
      code: 'key_taken',
      reason: 'definition',
      values: { key: 'leads' },
    },
  ])
  const { id } = (await make({ name: 'x', key: 'short-lived' })).body.data
  expect((await api('DELETE', `/v1/boards/${id}`)).status).toBe(204)
  expect((await make({ name: 'x', key: 'short-lived' })).status).toBe(201)
  for (const key of ['Upper', 'two words', '-a', 'a--b', 'a'.repeat(65), '']) {
    expect((await make({ name: 'x', key })).body.issues?.[0].path).toBe('body.key')
  }
})

test('if five requests make a board with the same key at once, one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api('POST', '/v1/boards', { name: 'Race', key: 'race' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
})

test('a fault in a column of a new board is refused with its place, and nothing is made', async () => {
  const before = (await api('GET', '/v1/boards?limit=1000')).body.data.length
  const text = { name: 'A', type: 'text' }
  for (const [columns, code, message] of [
    [
      [text, { name: 'a ', type: 'text' }],
      'name_taken',
      'body.columns[1].name: a column called "A"',
    ],
    [
      [text, { name: 'B', key: 'a', type: 'text' }],
      'key_taken',
      'body.columns[1].key: the key "a"',
    ],
    [
      [{ name: 'A', type: 'files' }],
      'invalid_request',
      'body.columns[0].type must be one of text,',
    ],
    [
      [{ ...text, settings: { min: 1 } }],
      'invalid_request',
      'body.columns[0].settings.min is not a setting',
    ],
    [
      [{ name: 'A', type: 'select', settings: { options: [{ label: 'x' }, { label: 'X' }] } }],
      'invalid_request',
      'body.columns[0].settings.options[1].label: "X" appears twice',
    ],
    [
      [{ name: 'A', type: 'auto_number', required: true }],
      'invalid_request',
      'body.columns[0]: a column that the service fills can be neither required nor unique',
    ],
  ] as const) {
    const { status, body } = await api('POST', '/v1/boards', { name: 'Wrong', columns })
    expect([status >= 400, body.code]).toEqual([true, code])
    expect(body.error).toContain(message)
  }
  expect((await api('GET', '/v1/boards?limit=1000')).body.data).toHaveLength(before)
})

test('a change can name only some fields; region, time zone and currency must exist', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, [])
  const path = `/v1/boards/${id}`
  const before = (await api('GET', path)).body.data
  const changed = await api('PATCH', path, { description: 'New', settings: { currency: 'EUR' } })
  expect(changed.status).toBe(200)
  expect(changed.body.data).toEqual({
    ...before,
    description: 'New',
    settings: { ...before.settings, currency: 'EUR' },
    updatedAt: expect.any(String),
  })
  expect((await api('PATCH', path, { settings: { region: 'US' } })).body.data.settings).toEqual({
    region: 'US',
    timeZone: 'UTC',
    currency: 'EUR',
  })
  for (const [settings, at] of [
    [{ region: 'XX' }, 'region'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ currency: 'XXQ' }, 'currency'],
  ] as const) {
    const { status, body } = await api('PATCH', path, { settings })
    expect([status, body.issues[0].path]).toEqual([400, `body.settings.${at}`])
  }
  expect((await api('PATCH', path, {})).status).toBe(400)
  expect((await api('PATCH', path, { key: 'other' })).body.issues[0].path).toBe('body.key')
})

test('a board keeps the icon and the color that it was given, and others are refused', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, [], { icon: 'truck' })
  const path = `/v1/boards/${id}`
  const before = (await api('GET', path)).body.data
  expect(before.icon).toBe('truck')
  expect((await api('PATCH', path, { color: 'grape' })).body.data).toMatchObject({
    icon: 'truck',
    color: 'grape',
  })
  await api('PATCH', path, { icon: 'star', name: 'Renamed' })
  expect((await api('GET', path)).body.data).toMatchObject({ icon: 'star', color: 'grape' })
  for (const [field, value] of [
    ['icon', 'skull'],
    ['icon', null],
    ['color', '#ff0000'],
  ] as const) {
    const { status, body } = await api('PATCH', path, { [field]: value })
    expect([status, body.code, body.issues[0].path]).toEqual([
      400,
      'invalid_request',
      `body.${field}`,
    ])
  }
  await service.eventsReadable()
  const events = (await api('GET', '/v1/events?types=board.updated&order=newest&limit=2')).body.data
  expect(events.map(({ subject }: { subject: string }) => subject)).toEqual([
    `board:${id}`,
    `board:${id}`,
  ])
})

test('the workspace’s settings apply where a board has none', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, [])
  await api('PATCH', '/v1/workspace', { region: 'FR', currency: 'EUR' })
  expect((await api('GET', `/v1/boards/${id}`)).body.data.settings).toMatchObject({
    region: 'FR',
    currency: 'EUR',
  })
  await api('PATCH', '/v1/workspace', { region: 'US', currency: 'USD' })
})

test('a deleted board is gone everywhere, and cannot be restored', async () => {
  const { id, key } = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  expect((await api('DELETE', `/v1/boards/${id}`)).status).toBe(204)
  for (const path of [
    `/v1/boards/${id}`,
    `/v1/definitions/${key}`,
    `/v1/boards/${id}/rows`,
    `/v1/boards/${id}/columns`,
    `/v1/boards/${id}/keys`,
    `/v1/boards/${id}/receipts`,
  ]) {
    expect((await api('GET', path)).status).toBe(404)
  }
  expect((await api('DELETE', `/v1/boards/${id}`)).status).toBe(404)
  const all = (await api('GET', '/v1/definitions?limit=1000')).body.data
  expect(all.some((definition: { id: string }) => definition.id === id)).toBe(false)
})

test('definitions are listed in the order in which they were made, by kind, page by page', async () => {
  await makeBoard(service, desk.tokens.owner, [])
  const list = async (query: string) => (await api('GET', `/v1/definitions${query}`)).body
  const all = (await list('?limit=1000')).data
  const seen: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list(`?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.data)
    cursor = page.nextCursor as string | null
  }
  expect(seen).toEqual(all)
  const kinds = {
    board: (await list('?kind=board&limit=1000')).data,
    page: (await list('?kind=page')).data,
  }
  expect(kinds.board.length + kinds.page.length).toBe(all.length)
  expect((await api('GET', '/v1/boards?limit=1000')).body.data).toEqual(kinds.board)
  expect((await api('GET', '/v1/definitions?kind=table')).status).toBe(400)
})

test('definitions are listed without their columns if the caller needs none', async () => {
  await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const list = async (query: string) =>
    (await api('GET', `/v1/definitions?limit=1000${query}`)).body.data
  const all = await list('')
  expect(await list('&columns=true')).toEqual(all)
  expect(await list('&columns=false')).toEqual(
    all.map((definition: object) => ({ ...definition, columns: [] })),
  )
})

test('definitions are found by a part of their name, page by page', async () => {
  const names = ['Café Überweisung 1', '100% cafe', 'Tea']
  for (const name of names) await makeBoard(service, desk.tokens.owner, [], { name })
  const list = async (query: string) => (await api('GET', `/v1/definitions?${query}`)).body
  const found = await list('search=CAFE')
  expect(found.data.map(({ name }: { name: string }) => name)).toEqual(names.slice(0, 2))
  const first = await list('search=cafe&limit=1')
  const second = await list(`search=cafe&limit=1&cursor=${first.nextCursor}`)
  expect([...first.data, ...second.data]).toEqual(found.data)
  expect((await list('search=0%25')).data.map(({ name }: { name: string }) => name)).toEqual([
    '100% cafe',
  ])
  expect((await list('search=cafe&kind=page')).data).toEqual([])
  expect((await api('GET', '/v1/definitions?search=')).status).toBe(400)
  expect((await api('GET', `/v1/definitions?search=${'x'.repeat(1001)}`)).status).toBe(400)
})

describe('roles that can', () => {
  const seats = ['owner', 'admin', 'manager', 'member', 'viewer'] as const
  test.each([
    ['make a board', 'POST', () => '/v1/boards', { name: 'x' }, 4],
    ['make a page', 'POST', () => '/v1/definitions', { name: 'x' }, 2],
    ['change a board', 'PATCH', (id: string) => `/v1/boards/${id}`, { name: 'x' }, 4],
    ['change a page', 'PATCH', () => '/v1/definitions/leads', { description: 'x' }, 2],
    ['add a column', 'POST', (id: string) => `/v1/boards/${id}/columns`, undefined, 2],
    [
      'make a key',
      'POST',
      (id: string) => `/v1/boards/${id}/keys`,
      { name: 'x', scopes: ['read'] },
      2,
    ],
    ['see the keys', 'GET', (id: string) => `/v1/boards/${id}/keys`, undefined, 2],
    ['see the receipts', 'GET', (id: string) => `/v1/boards/${id}/receipts`, undefined, 5],
    ['see the board', 'GET', (id: string) => `/v1/boards/${id}`, undefined, 5],
    ['add a row', 'POST', (id: string) => `/v1/boards/${id}/rows`, { cells: {} }, 4],
  ] as const)('%s', async (_, method, path, body, allowed) => {
    const { id } = await makeBoard(service, desk.tokens.owner, [])
    for (const [nth, seat] of seats.entries()) {
      const column = { name: `By ${seat}`, type: 'text' }
      const { status } = await api(
        method,
        path(id),
        path(id).endsWith('columns') ? column : body,
        seat,
      )
      expect([seat, status < 300 ? 'may' : status]).toEqual([seat, nth < allowed ? 'may' : 403])
    }
  })
})
