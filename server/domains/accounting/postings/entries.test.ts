import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDeal } from '../../../tests/support/desks/deals.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const half = { basis: 'gross', sharePpm: 500_000 } as const

test('entries are listed in the order of posting, by pages and by kind', async () => {
  const deal = await openDeal(service, desk, [half])
  const late = { amountMinor: 500, occurredAt: '2020-01-01T00:00:00Z' }
  const posted = [await deal.expect(1000), await deal.collect(600)]
  posted.push((await deal.as('manager')('POST', `${deal.path}/collections`, late)).body.data)
  posted.push(await deal.clawBack(100))
  const list = async (query = '') => {
    const { status, body } = await deal.as('owner')('GET', `${deal.path}/ledger${query}`)
    expect(status).toBe(200)
    return body
  }
  expect(await list()).toEqual({ data: posted, nextCursor: null })
  const first = await list('?limit=3')
  expect(first).toEqual({ data: posted.slice(0, 3), nextCursor: expect.any(String) })
  await deal.reverse(posted[3].id)
  const rest = (await list(`?cursor=${first.nextCursor}`)).data
  expect(rest.map(({ kind }: { kind: string }) => kind)).toEqual(['clawback', 'reversal'])
  expect(rest[0].reversedBy).toBe(rest[1].id)
  const collections = await list('?kind=commission_collected&limit=1')
  expect(collections.data).toEqual([posted[1]])
  const next = await list(`?kind=commission_collected&limit=1&cursor=${collections.nextCursor}`)
  expect(next).toEqual({ data: [posted[2]], nextCursor: null })
  for (const query of ['cursor=x', 'kind=gift', 'limit=0']) {
    const refused = await deal.as('owner')('GET', `${deal.path}/ledger?${query}`)
    expect(refused.status).toBe(400)
  }
})

test('a ledger has only the entries of its deal', async () => {
  const [one, two] = [await openDeal(service, desk), await openDeal(service, desk)]
  await one.collect(5)
  await two.collect(6)
  const { data } = (await two.as('owner')('GET', `${two.path}/ledger`)).body
  expect(data.map(({ amountMinor }: { amountMinor: number }) => amountMinor)).toEqual([6])
})

test('the service itself can neither change nor delete entries', async () => {
  const deal = await openDeal(service, desk, [half])
  await deal.collect(100)
  const client = new pg.Client({ ...service.connection, options: '-c role=sourcebook_app' })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL app.workspace_id = '${desk.workspaceId}'`)
    expect((await client.query('SELECT FROM deal_entries')).rowCount).toBeGreaterThan(0)
    await client.query('ROLLBACK')
    for (const table of ['deal_entries', 'deal_allocations']) {
      for (const statement of [
        `UPDATE ${table} SET amount_minor = 1`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]) {
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
      }
    }
    for (const table of ['deals', 'deal_splits', 'draws']) {
      await expect(client.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' })
    }
  } finally {
    await client.end()
  }
})

test('the database itself refuses entries that would not add up', async () => {
  const deal = await openDeal(service, desk, [half])
  const other = await openDeal(service, desk, [half])
  const [id, theirs] = [deal.splitIds[0]!, other.splitIds[0]!]
  const collection = await deal.collect(100)
  await deal.clawBack(40)
  const draw = await deal.draw(id, 30)
  await deal.reverse((await deal.collect(10)).id)
  const where = `workspace_id = '${desk.workspaceId}' AND deal_id = ${deal.id}`
  const ofDeal = `workspace_id = '${desk.workspaceId}' AND id = ${deal.id}`
  const ofSplit = `workspace_id = '${desk.workspaceId}' AND id = ${id}`
  const entry = (columns: string, values: string, position = 99) =>
    `INSERT INTO deal_entries (workspace_id, deal_id, position, id, occurred_at, created_by, ${columns})
     VALUES ('${desk.workspaceId}', ${deal.id}, ${position}, gen_random_uuid(), now(), 'x', ${values})`
  const part = (split: number, amount: number, position = 1) =>
    `INSERT INTO deal_allocations (workspace_id, deal_id, position, deal_split_id, amount_minor)
     VALUES ('${desk.workspaceId}', ${deal.id}, ${position}, ${split}, ${amount})`
  const forgeries: [string, string][] = [
    // Sums: more clawed back than collected (the deal, the house, a split), below 0, and too large.
    [`UPDATE deals SET clawed_minor = 101 WHERE ${ofDeal}`, '23514'],
    [`UPDATE deals SET collected_minor = 39 WHERE ${ofDeal}`, '23514'],
    [`UPDATE deals SET house_clawed_minor = 51 WHERE ${ofDeal}`, '23514'],
    [`UPDATE deals SET expected_minor = -1 WHERE ${ofDeal}`, '23514'],
    [`UPDATE deals SET expected_minor = 9007199254740992 WHERE ${ofDeal}`, '23514'],
    [`UPDATE deal_splits SET clawed_minor = 51 WHERE ${ofSplit}`, '23514'],
    [`UPDATE deal_splits SET collected_minor = 19 WHERE ${ofSplit}`, '23514'],
    [`UPDATE deal_splits SET drawn_minor = -1 WHERE ${ofSplit}`, '23514'],
    // Parts: for another deal's split, for no split, of no entry, of 0, and a second one for the same split.
    [part(theirs, 5), '23503'],
    [part(2_000_000, 5), '23503'],
    [part(id, 5, 77), '23503'],
    [part(id, 0, 2), '23514'],
    [part(id, 5), '23505'],
    // Entries: without an amount, at a position that is taken, and a clawback without a reason.
    [entry('kind, amount_minor', "'commission_collected', 0"), '23514'],
    [entry('kind, amount_minor', "'commission_collected', 5", 1), '23505'],
    [entry('kind, amount_minor', "'clawback', 5"), '23514'],
    // Reversals: of nothing, of another amount, of another deal's entry, and a second one.
    [entry('kind, amount_minor', "'reversal', 5"), '23514'],
    [entry('kind, amount_minor, reverses_id', `'reversal', 99, '${collection.id}'`), '23503'],
    [
      entry('kind, amount_minor, reverses_id', `'reversal', 100, '${collection.id}'`).replace(
        `, ${deal.id},`,
        `, ${other.id},`,
      ),
      '23503',
    ],
    [
      `INSERT INTO deal_entries (workspace_id, deal_id, position, id, occurred_at, created_by, kind,
         amount_minor, reverses_id)
       SELECT workspace_id, deal_id, 99, gen_random_uuid(), now(), 'x', kind, amount_minor, reverses_id
       FROM deal_entries WHERE ${where} AND kind = 'reversal' RETURNING 1`,
      '23505',
    ],
    // Payments: of another amount than was drawn, and without a draw.
    [
      entry('kind, amount_minor, deal_split_id, draw_id', `'draw_paid', 31, ${id}, '${draw.id}'`),
      '23503',
    ],
    [entry('kind, amount_minor, deal_split_id', `'draw_paid', 30, ${id}`), '23514'],
  ]
  for (const [statement, code] of forgeries) {
    const done = service.undone((sql) => sql(statement))
    await expect(done, statement).rejects.toMatchObject({ code })
  }
  // Valid entries are accepted, so the ones above were refused for their faults.
  await service.undone((sql) =>
    sql(entry('kind, amount_minor, reverses_id', `'reversal', 100, '${collection.id}'`)),
  )
  await service.undone((sql) =>
    sql(
      entry('kind, amount_minor, deal_split_id, draw_id', `'draw_paid', 30, ${id}, '${draw.id}'`),
    ),
  )
})
