import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const MOST = Number.MAX_SAFE_INTEGER
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

test('a collection goes to gross, then to funded and flat, then to net, and the rest to the house', async () => {
  const splits = [
    { basis: 'net', sharePpm: 500_000 },
    { basis: 'gross', sharePpm: 100_000 },
    { basis: 'flat', flatAmountMinor: 30_000 },
    { basis: 'funded', sharePpm: 10_000 },
  ] as const
  const deal = await openDeal(service, desk, splits, { fundedMinor: 2_000_000 })
  const [net, gross, flat, funded] = deal.splitIds
  const first = await deal.as('manager')('POST', `${deal.path}/collections`, {
    amountMinor: 100_000,
    occurredAt: '2026-11-02T10:00:00+01:00',
    reference: 'Wire 77',
  })
  expect(first.status).toBe(201)
  expect(first.body.data).toEqual({
    id: expect.any(String),
    dealId: deal.id,
    kind: 'commission_collected',
    amountMinor: 100_000,
    occurredAt: '2026-11-02T09:00:00.000Z',
    createdAt: time,
    createdBy: `user:${desk.seats.manager}`,
    reference: 'Wire 77',
    reason: null,
    notes: null,
    dealSplitId: null,
    drawId: null,
    reverses: null,
    reversedBy: null,
    allocations: [
      { dealSplitId: net, amountMinor: 20_000 },
      { dealSplitId: gross, amountMinor: 10_000 },
      { dealSplitId: flat, amountMinor: 30_000 },
      { dealSplitId: funded, amountMinor: 20_000 },
      { dealSplitId: null, amountMinor: 20_000 },
    ],
  })
  const second = await deal.collect(100_001)
  expect(second.occurredAt).toBe(second.createdAt)
  expect(second.allocations).toEqual([
    { dealSplitId: net, amountMinor: 45_001 },
    { dealSplitId: gross, amountMinor: 10_000 },
    { dealSplitId: null, amountMinor: 45_000 },
  ])
  expect(await deal.deal()).toMatchObject({ expectedMinor: 0, collectedMinor: 200_001 })
  expect(await deal.figures('collectedMinor')).toEqual([65_001, 20_000, 30_000, 20_000])
  expect(await deal.figures('availableMinor')).toEqual([65_001, 20_000, 30_000, 20_000])
})

test('expectations add up, and expected money is pending until it is collected', async () => {
  const deal = await openDeal(service, desk, [
    { basis: 'gross', sharePpm: 250_000 },
    { basis: 'net', sharePpm: 1_000_000 },
  ])
  await deal.expect(600)
  const entry = await deal.expect(401)
  expect(entry).toMatchObject({ kind: 'commission_expected', allocations: [] })
  expect(await deal.deal()).toMatchObject({ expectedMinor: 1001, collectedMinor: 0 })
  expect(await deal.figures('pendingMinor')).toEqual([250, 751])
  expect(await deal.figures('entitledMinor')).toEqual([250, 751])
  expect(await deal.figures('availableMinor')).toEqual([0, 0])
  await deal.collect(501)
  expect(await deal.figures('pendingMinor')).toEqual([125, 375])
  await deal.collect(700)
  expect(await deal.figures('pendingMinor')).toEqual([0, 0])
  expect(await deal.figures('entitledMinor')).toEqual([300, 901])
})

describe('a preview', () => {
  const shares = [
    { basis: 'gross', sharePpm: 333_333 },
    { basis: 'flat', flatAmountMinor: 150 },
    { basis: 'net', sharePpm: 500_000 },
  ] as const
  const ways = [
    ['collections', {}],
    ['clawbacks', { reason: 'Charged back' }],
  ] as const

  test.each(ways)(
    'of %s has the parts that posting then has, and writes nothing',
    async (what, rest) => {
      const deal = await openDeal(service, desk, shares)
      for (const amountMinor of [1001, 7, 350]) {
        await deal.collect(amountMinor)
        const before = await deal.deal()
        const seen = await deal.as('manager')(
          'GET',
          `${deal.path}/${what}/preview?amountMinor=${amountMinor}`,
        )
        expect(seen.status).toBe(200)
        expect(await deal.deal()).toEqual(before)
        const { allocations, partsHash } = seen.body.data
        const posted = await deal.as('manager')('POST', `${deal.path}/${what}`, {
          amountMinor,
          partsHash,
          ...rest,
        })
        expect(posted.status).toBe(201)
        expect(posted.body.data.allocations).toEqual(allocations)
      }
    },
  )

  test.each(ways)('of %s that is out of date is not posted', async (what, rest) => {
    const deal = await openDeal(service, desk, shares)
    await deal.collect(5000)
    const { body } = await deal.as('owner')('GET', `${deal.path}/${what}/preview?amountMinor=999`)
    const { partsHash } = body.data
    await deal.as('owner')('PATCH', `/deal-splits/${deal.splitIds[0]}`, { sharePpm: 250_000 })
    await deal.collect(2000)
    const before = await deal.deal()
    const sent = { amountMinor: 999, partsHash, ...rest }
    const refused = await deal.as('owner')('POST', `${deal.path}/${what}`, sent)
    expect([refused.status, refused.body.code]).toEqual([409, 'parts_changed'])
    expect(await deal.deal()).toEqual(before)
    const unguarded = await deal.as('owner')('POST', `${deal.path}/${what}`, {
      amountMinor: 999,
      ...rest,
    })
    expect(unguarded.status).toBe(201)
  })

  test('refuses what posting refuses, and is for those who may post', async () => {
    const deal = await openDeal(service, desk, shares)
    await deal.collect(100)
    const preview = async (
      role: 'owner' | 'member',
      what: string,
      amountMinor: number | string,
    ) => {
      const path = `${deal.path}/${what}/preview?amountMinor=${amountMinor}`
      const { status, body } = await deal.as(role)('GET', path)
      return [status, body.code]
    }
    expect(await preview('owner', 'collections', MOST)).toEqual([409, 'amount_too_large'])
    expect(await preview('owner', 'clawbacks', 101)).toEqual([409, 'exceeds_collected'])
    expect(await preview('owner', 'clawbacks', 100)).toEqual([200, undefined])
    expect(await preview('owner', 'collections', 0)).toEqual([400, 'invalid_request'])
    expect(await preview('member', 'collections', 1)).toEqual([403, 'forbidden'])
    expect(await preview('member', 'clawbacks', 1)).toEqual([403, 'forbidden'])
    const { owner } = await makeOwner(service, 'preview')
    const theirs = await service.api(
      'GET',
      `/v1/accounting${deal.path}/collections/preview?amountMinor=1`,
      {
        token: owner,
      },
    )
    expect([theirs.status, theirs.body.code]).toEqual([404, 'not_found'])
  })
})

test('a clawback takes from whoever got the collections, including the house and retired splits', async () => {
  const deal = await openDeal(service, desk, [
    { basis: 'gross', sharePpm: 500_000 },
    { basis: 'gross', sharePpm: 300_000 },
  ])
  const [one, two] = deal.splitIds
  await deal.collect(1000)
  const retired = await deal.as('owner')('POST', `/deal-splits/${two}/deactivate`, {
    reason: 'Left the desk',
  })
  expect(retired.status).toBe(201)
  const made = await deal.as('manager')('POST', `${deal.path}/clawbacks`, {
    amountMinor: 101,
    reason: 'The borrower paid early',
  })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    kind: 'clawback',
    amountMinor: 101,
    reason: 'The borrower paid early',
    allocations: [
      { dealSplitId: one, amountMinor: 51 },
      { dealSplitId: two, amountMinor: 30 },
      { dealSplitId: null, amountMinor: 20 },
    ],
  })
  expect(await deal.deal()).toMatchObject({ collectedMinor: 1000, clawedBackMinor: 101 })
  expect(await deal.figures('clawbackShareMinor')).toEqual([51, 30])
  expect(await deal.figures('unpaidMinor')).toEqual([449, 270])
  const beyond = await deal.as('owner')('POST', `${deal.path}/clawbacks`, {
    amountMinor: 900,
    reason: 'Too much',
  })
  expect([beyond.status, beyond.body.code]).toEqual([409, 'exceeds_collected'])
  expect(beyond.body.error).toContain('899')
  expect(partsOf(await deal.clawBack(899))).toEqual([449, 270, 180])
  expect(await deal.figures('unpaidMinor')).toEqual([0, 0])
})

test('without splits, the house gets everything', async () => {
  const deal = await openDeal(service, desk)
  expect((await deal.collect(7)).allocations).toEqual([{ dealSplitId: null, amountMinor: 7 }])
  expect((await deal.clawBack(7)).allocations).toEqual([{ dealSplitId: null, amountMinor: 7 }])
})

test('amounts are exact up to 2^53 − 1, and no sum exceeds that', async () => {
  const deal = await openDeal(service, desk, [
    { basis: 'gross', sharePpm: 333_333 },
    { basis: 'net', sharePpm: 999_999 },
  ])
  await deal.expect(MOST)
  expect(await deal.figures('pendingMinor')).toEqual([3002396749180579, 6004796500757906])
  expect(partsOf(await deal.collect(MOST - 1))).toEqual([
    3002396749180578, 6004796500757906, 6004802506,
  ])
  await deal.collect(1)
  expect((await deal.deal()).collectedMinor).toBe(MOST)
  for (const what of ['expectations', 'collections']) {
    const beyond = await deal.as('owner')('POST', `${deal.path}/${what}`, { amountMinor: 1 })
    expect([beyond.status, beyond.body.code]).toEqual([409, 'amount_too_large'])
  }
  expect(partsOf(await deal.clawBack(MOST)).reduce((sum, part) => sum + part)).toBe(MOST)
})

test('is refused: a fractional amount, an invalid time, a blank reason, other fields', async () => {
  const deal = await openDeal(service, desk)
  const send = (what: string, body: unknown) =>
    deal.as('manager')('POST', `${deal.path}/${what}`, body)
  for (const what of ['expectations', 'collections', 'clawbacks']) {
    const reason = what === 'clawbacks' ? { reason: 'x' } : {}
    for (const amountMinor of [0, -1, 1.5, '5', null, undefined, MOST + 1, 1e300]) {
      const refused = await send(what, { amountMinor, ...reason })
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
      expect(refused.body.issues[0].path).toBe('body.amountMinor')
    }
    expect((await send(what, { amountMinor: 5, ...reason, currency: 'USD' })).status).toBe(400)
  }
  for (const reason of ['', ' \n', null, undefined]) {
    expect((await send('clawbacks', { amountMinor: 5, reason })).status).toBe(400)
  }
  for (const occurredAt of [
    'yesterday',
    '2026-11-02',
    '0000-01-01T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '9999-12-31T23:59:59-12:00',
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '2099-01-31T00:00:00Z',
    new Date(Date.now() + 2 * 86_400_000).toISOString(),
  ]) {
    const refused = await send('collections', { amountMinor: 5, occurredAt })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'body.occurredAt'])
  }
  expect((await deal.deal()).collectedMinor).toBe(0)
  const refused = await send('collections', { amountMinor: 5, occurredAt: '2099-01-31T00:00:00Z' })
  expect(refused.body.issues[0].message).toMatch(/^is in the future; send a time up to 2/)
  // It may already be tomorrow where the money came in, and money can be expected in the future.
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  expect((await send('collections', { amountMinor: 5, occurredAt: soon })).status).toBe(201)
  const expected = (occurredAt: string) => send('expectations', { amountMinor: 5, occurredAt })
  expect((await expected('2099-01-31T00:00:00Z')).status).toBe(201)
  expect((await expected('2206-01-31T00:00:00Z')).body.issues[0].message).toBe(
    'is not in the years 1970 to 2199; send another time',
  )
})

test('managers and above can post, and only to a deal that exists', async () => {
  const deal = await openDeal(service, desk)
  const { owner } = await makeOwner(service, 'Elsewhere')
  const theirs = await openDeal(service, { tokens: { owner } as Desk['tokens'] })
  const bodies = {
    expectations: { amountMinor: 5 },
    collections: { amountMinor: 5 },
    clawbacks: { amountMinor: 5, reason: 'x' },
  }
  await deal.collect(100)
  for (const [what, body] of Object.entries(bodies)) {
    for (const role of ['member', 'viewer'] as const) {
      expect((await deal.as(role)('POST', `${deal.path}/${what}`, body)).status).toBe(403)
    }
    for (const id of [2_000_000_000, 0, '99999999999', 'x']) {
      expect((await deal.as('owner')('POST', `/deals/${id}/${what}`, body)).status).toBe(404)
    }
    expect((await deal.as('manager')('POST', `${deal.path}/${what}`, body)).status).toBe(201)
    await theirs.collect(100)
  }
  expect(await deal.deal()).toMatchObject({ expectedMinor: 5, collectedMinor: 105 })
})

test('is posted once for one Idempotency-Key', async () => {
  const deal = await openDeal(service, desk, [{ basis: 'gross', sharePpm: 500_000 }])
  const send = () =>
    service.api('POST', `/v1/accounting${deal.path}/collections`, {
      token: desk.tokens.manager,
      body: { amountMinor: 100 },
      headers: { 'idempotency-key': 'wire-77' },
    })
  const [first, second] = await Promise.all([send(), send()])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect((await deal.deal()).collectedMinor).toBe(100)
})

test('events say what happened, without amounts', async () => {
  const deal = await openDeal(service, desk)
  const ids = [
    (await deal.expect(500)).id,
    (await deal.collect(400)).id,
    (await deal.clawBack(300)).id,
  ]
  const events = await service.sql(
    "SELECT type, actor, data FROM events WHERE subject = $1 AND type <> 'deal.created' ORDER BY xid",
    [`deal:${deal.id}`],
  )
  expect(events).toEqual(
    ['expected', 'collected', 'clawed_back'].map((verb, i) => ({
      type: `deal.${verb}`,
      actor: `user:${desk.seats.owner}`,
      data: { dealId: deal.id, entryId: ids[i] },
    })),
  )
})

test('concurrent collections are all counted, and none is split by stale sums', async () => {
  const deal = await openDeal(service, desk, [
    { basis: 'flat', flatAmountMinor: 1000 },
    { basis: 'net', sharePpm: 500_000 },
  ])
  await Promise.all(Array.from({ length: 24 }, () => deal.collect(101)))
  expect((await deal.deal()).collectedMinor).toBe(2424)
  expect(await deal.figures('collectedMinor')).toEqual([1000, 719])
  const entries = await service.sql(
    'SELECT position, created_at FROM deal_entries WHERE deal_id = $1 AND workspace_id = $2 ORDER BY position',
    [deal.id, desk.workspaceId],
  )
  expect(entries.map(({ position }) => position)).toEqual(
    Array.from({ length: 24 }, (_, i) => i + 1),
  )
  const times = entries.map(({ created_at }) => created_at.getTime())
  expect(times).toEqual(times.toSorted((one, next) => one - next))
})
