import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { sweepBreaches } from './breaches.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const HOUR_MS = 3_600_000
/** A time this many hours from now. */
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const as = (
  method: string,
  path: string,
  body?: object,
  of = desk,
  role: keyof Desk['tokens'] = 'owner',
) => service.api(method, path, { token: of.tokens[role], ...(body && { body }) })

async function owe(body: object = {}, of = desk) {
  const made = await as(
    'POST',
    '/v1/obligations',
    { title: 'Bank statements', obligationType: 'task', ...body },
    of,
  )
  expect(made.status, made.text).toBe(201)
  return made.body.data
}
const read = async (id: number, of = desk) =>
  (await as('GET', `/v1/obligations/${id}`, undefined, of)).body.data
const sweep = (db = service.db) => sweepBreaches(db, new AbortController().signal)
const escalations = async (id: number, of = desk) =>
  (await as('GET', `/v1/obligations/${id}/history`, undefined, of)).body.data.filter(
    ({ action }: { action: string }) => action === 'escalated',
  )

test('a late obligation is escalated once, to a manager, with an entry and an event', async () => {
  const late = await owe({ dueAt: inHours(-1) })
  await sweep()
  const escalated = await read(late.id)
  expect(escalated).toMatchObject({
    status: 'open',
    escalatedToUserId: desk.seats.manager,
    breachSeverity: 'minor',
    escalatedAt: expect.any(String),
  })
  expect(escalated.updatedAt > late.updatedAt).toBe(true)
  expect(await escalations(late.id)).toEqual([
    {
      id: expect.any(String),
      at: expect.any(String),
      actor: 'system',
      action: 'escalated',
      reason: null,
      successorId: null,
      changes: [{ field: 'escalatedToUserId', from: null, to: desk.seats.manager }],
    },
  ])
  const events = await service.sql(
    "SELECT actor, subject, data FROM events WHERE workspace_id = $1 AND type = 'obligation.escalated'",
    [desk.workspaceId],
  )
  expect(events).toEqual([
    { actor: 'system', subject: `obligation:${late.id}`, data: { obligationId: late.id } },
  ])
  await sweep()
  expect(await read(late.id)).toEqual(escalated)
})

test('nothing is escalated before its time, once closed, or again after somebody escalated it', async () => {
  const early = await owe({ dueAt: inHours(1) })
  const never = await owe()
  const closed = await owe({ dueAt: inHours(-1) })
  await as('POST', `/v1/obligations/${closed.id}/complete`, {})
  const waived = await owe({ dueAt: inHours(-1) })
  await as('POST', `/v1/obligations/${waived.id}/waive`, { reason: 'Not needed.' })
  const byHand = await owe({ dueAt: inHours(-1) })
  await as('POST', `/v1/obligations/${byHand.id}/escalate`, { toUserId: desk.seats.admin })
  await sweep()
  for (const { id } of [early, never, closed, waived]) {
    expect(await read(id)).toMatchObject({ escalatedAt: null, escalatedToUserId: null })
  }
  expect((await read(byHand.id)).escalatedToUserId).toBe(desk.seats.admin)
  expect(await escalations(byHand.id)).toHaveLength(1)
})

test('how late it was stays the same after the close', async () => {
  const late = await owe({ dueAt: inHours(-30), priority: 'urgent' })
  expect(late.breachSeverity).toBe('critical')
  const { body } = await as('POST', `/v1/obligations/${late.id}/complete`, {})
  await service.sql(
    `UPDATE obligations SET closed_at = (SELECT sla_breach_at + interval '1 hour')
     WHERE workspace_id = $1 AND id = $2`,
    [desk.workspaceId, late.id],
  )
  expect(await read(late.id)).toMatchObject({
    slaBreachAt: body.data.slaBreachAt,
    breachSeverity: 'major',
  })
})

test('four sweepers at once escalate 1,500, each once', async () => {
  const crowd = await makeDesk(service)
  await owe({ dueAt: inHours(-1) }, crowd)
  await service.sql(
    `INSERT INTO obligations (workspace_id, id, title, obligation_type, due_at, sla_breach_at)
     SELECT $1, n + 1, 'One of many', 'task', now() - interval '1 day', now() - interval '1 day'
     FROM generate_series(1, 1499) AS n`,
    [crowd.workspaceId],
  )
  const others = await Promise.all([service.beside(), service.beside(), service.beside()])
  await Promise.all([service, ...others].map(({ db }) => sweep(db)))
  const [counts] = await service.sql(
    `SELECT count(*)::int AS entries, count(DISTINCT obligation_id)::int AS obligations,
       (SELECT count(*)::int FROM events WHERE workspace_id = $1 AND type = 'obligation.escalated') AS events,
       (SELECT count(*)::int FROM obligations WHERE workspace_id = $1 AND escalated_at IS NULL) AS left
     FROM obligation_history WHERE workspace_id = $1 AND action = 'escalated'`,
    [crowd.workspaceId],
  )
  expect(counts).toEqual({ entries: 1500, obligations: 1500, events: 1500, left: 0 })
  expect(await dueOf(crowd)).toEqual([])
})

const dueOf = async ({ workspaceId }: Desk): Promise<{ due_at: Date }[]> =>
  service.sql("SELECT due_at FROM due_work WHERE kind = 'breaches' AND workspace_id = $1", [
    workspaceId,
  ])

test('the next look is when the next one will be late', async () => {
  const calm = await makeDesk(service)
  const [sooner, later] = [inHours(2), inHours(5)]
  const first = await owe({ dueAt: later }, calm)
  await owe({ slaHours: 9 }, calm)
  expect((await dueOf(calm))[0]!.due_at.toISOString()).toBe(later)
  await as('PATCH', `/v1/obligations/${first.id}`, { dueAt: sooner }, calm)
  expect((await dueOf(calm))[0]!.due_at.toISOString()).toBe(sooner)
  const late = await owe({ dueAt: inHours(-1) }, calm)
  await sweep()
  expect((await read(late.id, calm)).escalatedAt).not.toBeNull()
  expect((await dueOf(calm))[0]!.due_at.toISOString()).toBe(sooner)
})

test('one that somebody is writing waits for the next look, and the writer does not wait', async () => {
  const busy = await makeDesk(service)
  const late = await owe({ dueAt: inHours(-1) }, busy)
  await service.undone(async (sql) => {
    await sql('SELECT FROM obligations WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
      busy.workspaceId,
      late.id,
    ])
    await sweep()
    expect((await read(late.id, busy)).escalatedAt).toBeNull()
  })
  const [{ due_at }] = (await dueOf(busy)) as [{ due_at: Date }]
  expect(due_at.getTime()).toBeLessThan(Date.now() + 6_000)
  await service.sql('UPDATE due_work SET due_at = now() WHERE workspace_id = $1', [
    busy.workspaceId,
  ])
  await sweep()
  expect((await read(late.id, busy)).escalatedAt).not.toBeNull()
})

test('a time announced while the sweeper looks for the next one is not lost', async () => {
  const racing = await makeDesk(service)
  const late = await owe({ dueAt: inHours(-1) }, racing)
  const at = inHours(3)
  let swept: Promise<void> | undefined
  await service.db.withWorkspace({ workspaceId: racing.workspaceId }, async (tx) => {
    const { announceBreach } = await import('./breaches.ts')
    await tx.run(
      `INSERT INTO obligations (workspace_id, id, title, obligation_type, due_at, sla_breach_at)
       VALUES (current_workspace(), 77, 'Made meanwhile', 'task', $1, $1)`,
      [at],
    )
    announceBreach(tx, new Date(at))
    await tx.run('SELECT 1')
    swept = sweep()
    // The sweep has escalated the late obligation, and now waits for this transaction's lock on the due work.
    await expect.poll(async () => (await read(late.id, racing)).escalatedAt).not.toBeNull()
  })
  await swept
  expect((await dueOf(racing))[0]!.due_at.toISOString()).toBe(at)
})

test('it goes to the person whom the workspace names, if active, else to a manager, else to an owner', async () => {
  const staff = await makeDesk(service)
  const target = async () => {
    const late = await owe({ dueAt: inHours(-1) }, staff)
    await sweep()
    return (await read(late.id, staff)).escalatedToUserId
  }
  expect(await target()).toBe(staff.seats.manager)
  await as('PATCH', '/v1/workspace', { escalationUserId: staff.seats.viewer }, staff)
  expect(await target()).toBe(staff.seats.viewer)
  await as('PATCH', `/v1/workspace/seats/${staff.seats.viewer}`, { status: 'suspended' }, staff)
  expect(await target()).toBe(staff.seats.manager)
  await as('PATCH', `/v1/workspace/seats/${staff.seats.manager}`, { role: 'member' }, staff)
  expect(await target()).toBe(staff.seats.owner)
})
