import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptPath, join, type Person, signUp } from '../../../tests/support/desks/people.ts'
import { startApp, type TestApp } from '../../../tests/support/service/app.ts'
import { accountBucket, addressBucket, attemptPlaces } from '../accounts/throttle.rules.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
})
afterAll(() => app.stop())

const signIn = (body: Record<string, unknown>, from?: string) =>
  app.api('POST', '/v1/auth/signin', { body, from })

test('answers the same as sign-up did, but for the token', async () => {
  const answer = await signIn({ email: owner.email.toUpperCase(), password: owner.password })
  expect(answer.status).toBe(201)
  const session = await app.api('GET', '/v1/auth/session', { token: answer.body.data.accessToken })
  const { accessToken, tokenType, ...rest } = answer.body.data
  expect(tokenType).toBe('Bearer')
  expect(accessToken).not.toBe(owner.token)
  expect(session.body).toEqual({ data: rest })
})

test('a wrong password, an unknown email and one that was only invited are refused alike', async () => {
  await owner.api('POST', '/v1/workspace/seats', {
    body: { email: 'invited@example.com', role: 'viewer' },
  })
  const answers = await Promise.all([
    signIn({ email: owner.email, password: 'wrong horse' }),
    signIn({ email: 'nobody@example.com', password: 'wrong horse' }),
    signIn({ email: 'invited@example.com', password: '' }),
    signIn({ email: 'no email at all', password: 'wrong horse' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]!.body.code).toBe('wrong_password')
})

test('an unknown email costs a hash, as a known one does', async () => {
  const { verify } = app.workspaces.passwords
  const compared: unknown[] = []
  app.workspaces.passwords.verify = function (password, stored) {
    compared.push(stored)
    return verify.call(this, password, stored)
  }
  await signIn({ email: 'stranger@example.com', password: 'x' }, '203.0.113.20')
  app.workspaces.passwords.verify = verify
  expect(compared).toEqual([undefined])
})

test('parallel guesses of strangers are hashed ten times, then wait longer and longer; even the right one', async () => {
  const victim = await join(app, owner, 'member')
  const guess = (n: number) =>
    signIn({ email: victim.email, password: `guess ${n}` }, `198.51.${n >> 8}.${n & 255}`)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(401), count(429)]).toEqual([10, 50])
  const left = async () => {
    const [{ seconds }] = await app.sql(
      `SELECT ceil(extract(epoch FROM since + interval '30 seconds' - clock_timestamp()))::int AS seconds
       FROM signin_failures WHERE bucket = $1`,
      [accountBucket(victim.email)],
    )
    return seconds
  }
  const before = await left()
  const limited = await guess(60)
  const after = await left()
  const wait = Number(limited.headers.get('retry-after'))
  expect(wait).toBeLessThanOrEqual(before)
  expect(wait).toBeGreaterThanOrEqual(after)
  expect(limited.body).toEqual({
    error: expect.stringContaining('try again in a minute'),
    code: 'rate_limited',
    reason: 'failed_attempts_one_minute',
    values: {},
  })
  const right = { email: victim.email, password: victim.password }
  expect((await signIn(right, '198.51.100.7')).status).toBe(429)

  const later = (seconds: number) =>
    app.sql('UPDATE signin_failures SET since = since - make_interval(secs => $1)', [seconds])
  await later(31)
  expect((await guess(61)).status).toBe(401)
  await later(31)
  expect((await guess(62)).body.values).toEqual({})
  await later(30)
  expect((await signIn(right, '198.51.100.7')).status).toBe(201)
})

test('strangers keep nobody out who has signed in from that address before', async () => {
  const person = await join(app, owner, 'member')
  await app.sql('INSERT INTO signin_failures VALUES ($1, 5000, now())', [
    accountBucket(person.email),
  ])
  const right = { email: person.email, password: person.password }
  expect((await signIn(right, '198.51.100.8')).status).toBe(429)
  expect((await signIn(right)).status).toBe(201)
  // What strangers have failed at stays counted: the person's success is no new chance for them.
  expect((await signIn(right, '198.51.100.8')).status).toBe(429)
})

test('nor anybody in a browser that has signed in before, wherever it is, and one shared address is enough', async () => {
  const headers = { 'x-sourcebook-session': 'cookie' }
  const [ann, bob] = [await join(app, owner, 'member'), await join(app, owner, 'member')]
  const from = '198.51.100.9'
  const enter = ({ email, password }: Person, cookie?: string) =>
    app.api('POST', '/v1/auth/signin', {
      body: { email, password },
      from,
      headers: { ...headers, ...(cookie && { cookie }) },
    })
  const browserOf = (answer: { headers: Headers }) =>
    /sourcebook_browser=[\w-]{43}/.exec(answer.headers.getSetCookie().join('\n'))?.[0]
  const first = await enter(ann)
  const browser = browserOf(first)
  expect(first.headers.getSetCookie().find((one) => one.startsWith(browser!))).toMatch(
    /; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(browserOf(await enter(ann, browser))).toBe(browser)
  // Somebody at the same address fails so often that neither it nor the account may try again.
  await app.sql('DELETE FROM signin_places WHERE place = ANY ($1)', [
    attemptPlaces({ email: ann.email, address: from }),
  ])
  await app.sql('DELETE FROM signin_failures')
  await app.sql('INSERT INTO signin_failures VALUES ($1, 5000, now()), ($2, 5000, now())', [
    accountBucket(ann.email),
    addressBucket(from),
  ])
  expect((await enter(ann)).status).toBe(429)
  expect((await enter(bob, browser)).status).toBe(429)
  expect((await enter(ann, browser)).status).toBe(201)
})

test('guesses from a known place are throttled there, and nowhere else', async () => {
  const person = await join(app, owner, 'member')
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) {
    statuses.push((await signIn({ email: person.email, password: `guess ${n}` })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  const right = { email: person.email, password: person.password }
  expect((await signIn(right)).status).toBe(429)
  expect((await signIn(right, '198.51.100.10')).status).toBe(201)
})

test('an unknown email is throttled like a known one', async () => {
  const answers = []
  for (let n = 0; n < 11; n++) {
    answers.push(await signIn({ email: 'ghost@example.com', password: 'x' }, `192.0.2.${n}`))
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
})

test('a success forgets the failures of the account, and does not count for the address', async () => {
  const from = '203.0.113.30'
  const wrong = { email: owner.email, password: 'wrong horse' }
  for (let n = 0; n < 3; n++) expect((await signIn(wrong, from)).status).toBe(401)
  const right = await signIn({ email: owner.email, password: owner.password }, from)
  expect(right.status).toBe(201)
  expect(
    await app.sql('SELECT bucket, failures FROM signin_failures WHERE bucket = ANY ($1)', [
      [accountBucket(owner.email), addressBucket(from)],
    ]),
  ).toEqual([{ bucket: addressBucket(from), failures: 3 }])
})

test('an address is throttled whatever the account, and locks out no account by that', async () => {
  const from = '203.0.113.40'
  await app.sql("INSERT INTO signin_failures VALUES ('address:203.0.113.40', 49, now())")
  const right = { email: owner.email, password: owner.password }
  expect((await signIn({ email: 'x1@example.com', password: 'x' }, from)).status).toBe(401)
  expect((await signIn({ email: 'x2@example.com', password: 'x' }, from)).status).toBe(429)
  expect((await signIn(right, from)).status).toBe(429)
  expect((await signIn(right, '203.0.113.41')).status).toBe(201)
})

test('an attempt that could not be hashed does not count', async () => {
  const { verify } = app.workspaces.passwords
  app.workspaces.passwords.verify = async () => {
    throw new Error('no memory')
  }
  const answer = await signIn({ email: 'unlucky@example.com', password: 'x' }, '203.0.113.50')
  app.workspaces.passwords.verify = verify
  expect(answer.status).toBe(500)
  expect(
    await app.sql("SELECT failures FROM signin_failures WHERE bucket = 'address:203.0.113.50'"),
  ).toEqual([{ failures: 0 }])
})

test('opens the workspace asked for, else the one where the account was last', async () => {
  const second = await signUp(app)
  const invited = await second.api('POST', '/v1/workspace/seats', {
    body: { email: owner.email, role: 'viewer' },
  })
  const path = `/v1/auth/invitations/${invited.body.data.inviteUrl.split('/').at(-1)}/accept`
  await app.api('POST', path, { body: { name: 'Guest', password: owner.password } })

  const at = async (workspaceId?: string) => {
    const answer = await signIn({ email: owner.email, password: owner.password, workspaceId })
    return answer.body.data.workspace.id
  }
  expect(await at()).toBe(second.workspaceId)
  expect(await at(owner.workspaceId.toUpperCase())).toBe(owner.workspaceId)
  expect(await at()).toBe(owner.workspaceId)
})

test('a suspended person learns it only after the right password', async () => {
  const person = await join(app, owner, 'member')
  await owner.api('PATCH', `/v1/workspace/seats/${person.crmUserId}`, {
    body: { status: 'suspended' },
  })
  const { email, password } = person
  expect(await signIn({ email, password: 'wrong horse' })).toMatchObject({ status: 401 })
  expect(await signIn({ email, password })).toMatchObject({
    status: 403,
    body: { code: 'forbidden', error: expect.stringContaining('no active seat') },
  })
})

test('a workspace that is unknown, foreign, or where the seat rests is refused alike, after the right password', async () => {
  const [person, stranger] = [await signUp(app), await signUp(app)]
  const rests = await signUp(app)
  const invited = await rests.api('POST', '/v1/workspace/seats', {
    body: { email: person.email, role: 'member' },
  })
  const joined = await app.api('POST', acceptPath(invited), {
    body: { name: 'Guest', password: person.password },
  })
  await rests.api('PATCH', `/v1/workspace/seats/${joined.body.data.seat.crmUserId}`, {
    body: { status: 'suspended' },
  })
  const { email, password } = person
  const wanted = [crypto.randomUUID(), stranger.workspaceId, rests.workspaceId]
  const at = (password: string) =>
    Promise.all(wanted.map((workspaceId) => signIn({ email, password, workspaceId })))
  const switched = wanted.map((workspaceId) =>
    person.api('POST', '/v1/auth/switch', { body: { workspaceId } }),
  )
  for (const answers of [await at(password), await Promise.all(switched)]) {
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([400, 'unknown_reference']),
    )
    expect(answers[0]!.body.issues[0].path).toBe('body.workspaceId')
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  }
  expect((await at('wrong horse')).map(({ status }) => status)).toEqual([401, 401, 401])
})

test('a password that is changed meanwhile opens nothing', async () => {
  const person = await join(app, owner, 'member')
  const { verify } = app.workspaces.passwords
  app.workspaces.passwords.verify = async function (password, stored) {
    const right = await verify.call(this, password, stored)
    await app.sql("UPDATE accounts SET password_hash = 'another' WHERE email = $1", [person.email])
    return right
  }
  const answer = await signIn({ email: person.email, password: person.password })
  app.workspaces.passwords.verify = verify
  expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_password' } })
})
