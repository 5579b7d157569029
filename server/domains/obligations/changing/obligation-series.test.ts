import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Desk } from '../../../tests/support/desks/fixtures.ts'
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
beforeAll(async () => {
  service = await startService()
  desk = await makeLoneDesk(service)
  all = openObligations(service, desk)
})
afterAll(() => service.stop())

const last = async (id: number): Promise<Obligation> => (await all.history(id)).at(-1)!
/** Completes an obligation, or does another verb, and returns the next of its series if there is one. */
async function next(
  id: number,
  verb = 'complete',
  body: object = {},
): Promise<Obligation | undefined> {
  await all.does(id, verb, body)
  const { successorId } = await last(id)
  return successorId === null ? undefined : all.get(successorId)
}
async function dues(first: Obligation, most: number): Promise<string[]> {
  const found = [first.dueAt]
  for (let one: Obligation | undefined = first; one && found.length < most; ) {
    one = await next(one.id)
    if (one) found.push(one.dueAt)
  }
  return found
}

test('completing makes the next, with everything that people wrote except notes and document', async () => {
  const parent = await all.add()
  const written = {
    title: 'Statement',
    description: 'Monthly',
    obligationType: 'covenant_reporting',
    priority: 'high',
    amountMinor: 500,
    currency: 'USD',
    assignedToUserId: desk.seats.member,
    counterpartyId: 1,
    facilityId: 2,
    decisionId: 3,
    submissionId: 4,
    detail: { a: [1] },
    parentObligationId: parent.id,
    dealRowId: await all.row(),
    responsibleParty: 'borrower',
    recurrenceRule: 'FREQ=MONTHLY',
    requiredDocumentType: 'statement',
    slaHours: 24,
  }
  const documentId = await all.document('statement')
  const dueAt = '2026-01-15T09:00:00.000Z'
  const first = await all.add({ ...written, dueAt, notes: 'In person', documentId })
  await all.does(first.id, 'start')
  const second = (await next(first.id, 'complete', { notes: 'Came late' }))!
  expect(second).toMatchObject({
    ...written,
    id: first.id + 1,
    dueAt: '2026-02-15T09:00:00.000Z',
    status: 'open',
    notes: null,
    documentId: null,
    isRecurring: true,
    escalatedAt: null,
    completedAt: null,
  })
  expect(Date.parse(second.createdAt)).toBeGreaterThan(Date.parse(first.createdAt))
  expect(Date.parse(second.slaBreachAt)).toBe(Date.parse(second.createdAt) + 24 * 3_600_000)
  expect(await all.history(second.id)).toMatchObject([
    { action: 'created', actor: `user:${desk.seats.admin}`, successorId: null },
  ])
  expect((await all.events(second.id)).map(({ type }) => type)).toEqual(['obligation.created'])
  await all.does(parent.id, 'waive', { reason: 'x' })
  expect(await next(second.id, 'waive', { reason: 'Closed for winter' })).toMatchObject({
    parentObligationId: null,
    dueAt: '2026-03-15T09:00:00.000Z',
  })
})

test('a series ends with its rule, a waiver or a cancellation', async () => {
  const dueAt = '2026-01-01T12:00:00.000Z'
  const counted = await all.add({ dueAt, recurrenceRule: 'FREQ=DAILY;COUNT=3' })
  expect((await dues(counted, 9)).map((due) => due.slice(8, 10))).toEqual(['01', '02', '03'])
  const until = await all.add({ dueAt, recurrenceRule: 'FREQ=DAILY;UNTIL=20260102T120000Z' })
  expect(await dues(until, 9)).toHaveLength(2)
  const endless = () => all.add({ dueAt, recurrenceRule: 'FREQ=DAILY' })
  expect(await next((await endless()).id, 'waive', { reason: 'x', series: true })).toBe(undefined)
  expect(await next((await endless()).id, 'cancel', { reason: 'x' })).toBe(undefined)
  expect(await next((await endless()).id, 'waive', { reason: 'x', series: false })).toBeTruthy()
  expect(await next((await all.add({ dueAt })).id)).toBe(undefined)
})

test('the rule runs in the time zone of the workspace', async () => {
  const owner = desk.tokens.owner
  const zone = (timeZone: string) =>
    service.api('PATCH', '/v1/workspace', { token: owner, body: { timeZone } })
  const dueAt = '2026-03-06T14:00:00.000Z'
  await zone('America/New_York')
  const first = await all.add({ dueAt, recurrenceRule: 'FREQ=WEEKLY' })
  expect((await next(first.id))!.dueAt).toBe('2026-03-13T13:00:00.000Z')
  await zone('UTC')
  const other = await all.add({ dueAt, recurrenceRule: 'FREQ=WEEKLY' })
  expect((await next(other.id))!.dueAt).toBe('2026-03-13T14:00:00.000Z')
})

test('one that is reopened and completed again makes no second', async () => {
  const rule = { dueAt: '2026-01-01T12:00:00.000Z', recurrenceRule: 'FREQ=DAILY' }
  const { id } = await all.add(rule)
  expect(await next(id)).toBeTruthy()
  await all.does(id, 'reopen', { reason: 'Bounced' })
  expect(await next(id)).toBe(undefined)
  await all.does(id, 'reopen', { reason: 'Bounced' })
  expect(await next(id, 'waive', { reason: 'x' })).toBe(undefined)
  const made = await service.sql('SELECT id FROM obligations WHERE predecessor_id = $1', [id])
  expect(made).toHaveLength(1)
})

test('a new due time moves one instance; a new rule begins a series there', async () => {
  const dueAt = '2026-01-05T12:00:00.000Z'
  const weekly = () => all.add({ dueAt, recurrenceRule: 'FREQ=WEEKLY' })
  for (const [moved, following] of [
    ['2026-01-07T12:00:00.000Z', '2026-01-12T12:00:00.000Z'],
    ['2026-01-20T12:00:00.000Z', '2026-01-26T12:00:00.000Z'],
    ['2026-01-02T12:00:00.000Z', '2026-01-12T12:00:00.000Z'],
  ]) {
    const { id } = await weekly()
    await all.change(id, { dueAt: moved })
    expect((await next(id))!.dueAt).toBe(following)
  }
  const second = (await next((await weekly()).id))!
  await all.change(second.id, { dueAt: '2026-01-10T12:00:00Z' })
  expect((await next(second.id))!.dueAt).toBe('2026-01-19T12:00:00.000Z')
  const { id } = await weekly()
  await all.change(id, { dueAt: '2026-01-06T12:00:00Z' })
  await all.change(id, { recurrenceRule: 'FREQ=DAILY;COUNT=2' })
  const [, after, ...more] = await dues(await all.get(id), 9)
  expect([after, more]).toEqual(['2026-01-07T12:00:00.000Z', []])
})
