import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDeal, partsOf } from '../../../tests/support/desks/deals.ts'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const half = { basis: 'gross', sharePpm: 500_000 } as const
const open = () => openDeal(service, desk, [half, { basis: 'gross', sharePpm: 300_000 }])
const entriesOf = async (deal: Awaited<ReturnType<typeof open>>) =>
  (await deal.as('owner')('GET', `${deal.path}/ledger`)).body.data

test('a collection is reversed part by part, and both entries stay', async () => {
  const deal = await open()
  await deal.collect(10)
  const collection = await deal.collect(1000)
  const made = await deal.as('manager')('POST', `/entries/${collection.id}/reverse`, {
    reason: 'Posted to the wrong deal',
  })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    dealId: deal.id,
    kind: 'reversal',
    amountMinor: 1000,
    reverses: collection.id,
    reason: 'Posted to the wrong deal',
    createdBy: `user:${desk.seats.manager}`,
    reversedBy: null,
    dealSplitId: null,
    drawId: null,
    allocations: [
      { dealSplitId: deal.splitIds[0], amountMinor: -500 },
      { dealSplitId: deal.splitIds[1], amountMinor: -300 },
      { dealSplitId: null, amountMinor: -200 },
    ],
  })
  expect(await deal.deal()).toMatchObject({ collectedMinor: 10 })
  expect(await deal.figures('collectedMinor')).toEqual([5, 3])
  const [, first, second] = await entriesOf(deal)
  expect(first).toEqual({ ...collection, reversedBy: made.body.data.id })
  expect(second).toEqual(made.body.data)
  const [event] = await service.sql(
    "SELECT data FROM events WHERE type = 'deal.reversed' AND subject = $1",
    [`deal:${deal.id}`],
  )
  expect(event.data).toEqual({ dealId: deal.id, entryId: made.body.data.id })
})

test('an expectation and a clawback are reversed', async () => {
  const deal = await open()
  const expected = await deal.expect(600)
  await deal.expect(400)
  expect(await deal.reverse(expected.id)).toMatchObject({ amountMinor: 600, allocations: [] })
  expect(await deal.deal()).toMatchObject({ expectedMinor: 400 })
  await deal.collect(1000)
  const clawback = await deal.clawBack(101)
  expect(partsOf(await deal.reverse(clawback.id))).toEqual(partsOf(clawback).map((part) => -part))
  expect(await deal.deal()).toMatchObject({ collectedMinor: 1000, clawedBackMinor: 0 })
  expect(await deal.figures('clawbackShareMinor')).toEqual([0, 0])
})

test('a payment is reversed: its draw is requested again', async () => {
  const deal = await open()
  const [id] = deal.splitIds
  await deal.collect(1000)
  const draw = await deal.draw(id!, 400)
  expect((await deal.as('owner')('POST', `/draws/${draw.id}/pay`)).status).toBe(201)
  const paid = (await entriesOf(deal)).at(-1)
  expect(paid.kind).toBe('draw_paid')
  const reversal = await deal.reverse(paid.id)
  expect(reversal).toMatchObject({
    kind: 'reversal',
    amountMinor: 400,
    dealSplitId: id,
    drawId: draw.id,
    allocations: [],
  })
  const [now] = (await deal.as('owner')('GET', `/deal-splits/${id}/draws`)).body.data
  expect(now).toMatchObject({ status: 'requested', paidAt: null })
  expect(await deal.figures('drawnMinor')).toEqual([400, 0])
  expect((await deal.as('owner')('POST', `/draws/${draw.id}/pay`)).status).toBe(201)
  const again = await deal.as('owner')('POST', `/entries/${paid.id}/reverse`, {})
  expect([again.status, again.body.code]).toEqual([409, 'already_reversed'])
  await deal.reverse((await entriesOf(deal)).at(-1).id)
  expect((await deal.as('owner')('POST', `/draws/${draw.id}/void`)).status).toBe(201)
  expect(await deal.figures('drawnMinor')).toEqual([0, 0])
})

test('a collection can be reversed after draws: the party then owes it', async () => {
  const deal = await open()
  const collection = await deal.collect(1000)
  await deal.draw(deal.splitIds[0]!, 400)
  await deal.reverse(collection.id)
  expect(await deal.figures('unpaidMinor')).toEqual([-400, 0])
  expect(await deal.figures('availableMinor')).toEqual([0, 0])
})

test('no entry is reversed twice, not even at once, and a reversal never', async () => {
  const deal = await open()
  const collection = await deal.collect(1000)
  const reverse = (id: string) => deal.as('manager')('POST', `/entries/${id}/reverse`, {})
  const answers = await Promise.all([collection.id, collection.id, collection.id].map(reverse))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect((await reverse(collection.id)).body.code).toBe('already_reversed')
  const reversal = (await entriesOf(deal)).at(-1)
  const refused = await reverse(reversal.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_reversible'])
  expect(await deal.deal()).toMatchObject({ collectedMinor: 0 })
})

test('a requested and a voided draw cannot be reversed', async () => {
  const deal = await open()
  await deal.collect(1000)
  const { id } = await deal.draw(deal.splitIds[0]!, 4)
  await deal.as('owner')('POST', `/draws/${id}/void`)
  const draws = (await entriesOf(deal)).slice(1)
  expect(draws.map(({ kind }: { kind: string }) => kind)).toEqual(['draw_requested', 'draw_voided'])
  for (const { id } of draws) {
    const refused = await deal.as('owner')('POST', `/entries/${id}/reverse`, {})
    expect([refused.status, refused.body.code]).toEqual([409, 'not_reversible'])
  }
})

test('a collection stays if a split or the house needs it for what was clawed back', async () => {
  for (const [splits, who] of [
    [[{ basis: 'gross', sharePpm: 1_000_000 } as const], 'Split'],
    [[], 'The house'],
  ] as const) {
    const deal = await openDeal(service, desk, splits)
    const first = await deal.collect(100)
    const second = await deal.collect(50)
    const clawback = await deal.clawBack(60)
    await deal.reverse(second.id)
    const refused = await deal.as('owner')('POST', `/entries/${first.id}/reverse`, {})
    expect([refused.status, refused.body.code]).toEqual([409, 'would_go_negative'])
    expect(refused.body.error).toContain(who)
    expect(await deal.deal()).toMatchObject({ collectedMinor: 100, clawedBackMinor: 60 })
    await deal.reverse(clawback.id)
    await deal.reverse(first.id)
    expect(await deal.deal()).toMatchObject({ collectedMinor: 0, clawedBackMinor: 0 })
  }
})

test('in another workspace, or missing: 404; by members: 403', async () => {
  const deal = await open()
  const { id } = await deal.collect(10)
  const { owner } = await makeOwner(service, 'Elsewhere')
  const theirs = await openDeal(service, { tokens: { owner } as Desk['tokens'] })
  for (const entryId of [id, NOWHERE, 'x', '1']) {
    const answer = await theirs.as('owner')('POST', `/entries/${entryId}/reverse`, {})
    expect(answer.status).toBe(404)
  }
  for (const role of ['member', 'viewer'] as const) {
    expect((await deal.as(role)('POST', `/entries/${id}/reverse`, {})).status).toBe(403)
  }
  for (const body of [{ reason: ' ' }, { reason: null }, { amountMinor: 5 }]) {
    expect((await deal.as('owner')('POST', `/entries/${id}/reverse`, body)).status).toBe(400)
  }
})
