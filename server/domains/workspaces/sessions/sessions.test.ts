import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, type Person, personOf, signUp } from '../../../tests/support/desks/people.ts'
import { startApp, type TestApp } from '../../../tests/support/service/app.ts'
import { accountBucket } from '../accounts/throttle.rules.ts'
import { peopleOf } from './sessions.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
})
afterAll(() => app.stop())

const SESSION = '/v1/auth/session'
const signIn = async ({ email, password }: Person): Promise<Person> =>
  personOf(app, await app.api('POST', '/v1/auth/signin', { body: { email, password } }), password)
const works = async (person: Person) => (await person.api('GET', SESSION)).status === 200
const age = (person: Person, change: string) =>
  app.sql(
    `UPDATE access_tokens SET ${change} WHERE account_id = $1 AND id =
       (SELECT max(id::text)::uuid FROM access_tokens WHERE account_id = $1)`,
    [person.accountId],
  )

test('a token is an actor as the seat is at this moment', async () => {
  const person = await join(app, owner, 'manager')
  const team = await owner.api('POST', '/v1/workspace/teams', { body: { name: 'Actors' } })
  await owner.api('PATCH', `/v1/workspace/seats/${person.crmUserId}`, {
    body: { role: 'member', teamIds: [team.body.data.id] },
  })
  expect(await peopleOf(app.db).authenticate(person.token)).toEqual({
    kind: 'user',
    workspaceId: person.workspaceId,
    accountId: person.accountId,
    crmUserId: person.crmUserId,
    role: 'member',
    plan: 'enterprise',
    teamIds: [team.body.data.id],
    sessionId: expect.any(String),
  })
})

test('a token is nothing without an active seat', async () => {
  const person = await join(app, owner, 'member')
  const become = (status: string) =>
    app.sql('UPDATE seats SET status = $2 WHERE account_id = $1', [person.accountId, status])
  await become('suspended')
  expect(await peopleOf(app.db).authenticate(person.token)).toBeUndefined()
  await become('active')
  expect(await peopleOf(app.db).authenticate(person.token)).toBeDefined()
  await app.sql('DELETE FROM seats WHERE account_id = $1', [person.accountId])
  expect(await peopleOf(app.db).authenticate(person.token)).toBeUndefined()
})

test('an unknown, malformed or missing token is nobody', async () => {
  expect(await peopleOf(app.db).authenticate(`sat_${'A'.repeat(43)}`)).toBeUndefined()
  expect(await peopleOf(app.db).authenticate('')).toBeUndefined()
  const unknown = await app.api('GET', SESSION, { token: 'sat_unknown' })
  expect(unknown).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await app.api('GET', SESSION)).toMatchObject({ status: 401 })
})

test('a session ends after 7 idle days and after 30 in all', async () => {
  const idle = await signIn(owner)
  await age(idle, "last_used_at = now() - interval '6 days 23 hours'")
  expect(await works(idle)).toBe(true)
  await age(idle, "last_used_at = now() - interval '7 days 1 second'")
  expect(await works(idle)).toBe(false)

  const old = await signIn(owner)
  await age(old, "expires_at = now() + interval '1 minute'")
  expect(await works(old)).toBe(true)
  await age(old, 'expires_at = now()')
  expect(await works(old)).toBe(false)
  await age(old, "expires_at = now() + interval '30 days'")
})

test('its last use is noted, at most a minute late', async () => {
  const person = await join(app, owner, 'viewer')
  const lastUse = async () =>
    (
      await app.sql('SELECT last_used_at FROM access_tokens WHERE account_id = $1', [
        person.accountId,
      ])
    )[0].last_used_at.getTime()
  const first = await lastUse()
  await works(person)
  expect(await lastUse()).toBe(first)
  await age(person, "last_used_at = (SELECT last_used_at - interval '31 seconds')")
  // Another process, which does not remember the session.
  await peopleOf(app.db).authenticate(person.token)
  expect(await lastUse()).toBeGreaterThan(first)
})

test('signing out ends this session only, at once', async () => {
  const [one, two] = await Promise.all([signIn(owner), signIn(owner)])
  expect(await one.api('POST', '/v1/auth/signout')).toMatchObject({
    status: 201,
    body: { data: { signedOut: true } },
  })
  expect([await works(one), await works(two)]).toEqual([false, true])
})

test('the list has what still works, newest first, in pages', async () => {
  const person = await signUp(app)
  const phone = await signIn(person)
  const laptop = await signIn(person)
  const expired = await signIn(person)
  await age(expired, 'expires_at = now()')
  const list = await laptop.api('GET', '/v1/auth/sessions')
  expect(list.body.nextCursor).toBeNull()
  expect(list.body.data.map((s: { current: boolean }) => s.current)).toEqual([true, false, false])
  expect(list.body.data[0]).toMatchObject({
    workspaceId: person.workspaceId,
    userAgent: 'node',
    address: '127.0.0.1',
  })

  const first = await phone.api('GET', '/v1/auth/sessions?limit=2')
  const cursor = first.body.nextCursor
  const second = await phone.api('GET', `/v1/auth/sessions?limit=2&cursor=${cursor}`)
  expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(
    list.body.data.map(({ id }: { id: string }) => id),
  )
  expect(second.body.nextCursor).toBeNull()
  const foreign = Buffer.from('["not an id"]').toString('base64url')
  for (const wrong of ['junk', foreign]) {
    expect(await phone.api('GET', `/v1/auth/sessions?cursor=${wrong}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  }
})

test('one ends any session of one’s own, and no one else’s', async () => {
  const other = await signIn(owner)
  const sessions = await owner.api('GET', '/v1/auth/sessions')
  const { id } = sessions.body.data.find((s: { current: boolean }) => !s.current)
  const stranger = await signUp(app)
  const foreign = await stranger.api('DELETE', `/v1/auth/sessions/${id}`)
  const missing = await stranger.api('DELETE', `/v1/auth/sessions/${crypto.randomUUID()}`)
  expect(foreign.status).toBe(404)
  expect(foreign.text).toBe(missing.text)
  expect(await works(other)).toBe(true)
  expect((await owner.api('DELETE', `/v1/auth/sessions/${id}`)).status).toBe(204)
  expect(await works(other)).toBe(false)
  expect((await owner.api('DELETE', `/v1/auth/sessions/${id}`)).status).toBe(404)
})

test('switching opens the other workspace with a new token and ends the old one', async () => {
  const [person, second, third] = [await signUp(app), await signUp(app), await signUp(app)]
  const invited = await second.api('POST', '/v1/workspace/seats', {
    body: { email: person.email, role: 'admin' },
  })
  const path = `/v1/auth/invitations/${invited.body.data.inviteUrl.split('/').at(-1)}/accept`
  await app.api('POST', path, { body: { name: 'Visitor', password: person.password } })

  const switchTo = (workspaceId: string) =>
    person.api('POST', '/v1/auth/switch', { body: { workspaceId } })
  for (const nowhere of [third.workspaceId, crypto.randomUUID()]) {
    expect(await switchTo(nowhere)).toMatchObject({
      status: 400,
      body: { code: 'unknown_reference', issues: [{ path: 'body.workspaceId' }] },
    })
  }
  const answer = await switchTo(second.workspaceId)
  const there = personOf(app, answer, person.password)
  expect(answer.body.data).toMatchObject({
    workspace: { id: second.workspaceId },
    seat: { name: 'Visitor', role: 'admin', crmUserId: 2 },
  })
  expect(answer.body.data.workspaces).toHaveLength(2)
  expect([await works(person), await works(there)]).toEqual([false, true])
})

test('of switches side by side one goes through', async () => {
  const person = await signUp(app)
  const body = { workspaceId: person.workspaceId }
  const answers = await Promise.all(
    [1, 2, 3].map(() => person.api('POST', '/v1/auth/switch', { body })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401])
})

test('changing the password ends every other session, and the old password is of no use', async () => {
  const person = await signUp(app)
  const other = await signIn(person)
  const change = (currentPassword: string, newPassword: string, headers = {}) =>
    person.api('POST', '/v1/auth/password', { body: { currentPassword, newPassword }, headers })
  expect(await change('wrong horse', 'battery staple')).toMatchObject({
    status: 401,
    body: { code: 'wrong_password' },
  })
  expect(await works(other)).toBe(true)
  expect(await change(person.password, 'short')).toMatchObject({ status: 400 })

  const key = { 'idempotency-key': 'change it' }
  const done = await change(person.password, 'battery staple', key)
  expect(done).toMatchObject({ status: 201, body: { data: { changed: true } } })
  expect([await works(person), await works(other)]).toEqual([true, false])
  const again = await change(person.password, 'battery staple', key)
  expect(again.text).toBe(done.text)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await change(person.password, 'battery staple 2')).status).toBe(401)
  expect(await works(await signIn({ ...person, password: 'battery staple' }))).toBe(true)
})

test('of two password changes side by side one goes through', async () => {
  const person = await signUp(app)
  const answers = await Promise.all(
    ['battery staple', 'staple battery'].map((newPassword) =>
      person.api('POST', '/v1/auth/password', {
        body: { currentPassword: person.password, newPassword },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
})

test('guessing the current password is throttled, whatever strangers fail at', async () => {
  const person = await signUp(app)
  await app.sql('INSERT INTO signin_failures VALUES ($1, 5000, now())', [
    accountBucket(person.email),
  ])
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) {
    const body = { currentPassword: `guess ${n}`, newPassword: 'battery staple' }
    statuses.push((await person.api('POST', '/v1/auth/password', { body })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})
