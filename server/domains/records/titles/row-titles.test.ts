import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let leads: Rows
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  leads = await openRows(service, desk, [
    { name: 'Rank', type: 'number' },
    { name: 'Code name', type: 'text', key: 'code' },
    { name: 'Name', type: 'text', key: 'name' },
    {
      name: 'Shout',
      type: 'formula',
      key: 'shout',
      settings: { expression: 'CONCAT("row ", TEXT(rank))' },
    },
  ])
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'

async function add(cells: object, to = leads): Promise<string> {
  const made = await to.as('owner')('POST', '/rows', { cells })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}
const ask = (ids: string, token = desk.tokens.viewer) =>
  service.api('GET', `/v1/row-titles?ids=${encodeURIComponent(ids)}`, { token })
async function titles(...ids: string[]) {
  const { status, body, text } = await ask(ids.join())
  expect(status, text).toBe(200)
  expect(body.nextCursor).toBeNull()
  return body.data
}
const nameOf = async (of: Rows): Promise<string> => (await of.as('owner')('GET', '')).body.data.name

test('rows of any boards are listed in the requested order, each once, with their board', async () => {
  const people = await openRows(service, desk, [{ name: 'Email', type: 'email' }])
  const [acme, ann] = [await add({ name: 'Acme' }), await add({ email: 'ann@a.example' }, people)]
  const ofLeads = { definitionKey: leads.key, definitionName: await nameOf(leads) }
  const ofPeople = { definitionKey: people.key, definitionName: await nameOf(people) }
  expect(await titles(ann, acme.toUpperCase(), ann)).toEqual([
    { id: ann, ...ofPeople, title: 'ann@a.example' },
    { id: acme, ...ofLeads, title: 'Acme' },
  ])
  expect((await ask(` ${acme} , ${ann}`)).body.data).toHaveLength(2)
})

test('a title is the first text in the row, cut to 200 characters', async () => {
  const ids = [
    await add({ code: 'Blue', name: 'Corp' }),
    await add({ name: 'Corp' }),
    await add({ rank: 7 }),
    await add({ name: '😀'.repeat(300) }),
  ]
  const listed = await titles(...ids)
  expect(listed.map(({ title }: { title: string }) => title)).toEqual([
    'Blue',
    'Corp',
    'row 7',
    '😀'.repeat(200),
  ])
  const bare = await openRows(service, desk, [{ name: 'Rank', type: 'number' }])
  expect((await titles(await add({ rank: 1 }, bare)))[0].title).toBeNull()
})

test('a hidden column does not give a title', async () => {
  const own = await openRows(service, desk, [
    { name: 'Code name', type: 'text', key: 'code' },
    { name: 'Name', type: 'text', key: 'name' },
  ])
  const id = await add({ code: 'Blue', name: 'Corp' }, own)
  await restrict(service, desk.workspaceId, own.key, 'code', { visibleTo: 'roles' })
  expect((await titles(id))[0].title).toBe('Corp')
  expect((await ask(id, desk.tokens.owner)).body.data[0].title).toBe('Blue')
})

test('a row in the trash is marked as such; one that is missing, deleted or elsewhere is left out', async () => {
  const old = await openRows(service, desk, [{ name: 'Name', type: 'text', key: 'name' }])
  const strangers = await makeDesk(service)
  const theirs = await openRows(service, strangers, [{ name: 'Name', type: 'text', key: 'name' }])
  const [trashed, lost, foreign] = [
    await add({ name: 'Late' }),
    await add({ name: 'Lost' }, old),
    await add({ name: 'Theirs' }, theirs),
  ]
  await leads.as('owner')('DELETE', `/rows/${trashed}`)
  await old.as('owner')('DELETE', '')
  expect(await titles(NOWHERE, trashed, lost, foreign, leads.id)).toEqual([
    expect.objectContaining({ id: trashed, title: 'Late', trashed: true }),
  ])
  await leads.as('owner')('POST', `/rows/${trashed}/restore`)
  expect((await titles(trashed))[0]).not.toHaveProperty('trashed')
})

test('anything that is not an id, and more than a hundred, is refused with what to send', async () => {
  for (const ids of ['Acme', `${NOWHERE},`, ',', `${NOWHERE}x`, '%', `${NOWHERE};${NOWHERE}`]) {
    const { status, body } = await ask(ids)
    expect(status, ids).toBe(400)
    expect(body.code).toBe('invalid_request')
    expect(body.issues[0].path).toBe('query.ids')
  }
  expect((await ask('Acme')).body.error).toBe(
    'query.ids has "acme", which is not an id; send row ids separated by commas.',
  )
  const many = Array.from({ length: 101 }, (_, i) => NOWHERE.replace('0190', `${1000 + i}`))
  expect((await ask(many.join())).body.error).toContain('has 101 ids; send at most 100')
  expect((await ask(many.slice(1).join())).body.data).toEqual([])
  expect((await service.api('GET', '/v1/row-titles', { token: desk.tokens.viewer })).status).toBe(
    400,
  )
  expect((await ask('')).status).toBe(400)
})
