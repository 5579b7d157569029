import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptPath, join, type Person, signUp } from '../../../tests/support/desks/people.ts'
import { startApp, type TestApp } from '../../../tests/support/service/app.ts'
import { accountBucket, addressBucket } from '../accounts/throttle.rules.ts'

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

test('parallel guesses from everywhere are hashed ten times, then wait; even the right one', async () => {
  const victim = await join(app, owner, 'member')
  const guess = (n: number) =>
    signIn({ email: victim.email, password: `guess ${n}` }, `198.51.${n >> 8}.${n & 255}`)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(401), count(429)]).toEqual([10, 50])
  const left = async () => {
    const [{ seconds }] = await app.sql(
      `SELECT ceil(extract(epoch FROM since + interval '15 minutes' - clock_timestamp()))::int AS seconds
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
    error: expect.stringContaining(`try again in ${Math.ceil(wait / 60)} minutes`),
    code: 'rate_limited',
    reason: 'failed_attempts',
    values: { minutes: 15 },
  })
  const right = { email: victim.email, password: victim.password }
  expect((await signIn(right)).status).toBe(429)

  await app.sql("UPDATE signin_failures SET since = since - interval '15 minutes 1 second'")
  expect((await signIn(right)).status).toBe(201)
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
