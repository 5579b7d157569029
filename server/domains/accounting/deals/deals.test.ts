import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDeal } from '../../../tests/support/desks/deals.ts'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeTrash } from '../../records/trash/trash-purge.ts'

let service: TestService
let desk: Desk
let elsewhere: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  const { owner } = await makeOwner(service, 'Elsewhere')
  elsewhere = { tokens: { owner, viewer: owner } } as Desk
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const api = (role: keyof Desk['tokens'], method: string, path: string, body?: unknown) =>
  service.api(method, `/v1/accounting/deals${path}`, { token: desk.tokens[role], body })

async function rowOf(owner: Desk = desk, kind: 'board' | 'page' = 'page') {
  const rows = await openRows(service, owner, [{ name: 'Name', type: 'text' }], kind)
  const made = await rows.as('owner')('POST', '/rows', { cells: { name: 'Acme' } })
  return { ...rows, id: made.body.data.id as string }
}

test('managers keep a deal', async () => {
  const row = await rowOf()
  const made = await api('manager', 'POST', '', {
    name: 'Acme refinancing',
    currency: 'EUR',
    fundedMinor: 5_000_000,
    dealRowId: row.id,
    notes: 'Closes in May.\nMaybe.',
  })
  expect(made.status).toBe(201)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const { id } = made.body.data
  expect(made.body.data).toEqual({
    id: expect.any(Number),
    name: 'Acme refinancing',
    currency: 'EUR',
    fundedMinor: 5_000_000,
    dealRowId: row.id,
    notes: 'Closes in May.\nMaybe.',
    expectedMinor: 0,
    collectedMinor: 0,
    clawedBackMinor: 0,
    netCollectedMinor: 0,
    outstandingMinor: 0,
    createdAt: time,
    updatedAt: made.body.data.createdAt,
  })
  expect((await api('owner', 'GET', `/${id}`)).body).toEqual({ data: made.body.data })
  const bare = await api('manager', 'POST', '', { name: 'Bare', currency: 'USD' })
  expect(bare.body.data).toMatchObject({
    id: id + 1,
    fundedMinor: null,
    dealRowId: null,
    notes: null,
  })
  const [event] = await service.sql(
    "SELECT actor, data FROM events WHERE type = 'deal.created' AND subject = $1",
    [`deal:${id}`],
  )
  expect(event).toEqual({
    actor: `user:${desk.seats.manager}`,
    data: { dealId: id, dealRowId: row.id },
  })
})

test('fields that are sent are changed, null empties one, and the rest stays', async () => {
  const row = await rowOf(desk, 'board')
  const { id } = await openDeal(service, desk, [], { fundedMinor: 7, notes: 'x' })
  const before = (await api('owner', 'GET', `/${id}`)).body.data
  const change = async (body: object) => {
    const changed = await api('manager', 'PATCH', `/${id}`, body)
    expect(changed.status).toBe(200)
    expect((await api('owner', 'GET', `/${id}`)).body).toEqual(changed.body)
    return changed.body.data
  }
  const changed = await change({ name: 'Renamed', dealRowId: row.id })
  expect(changed).toEqual({
    ...before,
    name: 'Renamed',
    dealRowId: row.id,
    updatedAt: expect.any(String),
  })
  expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
  expect(await change({ fundedMinor: null, notes: null, dealRowId: null })).toMatchObject({
    name: 'Renamed',
    fundedMinor: null,
    notes: null,
    dealRowId: null,
  })
  expect(await change({ fundedMinor: Number.MAX_SAFE_INTEGER })).toMatchObject({
    fundedMinor: Number.MAX_SAFE_INTEGER,
  })
  const events = await service.sql(
    "SELECT data FROM events WHERE type = 'deal.updated' AND subject = $1 ORDER BY xid",
    [`deal:${id}`],
  )
  expect(events.map(({ data }) => data)).toEqual([
    { dealId: id, dealRowId: row.id },
    { dealId: id },
    { dealId: id },
  ])
})

test('a new funded amount affects future collections, and nothing that was posted', async () => {
  const deal = await openDeal(service, desk, [{ basis: 'funded', sharePpm: 100_000 }], {
    fundedMinor: 1000,
  })
  await deal.collect(500)
  expect(await deal.figures('collectedMinor')).toEqual([100])
  await api('manager', 'PATCH', deal.path.slice(6), { fundedMinor: 100 })
  await deal.collect(500)
  expect(await deal.figures('collectedMinor')).toEqual([100])
  await api('manager', 'PATCH', deal.path.slice(6), { fundedMinor: 2500 })
  await deal.collect(500)
  expect(await deal.figures('collectedMinor')).toEqual([250])
})

test('are listed in the order they were made, by pages and by row', async () => {
  const { owner } = await makeOwner(service)
  const own = { tokens: { owner, viewer: owner } } as Desk
  const row = await rowOf(own)
  const ids: number[] = []
  for (const body of [{ dealRowId: row.id }, {}, { dealRowId: row.id }]) {
    ids.push((await openDeal(service, own, [], body)).id)
  }
  const list = async (query: string) => {
    const { body } = await service.api('GET', `/v1/accounting/deals${query}`, {
      token: own.tokens.viewer,
    })
    return { ids: body.data.map(({ id }: { id: number }) => id), next: body.nextCursor }
  }
  expect(await list('')).toEqual({ ids, next: null })
  const first = await list('?limit=2')
  expect(first).toEqual({ ids: ids.slice(0, 2), next: expect.any(String) })
  expect(await list(`?limit=2&cursor=${first.next}`)).toEqual({ ids: ids.slice(2), next: null })
  expect(await list(`?dealRowId=${row.id}`)).toEqual({ ids: [ids[0], ids[2]], next: null })
  expect(await list(`?dealRowId=${NOWHERE}`)).toEqual({ ids: [], next: null })
})

test('are found by part of their name, in either order, with their totals', async () => {
  const { owner } = await makeOwner(service)
  const own = { tokens: { owner, viewer: owner } } as Desk
  const row = await rowOf(own)
  const [first, second, euro] = [
    await openDeal(service, own, [], { name: 'Nguyen Dental', dealRowId: row.id }),
    await openDeal(service, own, [], { name: 'Dental 100%_West' }),
    await openDeal(service, own, [], { name: 'Ortiz Bakery', currency: 'EUR' }),
  ]
  await first.expect(1000)
  await first.collect(600)
  await first.clawBack(100)
  await second.expect(200)
  await euro.expect(500)
  const list = async (query: Record<string, string>) => {
    const { body } = await service.api(
      'GET',
      `/v1/accounting/deals?${new URLSearchParams(query)}`,
      { token: own.tokens.viewer },
    )
    return { ...body, data: body.data.map(({ id }: { id: number }) => id) }
  }
  expect((await list({ search: 'DENTAL' })).data).toEqual([first.id, second.id])
  expect((await list({ search: 'dental', sort: '-id' })).data).toEqual([second.id, first.id])
  expect((await list({ search: '%_w' })).data).toEqual([second.id])
  expect((await list({ search: 'l_w' })).data).toEqual([])
  expect((await list({ search: 'dental', dealRowId: row.id })).data).toEqual([first.id])
  const page = await list({ sort: '-id', limit: '2', totals: 'true' })
  const usd = {
    expectedMinor: 1200,
    collectedMinor: 600,
    clawedBackMinor: 100,
    netCollectedMinor: 500,
  }
  const eur = { expectedMinor: 500, collectedMinor: 0, clawedBackMinor: 0, netCollectedMinor: 0 }
  expect(page).toEqual({
    data: [euro.id, second.id],
    nextCursor: expect.any(String),
    totals: [
      { currency: 'USD', count: 2, ...usd },
      { currency: 'EUR', count: 1, ...eur },
    ],
  })
  const rest = { sort: '-id', limit: '2', totals: 'true', cursor: page.nextCursor }
  expect(await list(rest)).toEqual({ data: [first.id], nextCursor: null })
  const found = await list({ search: 'ortiz', totals: 'true' })
  expect(found.totals).toEqual([{ currency: 'EUR', count: 1, ...eur }])
  expect((await list({ search: 'nobody', totals: 'true' })).totals).toEqual([])
  await service.sql('UPDATE deals SET expected_minor = $2 WHERE workspace_id = $1', [
    (await service.api('GET', '/v1/workspace', { token: owner })).body.data.id,
    Number.MAX_SAFE_INTEGER,
  ])
  const many = await list({ totals: 'true' })
  expect(many.totals[0]).toEqual({ currency: 'USD', count: 2, ...usd, expectedMinor: null })
  expect(many.totals[1].expectedMinor).toBe(Number.MAX_SAFE_INTEGER)
})

test('is refused: no name, no such currency or row, other fields', async () => {
  const row = await rowOf()
  const theirs = await rowOf(elsewhere)
  const { id } = await openDeal(service, desk)
  const good = { name: 'Deal', currency: 'USD' }
  for (const currency of ['XYZ', 'usd', 'US', '', 5, null, undefined]) {
    const refused = await api('owner', 'POST', '', { ...good, currency })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect(refused.body.issues[0].path).toBe('body.currency')
  }
  await row.as('owner')('DELETE', `/rows/${row.id}`)
  for (const [method, path] of [
    ['POST', ''],
    ['PATCH', `/${id}`],
  ] as const) {
    const send = (change: object) =>
      api('owner', method, path, method === 'POST' ? { ...good, ...change } : change)
    for (const name of ['', ' ', 'x'.repeat(301), 5, null]) {
      expect((await send({ name })).status).toBe(400)
    }
    for (const fundedMinor of [-1, 0.5, 1e300, '7']) {
      expect((await send({ fundedMinor })).body.issues[0].path).toBe('body.fundedMinor')
    }
    for (const dealRowId of [NOWHERE, theirs.id, row.id]) {
      const refused = await send({ dealRowId })
      expect([refused.status, refused.body.code]).toEqual([400, 'unknown_reference'])
      expect(refused.body.issues[0].path).toBe('body.dealRowId')
    }
    expect((await send({ collectedMinor: 5 })).status).toBe(400)
  }
  expect((await api('owner', 'PATCH', `/${id}`, {})).status).toBe(400)
  expect((await api('owner', 'PATCH', `/${id}`, { currency: 'EUR' })).status).toBe(400)
  expect((await api('viewer', 'POST', '', good)).status).toBe(403)
  expect((await api('viewer', 'PATCH', `/${id}`, { name: 'x' })).status).toBe(403)
  expect((await api('owner', 'GET', '?cursor=x')).body.code).toBe('invalid_cursor')
  for (const query of ['dealRowId=x', 'sort=name', 'search=', 'search=%20', 'totals=x']) {
    expect((await api('owner', 'GET', `?${query}`)).status, query).toBe(400)
  }
  for (const search of ['%00', '%ED%A0%80', '%FF', '%5C']) {
    expect((await api('owner', 'GET', `?search=${search}`)).status, search).toBeLessThan(500)
  }
})

test('in another workspace, or missing: 404', async () => {
  const { id } = await openDeal(service, desk)
  expect((await openDeal(service, elsewhere)).id).toBe(1)
  const missing = [id, 2_000_000_000, 0, '99999999999', 'x']
  for (const path of missing.flatMap((one) => [`${one}`, `${one}/ledger`])) {
    const answer = await service.api('GET', `/v1/accounting/deals/${path}`, {
      token: elsewhere.tokens.owner,
    })
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
  }
  const token = elsewhere.tokens.owner
  const changed = await service.api('PATCH', `/v1/accounting/deals/${id}`, {
    token,
    body: { name: 'Theirs' },
  })
  expect(changed.status).toBe(404)
})

test('a deal stays when its row is purged, without it', async () => {
  const row = await rowOf()
  const made = await api('manager', 'POST', '', {
    name: 'Kept',
    currency: 'EUR',
    dealRowId: row.id,
  })
  const { id } = made.body.data
  await row.as('owner')('POST', '/rows/delete', { ids: [row.id] })
  await service.sql("UPDATE rows SET deleted_at = now() - interval '31 days' WHERE id = $1", [
    row.id,
  ])
  await purgeTrash(service.db, service.connection, new AbortController().signal)
  expect(await service.sql('SELECT FROM rows WHERE id = $1', [row.id])).toEqual([])
  const kept = await api('owner', 'GET', `/${id}`)
  expect([kept.status, kept.body.data?.dealRowId]).toEqual([200, null])
})
