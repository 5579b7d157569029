import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const columns = [
  { name: 'Code name', type: 'text', key: 'code' },
  { name: 'Name', type: 'text', key: 'name' },
]
async function add(to: Rows, cells: object): Promise<string> {
  const made = await to.as('member')('POST', '/rows', { cells })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}
async function newest(query = '', token = desk.tokens.viewer) {
  const { status, body, text } = await service.api('GET', `/v1/newest-rows${query}`, { token })
  expect(status, text).toBe(200)
  expect(body.nextCursor).toBeNull()
  return body.data as { id: string; title: string | null }[]
}
const ids = async (query?: string) => (await newest(query)).map(({ id }) => id)

test('the newest rows of all boards come first, with their board and who added them', async () => {
  desk = await makeDesk(service)
  const [leads, people] = [
    await openRows(service, desk, columns),
    await openRows(service, desk, columns),
  ]
  const first = await add(leads, { name: 'Acme' })
  const second = await add(people, { name: 'Ann' })
  const third = await add(leads, { name: 'Beta' })
  expect(await ids()).toEqual([third, second, first])
  expect(await ids('?limit=2')).toEqual([third, second])
  const { name } = (await people.as('owner')('GET', '')).body.data
  expect((await newest())[1]).toEqual({
    id: second,
    definitionKey: people.key,
    definitionName: name,
    title: 'Ann',
    source: 'manual',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    createdBy: `user:${desk.seats.member}`,
  })
})

test('rows in the trash, of deleted boards and of other workspaces are left out', async () => {
  const others = await makeDesk(service)
  await add(await openRows(service, others, columns), { name: 'Theirs' })
  desk = await makeDesk(service)
  const [leads, old] = [
    await openRows(service, desk, columns),
    await openRows(service, desk, columns),
  ]
  const kept = await add(leads, { name: 'Kept' })
  const trashed = await add(leads, { name: 'Late' })
  await add(old, { name: 'Lost' })
  await leads.as('owner')('DELETE', `/rows/${trashed}`)
  await old.as('owner')('DELETE', '')
  expect(await ids()).toEqual([kept])
  await leads.as('owner')('POST', `/rows/${trashed}/restore`)
  expect(await ids()).toEqual([trashed, kept])
})

test('a hidden column does not give a title', async () => {
  desk = await makeDesk(service)
  const leads = await openRows(service, desk, columns)
  await add(leads, { code: 'Blue', name: 'Corp' })
  await restrict(service, desk.workspaceId, leads.key, 'code', { visibleTo: 'roles' })
  const title = async (token?: string) => (await newest('', token))[0]!.title
  expect(await title()).toBe('Corp')
  expect(await title(desk.tokens.owner)).toBe('Blue')
})

test('at most a hundred are listed, and 20 by default', async () => {
  desk = await makeDesk(service)
  const leads = await openRows(service, desk, columns)
  const rows = Array.from({ length: 120 }, (_, i) => ({ cells: { name: `No. ${i}` } }))
  expect((await leads.as('owner')('POST', '/rows', { rows })).status).toBe(201)
  // Rows of one request are as old as each other, and come by position.
  const titles = (await newest()).map(({ title }) => title)
  expect(titles).toEqual(Array.from({ length: 20 }, (_, i) => `No. ${119 - i}`))
  expect(await ids('?limit=100')).toHaveLength(100)
  for (const query of ['?limit=101', '?limit=0', '?limit=x', '?cursor=1']) {
    const { status, body } = await service.api('GET', `/v1/newest-rows${query}`, {
      token: desk.tokens.viewer,
    })
    expect([query, status, body.code]).toEqual([query, 400, 'invalid_request'])
  }
})
