import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'

async function open(kind: 'board' | 'page' = 'board') {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }], kind)
  const made = await rows.as('owner')('POST', '/rows', { cells: { name: 'Ann' } })
  const id: string = made.body.data.id
  const path = `/rows/${id}/comments`
  const say = async (role: keyof Desk['tokens'], body: string): Promise<string> =>
    (await rows.as(role)('POST', path, { body })).body.data.id
  return { ...rows, id, path, say }
}

describe.each(['board', 'page'] as const)('a row of a %s', (kind) => {
  test('has comments that members write and everybody reads', async () => {
    const { as, path, id, subject } = await open(kind)
    const mentions = [desk.seats.manager, desk.seats.viewer]
    const made = await as('member')('POST', path, {
      body: 'Called on Friday.\nNo answer.',
      mentions,
    })
    expect(made.status).toBe(201)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(made.body.data).toEqual({
      id: expect.any(String),
      body: 'Called on Friday.\nNo answer.',
      mentions,
      createdBy: `user:${desk.seats.member}`,
      createdAt: time,
      updatedAt: made.body.data.createdAt,
    })
    const second = await as('owner')('POST', path, { body: 'Will try again.' })
    const list = await as('viewer')('GET', path)
    expect(list.body).toEqual({ data: [made.body.data, second.body.data], nextCursor: null })
    const first = (await as('viewer')('GET', `${path}?limit=1`)).body
    expect(first.data).toEqual([made.body.data])
    const next = await as('viewer')('GET', `${path}?cursor=${first.nextCursor}`)
    expect(next.body).toEqual({ data: [second.body.data], nextCursor: null })
    const [event] = await service.sql(
      `SELECT actor, data FROM events WHERE type = 'comment.created' AND subject = $1 ORDER BY xid`,
      [subject],
    )
    expect(event).toEqual({
      actor: `user:${desk.seats.member}`,
      data: { rowId: id, commentId: made.body.data.id, mentions },
    })
  })

  test('has comments that only the author can change, and the author or an admin can delete', async () => {
    const { as, path, say, subject } = await open(kind)
    const [mine, theirs] = [await say('member', 'Mine'), await say('manager', 'Theirs')]
    const changed = await as('member')('PATCH', `${path}/${mine}`, { body: 'Mine, mended' })
    expect([changed.status, changed.body.data.body]).toEqual([200, 'Mine, mended'])
    expect(Date.parse(changed.body.data.updatedAt)).toBeGreaterThan(
      Date.parse(changed.body.data.createdAt),
    )
    for (const role of ['owner', 'admin', 'manager', 'viewer'] as const) {
      const refused = await as(role)('PATCH', `${path}/${mine}`, { body: 'Not mine' })
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    }
    expect((await as('member')('DELETE', `${path}/${theirs}`)).status).toBe(403)
    expect((await as('member')('DELETE', `${path}/${mine}`)).status).toBe(204)
    expect((await as('admin')('DELETE', `${path}/${theirs}`)).status).toBe(204)
    expect((await as('viewer')('GET', path)).body.data).toEqual([])
    for (const verb of ['PATCH', 'DELETE']) {
      const body = verb === 'PATCH' ? { body: 'x' } : undefined
      expect((await as('owner')(verb, `${path}/${mine}`, body)).status).toBe(404)
    }
    const types = await service.sql(
      "SELECT type FROM events WHERE subject = $1 AND type LIKE 'comment.%' ORDER BY xid",
      [subject],
    )
    expect(types.map(({ type }) => type.slice(8))).toEqual([
      'created',
      'created',
      'updated',
      'deleted',
      'deleted',
    ])
  })
})

test('a comment without text, with too much text, with strangers or with other fields is refused', async () => {
  const { as, path, say } = await open()
  const mine = await say('member', 'Mine')
  const other = await makeDesk(service, 'Elsewhere')
  expect(other.seats.owner).toBe(desk.seats.owner)
  await service.sql(
    "UPDATE seats SET status = 'suspended' WHERE workspace_id = $1 AND crm_user_id = $2",
    [desk.workspaceId, desk.seats.admin],
  )
  for (const [verb, to] of [
    ['POST', path],
    ['PATCH', `${path}/${mine}`],
  ] as const) {
    const send = (body: object) => as('member')(verb, to, body)
    for (const body of ['', ' \n', 'x'.repeat(10_001), 5, null]) {
      expect((await send({ body })).body.code).toBe('invalid_request')
    }
    expect((await send({ body: 'x'.repeat(10_000) })).status).toBeLessThan(202)
    expect((await send({ body: 'x', createdBy: 'user:1' })).status).toBe(400)
    const strangers = await send({
      body: 'x',
      mentions: [desk.seats.owner, 99_999, desk.seats.admin],
    })
    expect([strangers.status, strangers.body.code]).toEqual([400, 'unknown_reference'])
    expect(strangers.body.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'body.mentions[1]',
      'body.mentions[2]',
    ])
  }
  expect((await as('viewer')('POST', path, { body: 'x' })).status).toBe(403)
  expect((await as('member')('GET', `${path}?cursor=x`)).body.code).toBe('invalid_cursor')
})

test('comments on a row that is elsewhere, in the trash or missing are not found', async () => {
  const [rows, other] = [await open(), await open()]
  const mine = await rows.say('member', 'Mine')
  const theirs = await other.say('member', 'Theirs')
  const member = rows.as('member')
  expect((await member('DELETE', `${rows.path}/${theirs}`)).status).toBe(404)
  for (const path of [`/rows/${other.id}/comments`, `/rows/${NOWHERE}/comments`]) {
    expect((await member('GET', path)).status).toBe(404)
    expect((await member('POST', path, { body: 'x' })).status).toBe(404)
  }
  await member('DELETE', `/rows/${rows.id}`)
  expect((await member('GET', rows.path)).status).toBe(404)
  expect((await member('PATCH', `${rows.path}/${mine}`, { body: 'x' })).status).toBe(404)
  await member('POST', `/rows/${rows.id}/restore`)
  expect((await member('GET', rows.path)).body.data).toHaveLength(1)
})
