import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptPath, join, type Person, signUp } from '../../../tests/support/desks/people.ts'
import { startApp, type TestApp } from '../../../tests/support/service/app.ts'
import { listPeople } from '../workspace/people.ts'

let app: TestApp
let owner: Person
let admin: Person
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
  admin = await join(app, owner, 'admin')
})
afterAll(() => app.stop())

const SEATS = '/v1/workspace/seats'
const patch = (by: Person, { crmUserId }: Person, body: Record<string, unknown>) =>
  by.api('PATCH', `${SEATS}/${crmUserId}`, { body })
const remove = (by: Person, { crmUserId }: Person) => by.api('DELETE', `${SEATS}/${crmUserId}`)
const works = async (person: Person) => (await person.api('GET', '/v1/auth/session')).status === 200

test('anyone lists the people, in pages', async () => {
  const desk = await signUp(app)
  const viewer = await join(app, desk, 'viewer')
  await desk.api('POST', SEATS, { body: { email: 'waiting@example.com', role: 'member' } })
  const all = await viewer.api('GET', SEATS)
  expect(all.body.data.map((s: { crmUserId: number }) => s.crmUserId)).toEqual([1, 2, 3])
  const first = await viewer.api('GET', `${SEATS}?limit=2`)
  const rest = await viewer.api('GET', `${SEATS}?limit=2&cursor=${first.body.nextCursor}`)
  expect([...first.body.data, ...rest.body.data]).toEqual(all.body.data)
  expect(rest.body.nextCursor).toBeNull()
  for (const wrong of ['x', Buffer.from('["1"]').toString('base64url')]) {
    expect(await viewer.api('GET', `${SEATS}?cursor=${wrong}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  }
  const beyond = Buffer.from('[9007199254740991]').toString('base64url')
  expect((await viewer.api('GET', `${SEATS}?cursor=${beyond}`)).body.data).toEqual([])

  const people = await app.db.withWorkspace(desk, listPeople)
  expect(people).toEqual([
    { crmUserId: 1, name: 'Olga Owner', email: desk.email },
    { crmUserId: 2, name: expect.any(String), email: viewer.email },
  ])
})

test('name, role and teams change; the person reads it at the next request', async () => {
  const person = await join(app, owner, 'viewer')
  const team = (await owner.api('POST', '/v1/workspace/teams', { body: { name: 'Night' } })).body
    .data
  const changed = await patch(admin, person, {
    name: 'Paul',
    role: 'manager',
    teamIds: [team.id.toUpperCase()],
  })
  expect(changed.body.data).toMatchObject({ name: 'Paul', role: 'manager', teamIds: [team.id] })
  const session = await person.api('GET', '/v1/auth/session')
  expect(session.body.data.seat).toEqual(changed.body.data)
  expect((await patch(admin, person, { teamIds: [] })).body.data.teamIds).toEqual([])
  const [event] = await app.sql(
    `SELECT type, actor, data FROM events WHERE subject = $1 AND type = 'seat.updated'
     ORDER BY id LIMIT 1`,
    [`seat:${person.crmUserId}`],
  )
  expect(event).toMatchObject({ actor: `user:${admin.crmUserId}`, data: { role: 'manager' } })
})

test('a suspension ends the sessions at once, and they stay ended', async () => {
  const person = await join(app, owner, 'member')
  expect(await works(person)).toBe(true)
  expect((await patch(admin, person, { status: 'suspended' })).body.data.status).toBe('suspended')
  expect(await works(person)).toBe(false)
  expect((await patch(admin, person, { status: 'active' })).status).toBe(200)
  expect(await works(person)).toBe(false)
})

test('a change that leaves the status as it is ends no session', async () => {
  const person = await join(app, owner, 'member')
  await patch(admin, person, { status: 'active', role: 'viewer' })
  expect(await works(person)).toBe(true)
})

test('a removal ends the sessions at once, and the number is not given again', async () => {
  const person = await join(app, owner, 'member')
  expect((await remove(admin, person)).status).toBe(204)
  expect(await works(person)).toBe(false)
  expect((await remove(admin, person)).status).toBe(404)
  expect((await owner.api('GET', `${SEATS}/${person.crmUserId}`)).status).toBe(404)
  expect((await join(app, owner, 'viewer')).crmUserId).toBeGreaterThan(person.crmUserId)
})

test('an admin neither makes, changes nor removes an owner', async () => {
  const person = await join(app, owner, 'member')
  const refused = [
    await patch(admin, person, { role: 'owner' }),
    await patch(admin, owner, { name: 'Usurped' }),
    await remove(admin, owner),
  ]
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
})

test('an invited seat has no status to change', async () => {
  const invited = await owner.api('POST', SEATS, {
    body: { email: 'slow@example.com', role: 'member' },
  })
  expect(await patch(admin, invited.body.data, { status: 'suspended' })).toMatchObject({
    status: 409,
    body: { code: 'invitation_pending' },
  })
})

test('the last owner stays', async () => {
  for (const answer of [
    await patch(owner, owner, { role: 'admin' }),
    await patch(owner, owner, { status: 'suspended' }),
    await remove(owner, owner),
  ]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_owner' } })
  }
})

test('of two owners who demote each other, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const one = await signUp(app)
    const two = await join(app, one, 'owner')
    const answers = await Promise.all([
      patch(one, two, { role: 'member' }),
      round % 2 ? patch(two, one, { role: 'viewer' }) : remove(two, one),
    ])
    const [won, lost] = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect([200, 204]).toContain(won)
    // The loser is no longer an owner when this is decided. One that was removed may not even be signed in any more.
    const wasRemoved = answers[1]?.status === 204
    expect(wasRemoved ? [401, 403] : [403]).toContain(lost)
    const owners = await app.sql(
      "SELECT 1 FROM seats WHERE workspace_id = $1 AND role = 'owner' AND status = 'active'",
      [one.workspaceId],
    )
    expect(owners).toHaveLength(1)
  }
})

test('of two owners who both step down, one stays', async () => {
  const one = await signUp(app)
  const two = await join(app, one, 'owner')
  const answers = await Promise.all([
    patch(one, one, { role: 'member' }),
    patch(two, two, { role: 'member' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('unknown teams are refused by their place', async () => {
  const stranger = await signUp(app)
  const foreign = await stranger.api('POST', '/v1/workspace/teams', { body: { name: 'Foreign' } })
  const naming = (id: string) => patch(owner, admin, { teamIds: [id] })
  const [one, two] = [await naming(foreign.body.data.id), await naming(crypto.randomUUID())]
  expect(one).toMatchObject({
    status: 400,
    body: { code: 'unknown_reference', issues: [{ path: 'body.teamIds[0]' }] },
  })
  expect(one.text).toBe(two.text)
})

test('a seat of another workspace is one that does not exist', async () => {
  const crowd = await signUp(app)
  const people = []
  for (let n = 0; n < 2; n++) people.push(await join(app, crowd, 'viewer'))
  const lonely = await signUp(app)
  const foreign = `${SEATS}/${people[1]!.crmUserId}`
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { role: 'owner' }],
    ['DELETE', undefined],
  ] as const) {
    const there = await lonely.api(method, foreign, { body })
    const nowhere = await lonely.api(method, `${SEATS}/2147483647`, { body })
    expect(there.status).toBe(404)
    expect(there.text).toBe(nowhere.text)
  }
  expect((await crowd.api('GET', foreign)).body.data).toMatchObject({ role: 'viewer' })
})

test('who has seats in two workspaces sees the people of one at a time', async () => {
  const [here, there] = [await signUp(app), await signUp(app)]
  const invited = await there.api('POST', SEATS, { body: { email: here.email, role: 'owner' } })
  await app.api('POST', acceptPath(invited), { body: { name: 'Here', password: here.password } })
  const team = await there.api('POST', '/v1/workspace/teams', { body: { name: 'There' } })
  await there.api('PATCH', `${SEATS}/2`, { body: { teamIds: [team.body.data.id] } })

  const seats = (await here.api('GET', SEATS)).body.data
  expect(seats).toMatchObject([{ crmUserId: 1, email: here.email, teamIds: [] }])
  expect((await here.api('GET', `${SEATS}/2`)).status).toBe(404)
  expect((await here.api('PATCH', `${SEATS}/2`, { body: { name: 'X' } })).status).toBe(404)
  expect(await patch(here, here, { role: 'admin' })).toMatchObject({ status: 409 })
  expect(await app.db.withWorkspace(here, listPeople)).toHaveLength(1)
})
