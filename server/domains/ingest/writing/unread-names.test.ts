import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../tests/support/clients/client.ts'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { openForm } from '../../../tests/support/desks/forms.ts'
import { openHook } from '../../../tests/support/desks/hook-bodies.ts'
import { integration, restrict } from '../../../tests/support/desks/ingest.ts'
import { join, type Person } from '../../../tests/support/desks/people.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { sweepUnresolved, workOnUnresolved } from '../../records/rows/resolving.ts'

let service: TestService
let desk: Desk
let leads: Rows
/** The ids of the leads, by their own ids. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  service = await startService({ formLeastMs: 0 })
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

/** A lead that everybody here may link to. Each test has leads of its own. */
beforeEach(async () => {
  leads = await openRows(
    service,
    desk,
    [
      { name: 'Name', type: 'text' },
      { name: 'Email', type: 'email', unique: true },
      { name: 'Phone', type: 'phone', unique: true },
    ],
    'page',
  )
  ids.rosa = await makeLead('crm-1', { email: 'rosa@acme.example', phone: '+14155550101' })
  ids.ben = await makeLead('crm-2', { email: 'ben@acme.example' })
})

async function makeLead(external_id: string, cells: object): Promise<string> {
  const answer = await integration(service, leads.secret, 'page').write({ external_id, cells })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}

const columns = (settings: object = {}): NewColumn[] => [
  { name: 'Title', type: 'text' },
  {
    name: 'Lead',
    type: 'link',
    settings: { definitionKey: leads.key, ...settings },
  },
  { name: 'Agent', type: 'person' },
]

/** A board, and what a key that only writes can do with it. */
async function open(of = columns({ multiple: true }), kind: 'board' | 'page' = 'board') {
  const rows = await openRows(service, desk, of, kind)
  const { body } = await rows.as('owner')('POST', '/keys', {
    name: 'Website',
    scopes: ['rows:write'],
  })
  const unread = integration(service, body.data.secret, kind)
  const reads = integration(service, rows.secret, kind)
  const list = async () => (await rows.as('member')('GET', '/rows?expand=links')).body.data
  const receipts = async () => (await rows.as('owner')('GET', '/receipts')).body.data
  return { ...rows, write: unread.write, reads, list, receipts }
}

/** How many cells of a board are to be looked up again. */
async function noted(definitionId: string): Promise<number> {
  const [{ n }] = await service.sql(
    `SELECT count(*)::integer AS n FROM unresolved_cells u
     JOIN rows r ON r.workspace_id = u.workspace_id AND r.id = u.row_id WHERE r.definition_id = $1`,
    [definitionId],
  )
  return n
}

/** One turn of the worker. */
async function resolve(): Promise<void> {
  await service.sql(`UPDATE due_work SET due_at = now() WHERE kind = 'unresolved'`)
  await workOnUnresolved(service.db, new AbortController().signal)
}

/** An answer without what differs between any two rows. */
function likeness({ status, body, headers }: Answer): unknown {
  const { data, ...rest } = body
  const plain = (row: { id: unknown; position: unknown }) => ({
    ...row,
    id: typeof row.id,
    position: typeof row.position,
  })
  const shown = Array.isArray(data) ? data.map(plain) : data && plain(data)
  return { status, data: shown, ...rest, headers: [...headers.keys()].toSorted() }
}

/** The same cells, of what is there and of what is not, with the names exchanged for each other. */
const PAIRS: [what: string, there: unknown, missing: unknown][] = [
  ['an own id', { external_id: 'crm-1' }, { external_id: 'crm-9' }],
  ['a unique value', { email: 'rosa@acme.example' }, { email: 'zora@acme.example' }],
  ['a phone number', { phone: '(415) 555-0101' }, { phone: '(415) 555-0999' }],
  ['a text', 'crm-1', 'crm-9'],
  [
    'a value that it may make',
    { external_id: 'crm-1', create: true },
    { external_id: 'crm-9', create: true },
  ],
  ['several', ['crm-1', 'ben@acme.example'], ['crm-9', 'bob@acme.example']],
]

describe('a key that only writes gets the same answer', () => {
  test.each(PAIRS)(
    'for %s of a row that there is, and that there is not',
    async (_, there, missing) => {
      const { write } = await open()
      for (const query of ['', '?dryRun=true']) {
        const [found, lost] = [
          await write({ cells: { title: 'A', lead: there } }, { query }),
          await write({ cells: { title: 'A', lead: missing } }, { query }),
        ]
        expect(found.status, found.text).toBe(query ? 200 : 201)
        expect(found.body.data.cells).toEqual({ title: 'A', lead: there })
        expect(lost.body.data.cells).toEqual({ title: 'A', lead: missing })
        expect([found.body.filled, found.body.coerced]).toEqual([['title', 'lead'], []])
        lost.body.data.cells.lead = there
        expect(likeness(lost)).toEqual(likeness(found))
      }
      const batch = (lead: unknown) => write({ rows: [{ title: 'A' }, { title: 'B', lead }] })
      const [found, lost] = [await batch(there), await batch(missing)]
      lost.body.data[1].cells.lead = there
      expect(likeness(lost)).toEqual(likeness(found))
    },
  )

  test('for a row id', async () => {
    const { write, list } = await open()
    const lost = crypto.randomUUID()
    const answers = [
      await write({ cells: { lead: [ids.rosa] } }),
      await write({ cells: { lead: [lost] } }),
    ]
    expect(answers.map(({ body }) => body.data.cells)).toEqual([
      { lead: [ids.rosa] },
      { lead: [lost] },
    ])
    answers[1]!.body.data.cells.lead = [ids.rosa]
    expect(likeness(answers[1]!)).toEqual(likeness(answers[0]!))
    expect((await list())[1]).toMatchObject({ cells: {}, unresolved: { lead: [lost] } })
  })

  test('for people by email, name and number', async () => {
    const { write, list } = await open()
    const { data } = (await service.api('GET', '/v1/workspace/seats', { token: desk.tokens.owner }))
      .body
    const [seat] = data
    for (const [there, missing] of [
      [seat.email, 'zed@nowhere.example'],
      [seat.name, 'Zed Nobody'],
      [seat.crmUserId, 999_999],
    ]) {
      const [found, lost] = [
        await write({ cells: { agent: there } }),
        await write({ cells: { agent: missing } }),
      ]
      expect([found.status, found.body.data.cells, found.body.coerced]).toEqual([
        201,
        { agent: there },
        [],
      ])
      expect(lost.body.data.cells).toEqual({ agent: missing })
      lost.body.data.cells.agent = there
      expect(likeness(lost)).toEqual(likeness(found))
    }
    const rows = await list()
    expect(rows.map((row: { cells: object }) => row.cells)).toEqual([
      { agent: seat.crmUserId },
      {},
      { agent: seat.crmUserId },
      {},
      { agent: seat.crmUserId },
      {},
    ])
    expect(rows[5].unresolved).toEqual({ agent: [999_999] })
  })

  test('for a text that may mean several rows', async () => {
    const twins = await openRows(service, desk, [
      { name: 'Name', type: 'text', unique: true },
      { name: 'Code', type: 'text', unique: true },
    ])
    await twins.as('owner')('POST', '/rows', {
      rows: [{ cells: { name: 'X' } }, { cells: { code: 'X' } }],
    })
    const board = await open([
      { name: 'Twin', type: 'link', settings: { definitionKey: twins.key } },
    ])
    const answer = await board.write({ cells: { twin: 'X' } })
    expect([answer.status, answer.body.data.cells]).toEqual([201, { twin: 'X' }])
    expect((await board.list())[0]).toMatchObject({ cells: {}, unresolved: { twin: ['X'] } })
  })

  test('for a row of its own page that a name means', async () => {
    const { key, write, list } = await open([{ name: 'Name', type: 'text', unique: true }], 'page')
    await service.api('POST', `/v1/definitions/${key}/columns`, {
      token: desk.tokens.owner,
      body: { name: 'Boss', type: 'link', settings: { definitionKey: key } },
    })
    await write({ external_id: 'a', cells: { name: 'Ann' } })
    const update = (boss: string) =>
      write({ external_id: 'a', cells: { boss: { name: boss } }, onConflict: 'update' })
    const [own, other] = [await update('Ann'), await update('Zed')]
    other.body.data.cells.boss = { name: 'Ann' }
    expect(own.status, own.text).toBe(201)
    expect(likeness(other)).toEqual(likeness(own))
    expect(await list()).toHaveLength(1)
  })

  test('for formulas over such cells, which it does not get', async () => {
    const { key: _, write, as, list } = await open()
    const formula = await as('admin')('POST', '/columns', {
      name: 'Links',
      type: 'formula',
      settings: { expression: 'COUNT({lead})', resultType: 'number' },
    })
    expect(formula.status, formula.text).toBe(201)
    const found = await write({ cells: { lead: 'crm-1' } })
    const lost = await write({ cells: { lead: 'crm-9' } })
    expect([found.body.data.cells, lost.body.data.cells]).toEqual([
      { lead: 'crm-1' },
      { lead: 'crm-9' },
    ])
    expect((await list()).map((row: { cells: { links: number } }) => row.cells.links)).toEqual([
      1, 0,
    ])
  })

  test('when a record is replayed, also one that somebody else wrote', async () => {
    const { write, reads } = await open(columns({ multiple: true }), 'page')
    const sent = { external_id: 'a', cells: { title: 'A', lead: 'crm-1' } }
    const first = await write(sent)
    const again = await write(sent)
    expect(again.body).toEqual({ ...first.body, outcome: 'replayed' })
    await reads.write({ external_id: 'b', cells: { title: 'B', lead: 'crm-1' } })
    const others = await write({ external_id: 'b', cells: { title: 'B' } })
    expect(others.body.data.cells).toEqual({ title: 'B' })
    expect(others.body.coerced).toEqual([])
  })

  test('with an Idempotency-Key', async () => {
    const { write, list } = await open()
    const body = { cells: { lead: 'crm-9' } }
    const [first, again] = [await write(body, { retry: 'a' }), await write(body, { retry: 'a' })]
    expect(again.text).toBe(first.text)
    expect(await list()).toHaveLength(1)
  })
})

test('a name is refused only for what it looks like', async () => {
  const { write, as } = await open(columns())
  for (const [cells, reason] of [
    [{ lead: 'a'.repeat(1001) }, 'too_long'],
    [{ lead: true }, 'not_row_ids'],
    [{ lead: { email: { a: 1 } } }, 'not_row_ids'],
    [{ lead: { name: 'Rosa' } }, 'no_unique_column'],
    [{ lead: ['crm-1', 'crm-9'] }, 'one_row_only'],
    [{ agent: 1.5 }, 'not_a_person'],
    [{ agent: 'a'.repeat(321) }, 'too_long'],
    [{ agent: ['ann'] }, 'not_a_person'],
  ] as const) {
    const { status, body } = await write({ cells })
    expect([status, body.error.errors?.[0].reason], JSON.stringify(cells)).toEqual([400, reason])
  }
  expect((await as('member')('GET', '/rows')).body.data).toEqual([])
})

test('a required cell is filled by a name that leads nowhere too', async () => {
  const of = columns().map((column) => ({ ...column, required: column.name !== 'Title' }))
  const { write } = await open(of)
  expect((await write({ cells: { lead: 'crm-9', agent: 'Zed' } })).status).toBe(201)
  expect((await write({ cells: { lead: 'crm-9' } })).body.error.errors).toMatchObject([
    { column: 'agent', reason: 'required' },
  ])
})

test('rows of a batch still link to each other', async () => {
  const { key, write, list } = await open([{ name: 'Name', type: 'text' }], 'page')
  await service.api('POST', `/v1/definitions/${key}/columns`, {
    token: desk.tokens.owner,
    body: { name: 'Boss', type: 'link', settings: { definitionKey: key } },
  })
  const answer = await write({
    rows: [
      { external_id: 'a', cells: { name: 'A', boss: { external_id: 'b' } } },
      { external_id: 'b', cells: { name: 'B', boss: { external_id: 'c', create: true } } },
    ],
  })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body.data.map((row: { cells: object }) => row.cells)).toEqual([
    { name: 'A', boss: { external_id: 'b' } },
    { name: 'B', boss: { external_id: 'c', create: true } },
  ])
  const rows = await list()
  expect(rows.map((row: { externalId: string }) => row.externalId).toSorted()).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(rows.every((row: { unresolved?: object }) => !row.unresolved)).toBe(true)
})

test('a key that reads is refused, as before', async () => {
  const { reads } = await open()
  const { status, body } = await reads.write({ cells: { lead: 'crm-9' } })
  expect([status, body.error.code]).toEqual([400, 'unknown_reference'])
  const found = await reads.write({ cells: { lead: 'crm-1' } })
  expect(found.body.data.cells.lead).toEqual([ids.rosa])
})

test('the receipt tells people what led nowhere, and what led where', async () => {
  const { write, receipts } = await open()
  await write({ cells: { title: 'A', lead: ['crm-1', 'crm-9'], agent: 'Zed' } })
  const [receipt] = await receipts()
  expect(receipt).toMatchObject({
    outcome: 'created',
    unresolved: {
      count: 2,
      items: [
        { index: 0, column: 'lead', sent: 'crm-9' },
        { index: 0, column: 'agent', sent: 'Zed' },
      ],
    },
  })
})

test('a dry run that names rows or people has a receipt, so that guesses are seen', async () => {
  const { write, receipts } = await open()
  await write({ cells: { title: 'A' } }, { query: '?dryRun=true' })
  expect(await receipts()).toEqual([])
  await write({ rows: [{ lead: 'crm-1' }, { lead: 'crm-9' }] }, { query: '?dryRun=true' })
  await write({ cells: { lead: 'crm-1', agent: 1.5 } }, { query: '?dryRun=true' })
  expect(await receipts()).toMatchObject([
    { outcome: 'tried', rowCount: 1, refused: { count: 1 } },
    { outcome: 'tried', rowCount: 2, unresolved: { count: 1 } },
  ])
})

test('names are counted, found or not, and too many in a minute are refused', async () => {
  const { write } = await open()
  const many = (name: (n: number) => string) =>
    Array.from({ length: 500 }, (_, n) => ({
      lead: Array.from({ length: 10 }, (__, m) => name(n * 10 + m)),
    }))
  const statuses = []
  for (const rows of [many((n) => `crm-${n}`), many((n) => `x-${n}`), [{ lead: 'crm-1' }]]) {
    statuses.push((await write({ rows }, { query: '?dryRun=true' })).status)
  }
  expect(statuses).toEqual([200, 200, 429])
  expect((await write({ cells: { title: 'A' } })).status).toBe(201)
})

test('a form takes a name that leads nowhere, and its page says nothing', async () => {
  const form = await openForm(
    { service, desk },
    columns().slice(0, 2),
    { columns: [{ key: 'title' }, { key: 'lead' }] },
    'board',
  )
  for (const lead of ['rosa@acme.example', 'zora@acme.example']) {
    const sent = await form.visitor().send([
      ['c.title', 'A'],
      ['c.lead', lead],
    ])
    expect(sent.status, sent.html).toBe(303)
  }
  const rows = await form.rows()
  expect(rows.map((row: { cells: { lead?: string[] } }) => row.cells.lead)).toEqual([
    [ids.rosa],
    undefined,
  ])
  expect(rows[1].unresolved).toEqual({ lead: ['zora@acme.example'] })
})

test('an email fills no column that names rows or people', async () => {
  const { as } = await open()
  for (const columns of [{ from: 'lead' }, { name: 'agent' }, { subject: 'agent' }]) {
    const { status, body } = await as('admin')('POST', '/addresses', { columns })
    expect([status, body.issues?.[0].reason], JSON.stringify(columns)).toEqual([
      400,
      'not_a_column_for_mail',
    ])
  }
})

test('a hook answers the same, and keeps what leads nowhere', async () => {
  const fields = [
    { path: 'lead', column: 'lead' },
    { path: 'title', column: 'title' },
  ]
  const at = await openHook({ service, desk }, { fields, misfits: 'refuse' }, columns())
  const [found, lost] = [
    await at.send({ title: 'A', lead: 'crm-1' }),
    await at.send({ title: 'A', lead: 'crm-9' }),
  ]
  const plain = ({ status, body }: Answer) => [status, body.data.outcome, typeof body.data.rowId]
  expect(plain(lost)).toEqual(plain(found))
  expect(found.status).toBe(201)
  const [{ id: sampleId }] = await at.samples()
  const body = { sampleId, fields }
  const preview = await at.api('POST', `/hooks/${at.hook.id}/preview`, body, 'admin')
  expect(preview.body.data, preview.text).toMatchObject({
    outcome: 'created',
    cells: { title: 'A', lead: 'crm-9' },
  })
})

describe('what leads nowhere', () => {
  const states = (rows: { cells: { lead?: string[] }; unresolved?: { lead: unknown } }[]) =>
    rows.map(({ cells, unresolved }) => [cells.lead ?? [], unresolved?.lead ?? []])

  test('leads somewhere by itself once there is such a row, for as many of the names as there are', async () => {
    const { id, write, list } = await open()
    await write({ cells: { lead: ['crm-1', { external_id: 'crm-8' }, 'zora@acme.example'] } })
    await write({ cells: { lead: { phone: '415 555 0999' } } })
    await resolve()
    expect(states(await list())).toEqual([
      [[ids.rosa], [{ external_id: 'crm-8' }, 'zora@acme.example']],
      [[], [{ phone: '415 555 0999' }]],
    ])
    const zora = await makeLead('crm-7', { email: 'Zora@acme.example', phone: '+14155550999' })
    await resolve()
    expect(states(await list())).toEqual([
      [[ids.rosa, zora], [{ external_id: 'crm-8' }]],
      [[zora], []],
    ])
    const eight = await makeLead('crm-8', {})
    await resolve()
    expect(states(await list())[0]).toEqual([[ids.rosa, zora, eight], []])
    expect((await list())[0]).toMatchObject({ updatedBy: 'system', version: 3 })
    expect(await noted(id)).toBe(0)
  })

  test('leads somewhere once an edit gives a row the value, at the next sweep', async () => {
    const { write, list } = await open()
    await write({ cells: { lead: 'late@acme.example' } })
    await resolve()
    await leads.as('owner')('PATCH', `/rows/${ids.ben}`, { cells: { email: 'late@acme.example' } })
    await service.db.withWorkspace({ workspaceId: desk.workspaceId }, sweepUnresolved)
    await resolve()
    expect(states(await list())).toEqual([[[ids.ben], []]])
  })

  test('leaves when somebody fills or empties the cell, and history has it', async () => {
    const { id, write, list, as } = await open()
    await write({ rows: [{ lead: 'crm-9' }, { lead: 'crm-9' }] })
    const [first, second] = await list()
    const filled = await as('member')('PATCH', `/rows/${first.id}`, {
      cells: { lead: { external_id: 'crm-2' } },
    })
    expect(filled.body.data).toMatchObject({ cells: { lead: [ids.ben] } })
    await as('member')('PATCH', `/rows/${second.id}`, { cells: { lead: null } })
    expect(states(await list())).toEqual([
      [[ids.ben], []],
      [[], []],
    ])
    expect(await noted(id)).toBe(0)
    const history = (await as('member')('GET', `/rows/${second.id}/history`)).body.data
    expect(history[0].cells).toEqual([
      { column: 'lead', from: null, to: null, unresolved: { from: ['crm-9'], to: [] } },
    ])
    const undone = await as('member')(
      'POST',
      `/rows/${second.id}/history/${history[0].id}/revert`,
      {
        column: 'lead',
      },
    )
    expect(undone.status, undone.text).toBe(201)
    expect(states(await list())[1]).toEqual([[], ['crm-9']])
  })

  test('goes with the row to the trash and back, and is looked for then', async () => {
    const { write, list, as } = await open()
    await write({ cells: { lead: 'crm-9' } })
    const [{ id }] = await list()
    await as('owner')('DELETE', `/rows/${id}`)
    const nine = await makeLead('crm-9', {})
    await resolve()
    await as('owner')('POST', '/rows/restore', { ids: [id] })
    await resolve()
    expect(states(await list())).toEqual([[[nine], []]])
  })

  test('is hidden with its column, from people and from keys', async () => {
    const { write, reads, as, key } = await open()
    await write({ cells: { title: 'A', lead: 'crm-9' } })
    expect((await reads.read()).body.data.rows?.[0]?.cells ?? {}).not.toHaveProperty('lead')
    expect((await as('viewer')('GET', '/rows')).body.data[0].unresolved).toEqual({
      lead: ['crm-9'],
    })
    await restrict(service, desk.workspaceId, key, 'lead', { visibleTo: 'roles' })
    expect((await as('viewer')('GET', '/rows')).body.data[0]).not.toHaveProperty('unresolved')
  })

  test('is found by a filter', async () => {
    const { write, as } = await open()
    await write({
      rows: [{ title: 'A', lead: 'crm-9' }, { title: 'B', lead: 'crm-1' }, { title: 'C' }],
    })
    const filter = JSON.stringify({ column: 'lead', op: 'is_unresolved' })
    const found = await as('member')('GET', `/rows?filter=${encodeURIComponent(filter)}&count=true`)
    expect(found.status, found.text).toBe(200)
    expect(found.body.data.map((row: { cells: { title: string } }) => row.cells.title)).toEqual([
      'A',
    ])
    expect(found.body.total).toBe(1)
  })

  test('is in exports', async () => {
    const { write, as } = await open()
    await write({ cells: { title: 'A', lead: ['crm-1', { external_id: '=1+1' }], agent: 'Zed' } })
    const csv = await as('member')('GET', '/export?format=csv&ids=true')
    const line = csv.text.split('\r\n')[1]!
    expect(line, csv.text).toContain('A,"crm-1, =1+1",Zed')
  })

  test('becomes a person once such a person joins', async () => {
    const { write, list } = await open()
    await write({ cells: { agent: 'Late Comer' } })
    await resolve()
    const api: Person['api'] = (method, path, options) =>
      service.api(method, path, { ...options, token: desk.tokens.owner })
    const late = await join(service, { api } as Person, 'member', 'Late Comer')
    await resolve()
    expect((await list())[0]).toMatchObject({ cells: { agent: late.crmUserId } })
  })

  test('leads somewhere only once its board was restored, if that was deleted', async () => {
    const { write, list } = await open()
    await leads.as('owner')('DELETE', '')
    const answer = await write({ cells: { lead: 'crm-1' } })
    expect([answer.status, answer.body.data.cells]).toEqual([201, { lead: 'crm-1' }])
    await resolve()
    expect(states(await list())).toEqual([[[], ['crm-1']]])
  })

  test('stays as text when its column of people becomes one of texts, and is counted as lost where it does not fit', async () => {
    const { id, write, list, as } = await open()
    await write({
      rows: [{ agent: 'Zed Nobody' }, { agent: 999_999 }, { agent: 'zed@nowhere.example' }],
    })
    const preview = await as('admin')('POST', '/columns/agent/type/preview', { type: 'email' })
    expect(preview.body.data, preview.text).toMatchObject({ filled: 3, lost: 2 })
    const changed = await as('admin')('POST', '/columns/agent/type', { type: 'text' })
    expect(changed.status, changed.text).toBe(201)
    expect(await noted(id)).toBe(0)
    expect((await list()).map((row: { cells: object }) => row.cells)).toEqual([
      { agent: 'Zed Nobody' },
      { agent: '999999' },
      { agent: 'zed@nowhere.example' },
    ])
    await as('admin')('POST', '/columns/agent/type', { type: 'person', confirmLoss: true })
    expect((await list()).map((row: { cells: object }) => row.cells)).toEqual([{}, {}, {}])
  })

  test('stays in a cell of several rows if it is sent back, and only in that row', async () => {
    const { write, list, as } = await open()
    await write({ rows: [{ lead: ['crm-9', { email: 'a@b.example' }] }, { title: 'B' }] })
    const [first, second] = await list()
    const edit = (id: string, lead: unknown) =>
      as('member')('PATCH', `/rows/${id}`, { cells: { lead } })
    const kept = await edit(first.id, [ids.rosa, { email: 'a@b.example' }])
    expect(kept.status, kept.text).toBe(200)
    expect(states(await list())[0]).toEqual([[ids.rosa], [{ email: 'a@b.example' }]])
    const refused = [await edit(second.id, ['crm-9']), await edit(first.id, ['crm-7'])]
    expect(refused.map(({ status }) => status)).toEqual([400, 400])
    await edit(first.id, [ids.rosa])
    expect(states(await list())[0]).toEqual([[ids.rosa], []])
  })

  test('comes back if what an edit took out is sent again, as an undo does, and is looked for then', async () => {
    const { id, write, list, as } = await open()
    const names = ['crm-9', { email: 'late@acme.example' }]
    const agents = ['Zed Nobody', 999_999]
    await write({ rows: agents.map((agent) => ({ lead: names, agent })) })
    const rows: { id: string }[] = await list()
    const edit = (...cells: object[]) =>
      as('member')('PATCH', '/rows', {
        rows: rows.map((row, i) => ({ id: row.id, cells: cells[i] ?? cells[0] })),
      })
    const emptied = await edit({ lead: null, agent: null })
    expect(emptied.status, emptied.text).toBe(200)
    await resolve()
    expect(await noted(id)).toBe(0)
    // Nobody was ever called so in these rows.
    expect((await edit({ agent: 'Zoe Nobody' })).status).toBe(400)
    const back = await edit(...agents.map((agent) => ({ lead: [ids.rosa, ...names], agent })))
    expect(back.status, back.text).toBe(200)
    expect((await list()).map((row: { unresolved: object }) => row.unresolved)).toEqual(
      agents.map((agent) => ({ lead: names, agent: [agent] })),
    )
    const nine = await makeLead('crm-9', {})
    await resolve()
    expect(states(await list())).toEqual(
      agents.map(() => [[ids.rosa, nine], [{ email: 'late@acme.example' }]]),
    )
  })

  test('is made by one request of a person who may', async () => {
    const { write, list, as } = await open()
    await write({ cells: { lead: { email: 'new@acme.example' } } })
    const [row] = await list()
    const [name] = row.unresolved.lead
    const made = await as('member')('PATCH', `/rows/${row.id}`, {
      cells: { lead: [{ ...name, create: true }] },
    })
    expect(made.status, made.text).toBe(200)
    expect(states(await list())[0]![0]).toHaveLength(1)
  })
})
