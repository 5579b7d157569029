import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const PATH = '/v1/comms/opt-outs'
const put = (body: object, role: keyof Desk['tokens'] = 'member') =>
  service.api('PUT', PATH, { token: desk.tokens[role], body })
const list = async (query: object | string = '', token = desk.tokens.viewer) =>
  (await service.api('GET', `${PATH}?${new URLSearchParams(query as string)}`, { token })).body

test('an address opts out and in again, and the last wish counts', async () => {
  const out = await put({
    address: '(201) 555-0100',
    medium: 'text',
    opted_out: true,
    reason: 'Asked by phone',
  })
  expect([out.status, out.body.data]).toEqual([
    200,
    {
      address: '+12015550100',
      medium: 'text',
      opted_out: true,
      reason: 'Asked by phone',
      updated_at: expect.any(String),
      updated_by: `user:${desk.seats.member}`,
    },
  ])
  expect((await list({ address: '201-555-0100' })).data).toEqual([out.body.data])
  const back = await put({ address: '+12015550100', medium: 'text', opted_out: false }, 'manager')
  expect(back.body.data).toMatchObject({
    opted_out: false,
    reason: null,
    updated_by: `user:${desk.seats.manager}`,
  })
  expect((await list({ address: '+12015550100' })).data).toEqual([back.body.data])
  const events = await service.sql(
    "SELECT actor, subject FROM events WHERE workspace_id = $1 AND type = 'opt_out.changed' ORDER BY xid",
    [desk.workspaceId],
  )
  expect(events).toEqual(
    ['member', 'manager'].map((role) => ({
      actor: `user:${desk.seats[role as 'member']}`,
      subject: 'opt_out:text:+12015550100',
    })),
  )
})

test('the list is ordered by address, in pages, and narrowed by each filter', async () => {
  const { workspaceId: _, owner } = await makeOwner(service)
  const say = (medium: string, address: string, opted_out: boolean) =>
    service.api('PUT', PATH, { token: owner, body: { medium, address, opted_out } })
  await say('email', 'b@x.example', true)
  await say('email', 'A@x.example', true)
  await say('email', 'c@x.example', false)
  await say('text', '+12015550100', true)
  const found = async (query: object = {}) =>
    (await list(query, owner)).data.map(({ address }: { address: string }) => address)
  const all = ['+12015550100', 'a@x.example', 'b@x.example', 'c@x.example']
  expect(await found()).toEqual(all)
  expect(await found({ medium: 'email' })).toEqual(all.slice(1))
  expect(await found({ opted_out: 'true' })).toEqual(all.slice(0, 3))
  expect(await found({ opted_out: 'false' })).toEqual(all.slice(3))
  expect(await found({ address: 'B@X.example' })).toEqual(['b@x.example'])
  expect(await found({ address: 'nobody' })).toEqual([])
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list({ limit: '1', ...(cursor && { cursor }) }, owner)
    seen.push(...page.data.map(({ address }: { address: string }) => address))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(all)
  expect((await list({ cursor: 'x' }, owner)).code).toBe('invalid_cursor')
})

test('an invalid address is refused, and viewers cannot write any', async () => {
  const body = { address: 'a@x.example', medium: 'email', opted_out: true }
  for (const [change, path] of [
    [{ address: 'nobody' }, 'address'],
    [{ address: 'a@x.example,b@x.example' }, 'address'],
    [{ medium: 'text' }, 'address'],
    [{ medium: 'fax' }, 'medium'],
    [{ opted_out: 'yes' }, 'opted_out'],
    [{ reason: '' }, 'reason'],
  ] as const) {
    const answer = await put({ ...body, ...change })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.issues[0].path).toBe(`body.${path}`)
  }
  expect((await put(body, 'viewer')).status).toBe(403)
})
