import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let board: Awaited<ReturnType<typeof makeBoard>>
let rowId: string
const NOTHING = '0190cafe-0000-7000-8000-00000000dead'

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await makeBoard(service, desk.tokens.owner, [
    { name: 'Business', type: 'text' },
    { name: 'Commission', type: 'number' },
    { name: 'Notes', type: 'text' },
    { name: 'Number', type: 'auto_number' },
  ])
  const made = await call('POST', `/v1/boards/${board.id}/rows`, {
    cells: { business: 'Acme', commission: 12, notes: 'call back' },
  })
  rowId = made.body.data.id
})
afterAll(() => service.stop())

const call = (method: string, path: string, body?: object, role: keyof Desk['tokens'] = 'owner') =>
  service.api(method, path, { token: desk.tokens[role], body })
const policies = () => `/v1/definitions/${board.key}/column-policies`
const put = (column: string, body: object, role?: keyof Desk['tokens']) =>
  call('PUT', `${policies()}/${column}`, body, role)
const cellsFor = async (role: keyof Desk['tokens']) =>
  (await call('GET', `/v1/boards/${board.id}/rows/${rowId}`, undefined, role)).body.data.cells
const accountOf = async (role: keyof Desk['tokens']) =>
  (await call('GET', '/v1/auth/session', undefined, role)).body.data.account.id as string
const everyone = { mode: 'everyone', roles: [], accountIds: [], teamIds: [] }

describe('PUT', () => {
  test('hides a column at once from everybody it does not name, and answers with the policy', async () => {
    const answer = await put('commission', { visibleTo: { mode: 'roles', roles: ['manager'] } })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      columnId: expect.any(String),
      visibleTo: { mode: 'roles', roles: ['manager'], accountIds: [], teamIds: [] },
      editableBy: everyone,
      updatedAt: expect.stringMatching(/Z$/),
      updatedBy: `user:${desk.seats.owner}`,
    })
    for (const role of ['owner', 'admin', 'manager'] as const) {
      expect(await cellsFor(role), role).toHaveProperty('commission', 12)
    }
    for (const role of ['member', 'viewer'] as const) {
      expect(await cellsFor(role), role).not.toHaveProperty('commission')
    }
    const read = await call('GET', `${policies()}/${answer.body.data.columnId}`)
    expect(read.body).toEqual(answer.body)
  })

  test('leaves no gap among the positions of the others', async () => {
    await put('commission', { visibleTo: { mode: 'roles', roles: ['manager'] } })
    const positions = async (role: keyof Desk['tokens']) => {
      const ways = [`/v1/boards/${board.id}/columns`, `/v1/boards/${board.id}/columns?limit=1`]
      const [all, first] = await Promise.all(ways.map((way) => call('GET', way, undefined, role)))
      const cursor = encodeURIComponent(first!.body.nextCursor)
      const rest = await call('GET', `${ways[0]}?cursor=${cursor}`, undefined, role)
      const one = await call('GET', `${ways[0]}/notes`, undefined, role)
      expect([...first!.body.data, ...rest.body.data]).toEqual(all!.body.data)
      expect(all!.body.data).toContainEqual(one.body.data)
      const whole = await call('GET', `/v1/boards/${board.id}`, undefined, role)
      expect(whole.body.data.columns).toEqual(all!.body.data)
      return all!.body.data.map(({ position }: { position: number }) => position)
    }
    expect(await positions('owner')).toEqual([1, 2, 3, 4])
    expect(await positions('member')).toEqual([1, 2, 3])
    await put('commission', {})
  })

  test('replaces the whole policy: a part that is left out means everyone', async () => {
    await put('commission', { visibleTo: { mode: 'nobody' } })
    const { body } = await put('commission', { editableBy: { mode: 'nobody' } })
    expect(body.data.visibleTo).toEqual(everyone)
    expect(body.data.editableBy).toEqual({ ...everyone, mode: 'nobody' })
    expect(await cellsFor('viewer')).toHaveProperty('commission')
  })

  test('people who cannot edit a column cannot write it, including owners', async () => {
    await put('commission', { editableBy: { mode: 'nobody' } })
    const create = (role: keyof Desk['tokens']) =>
      call('POST', `/v1/boards/${board.id}/rows`, { cells: { commission: 1 } }, role)
    for (const role of ['owner', 'member'] as const) {
      const answer = await create(role)
      expect([answer.status, answer.body.code], role).toEqual([403, 'column_locked'])
    }
    await put('commission', { editableBy: { mode: 'roles', roles: ['member'] } })
    expect((await create('member')).status).toBe(201)
    expect((await create('owner')).status).toBe(201)
    expect((await create('manager')).status).toBe(403)
  })

  test('deletes the policy if it restricts nothing, with one event', async () => {
    const unrestricted = {
      columnId: expect.any(String),
      editableBy: everyone,
      visibleTo: everyone,
      updatedAt: null,
      updatedBy: null,
    }
    const events = async () =>
      (
        await service.sql(
          "SELECT type FROM events WHERE workspace_id = $1 AND type LIKE 'column_policy.%' ORDER BY xid, id",
          [desk.workspaceId],
        )
      ).map(({ type }) => type)
    await put('notes', { visibleTo: { mode: 'nobody' } })
    const before = (await events()).length
    for (const body of [{}, { visibleTo: { mode: 'everyone' } }, { editableBy: everyone }]) {
      expect((await put('notes', body)).body.data).toEqual(unrestricted)
    }
    expect((await events()).slice(before - 1)).toEqual([
      'column_policy.updated',
      'column_policy.deleted',
    ])
    expect((await call('GET', `${policies()}/notes`)).body.data).toEqual(unrestricted)
    expect(await service.sql("SELECT 1 FROM column_policies WHERE updated_by = 'x'")).toEqual([])
  })

  test('takes accounts and teams, of this workspace only', async () => {
    const viewer = await accountOf('viewer')
    const team = (await call('POST', '/v1/workspace/teams', { name: 'Closers' })).body.data.id
    const visibleTo = {
      mode: 'roles',
      accountIds: [viewer.toUpperCase(), viewer],
      teamIds: [team],
    }
    const { body } = await put('commission', { visibleTo })
    expect(body.data.visibleTo).toEqual({
      mode: 'roles',
      roles: [],
      accountIds: [viewer],
      teamIds: [team],
    })
    expect(await cellsFor('viewer')).toHaveProperty('commission')
    expect(await cellsFor('manager')).not.toHaveProperty('commission')
    await call('PATCH', `/v1/workspace/seats/${desk.seats.manager}`, { teamIds: [team] })
    expect(await cellsFor('manager')).toHaveProperty('commission')

    // After the team is deleted, the rest of the policy still works.
    await call('DELETE', `/v1/workspace/teams/${team}`)
    expect(await cellsFor('manager')).not.toHaveProperty('commission')
    expect((await call('GET', `${policies()}/commission`)).status).toBe(200)
  })

  test.each([
    ['an unknown mode', { visibleTo: { mode: 'some' } }],
    ['an unknown role', { visibleTo: { mode: 'roles', roles: ['boss'] } }],
    ['no mode', { visibleTo: { roles: ['manager'] } }],
    ['the mode roles without a name', { editableBy: { mode: 'roles', roles: [] } }],
    ['the mode roles without a list', { visibleTo: { mode: 'roles' } }],
    ['a list with another mode', { visibleTo: { mode: 'everyone', roles: ['manager'] } }],
    ['an unknown part', { readableBy: { mode: 'nobody' } }],
    ['a malformed account id', { visibleTo: { mode: 'roles', accountIds: ['dana'] } }],
  ])('refuses %s', async (_, body) => {
    const answer = await put('notes', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.issues[0].path).toMatch(/^body\./)
    expect((await call('GET', `${policies()}/notes`)).body.data.updatedAt).toBeNull()
  })

  test.each([
    ['accountIds', 'visibleTo'],
    ['teamIds', 'editableBy'],
  ])('refuses an unknown id in %s, naming the field', async (list, part) => {
    const answer = await put('notes', { [part]: { mode: 'roles', [list]: [NOTHING] } })
    expect([answer.status, answer.body.code]).toEqual([400, 'unknown_reference'])
    expect(answer.body.issues[0].path).toBe(`body.${part}.${list}[0]`)
  })

  test('can hide a column that the service fills', async () => {
    await put('number', { visibleTo: { mode: 'nobody' } })
    expect(await cellsFor('viewer')).not.toHaveProperty('number')
    expect(await cellsFor('owner')).toHaveProperty('number')
    await put('number', {})
  })

  test('raises the definition’s version, so that a key in another process sees it at its next request', async () => {
    const other = await service.beside()
    const form = integration(service, board.secret)
    const elsewhere = { on: other }
    const write = () => form.write({ cells: { business: 'Acme', notes: 'x' } }, elsewhere)
    await put('notes', {})
    expect((await write()).body.filled).toEqual(['business', 'notes'])
    await put('notes', { visibleTo: { mode: 'nobody' } })
    const ignored = await write()
    expect(ignored.body.filled).toEqual(['business'])
    expect(ignored.body.ignored).toEqual([{ column: 'notes', why: expect.any(String) }])
    // Exactly like a column that does not exist.
    const unknown = await form.write({ cells: { business: 'Acme', bogus: 'x' } }, elsewhere)
    expect(ignored.body.ignored[0].why).toBe(unknown.body.ignored[0].why)
    await put('notes', { editableBy: { mode: 'roles', roles: ['member'] } })
    expect((await write()).body.ignored[0].why).not.toBe(unknown.body.ignored[0].why)
    await put('notes', {})
    expect((await write()).body.filled).toEqual(['business', 'notes'])
  })
})

describe('reading', () => {
  test('lists every column that the caller sees, page by page', async () => {
    await put('commission', { visibleTo: { mode: 'nobody' } })
    const all = await call('GET', policies())
    expect(all.body.data).toHaveLength(4)
    expect(all.body.nextCursor).toBeNull()
    const seen = await call('GET', policies(), undefined, 'viewer')
    expect(seen.body.data).toHaveLength(3)
    const first = await call('GET', `${policies()}?limit=3`)
    const rest = await call('GET', `${policies()}?limit=3&cursor=${first.body.nextCursor}`)
    expect([...first.body.data, ...rest.body.data]).toEqual(all.body.data)
  })

  test('a hidden column answers like one that does not exist', async () => {
    await put('commission', { visibleTo: { mode: 'nobody' } })
    const [hidden, none] = await Promise.all(
      ['commission', 'no_such'].map((column) =>
        call('GET', `${policies()}/${column}`, undefined, 'viewer'),
      ),
    )
    expect([hidden!.status, hidden!.text]).toEqual([404, none!.text])
  })
})

describe('the plan', () => {
  const setPlan = (plan: string) =>
    service.sql('UPDATE workspaces SET plan = $2 WHERE id = $1', [desk.workspaceId, plan])

  test('below enterprise cannot change policies, whatever the body, but can read them', async () => {
    await put('commission', { visibleTo: { mode: 'nobody' } })
    for (const plan of ['free', 'pro', 'business']) {
      await setPlan(plan)
      for (const body of [{}, { bogus: 1 }, '{"visibleTo": ']) {
        const refused = await call('PUT', `${policies()}/no_such`, body as object)
        expect([refused.status, refused.body.code]).toEqual([402, 'plan_required'])
      }
      const manager = await put('commission', {}, 'manager')
      expect(manager.status).toBe(403)
      expect((await call('GET', `${policies()}/commission`)).body.data.visibleTo.mode).toBe(
        'nobody',
      )
    }
    expect(await cellsFor('viewer')).not.toHaveProperty('commission')
    await setPlan('enterprise')
    expect((await put('commission', {})).status).toBe(200)
  })
})
