import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import {
  makeLoneDesk,
  type Obligations,
  openObligations,
} from '../../../tests/support/desks/obligations.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let all: Obligations
let elsewhere: Obligations
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  all = openObligations(service, desk)
  elsewhere = openObligations(service, await makeLoneDesk(service, 'Elsewhere'))
})
afterAll(() => service.stop())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

test('an obligation is stored as it was written, and reads as it was answered', async () => {
  const [documentId, dealRowId] = [await all.document('voided_check'), await all.row()]
  const parent = await all.add({ title: 'Closing' })
  const written = {
    title: 'Send the voided check',
    description: 'Of the account\nthat is debited.',
    notes: 'Asked twice.',
    obligationType: 'stipulation',
    priority: 'high',
    amountMinor: Number.MAX_SAFE_INTEGER,
    currency: 'USD',
    dueAt: '2027-01-31T17:00:00.000Z',
    assignedToUserId: desk.seats.manager,
    counterpartyId: 0,
    facilityId: Number.MAX_SAFE_INTEGER,
    decisionId: 3,
    documentId,
    submissionId: 5,
    parentObligationId: parent.id,
    dealRowId,
    detail: { source: 'email', tags: ['a', { b: null }] },
    recurrenceRule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    requiredDocumentType: 'voided_check',
    responsibleParty: 'borrower',
    slaHours: 48,
  }
  const made = await all.add(written)
  expect(made).toEqual({
    ...written,
    id: parent.id + 1,
    status: 'open',
    isRecurring: true,
    breachSeverity: null,
    createdAt: time,
    updatedAt: made.createdAt,
    slaBreachAt: new Date(Date.parse(made.createdAt) + 48 * 3_600_000).toISOString(),
    deadlineAt: made.slaBreachAt < made.dueAt ? made.slaBreachAt : made.dueAt,
    escalatedAt: null,
    escalatedToUserId: null,
    completedAt: null,
    completedByUserId: null,
    waivedAt: null,
    waivedByUserId: null,
    waivedReason: null,
  })
  expect(await all.get(made.id)).toEqual(made)
  expect(await all.events(made.id)).toEqual([
    {
      type: 'obligation.created',
      actor: `user:${desk.seats.member}`,
      data: { obligationId: made.id, dealRowId },
    },
  ])
  expect(await all.history(made.id)).toEqual([
    {
      id: expect.any(String),
      at: time,
      actor: `user:${desk.seats.member}`,
      action: 'created',
      reason: null,
      changes: [],
      successorId: null,
    },
  ])
})

test('a new one needs only a title and a type', async () => {
  const made = await all.add()
  expect(made).toMatchObject({
    priority: 'normal',
    responsibleParty: 'internal',
    detail: {},
    isRecurring: false,
    slaBreachAt: null,
    deadlineAt: null,
    dueAt: null,
    amountMinor: null,
    notes: null,
  })
})

/** [the body, the field that is refused, what its message says] */
const wrong: [object, string, RegExp?][] = [
  [{ title: ' \n' }, 'title', /blank/],
  [{ title: 'x'.repeat(301) }, 'title'],
  [{ obligationType: 'promise' }, 'obligationType', /covenant_financial/],
  [{ priority: null }, 'priority'],
  [{ responsibleParty: 'nobody' }, 'responsibleParty'],
  [{ status: 'completed' }, 'status', /not a field/],
  [{ id: 7 }, 'id', /not a field/],
  [{ amountMinor: Number.MAX_SAFE_INTEGER + 1, currency: 'USD' }, 'amountMinor'],
  [{ amountMinor: -1, currency: 'USD' }, 'amountMinor'],
  [{ amountMinor: 1.5, currency: 'USD' }, 'amountMinor'],
  [{ amountMinor: '1', currency: 'USD' }, 'amountMinor'],
  [{ amountMinor: 1, currency: 'usd' }, 'currency'],
  [{ amountMinor: 1, currency: 'XQQ' }, 'currency', /ISO 4217/],
  [{ amountMinor: 1, currency: null }, 'amountMinor', /both/],
  [{ amountMinor: null, currency: 'USD' }, 'currency', /both/],
  [{ dueAt: '2027-01-31' }, 'dueAt'],
  [{ dueAt: '2027-02-30T00:00:00Z' }, 'dueAt'],
  [{ dueAt: '2016-12-31T23:59:60Z' }, 'dueAt', /years 1 to 9999/],
  [{ dueAt: '9999-12-31T23:59:59-01:00' }, 'dueAt', /years 1 to 9999/],
  [{ dueAt: '0000-12-31T00:00:00Z' }, 'dueAt', /years 1 to 9999/],
  [{ dueAt: '0206-01-31T12:00:00Z' }, 'dueAt', /years 1970 to 2199/],
  [{ dueAt: '2206-01-31T12:00:00Z' }, 'dueAt', /years 1970 to 2199/],
  [{ slaHours: -1 }, 'slaHours'],
  [{ slaHours: 87_601 }, 'slaHours'],
  [{ slaHours: 0.5 }, 'slaHours'],
  [{ counterpartyId: -1 }, 'counterpartyId'],
  [{ counterpartyId: Number.MAX_SAFE_INTEGER + 1 }, 'counterpartyId'],
  [{ submissionId: 'S-1' }, 'submissionId'],
  [{ detail: [] }, 'detail'],
  [{ detail: null }, 'detail'],
  [{ requiredDocumentType: '' }, 'requiredDocumentType'],
  [{ dealRowId: 'no-id' }, 'dealRowId'],
  [{ isRecurring: true, recurrenceRule: null }, 'recurrenceRule', /FREQ=/],
  [
    { isRecurring: false, recurrenceRule: 'FREQ=DAILY', dueAt: '2027-01-01T00:00:00Z' },
    'isRecurring',
  ],
  [{ recurrenceRule: 'FREQ=DAILY', dueAt: null }, 'dueAt', /first time/],
  [{ recurrenceRule: 'FREQ=HOURLY', dueAt: '2027-01-01T00:00:00Z' }, 'recurrenceRule'],
  [{ recurrenceRule: 'every monday', dueAt: '2027-01-01T00:00:00Z' }, 'recurrenceRule'],
]

test('invalid values are refused with the field and what to send, in creation and in changes', async () => {
  const { id } = await all.add()
  const before = await all.get(id)
  for (const [body, field, message] of wrong) {
    const sent = { title: 'A', obligationType: 'task', ...body }
    const answers = [await all.member('POST', '', sent), await all.member('PATCH', `/${id}`, body)]
    for (const { status, body: refusal } of answers) {
      expect([status, refusal.code, body]).toEqual([400, 'invalid_request', body])
      const issue = refusal.issues.find(({ path }: { path: string }) => path === `body.${field}`)
      expect(issue?.message, JSON.stringify([body, refusal])).toMatch(message ?? /\w/)
    }
  }
  expect(await all.get(id)).toEqual(before)
  const missing = await all.member('POST', '', {})
  expect(missing.body.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
    'body.obligationType',
    'body.title',
  ])
  expect((await all.member('PATCH', `/${id}`, {})).status).toBe(400)
})

test('an amount needs a currency, and a rule its first time, after a change too', async () => {
  const { id } = await all.add({ amountMinor: 5, currency: 'USD' })
  const paths = async (body: object, on = id) => {
    const { status, body: refusal } = await all.member('PATCH', `/${on}`, body)
    return [status, ...(refusal.issues ?? []).map(({ path }: { path: string }) => path)]
  }
  const both = [400, 'body.amountMinor', 'body.currency']
  expect(await paths({ amountMinor: null })).toEqual(both)
  expect(await paths({ currency: null })).toEqual(both)
  expect(await all.change(id, { amountMinor: 0 })).toMatchObject({
    amountMinor: 0,
    currency: 'USD',
  })
  expect(await all.change(id, { currency: 'EUR' })).toMatchObject({ currency: 'EUR' })
  await all.change(id, { amountMinor: null, currency: null })
  expect(await paths({ amountMinor: 7 })).toEqual(both)
  expect(await paths({ currency: 'USD' })).toEqual(both)

  expect(await paths({ isRecurring: true })).toEqual([400, 'body.recurrenceRule'])
  expect(await paths({ recurrenceRule: 'FREQ=DAILY' })).toEqual([400, 'body.dueAt'])
  const dueAt = '2027-01-01T00:00:00.000Z'
  const rule = { recurrenceRule: 'FREQ=DAILY', dueAt }
  expect(await all.change(id, rule)).toMatchObject({ ...rule, isRecurring: true })
  expect(await paths({ dueAt: null })).toEqual([400, 'body.dueAt'])
  expect(await all.change(id, { isRecurring: true })).toMatchObject(rule)
  const stopped = { isRecurring: false, recurrenceRule: null, dueAt }
  expect(await all.change(id, { isRecurring: false })).toMatchObject(stopped)
  await all.change(id, rule)
  expect(await all.change(id, { recurrenceRule: null, dueAt: null })).toMatchObject({
    isRecurring: false,
    recurrenceRule: null,
    dueAt: null,
  })
})

test('a change is one entry of the history with each field, from and to; no change is none', async () => {
  const { id, createdAt } = await all.add({ detail: { a: 1, b: [1, { c: 2, d: 3 }] } })
  const dueAt = '2027-03-01T10:00:00.000Z'
  const sent = { dueAt: '2027-03-01T11:00:00+01:00', title: 'Voided check', priority: 'urgent' }
  const changed = await all.change(id, { ...sent, detail: { b: [1, { d: 3, c: 2 }], a: 1 } })
  expect(changed).toMatchObject({ dueAt, slaBreachAt: dueAt, priority: 'urgent' })
  expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(createdAt))
  expect(await all.change(id, { priority: 'urgent', dueAt })).toEqual(changed)
  await all.change(id, { recurrenceRule: 'FREQ=DAILY', detail: {}, slaHours: 1 })
  const [, second, third, ...more] = await all.history(id)
  expect(more).toEqual([])
  expect(second).toMatchObject({
    action: 'updated',
    changes: [
      { field: 'priority', from: 'normal', to: 'urgent' },
      { field: 'dueAt', from: null, to: dueAt },
    ],
  })
  expect(third!.changes).toEqual([
    { field: 'detail', from: { a: 1, b: [1, { c: 2, d: 3 }] }, to: {} },
    { field: 'isRecurring', from: false, to: true },
    { field: 'recurrenceRule', from: null, to: 'FREQ=DAILY' },
    { field: 'slaHours', from: null, to: 1 },
  ])
  const breach = new Date(Date.parse(createdAt) + 3_600_000).toISOString()
  expect((await all.get(id)).slaBreachAt).toBe(breach)
  expect((await all.change(id, { slaHours: null })).slaBreachAt).toBe(dueAt)
  expect((await all.events(id)).map(({ type }) => type)).toEqual([
    'obligation.created',
    ...Array(3).fill('obligation.updated'),
  ])
})

test('once closed, only notes, description and detail can change', async () => {
  for (const [verb, body, code] of [
    ['complete', {}, 'already_completed'],
    ['waive', { reason: 'Paid off' }, 'already_waived'],
    ['cancel', { reason: 'Twice' }, 'already_cancelled'],
  ] as const) {
    const { id } = await all.add({ dueAt: '2020-01-01T00:00:00Z' })
    const closed = await all.does(id, verb, body)
    for (const change of [
      { title: 'B' },
      { notes: 'x', slaHours: 2 },
      { dueAt: null },
      { priority: 'low' },
    ]) {
      const refused = await all.member('PATCH', `/${id}`, change)
      expect([refused.status, refused.body.code]).toEqual([409, code])
    }
    expect(await all.get(id)).toEqual(closed)
    const kept = { notes: 'Filed', description: null, detail: { box: 3 } }
    const after = await all.change(id, kept)
    expect(after).toEqual({ ...closed, ...kept, updatedAt: time })
    expect(
      (await all.history(id)).at(-1)!.changes.map(({ field }: { field: string }) => field),
    ).toEqual(['notes', 'detail'])
  }
})

test('missing, elsewhere or not a number is 404 in the same bytes; viewers can only read', async () => {
  const { id } = await all.add()
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/history', undefined],
    ['PATCH', '', { title: 'B' }],
    ['POST', '/start', undefined],
    ['POST', '/submit', {}],
    ['POST', '/reject', { reason: 'x' }],
    ['POST', '/complete', {}],
    ['POST', '/waive', { reason: 'x' }],
    ['POST', '/cancel', { reason: 'x' }],
    ['POST', '/reopen', { reason: 'x' }],
    ['POST', '/undo-completion', undefined],
    ['POST', '/escalate', {}],
  ] as const) {
    const texts = new Set<string>()
    for (const [which, desk] of [
      [id, elsewhere],
      [2_000_000_000, all],
      ['0', all],
      ['99999999999', all],
      ['x', all],
    ] as const) {
      const answer = await desk.as('admin')(method, `/${which}${path}`, body)
      expect(answer.status).toBe(404)
      texts.add(answer.text)
    }
    expect(texts.size).toBe(1)
    const viewed = await all.as('viewer')(method, `/${id}${path}`, body)
    expect(viewed.status).toBe(method === 'GET' ? 200 : 403)
  }
  expect((await all.member('POST', `/${id}/reopen`, { reason: 'x' })).status).toBe(403)
  expect((await all.as('manager')('POST', `/${id}/reopen`, { reason: 'x' })).status).toBe(403)
})
