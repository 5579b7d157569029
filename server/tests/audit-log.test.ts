// Who got in, who looked and what was taken out stands in the audit log, for admins and owners.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/clients/listener.ts'
import { type Desk, makeBoard, makeDesk, makeOwner } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

const PASSWORD = 'correct horse battery'
let service: TestService
let desk: Desk
let board: { id: string; key: string }
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
})
afterAll(() => service.stop())

interface Event {
  type: string
  actor: string
  subject: string
  data: Record<string, unknown>
}
async function eventsOf(token: string, query = ''): Promise<Event[]> {
  await service.eventsReadable()
  return (await service.api('GET', `/v1/events?limit=1000${query}`, { token })).body.data
}
const emailOf = async (token: string): Promise<string> =>
  (await service.api('GET', '/v1/auth/session', { token })).body.data.account.email
const signIn = (email: string, password: string, workspaceId?: string) =>
  service.api('POST', '/v1/auth/signin', { body: { email, password, workspaceId } })
const about = (events: Event[]) => events.map(({ type, actor, subject }) => [type, actor, subject])

test('a wrong password stands in every workspace that it would have opened, a right one in the one it opens', async () => {
  const other = await makeOwner(service)
  const email = await emailOf(desk.tokens.manager)
  const invited = await service.api('POST', '/v1/workspace/seats', {
    token: other.owner,
    body: { email, role: 'member' },
  })
  const link = invited.body.data.inviteUrl.split('/').at(-1)
  const joined = await service.api('POST', `/v1/auth/invitations/${link}/accept`, {
    body: { name: 'Mo', password: PASSWORD },
  })
  const there = joined.body.data.seat.crmUserId
  const here = desk.seats.manager
  expect((await signIn(email, 'wrong')).status).toBe(401)
  expect((await signIn('nobody@desk.example', 'wrong')).status).toBe(401)
  const types = '&types=session.*,password.*'
  await until(
    async () => (await eventsOf(other.owner, types)).length > 0,
    'the entry, which comes after the answer',
  )
  const session = await signIn(email, PASSWORD, desk.workspaceId)
  const { accessToken } = session.body.data
  await service.api('POST', '/v1/auth/password', {
    token: accessToken,
    body: { currentPassword: PASSWORD, newPassword: PASSWORD },
  })
  await service.api('POST', '/v1/auth/signout', { token: accessToken })
  const ours = await eventsOf(desk.tokens.owner, `${types}&person=${here}`)
  expect(about(ours)).toEqual([
    ['session.refused', 'system', `seat:${here}`],
    ['session.started', `user:${here}`, `seat:${here}`],
    ['password.changed', `user:${here}`, `seat:${here}`],
    ['session.ended', `user:${here}`, `seat:${here}`],
  ])
  expect(ours[0]!.data).toEqual({ address: '127.0.0.1' })
  expect(about(await eventsOf(other.owner, types))).toEqual([
    ['session.refused', 'system', `seat:${there}`],
    ['password.changed', `user:${there}`, `seat:${there}`],
  ])
  expect(await eventsOf(desk.tokens.member, types)).toEqual([])
})

test('exports, files and looks as somebody else stand there, files and looks once an hour', async () => {
  const { owner, viewer } = desk.tokens
  const by = `user:${desk.seats.viewer}`
  const form = new FormData()
  form.append('file', new Blob(['a contract']), 'contract.txt')
  const made = await service.api('POST', '/v1/files', { token: owner, body: form })
  const content = `/v1/files/${made.body.data.id}/content`
  for (let n = 0; n < 3; n++) {
    expect((await service.api('GET', content, { token: owner })).status).toBe(200)
  }
  const path = `/v1/boards/${board.id}`
  for (let n = 0; n < 2; n++) {
    await service.api('GET', `${path}/rows?as=role:member`, { token: owner })
    await service.api('GET', `${path}/export?format=csv`, { token: viewer })
  }
  const types = '&types=export.made,file.downloaded,seen_as.opened'
  const found = await eventsOf(owner, types)
  expect(about(found)).toEqual([
    ['file.downloaded', `user:${desk.seats.owner}`, `file:${made.body.data.id}`],
    ['seen_as.opened', `user:${desk.seats.owner}`, `board:${board.id}`],
    ['export.made', by, `board:${board.id}`],
    ['export.made', by, `board:${board.id}`],
  ])
  expect(found[1]!.data).toMatchObject({ as: 'role:member', definition: { key: board.key } })
  expect(found[2]!.data).toMatchObject({ format: 'csv', definition: { key: board.key } })
  expect(await eventsOf(viewer, types)).toEqual([])
})

test('a person is found with their tokens and their seat, and nobody else is', async () => {
  const { owner, admin } = desk.tokens
  const made = await service.api('POST', '/v1/auth/tokens', {
    token: admin,
    body: { name: 'Zapier', scopes: ['definitions:write'] },
  })
  const { id, secret } = made.body.data
  const body = { name: 'By a program', columns: [{ name: 'Name', type: 'text' }] }
  expect((await service.api('POST', '/v1/boards', { token: secret, body })).status).toBe(201)
  await service.api('PATCH', `/v1/workspace/seats/${desk.seats.admin}`, {
    token: owner,
    body: { name: 'Ada' },
  })
  const found = await eventsOf(owner, `&person=${desk.seats.admin}`)
  const [me, boss] = [`user:${desk.seats.admin}`, `user:${desk.seats.owner}`]
  expect(about(found)).toContainEqual(['token.created', me, `token:${id}`])
  expect(about(found)).toContainEqual(['seat.updated', boss, `seat:${desk.seats.admin}`])
  expect(found.map(({ actor }) => actor)).toContain(`token:${id}`)
  for (const { actor, subject } of found) {
    expect([me, `token:${id}`].includes(actor) || subject === `seat:${desk.seats.admin}`).toBe(true)
  }
  expect(await eventsOf(owner, '&person=999999')).toEqual([])
})

test('a token for some boards gets nothing of it, one for all does', async () => {
  const { owner } = desk.tokens
  const types = '&types=session.*,password.*,export.*,file.*,seen_as.*'
  const tokenFor = async (limits: object) => {
    const body = { name: 'A program', scopes: ['events:read'], ...limits }
    return (await service.api('POST', '/v1/auth/tokens', { token: owner, body })).body.data.secret
  }
  const all = await eventsOf(owner, types)
  expect(all.length).toBeGreaterThan(3)
  expect(await eventsOf(await tokenFor({}), types)).toEqual(all)
  expect(await eventsOf(await tokenFor({ definitions: [board.key] }), types)).toEqual([])
})
