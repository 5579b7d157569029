import { afterAll, beforeAll, expect, test } from 'vitest'
import { personOf } from '../../tests/support/desks/people.ts'
import { startApp, type TestApp } from '../../tests/support/service/app.ts'
import * as operators from './operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ signup: 'closed' })
})
afterAll(() => app.stop())

const user = (email: string, workspace: string) => ({
  email,
  workspace,
  name: 'Ida',
  password: 'correct horse',
  role: 'owner' as const,
})
const signIn = (email: string, password: string) =>
  app.api('POST', '/v1/auth/signin', { body: { email, password } })

test('a workspace and its first owner, from the command line', async () => {
  const workspace = await operators.createWorkspace(app.workspaces, { name: 'Kontor Süd' })
  expect(workspace).toEqual({
    id: expect.any(String),
    slug: 'kontor-sud',
    name: 'Kontor Süd',
    plan: 'enterprise',
  })
  expect(app.founded).toEqual(['kontor-sud by system'])
  const made = await operators.createUser(app.workspaces, user('Ida@Example.com', 'kontor-sud'))
  expect(made).toEqual({ accountId: expect.any(String), crmUserId: 1 })
  const ida = await signIn('ida@example.com', 'correct horse')
  expect(ida.body.data).toMatchObject({
    workspace: { id: workspace.id },
    seat: { crmUserId: 1, role: 'owner', status: 'active' },
  })
})

test('a workspace, even an empty one, closes sign-up', async () => {
  const body = { email: 'x@example.com', password: 'correct horse', name: 'X', workspaceName: 'X' }
  expect(await app.api('POST', '/v1/auth/signup', { body })).toMatchObject({ status: 403 })
})

test('an address that has an account is refused, and nothing changes', async () => {
  await operators.createWorkspace(app.workspaces, { name: 'Second', slug: 'two', plan: 'free' })
  const squatter = personOf(app, await signIn('ida@example.com', 'correct horse'), 'correct horse')
  const again = { ...user('IDA@example.com', 'two'), password: 'another password' }
  await expect(operators.createUser(app.workspaces, again)).rejects.toMatchObject({
    code: 'email_taken',
    message: expect.stringContaining('add --existing'),
  })
  expect((await squatter.api('GET', '/v1/auth/session')).body.data.workspaces).toHaveLength(1)
  expect((await signIn('ida@example.com', 'another password')).status).toBe(401)
})

test('told that the account is an existing one, it gives the seat to the new password alone', async () => {
  const squatter = personOf(app, await signIn('ida@example.com', 'correct horse'), 'correct horse')
  await app.sql(
    `INSERT INTO password_resets
     SELECT sha256('link'), id, now() + interval '1 hour' FROM accounts WHERE email = 'ida@example.com'`,
  )
  const again = { ...user('ida@example.com', 'two'), password: 'another password', existing: true }
  expect(await operators.createUser(app.workspaces, again)).toMatchObject({ crmUserId: 1 })
  expect((await squatter.api('GET', '/v1/auth/session')).status).toBe(401)
  expect((await squatter.api('GET', '/v1/auth/sessions')).status).toBe(401)
  expect((await signIn('ida@example.com', 'correct horse')).status).toBe(401)
  expect(await app.sql('SELECT 1 FROM password_resets')).toEqual([])
  const ida = await signIn('ida@example.com', 'another password')
  expect(ida.body.data.workspaces).toHaveLength(2)
  await expect(operators.createUser(app.workspaces, again)).rejects.toMatchObject({
    code: 'seat_exists',
  })
  await operators.setPassword(app.workspaces, 'ida@example.com', 'correct horse')
})

test('told so of an address that has none, it refuses', async () => {
  const nobody = { ...user('no@example.com', 'two'), existing: true }
  await expect(operators.createUser(app.workspaces, nobody)).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no account with the email no@example.com.',
  })
  expect(await app.sql("SELECT 1 FROM accounts WHERE email = 'no@example.com'")).toEqual([])
})

test('an account that was invited and never came is as good as new', async () => {
  const ida = personOf(app, await signIn('ida@example.com', 'correct horse'), 'correct horse')
  const invited = await ida.api('POST', '/v1/workspace/seats', {
    body: { email: 'guest@example.com', name: 'Mallory', role: 'member' },
  })
  expect(invited.status).toBe(201)
  await operators.createWorkspace(app.workspaces, { name: 'Third', slug: 'three' })
  await operators.createUser(app.workspaces, user('guest@example.com', 'three'))
  const guest = await signIn('guest@example.com', 'correct horse')
  expect(guest.body.data).toMatchObject({ account: { name: 'Ida' }, workspace: { slug: 'three' } })
})

test('lists every workspace, and sets a plan that holds at the next request', async () => {
  const list = await operators.listWorkspaces(app.workspaces)
  expect(list.map(({ slug, plan }) => [slug, plan])).toEqual([
    ['kontor-sud', 'enterprise'],
    ['three', 'enterprise'],
    ['two', 'free'],
  ])
  const ida = personOf(app, await signIn('ida@example.com', 'correct horse'), 'correct horse')
  const { slug } = (await ida.api('GET', '/v1/workspace')).body.data
  await operators.setPlan(app.workspaces, slug, 'business')
  expect((await ida.api('GET', '/v1/workspace')).body.data.plan).toBe('business')
})

test('a password that the operator sets ends every session, every access token and every wait', async () => {
  const ida = personOf(app, await signIn('ida@example.com', 'correct horse'), 'correct horse')
  const made = await ida.api('POST', '/v1/auth/tokens', {
    body: { name: 'Zapier', scopes: ['workspace:read'] },
  })
  const token = made.body.data.secret
  expect((await app.api('GET', '/v1/workspace', { token })).status).toBe(200)
  for (let n = 0; n < 10; n++) await signIn(ida.email, 'wrong horse')
  expect((await signIn(ida.email, 'correct horse')).status).toBe(429)
  await operators.setPassword(app.workspaces, 'IDA@example.com', 'battery staple')
  expect((await ida.api('GET', '/v1/auth/session')).status).toBe(401)
  expect((await app.api('GET', '/v1/workspace', { token })).status).toBe(401)
  expect((await signIn(ida.email, 'battery staple')).status).toBe(201)
})

test('what cannot be is refused with a remedy', async () => {
  const { workspaces } = app
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code, message }) => `${code}: ${message}`,
    )
  expect(await refused(operators.createWorkspace(workspaces, { name: 'N', slug: 'two' }))).toBe(
    'name_taken: The slug "two" is in use; choose another.',
  )
  expect(await refused(operators.createWorkspace(workspaces, { name: ' ' }))).toMatch(/name must/)
  expect(await refused(operators.createWorkspace(workspaces, { name: 'N', slug: 'N' }))).toMatch(
    /slug must/,
  )
  expect(await refused(operators.setPlan(workspaces, 'nowhere', 'free'))).toBe(
    'not_found: There is no workspace with the slug "nowhere".',
  )
  expect(await refused(operators.setPlan(workspaces, 'two', 'gold' as 'free'))).toMatch(/plan must/)
  for (const [field, wrong] of [
    ['email', { email: 'ida' }],
    ['name', { name: '' }],
    ['role', { role: 'boss' as 'owner' }],
    ['password', { password: 'short' }],
    ['not_found', { workspace: 'nowhere' }],
  ] as const) {
    const body = { ...user('new@example.com', 'two'), ...wrong }
    expect(await refused(operators.createUser(workspaces, body))).toContain(field)
  }
  expect(await refused(operators.setPassword(workspaces, 'no@example.com', 'long enough'))).toMatch(
    /no account with the email no@example.com/,
  )
})

test('the list of workspaces opens nothing in them, and nothing lists them by chance', async () => {
  const listed = await app.db.withDirectory(
    async (tx) => [
      await tx.run("UPDATE workspaces SET name = 'X' RETURNING 1"),
      await tx.run('SELECT 1 FROM seats'),
      await tx.run('SELECT 1 FROM events'),
    ],
    { allWorkspaces: true },
  )
  expect(listed).toEqual([[], [], []])
  expect(await app.db.withDirectory((tx) => tx.run('SELECT 1 FROM workspaces'))).toEqual([])
})
