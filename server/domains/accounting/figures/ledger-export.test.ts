import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
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

const open = (dealId: number, token = desk.tokens.owner, query = '') =>
  service.api('GET', `/v1/accounting/deals/${dealId}/ledger/export${query}`, { token })
const linesOf = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, bom: true }) as never

test('has a line for every entry and part, in major units', async () => {
  const deal = await books.deal({ name: 'Blue Anchor: capital', currency: 'USD' })
  const broker = await books.split(deal.id, {
    partyKind: 'external',
    externalParty: '=Bay Brokers',
    basis: 'gross',
    sharePpm: 333_333,
  })
  await books.post(deal.id, 'expectations', 200_050)
  const collection = await books.post(deal.id, 'collections', 100_001, { reference: '@wire 7' })
  await books.post(deal.id, 'clawbacks', 100, { reason: 'Paid back early' })
  await books.made('POST', `/deal-splits/${broker.id}/draws`, { amountMinor: 5, notes: '-x' })
  const answer = await open(deal.id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('filename="ledger.csv"')
  expect(answer.headers.get('content-disposition')).toContain('Blue%20Anchor%20capital%20ledger')
  expect([...answer.bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = linesOf(answer.text)
  expect(
    lines.map(({ position, kind, amount, dealSplitId, partyKind, party, part }) => [
      position,
      kind,
      amount,
      dealSplitId,
      partyKind,
      party,
      part,
    ]),
  ).toEqual([
    ['1', 'commission_expected', '2000.50', '', '', '', ''],
    ['2', 'commission_collected', '1000.01', `${broker.id}`, 'external', "'=Bay Brokers", '333.34'],
    ['2', 'commission_collected', '1000.01', '', 'house', '', '666.67'],
    ['3', 'clawback', '1.00', `${broker.id}`, 'external', "'=Bay Brokers", '0.33'],
    ['3', 'clawback', '1.00', '', 'house', '', '0.67'],
    ['4', 'draw_requested', '0.05', `${broker.id}`, 'external', "'=Bay Brokers", ''],
  ])
  expect(lines[1]).toMatchObject({
    entryId: collection.id,
    currency: 'USD',
    createdBy: `user:${desk.seats.manager}`,
    reference: "'@wire 7",
    occurredAt: collection.occurredAt,
    createdAt: collection.createdAt,
  })
  expect(lines[5]!.notes).toBe("'-x")
})

test('is sent in pieces, whole and in order, as it was when it began', async () => {
  const deal = await books.deal({ currency: 'JPY' })
  await service.sql(
    `INSERT INTO deal_entries (workspace_id, deal_id, position, id, kind, amount_minor, occurred_at, created_by)
     SELECT $1, $2, n, gen_random_uuid(), 'commission_expected', n, now(), 'user:1'
     FROM generate_series(1, 2500) AS n`,
    [desk.workspaceId, deal.id],
  )
  await service.sql('UPDATE deals SET entry_count = 2499 WHERE id = $1', [deal.id])
  const lines = linesOf((await open(deal.id)).text)
  expect(lines.map(({ position }) => Number(position))).toEqual(
    Array.from({ length: 2499 }, (_, n) => n + 1),
  )
  expect(lines.at(-1)!.amount).toBe('2499')
})

test('has only the entries of one kind if asked to', async () => {
  const deal = await books.deal()
  await books.post(deal.id, 'expectations', 500)
  for (const minor of [100, 200]) await books.post(deal.id, 'collections', minor)
  const ofKind = async (kind: string) =>
    linesOf((await open(deal.id, desk.tokens.owner, `?kind=${kind}`)).text)
  expect((await ofKind('commission_collected')).map(({ amount }) => amount)).toEqual([
    '1.00',
    '2.00',
  ])
  expect(await ofKind('clawback')).toEqual([])
  expect((await open(deal.id, desk.tokens.owner, '?kind=gift')).status).toBe(400)
})

test('has only the header if the deal has no entries', async () => {
  const deal = await books.deal()
  const answer = await open(deal.id)
  expect(answer.text.trim().split('\n')).toHaveLength(1)
  expect(answer.text).toContain('position,entryId,kind')
  expect((await open(999_999)).body.code).toBe('not_found')
  const { owner } = await makeOwner(service)
  expect((await open(deal.id, owner)).status).toBe(404)
})
