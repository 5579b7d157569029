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

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** A deal whose only split gets everything, and has collected this much. */
async function funded(collected: number) {
  const deal = await books.deal()
  const split = await books.split(deal.id, {
    partyKind: 'external',
    externalParty: 'Bay Brokers',
    basis: 'gross',
    sharePpm: 1_000_000,
  })
  await books.post(deal.id, 'collections', collected)
  const at = `/deal-splits/${split.id}`
  const kinds = async () =>
    (await books.get(`/deals/${deal.id}/ledger`)).map(({ kind }: { kind: string }) => kind)
  const draw = (amountMinor: number) => books.made('POST', `${at}/draws`, { amountMinor })
  return { dealId: deal.id, id: split.id, at, kinds, draw }
}

test('a draw sets money aside, is paid, and is listed', async () => {
  const { id, at, kinds, dealId } = await funded(10_000)
  const drawn = await books.made('POST', `${at}/draws`, { amountMinor: 6_000, notes: 'By wire' })
  expect(drawn).toEqual({
    id: expect.any(String),
    dealSplitId: id,
    amountMinor: 6_000,
    status: 'requested',
    notes: 'By wire',
    requestedAt: TIME,
    paidAt: null,
    voidedAt: null,
  })
  expect(await books.available(id)).toMatchObject({ drawnMinor: 6_000, availableMinor: 4_000 })
  const paid = await books.made('POST', `/draws/${drawn.id}/pay`)
  expect(paid).toEqual({ ...drawn, status: 'paid', paidAt: TIME })
  expect(await books.available(id)).toMatchObject({ drawnMinor: 6_000, availableMinor: 4_000 })
  const second = await books.made('POST', `${at}/draws`, { amountMinor: 4_000 })
  const list = (query = '') => books.as('owner')('GET', `${at}/draws${query}`)
  expect((await list()).body).toEqual({ data: [paid, second], nextCursor: null })
  const first = (await list('?limit=1')).body
  expect(first.data).toEqual([paid])
  expect((await list(`?cursor=${first.nextCursor}`)).body.data).toEqual([second])
  expect(await kinds()).toEqual([
    'commission_collected',
    'draw_requested',
    'draw_paid',
    'draw_requested',
  ])
  const entries = await books.get(`/deals/${dealId}/ledger?kind=draw_requested`)
  expect(entries[0]).toMatchObject({
    drawId: drawn.id,
    dealSplitId: id,
    amountMinor: 6_000,
    notes: 'By wire',
    createdBy: `user:${desk.seats.manager}`,
  })
  const events = await service.sql(
    "SELECT type, data FROM events WHERE type LIKE 'draw.%' AND data ->> 'drawId' = $1 ORDER BY xid",
    [drawn.id],
  )
  const data = { dealId, dealSplitId: id, drawId: drawn.id }
  expect(events).toEqual([
    { type: 'draw.requested', data },
    { type: 'draw.paid', data },
  ])
})

test('a voided draw gives its money back; a reversed payment can be made again', async () => {
  const { id, draw, kinds, dealId } = await funded(10_000)
  const { id: voided } = await draw(10_000)
  expect(await books.made('POST', `/draws/${voided}/void`)).toMatchObject({
    status: 'voided',
    voidedAt: TIME,
    paidAt: null,
  })
  expect(await books.available(id)).toMatchObject({ drawnMinor: 0, availableMinor: 10_000 })

  const { id: paid } = await draw(7_000)
  await books.made('POST', `/draws/${paid}/pay`)
  const [entry] = await books.get(`/deals/${dealId}/ledger?kind=draw_paid`)
  await books.made('POST', `/entries/${entry.id}/reverse`)
  expect(await books.available(id)).toMatchObject({ drawnMinor: 7_000, availableMinor: 3_000 })
  expect(await books.made('POST', `/draws/${paid}/pay`)).toMatchObject({ status: 'paid' })
  expect((await kinds()).slice(-4)).toEqual([
    'draw_requested',
    'draw_paid',
    'reversal',
    'draw_paid',
  ])
})

test('no more than the available amount can be drawn, and the refusal says how much that is', async () => {
  const { at } = await funded(5_000)
  const draw = (body: object) => books.as('manager')('POST', `${at}/draws`, body)
  const over = await draw({ amountMinor: 5_001 })
  expect([over.status, over.body.code]).toEqual([409, 'insufficient_available'])
  expect(over.body.error).toContain('5000 minor units of USD')
  for (const body of [{}, { amountMinor: 0 }, { amountMinor: -1 }, { amountMinor: 1.5 }]) {
    expect((await draw(body)).body.code).toBe('invalid_request')
  }
  expect((await draw({ amountMinor: 1, status: 'paid' })).status).toBe(400)
  expect((await draw({ amountMinor: 2 ** 53 })).status).toBe(400)
  expect((await draw({ amountMinor: 2 ** 53 - 1 })).body.code).toBe('insufficient_available')
  expect((await draw({ amountMinor: 5_000 })).status).toBe(201)
  expect((await draw({ amountMinor: 1 })).body.error).toContain('0 minor units')
})

test('a draw is settled only once, paid or voided', async () => {
  const { draw } = await funded(5_000)
  const [paid, voided] = [(await draw(1_000)).id, (await draw(1_000)).id]
  await books.made('POST', `/draws/${paid}/pay`)
  await books.made('POST', `/draws/${voided}/void`)
  for (const verb of ['pay', 'void']) {
    const again = await books.as('manager')('POST', `/draws/${paid}/${verb}`)
    expect([again.status, again.body.code]).toEqual([409, 'already_paid'])
    expect(again.body.error).toContain('reverse its entry draw_paid')
    const gone = await books.as('manager')('POST', `/draws/${voided}/${verb}`)
    expect([gone.status, gone.body.code]).toEqual([409, 'already_voided'])
  }
})

describe('a held split', () => {
  test('refuses draws and payments, but a draw can be voided', async () => {
    const { at, draw } = await funded(5_000)
    const [one, other] = [(await draw(1_000)).id, (await draw(1_000)).id]
    await books.made('POST', `${at}/hold`, { reason: 'A dispute' })
    for (const [path, body] of [
      [`${at}/draws`, { amountMinor: 1 }],
      [`/draws/${one}/pay`, undefined],
    ] as const) {
      const held = await books.as('owner')('POST', path, body)
      expect([held.status, held.body.code]).toEqual([409, 'split_held'])
    }
    await books.made('POST', `/draws/${other}/void`)
    await books.made('POST', `${at}/release`, { reason: 'Settled' })
    await books.made('POST', `/draws/${one}/pay`)
    await draw(4_000)
  })
})

test('concurrent draws take no more than there is, and a draw settled twice at once is settled once', async () => {
  const { id, at, dealId } = await funded(10_000)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      books.as('manager')('POST', `${at}/draws`, { amountMinor: 900 }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(11)
  expect(answers.filter(({ body }) => body.code === 'insufficient_available')).toHaveLength(9)
  expect(await books.available(id)).toMatchObject({ drawnMinor: 9_900, availableMinor: 100 })
  const [{ id: drawId }] = await books.get(`${at}/draws`)
  const settled = await Promise.all(
    ['pay', 'void', 'pay', 'void', 'pay'].map((verb) =>
      books.as('manager')('POST', `/draws/${drawId}/${verb}`),
    ),
  )
  expect(settled.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  const entries = await books.get(`/deals/${dealId}/ledger`)
  const ofDraw = entries.filter((entry: { drawId: string }) => entry.drawId === drawId)
  expect(ofDraw).toHaveLength(2)
})

test('only managers request and settle draws, of splits and draws that exist', async () => {
  const { at, draw } = await funded(5_000)
  const { id } = await draw(1_000)
  const body = { amountMinor: 1 }
  for (const role of ['viewer', 'member'] as const) {
    expect((await books.as(role)('POST', `${at}/draws`, body)).status).toBe(403)
    expect((await books.as(role)('POST', `/draws/${id}/pay`)).status).toBe(403)
    expect((await books.as(role)('POST', `/draws/${id}/void`)).status).toBe(403)
  }
  const manager = books.as('manager')
  for (const [method, path, sent] of [
    ['POST', '/deal-splits/999999/draws', body],
    ['GET', '/deal-splits/999999/draws', undefined],
    ['POST', `/draws/${NOWHERE}/pay`, undefined],
    ['POST', '/draws/1/void', undefined],
  ] as const) {
    const missing = await manager(method, path, sent)
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
  }
  expect((await manager('GET', `${at}/draws?cursor=x`)).body.code).toBe('invalid_cursor')
})

test('a repeated Idempotency-Key draws once', async () => {
  const { id, at } = await funded(5_000)
  const send = () =>
    service.api('POST', `/v1/accounting${at}/draws`, {
      token: desk.tokens.manager,
      body: { amountMinor: 3_000 },
      headers: { 'idempotency-key': 'the same draw' },
    })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await books.available(id)).toMatchObject({ drawnMinor: 3_000 })
})
