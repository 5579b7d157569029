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

const patch = (body: unknown) => owner.api('PATCH', '/v1/workspace', { body })

test('anyone in it reads the workspace; it starts in the US, in UTC and dollars', async () => {
  const viewer = await join(app, owner, 'viewer')
  const answer = await viewer.api('GET', '/v1/workspace')
  expect(answer.body.data).toEqual({
    id: owner.workspaceId,
    slug: expect.stringMatching(/^desk-/),
    name: expect.stringMatching(/^Desk /),
    plan: 'enterprise',
    region: 'US',
    timeZone: 'UTC',
    currency: 'USD',
    escalationUserId: null,
    moneyVisibleTo: 'own',
    moneyVisibilityUndecided: false,
    emailsInvitations: false,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: expect.any(String),
  })
})

test('what is sent changes, the rest stays', async () => {
  const before = (await owner.api('GET', '/v1/workspace')).body.data
  const answer = await patch({ name: 'Kontor', region: 'DE', timeZone: 'Europe/Berlin' })
  expect(answer.body.data).toEqual({
    ...before,
    name: 'Kontor',
    region: 'DE',
    timeZone: 'Europe/Berlin',
    updatedAt: expect.any(String),
  })
  expect(answer.body.data.updatedAt > before.updatedAt).toBe(true)
  expect((await patch({ currency: 'EUR' })).body.data).toMatchObject({
    name: 'Kontor',
    region: 'DE',
    currency: 'EUR',
  })
  const [event] = await app.sql(
    "SELECT actor, data FROM events WHERE type = 'workspace.updated' ORDER BY id DESC LIMIT 1",
  )
  expect(event).toEqual({ actor: 'user:1', data: { currency: 'EUR' } })
})

test('who hears of late obligations is somebody with an active seat, until null is sent', async () => {
  const viewer = await join(app, owner, 'viewer')
  const escalationUserId = viewer.crmUserId
  expect((await patch({ escalationUserId })).body.data).toMatchObject({ escalationUserId })
  expect((await patch({ name: 'Kontor' })).body.data).toMatchObject({ escalationUserId })
  expect((await owner.api('GET', '/v1/workspace')).body.data).toMatchObject({ escalationUserId })
  const invited = await owner.api('POST', '/v1/workspace/seats', {
    body: { email: 'invited@desk.example', role: 'viewer' },
  })
  const suspended = await join(app, owner, 'member')
  await owner.api('PATCH', `/v1/workspace/seats/${suspended.crmUserId}`, {
    body: { status: 'suspended' },
  })
  for (const nobody of [invited.body.data.crmUserId, suspended.crmUserId, 0, -1, 2 ** 53 - 1]) {
    expect(await patch({ escalationUserId: nobody })).toMatchObject({
      status: 400,
      body: { code: 'unknown_reference', issues: [{ path: 'body.escalationUserId' }] },
    })
  }
  expect((await patch({ escalationUserId: null })).body.data).toMatchObject({
    escalationUserId: null,
  })
  expect((await patch({ escalationUserId: 1.5 })).body.code).toBe('invalid_request')
})

test.each([
  ['region', 'ZZ'],
  ['region', 'UK'],
  ['region', 'EU'],
  ['region', 'us'],
  ['timeZone', 'Mars/Olympus'],
  ['timeZone', '+02:00'],
  ['currency', 'XQQ'],
  ['name', ' '],
  ['slug', 'mine'],
  ['plan', 'free'],
])('a %s such as %j is refused, naming it', async (field, value) => {
  const answer = await patch({ [field]: value })
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', issues: [{ path: `body.${field}` }] },
  })
})

test('an empty change is refused', async () => {
  expect(await patch({})).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})
