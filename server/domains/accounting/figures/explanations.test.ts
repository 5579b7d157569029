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

interface Figure {
  name: string
  amountMinor: number
  formula: string
  terms: { what: string; amountMinor: number; entryCount: number | null }[]
}

/** A split that gets half: 500 and 251 collected, 251 reversed, 100 clawed back, 30 and 20 drawn, 20 voided. */
async function story() {
  const deal = await books.deal()
  const half = { basis: 'gross', sharePpm: 500_000 }
  const { id } = await books.split(deal.id, {
    partyKind: 'external',
    externalParty: 'Bay',
    ...half,
  })
  await books.post(deal.id, 'expectations', 3_000)
  await books.post(deal.id, 'collections', 1_000)
  const wrong = await books.post(deal.id, 'collections', 501)
  await books.made('POST', `/entries/${wrong.id}/reverse`)
  await books.post(deal.id, 'clawbacks', 200, { reason: 'Paid back early' })
  const at = `/deal-splits/${id}`
  const paid = await books.made('POST', `${at}/draws`, { amountMinor: 30 })
  await books.made('POST', `/draws/${paid.id}/pay`)
  const voided = await books.made('POST', `${at}/draws`, { amountMinor: 20 })
  await books.made('POST', `/draws/${voided.id}/void`)
  const explain = (query = '') => books.as('owner')('GET', `${at}/availability/explanation${query}`)
  return { id, dealId: deal.id, at, explain }
}

const figure = (figures: Figure[], name: string) => figures.find((one) => one.name === name)!
const total = (amounts: { amountMinor: number }[]) =>
  amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

test('every figure is explained by its entries and other figures', async () => {
  const { id, explain } = await story()
  const { status, body } = await explain()
  expect(status).toBe(200)
  const { dealSplitId, availability, figures } = body.data
  expect(dealSplitId).toBe(id)
  const { isHeld, ...amounts } = availability
  expect(amounts).toEqual({
    collectedMinor: 500,
    pendingMinor: 1_000,
    entitledMinor: 1_500,
    clawbackShareMinor: 100,
    drawnMinor: 30,
    unpaidMinor: 370,
    availableMinor: 370,
  })
  expect(Object.fromEntries(figures.map((one: Figure) => [one.name, one.amountMinor]))).toEqual(
    amounts,
  )
  for (const { terms, amountMinor } of figures) expect(total(terms)).toBe(amountMinor)
  expect(figure(figures, 'collectedMinor').terms).toEqual([
    // Half of 501 is 250.5. The remainders are equal, so the odd unit goes to the split, not to the house.
    { what: 'commission_collected', amountMinor: 751, entryCount: 2 },
    { what: 'reversal', amountMinor: -251, entryCount: 1 },
  ])
  expect(figure(figures, 'drawnMinor').terms).toEqual([
    { what: 'draw_requested', amountMinor: 50, entryCount: 2 },
    { what: 'draw_voided', amountMinor: -20, entryCount: 1 },
  ])
  expect(figure(figures, 'pendingMinor').formula).toContain('its part of 2000 (3000 expected')
})

test('entries are listed page by page, each with what it adds', async () => {
  const { explain } = await story()
  const all = (await explain()).body
  expect(all.nextCursor).toBeNull()
  expect(
    all.data.entries.map(({ kind, adds }: { kind: string; adds: object[] }) => [kind, ...adds]),
  ).toEqual([
    ['commission_collected', { figure: 'collectedMinor', amountMinor: 500 }],
    ['commission_collected', { figure: 'collectedMinor', amountMinor: 251 }],
    ['reversal', { figure: 'collectedMinor', amountMinor: -251 }],
    ['clawback', { figure: 'clawbackShareMinor', amountMinor: 100 }],
    ['draw_requested', { figure: 'drawnMinor', amountMinor: 30 }],
    ['draw_requested', { figure: 'drawnMinor', amountMinor: 20 }],
    ['draw_voided', { figure: 'drawnMinor', amountMinor: -20 }],
  ])
  const paged: object[] = []
  for (let query = '?limit=2'; ; ) {
    const { data, nextCursor } = (await explain(query)).body
    paged.push(...data.entries)
    if (nextCursor === null) break
    query = `?limit=2&cursor=${nextCursor}`
  }
  expect(paged).toEqual(all.data.entries)
})

test('every page has the figures as they are when it is read', async () => {
  const { dealId, explain } = await story()
  const first = (await explain('?limit=2')).body
  const next = `?limit=2&cursor=${first.nextCursor}`
  expect((await explain(next)).body.data.figures).toEqual(first.data.figures)
  await books.post(dealId, 'collections', 77)
  await books.post(dealId, 'clawbacks', 10, { reason: 'Paid back early' })
  const later = (await explain(next)).body.data
  expect(later.figures).not.toEqual(first.data.figures)
  expect(later.figures).toEqual((await explain()).body.data.figures)
})

test('figures are calculated from entries, so a wrong stored sum shows', async () => {
  const { id, explain } = await story()
  await service.sql('UPDATE deal_splits SET collected_minor = collected_minor + 1 WHERE id = $1', [
    id,
  ])
  const { availability, figures } = (await explain()).body.data
  expect(availability.collectedMinor).toBe(501)
  expect(figure(figures, 'collectedMinor').amountMinor).toBe(500)
})

test('a held, a retired and an indebted split say why', async () => {
  const { dealId, at, explain } = await story()
  await books.made('POST', `${at}/hold`, { reason: 'A dispute' })
  const held = (await explain()).body.data
  expect(figure(held.figures, 'availableMinor')).toEqual({
    name: 'availableMinor',
    amountMinor: 0,
    formula: '0: the split is held',
    rule: 'held',
    values: {},
    terms: [
      { what: 'unpaidMinor', amountMinor: 370, entryCount: null },
      { what: 'held', amountMinor: -370, entryCount: null },
    ],
  })
  await books.made('POST', `${at}/release`, { reason: 'Settled' })
  await books.made('POST', `${at}/draws`, { amountMinor: 370 })
  await books.made('POST', `${at}/deactivate`, { reason: 'Left' })
  await books.post(dealId, 'clawbacks', 100, { reason: 'Paid back early' })
  const { availability, figures } = (await explain()).body.data
  expect(availability).toMatchObject({ pendingMinor: 0, unpaidMinor: -50, availableMinor: 0 })
  expect(figure(figures, 'availableMinor').terms[1]).toMatchObject({
    what: 'owed by the party',
    amountMinor: 50,
  })
  expect(figure(figures, 'pendingMinor').formula).toContain('retired')
})

test('is refused for an unknown split or a bad cursor', async () => {
  const { explain } = await story()
  expect((await explain('?cursor=x')).body.code).toBe('invalid_cursor')
  const missing = '/deal-splits/999999/availability/explanation'
  expect((await books.as('owner')('GET', missing)).status).toBe(404)
})
