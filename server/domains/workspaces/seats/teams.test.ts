import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, type Person, signUp } from '../../../tests/support/desks/people.ts'
import { startApp, type TestApp } from '../../../tests/support/service/app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
})
afterAll(() => app.stop())

const TEAMS = '/v1/workspace/teams'
const create = (by: Person, name: string) => by.api('POST', TEAMS, { body: { name } })

test('a team is made, renamed, read and deleted', async () => {
  const person = await join(app, owner, 'viewer')
  const made = await create(owner, 'Closers')
  expect(made).toMatchObject({ status: 201, body: { data: { name: 'Closers', crmUserIds: [] } } })
  const { id } = made.body.data
  await owner.api('PATCH', `/v1/workspace/seats/${person.crmUserId}`, { body: { teamIds: [id] } })
  const renamed = await owner.api('PATCH', `${TEAMS}/${id}`, { body: { name: 'Openers' } })
  expect(renamed.body.data).toEqual({
    ...made.body.data,
    name: 'Openers',
    crmUserIds: [person.crmUserId],
  })
  expect((await person.api('GET', `${TEAMS}/${id}`)).body).toEqual(renamed.body)

  expect((await owner.api('DELETE', `${TEAMS}/${id}`)).status).toBe(204)
  expect((await person.api('GET', '/v1/auth/session')).body.data.seat.teamIds).toEqual([])
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { name: 'X' }],
    ['DELETE', undefined],
  ] as const) {
    expect((await owner.api(method, `${TEAMS}/${id}`, { body })).status).toBe(404)
  }
  expect(
    await app.sql('SELECT type, actor FROM events WHERE subject = $1 ORDER BY id', [`team:${id}`]),
  ).toEqual([
    { type: 'team.created', actor: 'user:1' },
    { type: 'team.updated', actor: 'user:1' },
    { type: 'team.deleted', actor: 'user:1' },
  ])
})

test('a name is there once, whatever the case; in another workspace it is free', async () => {
  const one = await create(owner, 'Prime')
  const other = await create(owner, 'Other')
  const taken = { status: 409, body: { code: 'name_taken' } }
  expect(await create(owner, 'PRIME')).toMatchObject(taken)
  const rename = (id: string, name: string) =>
    owner.api('PATCH', `${TEAMS}/${id}`, { body: { name } })
  expect(await rename(other.body.data.id, 'prime')).toMatchObject(taken)
  expect(await rename(one.body.data.id, 'PRIME')).toMatchObject({ status: 200 })
  expect(await create(await signUp(app), 'Prime')).toMatchObject({ status: 201 })
})

test('the list comes in pages, in the order of making', async () => {
  const desk = await signUp(app)
  for (const name of ['C', 'B', 'A']) await create(desk, name)
  const first = await desk.api('GET', `${TEAMS}?limit=2`)
  const rest = await desk.api('GET', `${TEAMS}?limit=2&cursor=${first.body.nextCursor}`)
  const names = [...first.body.data, ...rest.body.data].map(({ name }) => name)
  expect(names).toEqual(['C', 'B', 'A'])
  expect(rest.body.nextCursor).toBeNull()
  expect(await desk.api('GET', `${TEAMS}?cursor=WzFd`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  })
})

test('a team of another workspace is one that does not exist', async () => {
  const stranger = await signUp(app)
  const { id } = (await create(owner, 'Ours')).body.data
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { name: 'Theirs' }],
    ['DELETE', undefined],
  ] as const) {
    const foreign = await stranger.api(method, `${TEAMS}/${id}`, { body })
    const missing = await stranger.api(method, `${TEAMS}/${crypto.randomUUID()}`, { body })
    const nonsense = await stranger.api(method, `${TEAMS}/urn:uuid:${id}`, { body })
    expect(foreign.status).toBe(404)
    expect([foreign.text, nonsense.text]).toEqual([missing.text, missing.text])
  }
  expect((await owner.api('GET', `${TEAMS}/${id}`)).body.data.name).toBe('Ours')
})
