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

const session = async (person: Person) => (await person.api('GET', '/v1/auth/session')).body.data
const rename = (person: Person, body: unknown) => person.api('PATCH', '/v1/auth/account', { body })

test('anybody changes their own name, as an account and in the workspace that they are in', async () => {
  const viewer = await join(app, owner, 'viewer', 'Vic')
  const { status, body } = await rename(viewer, { name: 'Victoria Vale' })
  expect(status).toBe(200)
  const account = { id: viewer.accountId, email: viewer.email, name: 'Victoria Vale' }
  expect(body).toEqual({ data: account })
  const now = await session(viewer)
  expect([now.account, now.seat.name, now.seat.role]).toEqual([account, 'Victoria Vale', 'viewer'])
  const seen = await owner.api('GET', `/v1/workspace/seats/${viewer.crmUserId}`)
  expect(seen.body.data.name).toBe('Victoria Vale')
  const [event] = await app.sql(
    `SELECT actor, data FROM events WHERE workspace_id = $1 AND type = 'seat.updated' AND subject = $2`,
    [owner.workspaceId, `seat:${viewer.crmUserId}`],
  )
  expect(event).toEqual({
    actor: `user:${viewer.crmUserId}`,
    data: { name: 'Victoria Vale' },
  })
  expect((await session(owner)).account.name).not.toBe('Victoria Vale')
})

test('a seat in another workspace keeps its name', async () => {
  const other = await signUp(app, 'Otto Other')
  const { email, crmUserId } = owner
  const invited = await other.api('POST', '/v1/workspace/seats', {
    body: { email, role: 'member' },
  })
  const path = `/v1/auth/invitations/${new URL(invited.body.data.inviteUrl).pathname.split('/').at(-1)}/accept`
  const joined = await app.api('POST', path, { body: { name: 'Olly', password: owner.password } })
  expect(joined.status, joined.text).toBe(201)
  expect((await rename(owner, { name: 'Olga Newname' })).status).toBe(200)
  const there = await other.api('GET', `/v1/workspace/seats/${joined.body.data.seat.crmUserId}`)
  expect(there.body.data.name).toBe(joined.body.data.seat.name)
  const here = await owner.api('GET', `/v1/workspace/seats/${crmUserId}`)
  expect(here.body.data.name).toBe('Olga Newname')
})

test('is refused: no name, one that is too long, anything else', async () => {
  const before = await session(owner)
  for (const body of [{}, { name: '' }, { name: ' ' }, { name: 'x'.repeat(201) }, { name: null }]) {
    const { status, body: answer } = await rename(owner, body)
    expect([status, answer.code], JSON.stringify(body)).toEqual([400, 'invalid_request'])
  }
  expect((await rename(owner, { name: 'Olga', email: 'new@desk.example' })).status).toBe(400)
  const nobody = await app.api('PATCH', '/v1/auth/account', { body: { name: 'Nobody' } })
  expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated'])
  expect(await session(owner)).toEqual(before)
})
