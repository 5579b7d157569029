import { afterAll, beforeAll, expect, test } from 'vitest'
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

async function split() {
  const deal = await books.deal()
  const { id } = await books.split(deal.id, {
    partyKind: 'house',
    basis: 'gross',
    sharePpm: 1_000_000,
  })
  const verb = (name: string, body: object = { reason: 'A dispute' }) =>
    books.as('manager')('POST', `/deal-splits/${id}/${name}`, body)
  return { id, dealId: deal.id, verb }
}

test('a hold is recorded and its money accrues; a release ends it', async () => {
  const { id, dealId, verb } = await split()
  await books.post(dealId, 'collections', 1_000)
  const { status, body } = await verb('hold', { reason: 'A dispute with the broker' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ held: true, heldReason: 'A dispute with the broker' })
  expect(body.data.detail).toEqual({ heldAt: expect.any(String) })
  expect(body.data.availability).toMatchObject({ unpaidMinor: 1_000, availableMinor: 0 })
  await books.post(dealId, 'collections', 500)
  expect(await books.available(id)).toMatchObject({
    collectedMinor: 1_500,
    unpaidMinor: 1_500,
    availableMinor: 0,
    isHeld: true,
  })
  const released = (await verb('release', { reason: 'Settled' })).body.data
  expect(released).toMatchObject({ held: false, heldReason: null })
  expect(released.detail).toEqual({
    heldAt: body.data.detail.heldAt,
    releasedAt: expect.any(String),
    releasedReason: 'Settled',
  })
  expect(released.availability).toMatchObject({ availableMinor: 1_500, isHeld: false })
  const again = (await verb('hold', { reason: 'Once more' })).body.data
  expect(again.detail).toEqual({ heldAt: expect.any(String) })
  expect(Date.parse(again.detail.heldAt)).toBeGreaterThanOrEqual(
    Date.parse(released.detail.releasedAt),
  )
  const events = await service.sql(
    "SELECT type, data FROM events WHERE subject = $1 AND type <> 'deal_split.created' ORDER BY xid",
    [`deal_split:${id}`],
  )
  const data = { dealId, dealSplitId: id }
  expect(events).toEqual(
    ['held', 'released', 'held'].map((what) => ({ type: `deal_split.${what}`, data })),
  )
})

test('is held once and released once, even if many try at once', async () => {
  const { verb } = await split()
  expect((await verb('release')).body.code).toBe('not_held')
  for (const [name, refusal] of [
    ['hold', 'already_held'],
    ['release', 'not_held'],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => verb(name)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, refusal]))
  }
})

test('times stay in order even if the clock does not', async () => {
  const { id, verb } = await split()
  await verb('hold')
  const late = '2200-01-01T00:00:00.000Z'
  await service.sql('UPDATE deal_splits SET held_at = $2 WHERE id = $1', [id, late])
  expect((await verb('release')).body.data.detail).toMatchObject({ heldAt: late, releasedAt: late })
  expect((await verb('hold')).body.data.detail.heldAt).toBe(late)
})

test('a retired split can be held, because what it earned could be drawn', async () => {
  const { id, dealId, verb } = await split()
  await books.post(dealId, 'collections', 1_000)
  await verb('deactivate', { reason: 'Left' })
  expect((await verb('hold')).body.data).toMatchObject({ held: true, status: 'inactive' })
  const body = { amountMinor: 1 }
  const drawn = await books.as('manager')('POST', `/deal-splits/${id}/draws`, body)
  expect(drawn.body.code).toBe('split_held')
})

test('needs a manager, a reason and a split that exists', async () => {
  const { id, verb } = await split()
  for (const name of ['hold', 'release']) {
    for (const body of [{}, { reason: '' }, { reason: ' \n' }, { reason: 'x', held: true }]) {
      expect((await verb(name, body)).body.code).toBe('invalid_request')
    }
    const body = { reason: 'x' }
    for (const role of ['viewer', 'member'] as const) {
      const refused = await books.as(role)('POST', `/deal-splits/${id}/${name}`, body)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    }
    const missing = await books.as('manager')('POST', `/deal-splits/999999/${name}`, body)
    expect(missing.status).toBe(404)
  }
})
