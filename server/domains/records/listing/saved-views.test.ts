import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

type Role = keyof Desk['tokens']

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
    { name: 'salary', type: 'number' },
    { name: 'agent', type: 'person' },
  ])
  path = `/v1/boards/${board.id}`
  const rows = [
    { name: 'Ada', amount: 3, salary: 100, agent: desk.seats.member },
    { name: 'Bo', amount: 1, salary: 200 },
    { name: 'Cy', amount: 2, salary: 300, agent: desk.seats.owner },
  ]
  await api('owner', 'POST', '/rows', { rows: rows.map((cells) => ({ cells })) })
  await restrict(service, desk.workspaceId, board.key, 'salary', { visibleTo: 'roles' })
})
afterAll(() => service.stop())

const api = (role: Role, method: string, at: string, body?: object) =>
  service.api(method, path + at, { token: desk.tokens[role], body })
const save = async (role: Role, body: object) => (await api(role, 'POST', '/views', body)).body.data
const names = async (role: Role, query: string) => {
  const { body } = await api(role, 'GET', `/rows?${query}`)
  return body.data?.map(({ cells }: { cells: { name: string } }) => cells.name) ?? body.code
}
const rich = { column: 'amount', op: 'gt', value: 1 }

test('a view is saved, listed in its place, changed and deleted', async () => {
  const made = await api('member', 'POST', '/views', {
    name: ' Rich ones ',
    filter: rich,
    sort: ['-Amount'],
    fields: ['amount', 'name'],
    group: 'name',
    sum: ['amount'],
    search: 'a',
    totals: { Amount: 'average', name: 'none' },
    frozen: 2,
    kind: 'kanban',
  })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    name: 'Rich ones',
    kind: 'kanban',
    private: false,
    filter: rich,
    sort: ['-amount'],
    fields: ['amount', 'name'],
    group: 'name',
    sum: ['amount'],
    search: 'a',
    totals: { amount: 'average', name: 'none' },
    frozen: 2,
    partial: false,
    createdBy: `user:${desk.seats.member}`,
  })
  const { id } = made.body.data
  const first = await save('owner', { name: 'First', position: 0 })
  const listed = await api('viewer', 'GET', '/views?limit=1')
  expect(listed.body.data.map((view: { id: string }) => view.id)).toEqual([id])
  const rest = await api('viewer', 'GET', `/views?cursor=${listed.body.nextCursor}`)
  expect(rest.body.data).toEqual([first])

  const changed = await api('member', 'PATCH', `/views/${id}`, { group: null, sort: [], name: 'R' })
  expect(changed.body.data).toMatchObject({ name: 'R', group: null, sort: [], filter: rich })
  const other = await api('member', 'PATCH', `/views/${id}`, { totals: {}, frozen: 0 })
  expect(other.body.data).toMatchObject({ name: 'R', totals: {}, frozen: 0 })
  expect(first).toMatchObject({ totals: {}, frozen: 1 })
  expect((await api('viewer', 'GET', `/views/${id}`)).body.data).toEqual(other.body.data)
  for (const view of [id, first.id]) {
    expect((await api('owner', 'DELETE', `/views/${view}`)).status).toBe(204)
    expect((await api('owner', 'GET', `/views/${view}`)).status).toBe(404)
  }
})

test('a list with a view applies the view, and what the request adds to it', async () => {
  const { id } = await save('member', { name: 'By amount', filter: rich, sort: ['-amount'] })
  expect(await names('viewer', `view=${id}`)).toEqual(['Ada', 'Cy'])
  expect(await names('viewer', `view=${id}&sort=name&limit=1`)).toEqual(['Ada'])
  const less = encodeURIComponent(JSON.stringify({ column: 'amount', op: 'lt', value: 3 }))
  expect(await names('viewer', `view=${id}&filter=${less}`)).toEqual(['Cy'])
  // Views store the ids of columns, so this one still works after the rename.
  await api('owner', 'PATCH', '/columns/amount', { name: 'Sum' })
  expect(await names('viewer', `view=${id}`)).toEqual(['Ada', 'Cy'])
})

test('me is whoever reads the list', async () => {
  const filter = { column: 'agent', op: 'eq', value: 'me' }
  const { id } = await save('owner', { name: 'Mine', filter })
  expect(await names('member', `view=${id}`)).toEqual(['Ada'])
  expect(await names('owner', `view=${id}`)).toEqual(['Cy'])
  expect(await names('viewer', `view=${id}`)).toEqual([])
})

test('a name is unique among shared views, and among each person’s private ones', async () => {
  await save('member', { name: 'Twice' })
  const again = await api('owner', 'POST', '/views', { name: 'TWICE ' })
  expect([again.status, again.body.code]).toEqual([409, 'name_taken'])
  const own = { name: 'Twice', private: true }
  expect((await api('member', 'POST', '/views', own)).status).toBe(201)
  expect((await api('owner', 'POST', '/views', own)).status).toBe(201)
  expect((await api('owner', 'POST', '/views', own)).status).toBe(409)
})

test('only its creator sees a private view; the creator and admins can change a shared one', async () => {
  const own = await save('member', { name: 'Own', private: true })
  for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
    expect((await api('owner', method, `/views/${own.id}`, body)).status).toBe(404)
  }
  expect((await api('owner', 'GET', `/rows?view=${own.id}`)).body.code).toBe('unknown_reference')
  const listed = await api('owner', 'GET', '/views?limit=1000')
  expect(listed.text).not.toContain(own.id)

  const shared = await save('member', { name: 'Shared' })
  expect((await api('manager', 'PATCH', `/views/${shared.id}`, { search: 'x' })).status).toBe(403)
  expect((await api('manager', 'DELETE', `/views/${shared.id}`)).status).toBe(403)
  expect((await api('admin', 'PATCH', `/views/${shared.id}`, { search: 'x' })).status).toBe(200)
  expect((await api('admin', 'PATCH', `/views/${shared.id}`, { private: true })).status).toBe(403)
  expect((await api('viewer', 'POST', '/views', { name: 'No' })).status).toBe(403)
})

test('the parts of a view that name columns hidden from the reader are left out, with their values', async () => {
  const filter = { and: [rich, { column: 'salary', op: 'gt', value: 123_456 }] }
  const body = {
    name: 'Salaries',
    filter,
    sort: ['-salary', 'name'],
    fields: ['name', 'salary'],
    group: 'salary',
    sum: ['salary', 'amount'],
    totals: { salary: 'max', amount: 'min' },
  }
  const whole = await save('manager', body)
  expect(whole).toMatchObject({ ...body, partial: false })
  const seen = await api('viewer', 'GET', `/views/${whole.id}`)
  expect(seen.body.data).toMatchObject({
    filter: null,
    sort: ['name'],
    fields: ['name'],
    group: null,
    sum: ['amount'],
    totals: { amount: 'min' },
    partial: true,
  })
  const id = (await api('owner', 'GET', '/columns/salary')).body.data.id
  for (const text of [seen.text, (await api('viewer', 'GET', '/views?limit=1000')).text]) {
    for (const hidden of ['salary', '123456', id]) expect(text).not.toContain(hidden)
  }
  // Without its filter it would be a different list, so the request is refused, as if the column were deleted.
  const refused = await api('viewer', 'GET', `/rows?view=${whole.id}`)
  expect([refused.status, refused.body.code]).toEqual([400, 'unknown_column'])
  expect(refused.text).not.toContain('salary')

  // People who cannot see the columns can neither name them nor remove them by changing another part.
  const named = await api('member', 'POST', '/views', { name: 'Peep', filter })
  const none = { and: [rich, { column: 'sallow', op: 'gt', value: 123_456 }] }
  const unknown = await api('member', 'POST', '/views', { name: 'Peep', filter: none })
  expect(named.text.replaceAll('salary', 'sallow')).toBe(unknown.text)
  expect(named.body.code).toBe('unknown_column')
  await api('admin', 'PATCH', `/views/${whole.id}`, { name: 'Pay' })
  expect((await api('manager', 'GET', `/views/${whole.id}`)).body.data).toMatchObject(
    filter ? { filter } : {},
  )

  const sorted = await save('manager', { name: 'Sorted', sort: ['-salary'], fields: ['salary'] })
  expect(await names('manager', `view=${sorted.id}&fields=name`)).toEqual(['Cy', 'Bo', 'Ada'])
  expect(await names('viewer', `view=${sorted.id}`)).toEqual(['Ada', 'Bo', 'Cy'])

  await api('owner', 'DELETE', '/columns/salary')
  const deleted = await api('manager', 'GET', `/rows?view=${whole.id}`)
  expect(deleted.text).toBe(refused.text)
  expect((await api('manager', 'GET', `/views/${whole.id}`)).body.data.partial).toBe(true)
})

test('a query that lists would refuse cannot be saved', async () => {
  const bodies: [object, string][] = [
    [{ filter: { column: 'amount', op: 'gt', value: 'x' } }, 'body.filter.value'],
    [{ filter: { and: 1 } }, 'body.filter.and'],
    [{ sum: ['name'] }, 'body.sum'],
    [{ totals: { name: 'average' } }, 'body.totals'],
    [{ totals: { name: 'most' } }, 'body.totals.name'],
    [{ frozen: -1 }, 'body.frozen'],
    [
      { filter: { or: Array(11).fill({ column: 'amount', op: 'in', value: Array(500).fill(1) }) } },
      'body.filter.or[10].value',
    ],
  ]
  for (const [body, at] of bodies) {
    const { status, body: answer } = await api('owner', 'POST', '/views', { name: 'Bad', ...body })
    expect([status, answer.code, answer.issues[0].path]).toEqual([400, 'invalid_request', at])
  }
})
