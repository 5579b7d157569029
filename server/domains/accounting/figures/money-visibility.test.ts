import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deal, openDeal } from '../../../tests/support/desks/deals.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

// What a member with a split of their own sees. The split is 20 % of what is left after the broker's 10 %.

let service: TestService
let desk: Desk
let deal: Deal
let own: number
let brokers: number
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  const member = { partyKind: 'crm_user', crmUserId: desk.seats.member }
  const broker = { partyKind: 'external', externalParty: 'Bay Brokers' }
  deal = await openDeal(
    service,
    desk,
    [
      { ...broker, basis: 'gross', sharePpm: 100_000 },
      { ...member, basis: 'net', sharePpm: 200_000, notes: 'As agreed' },
    ],
    { fundedMinor: 9_000_000, notes: 'Bay Brokers gets 10 %' },
  )
  ;[brokers, own] = deal.splitIds as [number, number]
  await deal.expect(20_000)
  await deal.as('owner')('POST', `${deal.path}/collections`, {
    amountMinor: 10_000,
    reference: 'Wire of 10000',
  })
  await deal.clawBack(1000)
  await deal.as('owner')('POST', `/deal-splits/${own}/draws`, { amountMinor: 300, notes: 'Rent' })
  await deal.draw(brokers, 100)
})
afterAll(() => service.stop())

const as = (role: keyof Desk['tokens'], path: string) => deal.as(role)('GET', path)
const seen = async (path: string) => (await as('member', path)).body.data
const choose = (moneyVisibleTo: string) =>
  service.api('PATCH', '/v1/workspace', { token: desk.tokens.owner, body: { moneyVisibleTo } })

test('they see the name of the deal, and no sums, not even as 0', async () => {
  const { name, currency, dealRowId, createdAt, updatedAt } = await deal.deal()
  const named = { id: deal.id, name, currency, dealRowId, createdAt, updatedAt }
  expect(await seen(deal.path)).toEqual(named)
  const { body } = await as('member', '/deals?totals=true')
  expect(body).toEqual({ data: [named], nextCursor: null })
})

test('members make deals, and can change only the fields that they see', async () => {
  const send = (role: keyof Desk['tokens'], method: string, path: string, body: object) =>
    deal.as(role)(method, path, body)
  const made = await send('member', 'POST', '/deals', { name: 'By a member', currency: 'USD' })
  expect(made.status).toBe(201)
  expect(made.body.data).not.toHaveProperty('expectedMinor')
  const other = `/deals/${made.body.data.id}`
  expect((await send('member', 'PATCH', other, { name: 'x' })).status).toBe(404)
  const name = 'Term loan, second draw'
  expect((await send('member', 'PATCH', deal.path, { name })).body.data).toMatchObject({ name })
  for (const change of [{ fundedMinor: 1 }, { notes: 'x' }]) {
    const refused = await send('member', 'PATCH', deal.path, change)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  }
  await choose('everyone')
  expect((await send('member', 'PATCH', other, { notes: 'x' })).status).toBe(200)
  expect((await send('member', 'PATCH', other, { fundedMinor: 1 })).status).toBe(403)
  await choose('own')
})

test('their split is answered with all its figures, and no other split is', async () => {
  const split = await deal.split(own)
  expect(split.availability).toMatchObject({ collectedMinor: 1800, drawnMinor: 300 })
  expect(await seen(`/deal-splits/${own}`)).toEqual(split)
  expect((await as('member', '/deal-splits')).body).toEqual({ data: [split], nextCursor: null })
  expect((await as('member', `/deal-splits/${brokers}`)).status).toBe(404)
  expect(await seen('/deal-splits?partyKind=external')).toEqual([])
})

test('the ledger has the entries that concern it: their part of a collection, all of a draw', async () => {
  const all = (await as('owner', `${deal.path}/ledger`)).body.data
  const [, collection, clawback, draw] = all
  const partOf = (entry: typeof collection, part: number) => {
    const { amountMinor: _, reference, reason, notes, ...rest } = entry
    return { ...rest, allocations: [{ dealSplitId: own, amountMinor: part }] }
  }
  const theirs = [partOf(collection, 1800), partOf(clawback, 180), draw]
  expect(await seen(`${deal.path}/ledger`)).toEqual(theirs)
  const first = (await as('member', `${deal.path}/ledger?limit=1`)).body
  expect(first.data).toEqual(theirs.slice(0, 1))
  const next = (await as('member', `${deal.path}/ledger?cursor=${first.nextCursor}`)).body
  expect(next).toEqual({ data: theirs.slice(1), nextCursor: null })
  expect(Buffer.from(first.nextCursor, 'base64url').toString()).toBe(
    JSON.stringify([collection.id]),
  )
})

test('the ledger’s file has a line for each of their parts, and empty cells for the rest', async () => {
  const { text } = await as('member', `${deal.path}/ledger/export`)
  const lines = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  expect(lines.map(({ kind, amount, part }) => [kind, amount, part])).toEqual([
    ['commission_collected', '', '18.00'],
    ['clawback', '', '1.80'],
    ['draw_requested', '3.00', ''],
  ])
  for (const { position, dealSplitId, reference, reason, notes } of lines.slice(0, 2)) {
    expect([position, dealSplitId, reference, reason, notes]).toEqual(['', String(own), '', '', ''])
  }
})

test('pending money is explained without what the deal expects', async () => {
  const explained = await seen(`/deal-splits/${own}/availability/explanation`)
  const [collected, pending] = explained.figures
  expect(collected).toMatchObject({ amountMinor: 1800 })
  expect(pending).toMatchObject({ name: 'pendingMinor', amountMinor: 1800 })
  expect(pending.formula).not.toMatch(/\d/)
  expect(explained.entries.map((entry: object) => 'amountMinor' in entry)).toEqual([
    false,
    false,
    true,
  ])
  expect((await as('owner', `/deal-splits/${own}/availability/explanation`)).text).toContain(
    '20000',
  )
})

test('their balance is theirs; other parties have none for them, as if they had no split', async () => {
  const mine = `/parties/crm_user/${desk.seats.member}/balance`
  const [balance] = (await seen(mine)).balances
  expect(balance).toMatchObject({ splitCount: 1, collectedMinor: 1800, unpaidMinor: 1320 })
  expect((await seen('/parties/house/house/balance')).balances).toEqual([])
  expect((await seen('/parties/external/Bay%20Brokers/balance')).balances).toEqual([])
})

test('the retirement of a split does not reveal who has it now', async () => {
  const retire = (body: object) =>
    deal.as('owner')('POST', `/deal-splits/${own}/deactivate`, { reason: 'Moved', ...body })
  const { successor } = (await retire({ successor: { partyKind: 'house' } })).body
  expect((await deal.split(own)).detail.successorId).toBe(successor.id)
  expect((await seen(`/deal-splits/${own}`)).detail).toEqual({ deactivatedReason: 'Moved' })
})

test('a changed setting applies from the next request on, for everybody', async () => {
  const statusOf = async (role: 'member' | 'viewer') =>
    [deal.path, `/deal-splits/${own}`, `/deal-splits/${brokers}`].map(
      async (path) => (await as(role, path)).status,
    )
  const statuses = async () => [
    await Promise.all(await statusOf('member')),
    await Promise.all(await statusOf('viewer')),
  ]
  const none = [404, 404, 404]
  expect(await statuses()).toEqual([[200, 200, 404], none])
  await choose('managers')
  expect(await statuses()).toEqual([none, none])
  expect((await as('member', '/deals')).body).toEqual({ data: [], nextCursor: null })
  await choose('everyone')
  expect(await statuses()).toEqual([
    [200, 200, 200],
    [200, 200, 200],
  ])
  expect((await as('manager', deal.path)).body.data).toHaveProperty('expectedMinor')
})
