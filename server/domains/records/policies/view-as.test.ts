import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let board: Awaited<ReturnType<typeof makeBoard>>
let base: string
let rowId: string
let teamId: string
let managerId: string

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  const api = (method: string, path: string, body?: object, token = desk.tokens.owner) =>
    service.api(method, path, { token, body })
  board = await makeBoard(service, desk.tokens.owner, [
    { name: 'Business', type: 'text' },
    { name: 'Commission', type: 'number' },
    { name: 'Margin', type: 'number' },
  ])
  base = `/v1/boards/${board.id}`
  teamId = (await api('POST', '/v1/workspace/teams', { name: 'Closers' })).body.data.id
  managerId = (await api('GET', '/v1/auth/session', undefined, desk.tokens.manager)).body.data
    .account.id
  await api('PATCH', `/v1/workspace/seats/${desk.seats.manager}`, { teamIds: [teamId] })
  const policies = `/v1/definitions/${board.key}/column-policies`
  await api('PUT', `${policies}/commission`, { visibleTo: { mode: 'roles', roles: ['manager'] } })
  await api('PUT', `${policies}/margin`, { visibleTo: { mode: 'roles', teamIds: [teamId] } })
  const cells = { business: 'Acme', commission: 12, margin: 3 }
  rowId = (await api('POST', `${base}/rows`, { cells })).body.data.id
})
afterAll(() => service.stop())

const seeAs = (path: string, as: string, role: keyof Desk['tokens'] = 'admin') =>
  service.api('GET', `${base}${path}?as=${as}`, { token: desk.tokens[role] })
const hidden = (column: string, why: string) => ({ columnId: expect.any(String), column, why })
const commission = hidden('commission', 'visible only to owners, admins and managers')
const margin = hidden('margin', 'visible only to owners and admins, and to 1 team')

test.each([
  ['role:viewer', ['business'], [commission, margin]],
  ['role:manager', ['business', 'commission'], [margin]],
  ['role:admin', ['business', 'commission', 'margin'], []],
])('an admin sees a row as %s, and why the rest is hidden', async (as, columns, why) => {
  for (const path of [`/rows/${rowId}`, '/rows']) {
    const { status, body } = await seeAs(path, as)
    expect(status, path).toBe(200)
    const row = path === '/rows' ? body.data[0] : body.data
    expect(Object.keys(row.cells)).toEqual(columns)
    expect(body.hiddenColumns).toEqual(why)
  }
  const definition = await seeAs('', as)
  expect(definition.body.data.columns.map(({ key }: { key: string }) => key)).toEqual(columns)
  expect(definition.body.hiddenColumns).toEqual(why)
})

test('as a person: with their role and their teams', async () => {
  const { body } = await seeAs(`/rows/${rowId}`, `account:${managerId}`)
  expect(body.data.cells).toEqual({ business: 'Acme', commission: 12, margin: 3 })
  expect(body.hiddenColumns).toEqual([])
})

test('as a key, which holds no role', async () => {
  const { body } = await seeAs(`/rows/${rowId}`, `key:${board.keyId}`)
  expect(body.data.cells).toEqual({ business: 'Acme' })
  expect(body.hiddenColumns.map(({ why }: { why: string }) => why)).toEqual([
    'visible only to owners, admins and managers; a key has no role',
    'visible only to owners and admins, and to 1 team; a key has no role',
  ])
})

test('a formula is hidden if a column that it reads is, and the reason says so', async () => {
  await service.api('POST', `${base}/columns`, {
    token: desk.tokens.owner,
    body: { name: 'Payout', type: 'formula', settings: { expression: 'commission * 2' } },
  })
  const { body } = await seeAs('', 'role:viewer')
  expect(body.hiddenColumns.at(-1)).toEqual(
    hidden('payout', 'reads a column that is hidden: Commission'),
  )
  const manager = await seeAs('', 'role:manager')
  expect(manager.body.hiddenColumns).toEqual([margin])
})

test('answers name hidden columns only with as', async () => {
  for (const role of ['owner', 'viewer'] as const) {
    const token = desk.tokens[role]
    for (const path of ['', '/rows', `/rows/${rowId}`]) {
      const { body } = await service.api('GET', `${base}${path}`, { token })
      expect(body).not.toHaveProperty('hiddenColumns')
    }
  }
})

test('as is for admins and owners', async () => {
  for (const role of ['manager', 'member', 'viewer'] as const) {
    const answer = await seeAs(`/rows/${rowId}`, 'role:viewer', role)
    expect([answer.status, answer.body.code], role).toEqual([403, 'forbidden'])
  }
})

test.each([
  ['role:boss', 'invalid_request'],
  ['viewer', 'invalid_request'],
  ['key:sbk_x', 'invalid_request'],
  ['account:0190cafe-0000-7000-8000-00000000dead', 'unknown_reference'],
  ['key:0190cafe-0000-7000-8000-00000000dead', 'unknown_reference'],
])('as %s is refused with %s', async (as, code) => {
  const answer = await seeAs(`/rows/${rowId}`, as)
  expect([answer.status, answer.body.code]).toEqual([400, code])
  expect(answer.body.issues[0].path).toBe('query.as')
})

test('as a revoked key is refused', async () => {
  const { data } = (
    await service.api('POST', `${base}/keys`, {
      token: desk.tokens.owner,
      body: { name: 'Old form', scopes: ['read'] },
    })
  ).body
  expect((await seeAs('', `key:${data.id}`)).status).toBe(200)
  await service.api('DELETE', `${base}/keys/${data.id}`, { token: desk.tokens.owner })
  expect((await seeAs('', `key:${data.id}`)).status).toBe(400)
})
