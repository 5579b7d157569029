import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import {
  type Obligation,
  type Obligations,
  openObligations,
} from '../../../tests/support/desks/obligations.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let all: Obligations
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  all = openObligations(service, desk)
})
afterAll(() => service.stop())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const refused = async (id: number, verb: string, body?: object) => {
  const answer = await all.as('admin')('POST', `/${id}/${verb}`, body)
  return [answer.status, answer.body.code]
}
/** A time this many hours ago. */
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const last = async (id: number): Promise<Obligation> => (await all.history(id)).at(-1)!

test('work goes from open to in progress, submitted and completed, each with an entry and an event', async () => {
  const { id } = await all.add()
  expect((await all.does(id, 'start')).status).toBe('in_progress')
  expect((await all.does(id, 'submit', {})).status).toBe('submitted')
  expect((await all.does(id, 'reject', { reason: 'Unsigned' })).status).toBe('open')
  expect((await all.does(id, 'submit')).status).toBe('submitted')
  const completed = await all.does(id, 'complete', { notes: 'By post' })
  expect(completed).toMatchObject({
    status: 'completed',
    notes: 'By post',
    completedAt: time,
    completedByUserId: desk.seats.admin,
    waivedAt: null,
    waivedByUserId: null,
  })
  const entries = await all.history(id)
  expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
    ['created', null],
    ['started', null],
    ['submitted', null],
    ['rejected', 'Unsigned'],
    ['submitted', null],
    ['completed', null],
  ])
  expect(entries.at(-1)!.changes).toEqual([
    { field: 'notes', from: null, to: 'By post' },
    { field: 'status', from: 'submitted', to: 'completed' },
  ])
  expect((await all.events(id)).map(({ type }) => type)).toEqual(
    entries.map(({ action }) => `obligation.${action}`),
  )
  const page = await all.member('GET', `/${id}/history?limit=4`)
  const rest = await all.member('GET', `/${id}/history?cursor=${page.body.nextCursor}`)
  expect([...page.body.data, ...rest.body.data]).toEqual(entries)
  expect(rest.body.nextCursor).toBe(null)
})

test('a waiver keeps who, when and why, and needs a reason', async () => {
  const { id } = await all.add()
  for (const body of [
    undefined,
    {},
    { reason: '' },
    { reason: ' \n\t' },
    { reason: null },
    { reason: 'x', note: 1 },
  ]) {
    expect(await refused(id, 'waive', body)).toEqual([400, 'invalid_request'])
  }
  for (const verb of ['cancel', 'reject', 'reopen']) {
    expect(await refused(id, verb, { reason: ' ' })).toEqual([400, 'invalid_request'])
  }
  expect(await refused(id, 'escalate', { reason: ' ' })).toEqual([400, 'invalid_request'])
  const waived = await all.does(id, 'waive', { reason: 'The landlord moved' })
  expect(waived).toMatchObject({
    status: 'waived',
    waivedAt: time,
    waivedByUserId: desk.seats.admin,
    waivedReason: 'The landlord moved',
    completedAt: null,
    completedByUserId: null,
  })
  expect(await last(id)).toMatchObject({ action: 'waived', reason: 'The landlord moved' })
})

test('one that requires a document needs one of that type to be submitted or completed', async () => {
  const [check, lease] = [await all.document('voided_check'), await all.document('lease')]
  const required = { requiredDocumentType: 'voided_check' }
  for (const verb of ['submit', 'complete']) {
    const { id } = await all.add(required)
    expect(await refused(id, verb, {})).toEqual([409, 'document_required'])
    expect(await refused(id, verb, { documentId: lease })).toEqual([409, 'document_required'])
    expect(await refused(id, verb, { documentId: lease + 1 })).toEqual([400, 'unknown_reference'])
    expect(await refused(2_000_000_000, verb, { documentId: 0 })).toEqual([
      400,
      'unknown_reference',
    ])
    expect((await all.get(id)).status).toBe('open')
    expect(await all.does(id, verb, { documentId: check })).toMatchObject({ documentId: check })
    expect((await last(id)).changes).toContainEqual({ field: 'documentId', from: null, to: check })
    const ready = await all.add({ ...required, documentId: check })
    expect(await refused(ready.id, verb, { documentId: lease })).toEqual([409, 'document_required'])
    await all.does(ready.id, verb)
    expect(await all.does((await all.add()).id, verb, { documentId: lease })).toMatchObject({
      documentId: lease,
    })
  }
})

test('it cannot be completed while children are open; cancelling it cancels them, at any depth', async () => {
  const top = await all.add()
  const child = await all.add({ parentObligationId: top.id, dealRowId: await all.row() })
  const done = await all.add({ parentObligationId: top.id })
  const waived = await all.add({ parentObligationId: top.id })
  const below = await all.add({ parentObligationId: waived.id })
  const deep = await all.add({ parentObligationId: child.id })
  await all.does(done.id, 'complete')
  await all.does(waived.id, 'waive', { reason: 'Not needed' })
  const answer = await all.as('admin')('POST', `/${top.id}/complete`)
  expect([answer.status, answer.body.code]).toEqual([409, 'children_open'])
  expect(answer.body.error).toContain(`${child.id}`)
  await all.does(deep.id, 'start')
  await all.does(top.id, 'cancel', { reason: 'The deal is off' })
  const statuses = await Promise.all(
    [top, child, done, waived, below, deep].map(async ({ id }) => (await all.get(id)).status),
  )
  expect(statuses).toEqual([
    'cancelled',
    'cancelled',
    'completed',
    'waived',
    'cancelled',
    'cancelled',
  ])
  for (const { id } of [top, child, below, deep]) {
    const from = id === deep.id ? 'in_progress' : 'open'
    expect(await last(id)).toMatchObject({
      action: 'cancelled',
      reason: 'The deal is off',
      changes: [{ field: 'status', from, to: 'cancelled' }],
    })
    expect((await all.events(id)).at(-1)!.type).toBe('obligation.cancelled')
  }
  expect((await all.events(child.id)).at(-1)!.data).toEqual({
    obligationId: child.id,
    dealRowId: child.dealRowId,
  })
  expect((await last(done.id)).action).toBe('completed')
})

test('an admin reopens a completed one, unless its parent is closed', async () => {
  const parent = await all.add()
  const { id } = await all.add({ parentObligationId: parent.id })
  await all.does(id, 'complete')
  const reopened = await all.does(id, 'reopen', { reason: 'The check bounced' })
  expect(reopened).toMatchObject({ status: 'open', completedAt: null, completedByUserId: null })
  expect(await last(id)).toMatchObject({ action: 'reopened', reason: 'The check bounced' })
  await all.does(id, 'complete')
  await all.does(parent.id, 'complete')
  expect(await refused(id, 'reopen', { reason: 'x' })).toEqual([409, 'parent_closed'])
  await all.does(parent.id, 'reopen', { reason: 'x' })
  await all.does(id, 'reopen', { reason: 'x' })
})

test('only whoever completed one can undo that, for ten minutes; only an admin reopens it', async () => {
  const undo = (role: 'member' | 'manager' | 'admin', id: number) =>
    all.as(role)('POST', `/${id}/undo-completion`)
  const completedBy = async (role: 'member' | 'manager', more = {}) => {
    const { id } = await all.add(more)
    expect((await all.as(role)('POST', `/${id}/complete`)).status).toBe(201)
    return id
  }
  const parent = await all.add()
  const own = await completedBy('member', { parentObligationId: parent.id })
  const reopened = await all.as('member')('POST', `/${own}/reopen`, { reason: 'A slip' })
  expect([reopened.status, reopened.body.code]).toEqual([403, 'forbidden'])
  const taken = await undo('member', own)
  expect([taken.status, taken.body.data.status]).toEqual([201, 'open'])
  expect(await last(own)).toMatchObject({ action: 'reopened', reason: 'Completed by mistake.' })
  expect((await all.events(own)).at(-1)!.type).toBe('obligation.reopened')
  expect((await undo('member', own)).body.code).toBe('not_completed')
  await all.as('member')('POST', `/${own}/complete`)
  await all.does(parent.id, 'complete')
  expect((await undo('member', own)).body.code).toBe('parent_closed')

  const late = await completedBy('manager')
  await service.sql(
    `UPDATE obligations SET closed_at = (SELECT closed_at - interval '11 minutes')
     WHERE id = $1 AND workspace_id = $2`,
    [late, desk.workspaceId],
  )
  const refusals = [
    await undo('manager', await completedBy('member')),
    await undo('admin', await completedBy('member')),
    await undo('manager', late),
  ]
  for (const { status, body } of refusals) {
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(body.error).toContain('within 10 minutes')
  }
})

test('how late it is follows the clock, an urgent one a step higher, and stays after the close', async () => {
  for (const [hours, priority, severity] of [
    [-1, 'urgent', null],
    [1, 'normal', 'minor'],
    [23, 'high', 'minor'],
    [25, 'low', 'major'],
    [73, 'normal', 'critical'],
    [1, 'urgent', 'major'],
    [25, 'urgent', 'critical'],
    [99, 'urgent', 'critical'],
  ] as const) {
    const dueAt = ago(hours)
    const { id, ...made } = await all.add({ dueAt, priority })
    expect([made.slaBreachAt, made.breachSeverity]).toEqual([dueAt, severity])
    const closed = await all.does(id, 'complete')
    expect([closed.slaBreachAt, closed.breachSeverity]).toEqual([dueAt, severity])
    await service.sql(
      `UPDATE obligations SET sla_breach_at = (SELECT closed_at - interval '1 hour'),
         closed_at = (SELECT closed_at - interval '2 hours')
       WHERE id = $1 AND workspace_id = $2`,
      [id, desk.workspaceId],
    )
    expect((await all.get(id)).breachSeverity).toBe(null)
    const again = await all.does(id, 'reopen', { reason: 'x' })
    expect(again.breachSeverity).toBe(priority === 'urgent' ? 'major' : 'minor')
  }
})

test('it is escalated to the person named, else to a manager, and again to another', async () => {
  const { id } = await all.add()
  const named = await all.does(id, 'escalate', { toUserId: desk.seats.owner, reason: 'Stuck' })
  expect(named).toMatchObject({
    status: 'open',
    escalatedAt: time,
    escalatedToUserId: desk.seats.owner,
  })
  expect(await last(id)).toMatchObject({
    action: 'escalated',
    reason: 'Stuck',
    changes: [{ field: 'escalatedToUserId', from: null, to: desk.seats.owner }],
  })
  const again = await all.does(id, 'escalate')
  expect(again.escalatedToUserId).toBe(desk.seats.manager)
  expect(Date.parse(again.escalatedAt)).toBeGreaterThan(Date.parse(named.escalatedAt))
  for (const toUserId of [99, 0, -1, 1e300]) {
    expect(await refused(id, 'escalate', { toUserId })).toEqual([400, 'unknown_reference'])
  }
})

test('a request sent again with its key takes effect once', async () => {
  const rule = { recurrenceRule: 'FREQ=DAILY', dueAt: '2027-01-01T00:00:00.000Z' }
  const { id } = await all.add(rule)
  const send = () =>
    service.api('POST', `/v1/obligations/${id}/complete`, {
      token: desk.tokens.member,
      headers: { 'idempotency-key': `complete ${id}` },
    })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.text).toBe(first.text)
  const made = await service.sql('SELECT id FROM obligations WHERE predecessor_id = $1', [id])
  expect(made).toHaveLength(1)
})
