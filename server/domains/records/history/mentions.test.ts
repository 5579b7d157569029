import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

type Role = keyof Desk['tokens']
const ask = (role: Role, query = '') =>
  service.api('GET', `/v1/mentions${query}`, { token: desk.tokens[role] })
const bodies = async (role: Role, query = ''): Promise<string[]> =>
  (await ask(role, query)).body.data.map(({ body }: { body: string }) => body)
const read = (role: Role, ids: unknown) =>
  service.api('POST', '/v1/mentions/read', { token: desk.tokens[role], body: { ids } })

async function open(name: string) {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  const made = await rows.as('owner')('POST', '/rows', { cells: { name } })
  const id: string = made.body.data.id
  const path = `/rows/${id}/comments`
  const say = async (body: string, to: Role[], by: Role = 'member'): Promise<string> => {
    const mentions = to.map((role) => desk.seats[role])
    return (await rows.as(by)('POST', path, { body, mentions })).body.data.id
  }
  return { rows, id, path, say }
}

test('a comment that mentions somebody is in their list, newest first, until they have read it', async () => {
  const { rows, id, say } = await open('Ann')
  const first = await say('First', ['manager', 'viewer'])
  await say('For nobody', [])
  const second = await say('Second', ['manager'])
  const { body } = await ask('manager')
  expect(body.data[0]).toEqual({
    id: second,
    definitionKey: rows.key,
    definitionName: expect.any(String),
    rowId: id,
    title: 'Ann',
    body: 'Second',
    createdBy: `user:${desk.seats.member}`,
    createdAt: expect.any(String),
    readAt: null,
  })
  expect(await bodies('manager')).toEqual(['Second', 'First'])
  expect(await bodies('viewer')).toEqual(['First'])
  const page = (await ask('manager', '?limit=1')).body
  expect(page.data).toHaveLength(1)
  expect(await bodies('manager', `?limit=1&cursor=${page.nextCursor}`)).toEqual(['First'])

  const answer = await read('viewer', [first, second])
  expect(answer).toMatchObject({ status: 201, body: { data: { ids: [first] } } })
  expect((await read('viewer', [first])).body).toEqual({ data: { ids: [] } })
  expect(await bodies('viewer', '?unread=true')).toEqual([])
  expect(await bodies('viewer', '?unread=false')).toEqual(['First'])
  expect((await ask('viewer')).body.data[0].readAt).toEqual(expect.any(String))
  expect(await bodies('manager', '?unread=true')).toEqual(['Second', 'First'])
})

test('nobody is told of their own comments, nor of those that are gone', async () => {
  const { rows, id, path, say } = await open('Bob')
  await say('Mine', ['member'])
  const comment = await say('Changing', ['admin'])
  expect(await bodies('member')).toEqual([])
  expect(await bodies('admin')).toEqual(['Changing'])
  const change = { body: 'Changed', mentions: [desk.seats.admin, desk.seats.owner] }
  await rows.as('member')('PATCH', `${path}/${comment}`, change)
  expect(await bodies('admin')).toEqual(['Changed'])
  expect(await bodies('owner')).toEqual(['Changed'])
  await rows.as('member')('PATCH', `${path}/${comment}`, { mentions: [desk.seats.owner] })
  expect(await bodies('admin')).toEqual([])
  await rows.as('owner')('DELETE', `/rows/${id}`)
  expect(await bodies('owner')).toEqual([])
  await rows.as('owner')('POST', `/rows/${id}/restore`)
  expect(await bodies('owner')).toEqual(['Changed'])
  await rows.as('member')('DELETE', `${path}/${comment}`)
  expect(await bodies('owner')).toEqual([])
})

test('is refused: a wrong cursor, too many ids, none', async () => {
  expect((await ask('member', '?cursor=x')).body.code).toBe('invalid_cursor')
  const many = Array.from({ length: 101 }, () => crypto.randomUUID())
  for (const ids of [[], ['x'], many]) {
    const { status, body } = await read('member', ids)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  }
})
