// A process remembers for a moment whose session it has just found. What another process changes counts at the next request.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyOperation, isKeyAccess } from '../../contract/language/operation.ts'
import { operations } from '../../contract/operations.ts'
import { goodRequest, type Sent, send } from './coverage/requests.ts'
import { makeWorld, type World } from './coverage/world.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { restrict } from './support/desks/ingest.ts'
import { dumpWorkspace } from './support/service/dump.ts'
import { startService, type TestServer, type TestService } from './support/service/service.ts'
import { openToken } from './support/service/tokens.ts'

let service: TestService
/** Another process, which remembers nobody that `service` has found. */
let other: TestServer
let world: World
let board: { id: string; key: string }
beforeAll(async () => {
  service = await startService({ onPrimary: true })
  other = await service.beside()
  world = await makeWorld(service, 'Desk')
  board = await makeBoard(service, world.owner, [
    { name: 'Name', type: 'text' },
    { name: 'Salary', type: 'number' },
  ])
  await add(world.owner, 'Ada')
  await restrict(service, world.desk.workspaceId, board.key, 'salary', {
    visibleTo: 'roles',
  })
})
afterAll(() => service.stop())

const add = (token: string, name: string) =>
  service.api('POST', `/v1/boards/${board.id}/rows`, {
    token,
    body: { cells: { name, salary: 1 } },
  })
const list = (token: string, query = '') =>
  service.api('GET', `/v1/boards/${board.id}/rows${query}`, { token })

/** A session of somebody with this role, whom `service` remembers. */
async function remembered(role: 'viewer' | 'member' | 'manager') {
  const { workspaceId, seats } = world.desk
  const session = await openToken(service, workspaceId, seats[role])
  expect((await list(session.token)).status).toBe(200)
  return session
}

async function become(seat: number, change: object): Promise<void> {
  const path = `/v1/workspace/seats/${seat}`
  const { status, text } = await other.api('PATCH', path, { token: world.owner, body: change })
  expect(status, text).toBe(200)
}

test('a higher role', async () => {
  const { token } = await remembered('viewer')
  const seat = world.desk.seats.viewer
  expect((await add(token, 'Bo')).status).toBe(403)
  expect((await list(token)).body.data[0].cells).not.toHaveProperty('salary')
  await become(seat, { role: 'manager' })
  expect((await list(token)).body.data[0].cells).toHaveProperty('salary', 1)
  expect((await add(token, 'Bo')).status).toBe(201)
  await become(seat, { role: 'viewer' })
  expect((await list(token)).body.data[0].cells).not.toHaveProperty('salary')
  expect((await add(token, 'Cy')).status).toBe(403)
})

test('of two sessions that ask for the same at once, the one that has ended', async () => {
  const [ended, live] = [await remembered('manager'), await remembered('manager')]
  await service.sql('UPDATE access_tokens SET expires_at = now() WHERE id = $1', [ended.sessionId])
  const answers = await service.undone(async (sql) => {
    await sql('LOCK TABLE rows IN ACCESS EXCLUSIVE MODE')
    const first = list(live.token, '?limit=7')
    await service.blocked()
    // These two wait for the next read together.
    const second = list(ended.token, '?limit=7')
    await sleep(50)
    const third = list(live.token, '?limit=7')
    await sleep(50)
    return [first, second, third]
  })
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses).toEqual([200, 401, 200])
})

test('a session that has ended, whatever it asks for', async () => {
  const { workspaceId, seats } = world.desk
  const session = await openToken(service, workspaceId, seats.owner)
  const { token } = session
  const live = (until: string) =>
    service.sql(`UPDATE access_tokens SET expires_at = ${until} WHERE id = $1`, [session.sessionId])
  const ofSeats: AnyOperation[] = operations.filter(
    ({ access }) => access !== 'public' && !isKeyAccess(access),
  )
  const requests: [AnyOperation, Sent][] = []
  for (const operation of ofSeats) requests.push([operation, await goodRequest(world, operation)])
  const held = async () => {
    const { access_tokens: _, ...rest } = await dumpWorkspace(service.sql, workspaceId)
    return rest
  }
  const before = await held()
  const wrong: string[] = []
  for (const [operation, sent] of requests) {
    await live("now() + interval '1 day'")
    expect((await list(token)).status).toBe(200)
    await live('now()')
    const { status, text } = await send(service, operation, { ...sent, token })
    if (status !== 401) wrong.push(`${operation.operationId} ${status}: ${text.slice(0, 200)}`)
  }
  expect(wrong).toEqual([])
  expect(await held()).toEqual(before)
})

test('a session that has ended, and sends a write again that was answered', async () => {
  const { token, sessionId } = await remembered('member')
  const post = () =>
    service.api('POST', `/v1/boards/${board.id}/rows`, {
      token,
      body: { cells: { name: 'Once' } },
      headers: { 'idempotency-key': 'once' },
    })
  expect((await post()).status).toBe(201)
  await service.sql('UPDATE access_tokens SET expires_at = now() WHERE id = $1', [sessionId])
  expect((await post()).status).toBe(401)
})

test('a token that is revoked', async () => {
  const body = { name: 'Sync', scopes: ['records:read', 'records:write'] }
  const made = await service.api('POST', '/v1/auth/tokens', { token: world.owner, body })
  expect(made.status, made.text).toBe(201)
  const { id, secret: token } = made.body.data
  expect((await list(token)).status).toBe(200)
  expect((await add(token, 'Ed')).status).toBe(201)
  const revoked = await other.api('DELETE', `/v1/auth/tokens/${id}`, { token: world.owner })
  expect(revoked.status, revoked.text).toBe(204)
  expect((await add(token, 'Flo')).status).toBe(401)
  expect((await list(token)).status).toBe(401)
  expect((await list(world.owner, '?search=Flo')).body.data).toEqual([])
})

test('a seat that is suspended', async () => {
  const { token } = await remembered('member')
  await become(world.desk.seats.member, { status: 'suspended' })
  expect((await list(token)).status).toBe(401)
  expect((await add(token, 'Di')).status).toBe(401)
  expect((await list(world.owner, '?search=Di')).body.data).toEqual([])
})
