import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import {
  makeLoneDesk,
  type Obligation,
  type Obligations,
  openObligations,
} from '../../../tests/support/desks/obligations.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let all: Obligations
let rows: string[]
let known: Obligation[]
/** When each closed one was closed, in milliseconds. */
let closedAt: Map<number, number>
beforeAll(async () => {
  service = await startService()
  desk = await makeLoneDesk(service)
  all = openObligations(service, desk)
  rows = [await all.row(), await all.row()]
  known = await furnish()
})
afterAll(() => service.stop())

const HOUR = 3_600_000
const pick = <T>(values: readonly T[], n: number): T => values[n % values.length]!
const types = ['task', 'payment', 'insurance']

/** Makes obligations of every kind, several of them due at the same time. */
async function furnish(): Promise<Obligation[]> {
  const now = Date.now()
  const ids: number[] = []
  for (let i = 0; i < 40; i++) {
    const late = pick([-200, -30, -1, 2, 30, 30, 300, null, null], i)
    const made = await all.add({
      title: `No. ${i}`,
      obligationType: pick(types, i),
      ...(late !== null && { dueAt: new Date(now + late * HOUR).toISOString() }),
      ...(i % 5 === 1 && { slaHours: pick([0, 1, 50], i) }),
      ...(i % 10 === 7 && { slaHours: 29 }),
      ...(i % 2 === 0 && { assignedToUserId: desk.seats.owner }),
      ...(i % 3 === 0 && { dealRowId: pick(rows, i / 3) }),
      ...(i % 4 === 3 && i > 8 && { parentObligationId: ids[i % 7] }),
    })
    ids.push(made.id)
  }
  const reason = { reason: 'As agreed' }
  for (const [i, id] of ids.entries()) {
    if (i % 7 === 1) await all.does(id, 'start')
    if (i % 7 === 2) await all.does(id, 'submit')
    if (i % 8 === 4) await all.does(id, 'waive', reason)
    if (i % 8 === 5 && i > 8) await all.does(id, 'cancel', reason)
    if (i % 8 === 3 && i > 8) await all.does(id, 'complete')
  }
  // Half of the closed ones were closed just in time: they are not late, although that time has passed.
  await service.sql(
    `UPDATE obligations SET sla_breach_at = (SELECT closed_at + interval '1 millisecond')
     WHERE workspace_id = $1 AND closed_at IS NOT NULL AND id % 2 = 0`,
    [desk.workspaceId],
  )
  const closed: { id: number; closed_at: Date }[] = await service.sql(
    'SELECT id, closed_at FROM obligations WHERE workspace_id = $1 AND closed_at IS NOT NULL',
    [desk.workspaceId],
  )
  closedAt = new Map(closed.map(({ id, closed_at }) => [id, closed_at.getTime()]))
  return Promise.all(ids.map((id) => all.get(id)))
}

async function listed(
  query: Record<string, string>,
  token = desk.tokens.viewer,
): Promise<Obligation[]> {
  const found: Obligation[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const search = new URLSearchParams({ ...query, ...(cursor && { cursor }) })
    const { status, text, body } = await service.api('GET', `/v1/obligations?${search}`, { token })
    if (status !== 200) throw new Error(text)
    found.push(...body.data)
    cursor = body.nextCursor
  }
  return found
}

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
const aTime = fc
  .constantFrom(-201, -31, -30, -2, 0, 3, 30, 301)
  .map((hours) => new Date(Date.now() + hours * HOUR).toISOString())
const aQuery = () =>
  fc.record({
    status: optional(
      fc
        .uniqueArray(
          fc.constantFrom('open', 'in_progress', 'submitted', 'completed', 'waived', 'cancelled'),
          { minLength: 1 },
        )
        .map(String),
    ),
    obligationType: optional(fc.constantFrom(...types, 'disclosure')),
    assignedToUserId: optional(fc.constantFrom(desk.seats.owner, 99, -1, 0).map(String)),
    dealRowId: optional(fc.constantFrom(...rows, rows[0]!.toUpperCase())),
    parentObligationId: optional(fc.constantFrom(...known.map(({ id }) => String(id)))),
    dueFrom: optional(aTime),
    dueTo: optional(aTime),
    deadlineFrom: optional(aTime),
    deadlineTo: optional(aTime),
    overdue: optional(fc.constantFrom('true', 'false')),
    breached: optional(fc.constantFrom('true', 'false')),
    forecast: optional(fc.constantFrom('1h', '72h', '2d', '9999d')),
    sort: optional(fc.constantFrom('id', '-id', 'dueAt', '-dueAt', 'deadlineAt', '-deadlineAt')),
    limit: fc.constantFrom('1', '3', '7', '1000'),
  })

type Query = Partial<Record<string, string>>

const time = (text: string | null): number | null => (text === null ? null : Date.parse(text))

/** Worked out from the two times, not taken from the answer. */
function deadlineOf({ dueAt, slaBreachAt }: Obligation): number | null {
  const times = [dueAt, slaBreachAt].filter((at) => at !== null).map((at) => Date.parse(at))
  return times.length === 0 ? null : Math.min(...times)
}

/** The expected list: a filter and a sort over everything. */
function expected(query: Query): number[] {
  const now = Date.now()
  const fits = (one: Obligation): boolean => {
    const due = time(one.dueAt)
    const breach = time(one.slaBreachAt)
    const deadline = deadlineOf(one)
    const closed = ['completed', 'waived', 'cancelled'].includes(one.status)
    const hours =
      Number.parseInt(query.forecast ?? '0', 10) * (query.forecast?.endsWith('d') ? 24 : 1)
    return (
      (!query.status || query.status.split(',').includes(one.status)) &&
      (!query.obligationType || one.obligationType === query.obligationType) &&
      (!query.assignedToUserId || String(one.assignedToUserId) === query.assignedToUserId) &&
      (!query.dealRowId || one.dealRowId === query.dealRowId.toLowerCase()) &&
      (!query.parentObligationId || String(one.parentObligationId) === query.parentObligationId) &&
      (!query.dueFrom || (due !== null && due >= time(query.dueFrom)!)) &&
      (!query.dueTo || (due !== null && due < time(query.dueTo)!)) &&
      (!query.deadlineFrom || (deadline !== null && deadline >= time(query.deadlineFrom)!)) &&
      (!query.deadlineTo || (deadline !== null && deadline < time(query.deadlineTo)!)) &&
      (!query.overdue ||
        String(deadline !== null && deadline < (closedAt.get(one.id) ?? now)) === query.overdue) &&
      (!query.breached || String(one.breachSeverity !== null) === query.breached) &&
      (!query.forecast ||
        (!closed && breach !== null && breach >= now && breach <= now + hours * HOUR))
    )
  }
  const by = query.sort ?? (query.forecast ? 'slaBreachAt' : 'id')
  const down = by.startsWith('-')
  const place = (one: Obligation): [number, number] => {
    const key = by.replace('-', '')
    const ms = key === 'id' ? 0 : key === 'deadlineAt' ? deadlineOf(one) : time(one[key])
    const at = ms ?? Number.POSITIVE_INFINITY
    return down ? [at === Number.POSITIVE_INFINITY ? at : -at, -one.id] : [at, one.id]
  }
  return known
    .filter(fits)
    .map((one) => [place(one), one.id] as const)
    .sort(([[a, c]], [[b, d]]) => (a === b ? c - d : a - b))
    .map(([, id]) => id)
}

test('a list has what its filters leave, in its order, on any number of pages', async () => {
  await fc.assert(
    fc.asyncProperty(aQuery(), async (query) => {
      const sent = Object.fromEntries(
        Object.entries(query).filter(([, value]) => value !== undefined),
      ) as Record<string, string>
      const found = await listed(sent)
      expect(found.map(({ id }) => id)).toEqual(expected(sent))
    }),
    { numRuns: 150 },
  )
})

test('the deadline is the earlier of the two times, and orders have what has none last', async () => {
  expect(known.filter(({ dueAt, slaBreachAt }) => dueAt < slaBreachAt).length).toBeGreaterThan(0)
  expect(known.filter(({ dueAt, slaBreachAt }) => slaBreachAt < dueAt).length).toBeGreaterThan(0)
  for (const one of known) expect(time(one.deadlineAt)).toBe(deadlineOf(one))
  for (const sort of ['deadlineAt', '-deadlineAt']) {
    const deadlines = (await listed({ sort, limit: '4' })).map(({ deadlineAt }) => deadlineAt)
    const some = deadlines.filter((at) => at !== null)
    expect(deadlines.slice(some.length).every((at) => at === null)).toBe(true)
    expect(some).toEqual(sort === 'deadlineAt' ? some.toSorted() : some.toSorted().reverse())
  }
})

test('each order puts what is never due last, and a forecast starts with the next to be late', async () => {
  const dues = async (sort: string) =>
    (await listed({ sort, limit: '9' })).map(({ dueAt }) => dueAt)
  const [up, down] = [await dues('dueAt'), await dues('-dueAt')]
  const some = up.filter((due) => due !== null)
  expect(some).toEqual([...some].sort())
  expect(down.filter((due) => due !== null)).toEqual([...some].reverse())
  expect(up.indexOf(null)).toBe(some.length)
  expect(down.indexOf(null)).toBe(some.length)
  const breaches = (await listed({ forecast: '72h' })).map(({ slaBreachAt }) => slaBreachAt)
  expect(breaches.length).toBeGreaterThan(3)
  expect(breaches).toEqual([...breaches].sort())
})

test('pages neither repeat nor skip anything while others are added', async () => {
  for (const sort of ['id', '-id', 'dueAt', '-dueAt', 'deadlineAt', '-deadlineAt']) {
    const before = (await listed({ sort })).map(({ id }) => id)
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await all.member(
        'GET',
        `?sort=${sort}&limit=7${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...body.data.map(({ id }: Obligation) => id))
      cursor = body.nextCursor
      if (seen.length < 15) await all.add({ dueAt: '2026-01-01T00:00:00Z' })
    }
    expect(seen.filter((id) => before.includes(id))).toEqual(before)
    expect(new Set(seen).size).toBe(seen.length)
  }
})

test('invalid queries and cursors are refused', async () => {
  const status = async (query: string) => {
    const { status, body } = await all.member('GET', `?${query}`)
    return [status, body.code]
  }
  for (const query of [
    'status=',
    'status=late',
    'status=open,',
    'obligationType=promise',
    'breached=maybe',
    'forecast=0h',
    'forecast=10000h',
    'forecast=3w',
    'forecast=-1h',
    'dueFrom=2026-01-01',
    'deadlineFrom=2026-01-01',
    'deadlineTo=today',
    'overdue=maybe',
    'dueTo=2016-12-31T23:59:60Z',
    'dealRowId=7',
    'assignedToUserId=x',
    'sort=title',
    'limit=0',
    'bogus=1',
  ]) {
    expect([query, ...(await status(query))]).toEqual([query, 400, 'invalid_request'])
  }
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  for (const [sort, ...parts] of [
    ['id', 'x'],
    ['id', 1, 2],
    ['dueAt', 1],
    ['dueAt', 8e15, 1],
    ['-dueAt', -8e15, 1],
    ['dueAt', 1, null],
    ['deadlineAt', 1],
    ['deadlineAt', 8e15, 1],
    ['-deadlineAt', 'x', 1],
  ]) {
    const asked = await status(`sort=${sort}&cursor=${cursor(...parts)}`)
    expect([sort, parts, ...asked]).toEqual([sort, parts, 400, 'invalid_cursor'])
  }
  for (const [sort, ...parts] of [
    ['id', Number.MAX_SAFE_INTEGER],
    ['-id', -Number.MAX_SAFE_INTEGER],
    ['-dueAt', Number.MAX_SAFE_INTEGER, 9e15],
  ]) {
    expect((await status(`sort=${sort}&cursor=${cursor(...parts)}`))[0]).toBe(200)
  }
  for (const query of ['assignedToUserId=1e300', 'parentObligationId=9007199254740991']) {
    expect((await all.member('GET', `?${query}`)).body.data).toEqual([])
  }
})

test('obligations of other workspaces are in no list', async () => {
  const { owner } = await makeOwner(service, 'Elsewhere')
  expect(await listed({}, owner)).toEqual([])
  const body = { title: 'Theirs', obligationType: 'task' }
  await service.api('POST', '/v1/obligations', { token: owner, body })
  expect((await listed({}, owner)).map(({ title }) => title)).toEqual(['Theirs'])
  expect((await listed({})).map(({ title }) => title)).not.toContain('Theirs')
})
