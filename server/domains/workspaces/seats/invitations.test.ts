import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptPath,
  join,
  type Person,
  personOf,
  signUp,
} from '../../../tests/support/desks/people.ts'
import { type Answer, startApp, type TestApp } from '../../../tests/support/service/app.ts'
import { accountBucket } from '../accounts/throttle.rules.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
})
afterAll(() => app.stop())

const SEATS = '/v1/workspace/seats'
const invite = (by: Person, body: Record<string, unknown>, headers = {}) =>
  by.api('POST', SEATS, { body, headers })
const accept = (invited: Answer, password = 'correct horse', name = 'Nora New') =>
  app.api('POST', acceptPath(invited), { body: { name, password } })

test('someone new chooses name and password, and is in', async () => {
  const team = (await owner.api('POST', '/v1/workspace/teams', { body: { name: 'Sales' } })).body
    .data
  const invited = await invite(owner, {
    email: 'Nora@Example.com',
    role: 'manager',
    teamIds: [team.id],
  })
  expect(invited.status).toBe(201)
  const { inviteUrl, ...seat } = invited.body.data
  expect(inviteUrl).toMatch(/^https:\/\/records\.example\.com\/invitations\/[\w-]{43}$/)
  expect(seat).toEqual({
    accountId: expect.any(String),
    crmUserId: 2,
    name: 'nora',
    email: 'nora@example.com',
    role: 'manager',
    teamIds: [team.id],
    status: 'invited',
  })
  const accepted = await accept(invited)
  expect(accepted.status).toBe(201)
  expect(accepted.body.data).toMatchObject({
    account: { id: seat.accountId, email: 'nora@example.com', name: 'Nora New' },
    seat: { ...seat, name: 'Nora New', status: 'active' },
  })
  const nora = personOf(app, accepted, 'correct horse')
  expect((await nora.api('GET', `${SEATS}/2`)).body.data).toEqual(accepted.body.data.seat)
  expect(
    await app.sql("SELECT type, actor FROM events WHERE subject = 'seat:2' ORDER BY id"),
  ).toEqual([
    { type: 'seat.invited', actor: 'user:1' },
    { type: 'seat.accepted', actor: 'user:2' },
  ])
})

test('whoever opens the link is told what it is to, until it is used', async () => {
  const look = (invited: Answer) =>
    app.api('GET', `/v1/auth/invitations/${invited.body.data.inviteUrl.split('/').at(-1)}`)
  const [workspace] = await app.sql('SELECT name FROM workspaces WHERE id = $1', [
    owner.workspaceId,
  ])
  const invited = await invite(owner, { email: 'look@example.com', role: 'viewer' })
  expect((await look(invited)).body.data).toEqual({
    workspaceName: workspace.name,
    email: 'look@example.com',
    name: null,
    needsAccount: true,
  })
  await accept(invited)
  const unknown = await app.api('GET', '/v1/auth/invitations/nothing')
  expect(unknown.status).toBe(404)
  expect((await look(invited)).text).toBe(unknown.text)
  const guest = await signUp(app)
  const known = await invite(owner, { email: guest.email, role: 'viewer' })
  expect((await look(known)).body.data).toMatchObject({ name: null, needsAccount: false })
  const named = await invite(owner, { email: 'mia@example.com', name: 'Mia Meyer', role: 'member' })
  expect((await look(named)).body.data).toMatchObject({ name: 'Mia Meyer' })
})

test('a link works once, for 7 days, and only as it was made; otherwise it never was', async () => {
  const invited = await invite(owner, { email: 'once@example.com', role: 'viewer' })
  const unknown = await app.api('POST', '/v1/auth/invitations/nothing/accept', {
    body: { name: 'N', password: 'correct horse' },
  })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })

  await app.sql("UPDATE invitations SET expires_at = (SELECT expires_at - interval '7 days')")
  const expired = await accept(invited)
  await app.sql("UPDATE invitations SET expires_at = (SELECT expires_at + interval '6 days')")
  const racing = await Promise.all([accept(invited), accept(invited)])
  const used = await accept(invited)
  expect(racing.filter(({ status }) => status === 201)).toHaveLength(1)
  expect([expired.text, used.text]).toEqual([unknown.text, unknown.text])
})

test('the link is not kept as it is', async () => {
  const invited = await invite(owner, { email: 'kept@example.com', role: 'viewer' })
  const token = invited.body.data.inviteUrl.split('/').at(-1)
  const kept = await app.sql(
    `SELECT row_to_json(invitations) AS row, encode(token_hash, 'escape') FROM invitations
     UNION ALL SELECT row_to_json(events), '' FROM events`,
  )
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('who has an account gives its password, and keeps it', async () => {
  const guest = await signUp(app, 'Gus Guest')
  const invited = await invite(owner, { email: guest.email, role: 'member' })
  expect(invited.body.data).toMatchObject({ accountId: guest.accountId, status: 'invited' })
  expect(invited.text).not.toContain('Gus')

  const wrong = await accept(invited, 'not the password')
  expect(wrong).toMatchObject({
    status: 401,
    body: { code: 'wrong_password', error: expect.stringContaining('already has an account') },
  })
  const accepted = await accept(invited, guest.password, 'Gus at Desk')
  expect(accepted.body.data).toMatchObject({
    account: { id: guest.accountId, name: 'Gus Guest' },
    workspace: { id: owner.workspaceId },
    seat: { name: 'Gus at Desk' },
  })
  expect(accepted.body.data.workspaces).toHaveLength(2)
})

test('guesses of strangers at an invitation count with theirs at sign-in, and keep its person from neither', async () => {
  const guest = await signUp(app)
  const invited = await invite(owner, { email: guest.email, role: 'member' })
  await app.sql('INSERT INTO signin_failures VALUES ($1, 9, now())', [accountBucket(guest.email)])
  const elsewhere = (password: string) =>
    app.api('POST', acceptPath(invited), { body: { name: 'Gus', password }, from: '198.51.100.1' })
  expect((await elsewhere('not the password')).status).toBe(401)
  expect(await elsewhere(guest.password)).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
  })
  expect((await accept(invited, guest.password)).status).toBe(201)
})

test('failures to sign in with an email keep nobody new from accepting the invitation to it', async () => {
  const email = 'new.here@example.com'
  const invited = await invite(owner, { email, role: 'member' })
  await app.sql('INSERT INTO signin_failures VALUES ($1, 5000, now())', [accountBucket(email)])
  expect((await accept(invited, 'battery staple')).status).toBe(201)
})

test('inviting again changes the seat that waits, and retires the link before', async () => {
  const first = await invite(owner, { email: 'twice@example.com', role: 'viewer', name: 'T' })
  const second = await invite(owner, { email: 'twice@example.com', role: 'member' })
  expect(second.body.data).toMatchObject({
    crmUserId: first.body.data.crmUserId,
    role: 'member',
    name: 'T',
    status: 'invited',
  })
  expect((await accept(first)).status).toBe(404)
  expect((await accept(second)).status).toBe(201)
  expect(await invite(owner, { email: 'twice@example.com', role: 'member' })).toMatchObject({
    status: 409,
    body: { code: 'seat_exists' },
  })
})

test('five invitations of one person at once make one seat', async () => {
  const { email } = await signUp(app) // an existing account, so that no transaction waits for another to make it
  const body = { email, role: 'viewer' }
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => invite(owner, body)))
  expect(new Set(answers.map((answer) => answer.body.data.crmUserId)).size).toBe(1)
})

test('a repeated request has one effect, and the same link', async () => {
  const key = { 'idempotency-key': 'invite rita' }
  const body = { email: 'rita@example.com', role: 'viewer' }
  const [one, two] = await Promise.all([invite(owner, body, key), invite(owner, body, key)])
  expect(one!.text).toBe(two!.text)
  expect((await accept(one!)).status).toBe(201)
  expect(await invite(owner, { ...body, role: 'admin' }, key)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
})

test('a removed seat takes its invitation along', async () => {
  const invited = await invite(owner, { email: 'gone@example.com', role: 'viewer' })
  const { crmUserId } = invited.body.data
  expect((await owner.api('DELETE', `${SEATS}/${crmUserId}`)).status).toBe(204)
  expect((await accept(invited)).status).toBe(404)
  const again = await invite(owner, { email: 'gone@example.com', role: 'viewer' })
  expect(again.body.data.crmUserId).toBeGreaterThan(crmUserId)
})

test('only an owner invites an owner, or changes an invitation of one', async () => {
  const admin = await join(app, owner, 'admin')
  const body = { email: 'boss@example.com', role: 'owner' }
  expect(await invite(admin, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await invite(owner, body)).status).toBe(201)
  expect(await invite(admin, { ...body, role: 'viewer' })).toMatchObject({ status: 403 })
})

test('unknown teams are refused by their place, foreign ones just so', async () => {
  const own = (await owner.api('POST', '/v1/workspace/teams', { body: { name: 'Own' } })).body.data
  const stranger = await signUp(app)
  const foreign = (await stranger.api('POST', '/v1/workspace/teams', { body: { name: 'F' } })).body
    .data
  const naming = (id: string) =>
    invite(owner, { email: 'team@example.com', role: 'viewer', teamIds: [own.id, id] })
  const [one, two] = [await naming(foreign.id), await naming(crypto.randomUUID())]
  expect(one).toMatchObject({
    status: 400,
    body: { code: 'unknown_reference', issues: [{ path: 'body.teamIds[1]' }] },
  })
  expect(one.text).toBe(two.text)
})
