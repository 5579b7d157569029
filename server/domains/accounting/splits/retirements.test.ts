import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { type Books, openBooks } from '../../../tests/support/desks/money.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let books: Books
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  books = openBooks(service, desk)
})
afterAll(() => service.stop())

const BROKER = { partyKind: 'external', externalParty: 'Bay Brokers' }

async function split(
  terms: object = { basis: 'gross', sharePpm: 400_000 },
  party: object = BROKER,
) {
  const deal = await books.deal({ fundedMinor: 100_000 })
  const { id } = await books.split(deal.id, { ...party, ...terms, notes: 'As agreed' })
  const retire = (body: object, role: 'manager' | 'member' | 'viewer' = 'manager') =>
    books.as(role)('POST', `/deal-splits/${id}/deactivate`, { reason: 'Left', ...body })
  return { dealId: deal.id, id, retire }
}

test('a retired split gets nothing more, and its successor gets later collections', async () => {
  const { dealId, id, retire } = await split()
  await books.post(dealId, 'collections', 1_000)
  const { status, body } = await retire({ successor: { sharePpm: 250_000 } })
  expect(status).toBe(201)
  const time = expect.any(String)
  expect(body.data).toMatchObject({ id, status: 'inactive', deactivatedAt: time })
  expect(body.data.detail).toEqual({
    deactivatedReason: 'Left',
    successorId: body.successor.id,
  })
  expect(body.successor).toMatchObject({
    ...BROKER,
    dealId,
    basis: 'gross',
    sharePpm: 250_000,
    notes: 'As agreed',
    status: 'active',
    deactivatedAt: null,
    held: false,
    detail: { predecessorId: id },
  })
  await books.post(dealId, 'collections', 1_000)
  expect(await books.available(id)).toMatchObject({ collectedMinor: 400, availableMinor: 400 })
  expect(await books.available(body.successor.id)).toMatchObject({ collectedMinor: 250 })
  await books.made('POST', `/deal-splits/${id}/draws`, { amountMinor: 300 })
  await books.post(dealId, 'clawbacks', 200, { reason: 'Paid back early' })
  expect(await books.available(id)).toMatchObject({ clawbackShareMinor: 40, unpaidMinor: 60 })
  // Both events are written in one transaction, so they can come in either order.
  const events = await service.sql(
    "SELECT type, data FROM events WHERE type LIKE 'deal_split.%' AND (data ->> 'dealId')::int = $1 ORDER BY xid, type",
    [dealId],
  )
  expect(events.slice(1)).toEqual([
    { type: 'deal_split.created', data: { dealId, dealSplitId: body.successor.id } },
    { type: 'deal_split.deactivated', data: { dealId, dealSplitId: id } },
  ])
})

test('without a successor none follows; an empty one copies its predecessor', async () => {
  const alone = await split()
  expect((await alone.retire({})).body).toMatchObject({
    data: { status: 'inactive', detail: { deactivatedReason: 'Left' } },
    successor: null,
  })
  for (const terms of [
    { basis: 'gross', sharePpm: 1_000_000 },
    { basis: 'flat', flatAmountMinor: 700 },
  ]) {
    const { retire } = await split(terms, { partyKind: 'crm_user', crmUserId: desk.seats.viewer })
    expect((await retire({ successor: {} })).body.successor).toMatchObject({
      ...terms,
      partyKind: 'crm_user',
      crmUserId: desk.seats.viewer,
      notes: 'As agreed',
    })
  }
})

test('a successor can be for another party, with another basis', async () => {
  const { retire } = await split()
  const successor = {
    partyKind: 'crm_user',
    crmUserId: desk.seats.member,
    basis: 'flat',
    flatAmountMinor: 5_000,
    notes: 'Takes over',
  }
  expect((await retire({ successor })).body.successor).toMatchObject({
    ...successor,
    sharePpm: null,
    externalParty: null,
    accountId: null,
  })
  const house = await split()
  expect((await house.retire({ successor: { partyKind: 'house' } })).body.successor).toMatchObject({
    partyKind: 'house',
    externalParty: null,
    sharePpm: 400_000,
  })
  const other = await split()
  const name = { externalParty: 'Hill Partners' }
  expect((await other.retire({ successor: name })).body.successor).toMatchObject(name)
})

describe('is refused:', () => {
  test.each([
    [{ partyKind: 'house', externalParty: 'X' }, 'body.successor.externalParty'],
    [{ partyKind: 'crm_user' }, 'body.successor.crmUserId'],
    [{ crmUserId: 1 }, 'body.successor.crmUserId'],
    [{ externalParty: 'X', crmUserId: 1 }, 'body.successor.externalParty'],
    [{ flatAmountMinor: 5 }, 'body.successor.flatAmountMinor'],
    [{ basis: 'flat' }, 'body.successor.flatAmountMinor'],
    [{ basis: 'net', flatAmountMinor: 5 }, 'body.successor.flatAmountMinor'],
    [{ dealId: 1 }, 'body.successor'],
  ])('a successor of %j', async (successor, path) => {
    const { id, retire } = await split()
    const { status, body } = await retire({ successor })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.issues[0].path).toContain(path)
    expect(await books.get(`/deal-splits/${id}`)).toMatchObject({ status: 'active' })
  })

  test('an account, a person or a split that does not exist, and a blank reason', async () => {
    const { retire } = await split()
    const nobody = '0190cafe-0000-7000-8000-00000000dead'
    for (const party of [
      { partyKind: 'account', accountId: nobody },
      { partyKind: 'crm_user', crmUserId: 2 ** 53 - 1 },
    ]) {
      const { status, body } = await retire({ successor: party })
      expect([status, body.code]).toEqual([400, 'unknown_reference'])
      expect(body.issues[0].path).toMatch(/^body\.successor\./)
    }
    const seen = await books.as('member')('POST', '/deal-splits/999999/deactivate', { reason: 'x' })
    expect(seen.status).toBe(403)
    const gone = await books.as('manager')('POST', '/deal-splits/999999/deactivate', {
      reason: 'x',
    })
    expect(gone.status).toBe(404)
    expect((await retire({ reason: ' ' })).body.code).toBe('invalid_request')
  })

  test('a share that is too large with the other splits, not counting the predecessor', async () => {
    const { dealId, retire } = await split()
    await books.split(dealId, { partyKind: 'house', basis: 'gross', sharePpm: 500_000 })
    const over = await retire({ successor: { sharePpm: 500_001 } })
    expect([over.status, over.body.code]).toEqual([409, 'over_allocated'])
    expect((await retire({ successor: { sharePpm: 500_000 } })).status).toBe(201)
    const again = await retire({ successor: {} })
    expect([again.status, again.body.code]).toEqual([409, 'split_inactive'])
  })
})

test('if many retire a split at once, one succeeds, and one successor follows', async () => {
  const { dealId, retire } = await split()
  const answers = await Promise.all(Array.from({ length: 6 }, () => retire({ successor: {} })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  expect(await books.get(`/deal-splits?dealId=${dealId}`)).toHaveLength(2)
})
