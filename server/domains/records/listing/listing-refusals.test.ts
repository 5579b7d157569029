import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let board: { id: string; key: string }
let path: string

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, [
    { name: 'name', type: 'text' },
    { name: 'amount', type: 'number' },
    { name: 'due', type: 'date' },
    { name: 'called', type: 'datetime' },
    { name: 'agreed', type: 'checkbox' },
    { name: 'agent', type: 'person' },
    { name: 'tags', type: 'multi_select', settings: { options: [{ label: 'A' }] } },
    { name: 'salary', type: 'number' },
    { name: 'stage', type: 'select', settings: { options: [{ label: 'B' }, { label: 'A' }] } },
  ])
  path = `/v1/boards/${board.id}`
  const rows = [
    { name: 'Ada', amount: 1, salary: 100 },
    { name: 'Bo', amount: 2, salary: 200 },
    { name: 'Cy', salary: 300 },
  ]
  await service.api('POST', `${path}/rows`, {
    token: desk.tokens.owner,
    body: { rows: rows.map((cells) => ({ cells })) },
  })
  await restrict(service, desk.workspaceId, board.key, 'salary', { visibleTo: 'roles' })
})
afterAll(() => service.stop())

const list = (query: Record<string, string>, role: keyof Desk['tokens'] = 'viewer') =>
  service.api('GET', `${path}/rows?${new URLSearchParams(query)}`, { token: desk.tokens[role] })
const filtered = (filter: unknown, role?: keyof Desk['tokens']) =>
  list({ filter: JSON.stringify(filter) }, role)
const names = (answer: { body: { data: { cells: { name: string } }[] } }) =>
  answer.body.data.map(({ cells }) => cells.name)

describe('the refusal of a wrong filter says where the fault is', () => {
  const leaf = (column: string, op: string, value?: unknown) => ({ column, op, value })
  test.each<[string, unknown, string]>([
    ['not an object', 7, 'query.filter'],
    ['an unknown word', { nor: [] }, 'query.filter.nor'],
    ['two words', { and: [], or: [] }, 'query.filter.and'],
    ['not a list', { and: {} }, 'query.filter.and'],
    ['not a filter', { and: [null] }, 'query.filter.and[0]'],
    ['no column', { column: 7, op: 'eq' }, 'query.filter.column'],
    ['more members', { ...leaf('name', 'eq', 'x'), not: 1 }, 'query.filter.not'],
    ['not an operator', leaf('name', 'like', 'x'), 'query.filter.op'],
    ['an operator for other values', { not: leaf('name', 'gt', 'x') }, 'query.filter.not.op'],
    ['an operator that is a member of objects', leaf('name', 'constructor'), 'query.filter.op'],
    ['not text', { and: [leaf('name', 'eq', 7)] }, 'query.filter.and[0].value'],
    ['no value', leaf('name', 'contains'), 'query.filter.value'],
    ['empty text', leaf('name', 'eq', ''), 'query.filter.value'],
    ['long text', leaf('name', 'eq', 'x'.repeat(2001)), 'query.filter.value'],
    ['not a number', { or: [leaf('amount', 'lt', '7')] }, 'query.filter.or[0].value'],
    ['a value that is not a list', leaf('amount', 'in', 7), 'query.filter.value'],
    ['a wrong item in a list', leaf('amount', 'in', [7, '8']), 'query.filter.value[1]'],
    ['too many', leaf('amount', 'in', Array(501).fill(1)), 'query.filter.value'],
    [
      'a value for an operator that takes none',
      leaf('amount', 'is_empty', 7),
      'query.filter.value',
    ],
    ['not a day', leaf('due', 'before', '2026-02-30'), 'query.filter.value'],
    ['a time for a day', leaf('due', 'eq', '2026-02-03T10:00:00Z'), 'query.filter.value'],
    ['a time without offset', leaf('called', 'eq', '2026-02-03T10:00:00'), 'query.filter.value'],
    ['not a period', leaf('due', 'within', 'this_decade'), 'query.filter.value'],
    ['a period without days', leaf('due', 'within', { days: 0 }), 'query.filter.value.days'],
    ['a wrong end', leaf('due', 'within', { to: 'soon' }), 'query.filter.value.to'],
    ['another member', leaf('due', 'within', { until: 'today' }), 'query.filter.value'],
    ['not true or false', leaf('agreed', 'eq', 'true'), 'query.filter.value'],
    ['not a person', leaf('agent', 'eq', 'Rosa'), 'query.filter.value'],
    ['a set of nothing', leaf('tags', 'eq', []), 'query.filter.value'],
  ])('%s', async (_, filter, at) => {
    const { status, body } = await filtered(filter)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(at)
    expect(body.error).toContain(at)
  })

  test('everything that is wrong at once', async () => {
    const { body } = await filtered({ and: [leaf('amount', 'eq', 'x'), leaf('name', 'is', 1)] })
    expect(body.issues).toHaveLength(2)
  })

  test('text that is not JSON, or has characters that no cell can hold', async () => {
    for (const filter of ['{', '{"column":"name","op":"eq","value":"\\u0000"}', '"\\ud800"']) {
      const { status, body } = await list({ filter })
      expect([status, body.code, body.issues[0].path], filter).toEqual([
        400,
        'invalid_request',
        'query.filter',
      ])
    }
  })

  test('filters that are nested too deep or have too many tests', async () => {
    let deep: object = leaf('name', 'is_empty')
    for (let depth = 1; depth < 8; depth++) deep = { not: deep }
    expect((await filtered(deep)).status).toBe(200)
    expect((await filtered({ not: deep })).status).toBe(400)
    const many = (count: number) => ({ or: Array(count).fill(leaf('amount', 'gt', 1)) })
    expect((await filtered(many(100))).status).toBe(200)
    expect((await filtered({ and: [many(60), many(41)] })).status).toBe(400)
    expect((await list({ filter: '['.repeat(4000) })).status).toBe(400)
  })
})

describe('wrong sorts, groups, sums, totals and cursors are refused', () => {
  test.each<[string, Record<string, string>, string]>([
    ['too many', { sort: 'name,amount,due,called,agreed,agent' }, 'query.sort'],
    ['no order', { sort: '-tags' }, 'query.sort'],
    ['no group', { group: 'tags' }, 'query.group'],
    ['a sum of text', { group: 'name', sum: 'name' }, 'query.sum'],
    ['an order of groups without group', { groupOrder: 'options' }, 'query.groupOrder'],
    ['another order of groups', { group: 'name', groupOrder: 'size' }, 'query.groupOrder'],
    ['a sum without group', { sum: 'amount' }, 'query.sum'],
    ['a total that does not exist', { totals: 'amount:median' }, 'query.totals'],
    ['a column without its total', { totals: 'amount' }, 'query.totals'],
    ['a total that the column does not have', { totals: 'name:sum' }, 'query.totals'],
    ['a total of days that only numbers have', { totals: 'due:average' }, 'query.totals'],
    ['too many totals', { totals: Array(31).fill('amount:sum').join() }, 'query.totals'],
  ])('%s', async (_, query, at) => {
    const { status, body } = await list(query)
    expect([status, body.code, body.issues[0].path]).toEqual([400, 'invalid_request', at])
  })

  test('an offset with a cursor, below 0 or above a million', async () => {
    const { nextCursor } = (await list({ limit: '1' })).body
    const wrong = [{ offset: '1', cursor: nextCursor }, { offset: '-1' }, { offset: '1000001' }]
    for (const query of wrong) {
      const { status, body } = await list(query as Record<string, string>)
      expect([status, body.code, body.issues[0].path], JSON.stringify(query)).toEqual([
        400,
        'invalid_request',
        'query.offset',
      ])
    }
  })

  test('a cursor from another order, or changed by hand', async () => {
    const { nextCursor } = (await list({ sort: '-amount', limit: '1' })).body
    const byValue = (await list({ group: 'stage', limit: '1' })).body.nextCursor
    const byOptions = (await list({ group: 'stage', groupOrder: 'options', limit: '1' })).body
      .nextCursor
    const parts = JSON.parse(Buffer.from(nextCursor, 'base64url').toString())
    const written = (...changed: unknown[]) =>
      Buffer.from(JSON.stringify(changed)).toString('base64url')
    expect((await list({ sort: '-amount', cursor: nextCursor })).status).toBe(200)
    const wrong: Record<string, string>[] = [
      { cursor: nextCursor },
      { sort: 'amount', cursor: nextCursor },
      { sort: '-amount,name', cursor: nextCursor },
      { sort: '-amount', group: 'name', cursor: nextCursor },
      { group: 'stage', cursor: byOptions },
      { group: 'stage', groupOrder: 'options', cursor: byValue },
      { sort: '-amount', cursor: written(parts[0], parts[1], 'x') },
      { sort: '-amount', cursor: written(parts[0], 1.5, 2) },
      { sort: '-amount', cursor: written(...parts, 1) },
      { sort: 'row.createdAt', cursor: written('createdAt +', 1, '2026-02-31 10:00:00+00') },
      { sort: 'row.createdAt', cursor: written('createdAt +', 1, null) },
      { sort: 'name', cursor: written(`${parts[0]}`.replace('-', ''), 1, 'a\u0000') },
    ]
    for (const query of wrong) {
      const { status, body } = await list(query)
      expect([status, body.code], JSON.stringify(query)).toEqual([400, 'invalid_cursor'])
    }
  })
})

describe('a column that the caller cannot see', () => {
  const uses = (column: string): Record<string, string>[] => [
    { filter: JSON.stringify({ column, op: 'gt', value: 150 }) },
    { filter: JSON.stringify({ column, op: 'no such op', value: { x: 1 } }) },
    {
      filter: JSON.stringify({
        or: [{ column: 'amount', op: 'eq', value: 'x' }, { not: { column, op: 'is_empty' } }],
      }),
    },
    { sort: `-${column}` },
    { sort: `name,${column}`, fields: 'name' },
    { fields: `name,${column}` },
    { group: column },
    { group: 'name', sum: column },
  ]

  test('is refused like one that does not exist, in exactly the same bytes', async () => {
    for (const [i, hidden] of uses('salary').entries()) {
      const seen = await list(hidden)
      const none = await list(uses('sallow')[i]!)
      expect([seen.status, seen.body.code]).toEqual([400, 'unknown_column'])
      expect(seen.text.replaceAll('salary', 'sallow')).toBe(none.text)
      const byId = await columnId('salary')
      expect((await list(uses(byId)[i]!)).text.replaceAll(byId, 'sallow')).toBe(none.text)
    }
  })

  test('is never the nearest name of one that is mistyped', async () => {
    const mistyped = async (query: Record<string, string>, role: 'viewer' | 'owner') =>
      (await list(query, role)).body.issues.map(({ message }: { message: string }) => message)
    const queries: Record<string, string>[] = [
      { sort: '-salry' },
      { group: 'Salarry' },
      { fields: 'salry' },
    ]
    for (const query of queries) {
      const [sent] = Object.values(query).map((name) => name?.replace('-', ''))
      const unknown = `names "${sent}", but there is no such column`
      expect(await mistyped(query, 'viewer')).toEqual([unknown])
      expect(await mistyped(query, 'owner')).toEqual([`${unknown}; the nearest is salary`])
    }
    const filter = JSON.stringify({ column: 'amout', op: 'is_empty' })
    expect(await mistyped({ filter }, 'viewer')).toEqual([
      'names "amout", but there is no such column; the nearest is amount',
    ])
  })

  test('can be used by those who can see it', async () => {
    for (const role of ['owner', 'manager'] as const) {
      const answer = await filtered({ column: 'Salary', op: 'gt', value: 150 }, role)
      expect(names(answer)).toEqual(['Bo', 'Cy'])
    }
  })

  test('is refused to an admin who uses as to see what others see', async () => {
    const answer = await list({ sort: 'salary', as: 'role:viewer' }, 'owner')
    expect(answer.body.code).toBe('unknown_column')
    const { body } = await list({ sort: 'name', as: 'role:viewer' }, 'owner')
    expect(body.hiddenColumns.map(({ column }: { column: string }) => column)).toEqual(['salary'])
    expect(body.data[0].cells).toEqual({ name: 'Ada', amount: 1 })
    expect((await list({ sort: 'salary', as: 'role:manager' }, 'owner')).status).toBe(200)
  })

  test('is not searched', async () => {
    await restrict(service, desk.workspaceId, board.key, 'name', { visibleTo: 'roles' })
    expect((await list({ search: 'ada' })).body.data).toEqual([])
    expect((await list({ search: 'ada' }, 'manager')).body.data).toHaveLength(1)
    await restrict(service, desk.workspaceId, board.key, 'name', {})
    expect((await list({ search: 'ada' })).body.data).toHaveLength(1)
  })
})

const columnId = async (key: string): Promise<string> =>
  (await service.api('GET', `${path}/columns/${key}`, { token: desk.tokens.owner })).body.data.id

test('with fields, the answer has those cells only, and still the row’s own members', async () => {
  const [row] = (await list({ fields: 'amount', limit: '1' })).body.data
  expect(row.cells).toEqual({ amount: 1 })
  expect(row).toMatchObject({ position: 1, version: 1, source: 'manual' })
  // Sorts and filters can still use columns that the answer leaves out.
  expect((await list({ fields: 'amount', sort: '-name' })).body.data[2].cells).toEqual({
    amount: 1,
  })
})

test('a list has the same rows as reading them one by one', async () => {
  for (const role of ['owner', 'viewer'] as const) {
    for (const row of (await list({}, role)).body.data) {
      const one = await service.api('GET', `${path}/rows/${row.id}`, { token: desk.tokens[role] })
      expect(row).toEqual(one.body.data)
    }
  }
})

test('the trash is listed separately', async () => {
  const [last] = (await list({ sort: '-row.position', limit: '1' })).body.data
  await service.api('DELETE', `${path}/rows/${last.id}`, { token: desk.tokens.owner })
  expect(names(await list({ trashed: 'true' }))).toEqual(['Cy'])
  expect(names(await list({}))).toEqual(['Ada', 'Bo'])
  expect((await list({ count: 'true' })).body.total).toBe(2)
  expect((await list({ count: 'true', trashed: 'true', search: 'c' })).body.total).toBe(1)
  expect(names(await list({ trashed: 'true', search: 'a' }))).toEqual([])
})
