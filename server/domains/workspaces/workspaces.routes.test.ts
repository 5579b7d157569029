import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { authOperations } from '../../../contract/workspaces/auth.ts'
import { workspaceOperations } from '../../../contract/workspaces/workspace.ts'
import { join, type Person, signUp } from '../../tests/support/desks/people.ts'
import { startApp, type TestApp } from '../../tests/support/service/app.ts'

let app: TestApp
let owner: Person
let member: Person
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
  member = await join(app, owner, 'manager')
})
afterAll(() => app.stop())

const operations = [
  ...Object.values(authOperations),
  ...Object.values(workspaceOperations),
] as AnyOperation[]
const named = (ops: AnyOperation[]) => ops.map((op) => [op.operationId, op] as const)
const pathOf = ({ path }: AnyOperation) =>
  path.replace('{crmUserId}', '99').replace(/\{\w+\}/g, crypto.randomUUID())
const call = (op: AnyOperation, options: Parameters<TestApp['api']>[2] = {}) =>
  app.api(op.method, pathOf(op), options)

describe.each(named(operations.filter(({ access }) => access !== 'public')))('%s', (_, op) => {
  test('needs someone signed in', async () => {
    expect(await call(op)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await call(op, { token: 'sat_unknown' })).toMatchObject({ status: 401 })
    expect(await call(op, { headers: { 'x-api-key': 'spk_key' } })).toMatchObject({
      status: 403,
      body: { code: 'session_required' },
    })
  })
})

test.each(named(operations.filter(({ access }) => access === 'workspace:admin')))(
  '%s turns a manager away before looking at the request',
  async (_, op) => {
    const answer = await call(op, { token: member.token, ...(op.body ? { body: {} } : {}) })
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  },
)

test.each(named(operations.filter(({ body }) => body !== undefined)))(
  '%s refuses a body that is not its own',
  async (_, op) => {
    const { token } = owner
    const unknown = await call(op, { token, body: { unheardOf: 1 } })
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(unknown.body.issues).toContainEqual({
      path: 'body.unheardOf',
      message: 'is not a field of this request; leave it out',
      reason: 'unknown_field',
      values: {},
    })
    const huge = await call(op, { token, body: { name: 'x'.repeat(1024 * 1024) } })
    expect(huge).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const text = await call(op, { token, body: '{}', headers: { 'content-type': 'text/plain' } })
    expect(text).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    const broken = await call(op, { token, body: '{' })
    expect(broken).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  },
)

test.each(
  named(operations.filter(({ method, access }) => method === 'POST' && access !== 'public')),
)('%s refuses an Idempotency-Key that was used elsewhere', async (id, op) => {
  // The last owner of a workspace cannot erase their account.
  const person =
    id === authOperations.eraseAccount.operationId
      ? await join(app, await signUp(app), 'admin')
      : await signUp(app)
  const headers = { 'idempotency-key': id }
  await person.api('POST', '/v1/workspace/teams', { body: { name: 'First' }, headers })
  const bodies: Record<string, unknown> = {
    [authOperations.switchWorkspace.operationId]: { workspaceId: person.workspaceId },
    [authOperations.changePassword.operationId]: {
      currentPassword: person.password,
      newPassword: 'battery staple',
    },
    [authOperations.eraseAccount.operationId]: { email: person.email, password: person.password },
    [workspaceOperations.deleteWorkspace.operationId]: {
      name: (await person.api('GET', '/v1/workspace')).body.data.name,
      password: person.password,
    },
    [workspaceOperations.inviteSeat.operationId]: { email: 'i@example.com', role: 'viewer' },
    [workspaceOperations.createTeam.operationId]: { name: 'Second' },
  }
  const answer = await person.api('POST', pathOf(op), { body: bodies[id], headers })
  expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
})

test('each operation of the two contracts is bound', () => {
  const bound = new Set(app.bound)
  for (const { operationId } of operations) expect(bound).toContain(operationId)
})
