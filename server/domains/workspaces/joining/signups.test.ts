import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/service/app.ts'

const SIGN_UP = '/v1/auth/signup'
const body = (email: string, workspaceName = 'Acme Funding') => ({
  email,
  password: 'correct horse',
  name: 'Ann Ames',
  workspaceName,
})

describe('closed', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ signup: 'closed' })
  })
  afterAll(() => app.stop())

  const look = async () => (await app.api('GET', SIGN_UP)).body.data

  test('anybody is told that the first workspace can be signed up', async () => {
    expect(await look()).toEqual({ open: true, firstRun: true })
  })

  test('of five who sign up a first workspace at once, one gets it', async () => {
    // Hashing waits until all of them have passed the first check; otherwise it would let them through one by one.
    const { hash } = app.workspaces.passwords
    const gate = Promise.withResolvers<string>()
    let arrived = 0
    app.workspaces.passwords.hash = () => {
      if (++arrived === 5) gate.resolve('a hash')
      return gate.promise
    }
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => app.api('POST', SIGN_UP, { body: body(`a${n}@example.com`) })),
    )
    app.workspaces.passwords.hash = hash
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403])
    const refused = answers.find(({ status }) => status === 403)!
    expect(refused.body).toEqual({
      error: expect.stringContaining('SIGNUP=open'),
      code: 'signup_closed',
      reason: 'closed',
      values: {},
    })
    expect(await app.sql('SELECT slug FROM workspaces')).toEqual([{ slug: 'acme-funding' }])
    expect(await app.sql('SELECT count(*) FROM accounts')).toEqual([{ count: 1 }])
    expect(app.founded).toEqual(['acme-funding by user'])
  })

  test('and later nobody, at no cost of a hash', async () => {
    expect(await look()).toEqual({ open: false, firstRun: false })
    const answer = await app.api('POST', SIGN_UP, { body: body('late@example.com') })
    expect(answer).toMatchObject({ status: 403, body: { code: 'signup_closed' } })
    expect(await app.sql('SELECT * FROM signin_failures WHERE failures > 4')).toEqual([])
  })
})

describe('open', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ signup: 'open' })
  })
  afterAll(() => app.stop())

  test('makes the account, the workspace and its owner, and signs in', async () => {
    expect((await app.api('GET', SIGN_UP)).body.data).toEqual({ open: true, firstRun: true })
    const answer = await app.api('POST', SIGN_UP, { body: body('Ann@Example.com') })
    expect(answer.status).toBe(201)
    const { data } = answer.body
    const account = { id: data.account.id, email: 'ann@example.com', name: 'Ann Ames' }
    const workspace = { id: data.workspace.id, slug: 'acme-funding', name: 'Acme Funding' }
    const { id: accountId, email, name } = account
    expect(data).toEqual({
      accessToken: expect.stringMatching(/^sat_[\w-]{43}$/),
      tokenType: 'Bearer',
      expiresAt: expect.any(String),
      account,
      workspace: { ...workspace, plan: 'enterprise', region: 'US', moneyVisibleTo: 'own' },
      seat: { accountId, crmUserId: 1, name, email, role: 'owner', teamIds: [], status: 'active' },
      workspaces: [{ ...workspace, role: 'owner' }],
    })
    const days = (Date.parse(data.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
    expect(
      await app.sql('SELECT type, actor FROM events WHERE subject = $1', [
        `workspace:${workspace.id}`,
      ]),
    ).toEqual([{ type: 'workspace.created', actor: 'user:1' }])
  })

  test('neither the token nor the password is kept as it is', async () => {
    const password = 'a very particular secret'
    const answer = await app.api('POST', SIGN_UP, {
      body: { ...body('keeper@example.com'), password },
    })
    const dump = JSON.stringify(
      await app.sql(
        `SELECT encode(token_hash, 'escape') AS t, row_to_json(access_tokens) AS r, password_hash
         FROM access_tokens JOIN accounts ON accounts.id = account_id`,
      ),
    )
    expect(dump).toContain('$argon2id$')
    expect(dump).not.toContain(password)
    expect(dump).not.toContain(answer.body.data.accessToken.slice(4))
  })

  test('a workspace of the same name gets another slug', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((n) => app.api('POST', SIGN_UP, { body: body(`s${n}@example.com`, 'Twin') })),
    )
    const slugs = answers.map((answer) => answer.body.data.workspace.slug)
    expect(slugs.sort()).toEqual(['twin', 'twin-2', 'twin-3'])
  })

  test('a workspace begins in the time zone that is given', async () => {
    const signUp = { ...body('zone@example.com', 'Zoned'), timeZone: 'America/Denver' }
    const { accessToken } = (await app.api('POST', SIGN_UP, { body: signUp })).body.data
    const workspace = await app.api('GET', '/v1/workspace', { token: accessToken })
    expect(workspace.body.data.timeZone).toBe('America/Denver')
  })

  test('an email with an account is refused, and nothing is made', async () => {
    const before = await app.sql('SELECT count(*) FROM workspaces')
    const answer = await app.api('POST', SIGN_UP, { body: body('ANN@example.com', 'Second') })
    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect(await app.sql('SELECT count(*) FROM workspaces')).toEqual(before)
  })

  test.each([
    ['email', { email: 'no email' }],
    ['password', { password: 'seven77' }],
    ['name', { name: '  ' }],
    ['workspaceName', { workspaceName: '\t' }],
    ['role', { role: 'owner' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
  ])('a body with a wrong %s is refused, naming it', async (field, wrong) => {
    const answer = await app.api('POST', SIGN_UP, { body: { ...body('w@example.com'), ...wrong } })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', issues: [{ path: `body.${field}` }] },
    })
  })

  test('refused sign-ups of an address are throttled; those that go through are not', async () => {
    const from = '203.0.113.9'
    await app.sql("INSERT INTO signin_failures VALUES ('address:203.0.113.9', 48, now())")
    const statuses: number[] = []
    for (const email of [
      'b1@example.com',
      'ann@example.com',
      'ann@example.com',
      'b2@example.com',
    ]) {
      statuses.push((await app.api('POST', SIGN_UP, { body: body(email), from })).status)
    }
    expect(statuses).toEqual([201, 409, 409, 429])
  })
})
