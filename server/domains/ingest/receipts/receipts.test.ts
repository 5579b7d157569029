import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { integration, restrict } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
const columns = [
  { name: 'Name', type: 'text', required: true },
  { name: 'Amount', type: 'number' },
]
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const list = (base: string, query = '', token = desk.tokens.owner) =>
  service.api('GET', `${base}/receipts${query}`, { token })
const daily = async (base: string, query = '', token = desk.tokens.owner) =>
  (await service.api('GET', `${base}/receipts/daily${query}`, { token })).body.data
const none = { count: 0, items: [] }

test('every write request of a key leaves a receipt, newest first, with everything that was not stored as sent', async () => {
  const board = await makeBoard(service, desk.tokens.owner, columns)
  const { write } = integration(service, board.secret)
  await write({ cells: { name: 'Ann', amount: 1 } })
  await write({ rows: [{ name: ' Bea ' }, { name: 'Cy', amount: '2', nick: 'C' }] })
  await write({ rows: [{ name: 'Dee' }, { amount: 'lots' }] })
  await write('{')
  const { status, body } = await list(`/v1/boards/${board.id}`)
  expect(status).toBe(200)
  const common = {
    id: expect.any(String),
    at: expect.stringMatching(/Z$/),
    keyId: board.keyId,
    formId: null,
    addressId: null,
    hookId: null,
    coerced: none,
    ignored: none,
    refused: none,
  }
  expect(body.data).toEqual([
    {
      ...common,
      outcome: 'refused',
      rowCount: 0,
      firstPosition: null,
      refused: {
        count: 1,
        items: [
          {
            index: 0,
            message: 'The body is not valid JSON: it ends too early; send all of it.',
            column: null,
          },
        ],
      },
    },
    {
      ...common,
      outcome: 'refused',
      rowCount: 2,
      firstPosition: null,
      refused: {
        count: 2,
        items: [
          {
            index: 1,
            column: 'amount',
            message: 'amount: "lots" is not a number; send digits such as 1234.5',
            reason: 'not_a_number',
            values: { sent: '"lots"' },
          },
          {
            index: 1,
            column: 'name',
            message: 'name: is required; send a value for it',
            reason: 'required',
            values: {},
          },
        ],
      },
    },
    {
      ...common,
      outcome: 'created',
      rowCount: 2,
      firstPosition: 2,
      coerced: {
        count: 2,
        items: [
          { index: 0, column: 'name', sent: ' Bea ', stored: 'Bea' },
          { index: 1, column: 'amount', sent: '2', stored: '2' },
        ],
      },
      ignored: { count: 1, items: [{ index: 1, column: 'nick', why: 'no such column' }] },
    },
    { ...common, outcome: 'created', rowCount: 1, firstPosition: 1 },
  ])
  expect(body.nextCursor).toBeNull()
})

test('dry runs and requests that never reach the key’s board leave none', async () => {
  const board = await makeBoard(service, desk.tokens.owner, columns)
  const strict = await service.beside({ rateLimitIngest: 1 })
  const { write } = integration(service, board.secret)
  await write({ cells: { name: 'Ann' } }, { query: '?dryRun=true' })
  await write({ cells: { amount: 'x' } }, { query: '?dryRun=true' })
  await write({ cells: { name: 'Ann' } }, { headers: { 'content-type': 'text/plain' } })
  expect((await write({ cells: { name: 'Ann' } }, { on: strict })).status).toBe(429)
  expect((await list(`/v1/boards/${board.id}`)).body.data).toEqual([])
})

test('it says that a record was updated or replayed; a retry with an Idempotency-Key leaves no second one', async () => {
  const page = await makePage(service, desk.tokens.owner, columns)
  const { write } = integration(service, page.secret, 'page')
  const body = { cells: { name: 'Ann' }, external_id: 'a' }
  await write(body, { retry: 'k' })
  await write(body, { retry: 'k' })
  await write(body)
  await write({ ...body, onConflict: 'update' })
  const { data } = (await list(`/v1/definitions/${page.key}`)).body
  expect(
    data.map(({ outcome, firstPosition }: Record<string, unknown>) => [outcome, firstPosition]),
  ).toEqual([
    ['updated', null],
    ['replayed', null],
    ['created', 1],
  ])
})

test('receipts are found by key and by outcome, and read page by page', async () => {
  const board = await makeBoard(service, desk.tokens.owner, columns)
  const second = await service.api('POST', `/v1/boards/${board.id}/keys`, {
    token: desk.tokens.owner,
    body: { name: 'Second', scopes: ['rows:write'] },
  })
  const [one, two] = [board.secret, second.body.data.secret].map((key) => integration(service, key))
  for (let i = 0; i < 3; i++) {
    await one!.write({ cells: { name: 'A' } })
    await two!.write({ cells: {} })
  }
  await two!.write({ cells: { name: 'B' } })
  const base = `/v1/boards/${board.id}`
  const count = async (query: string) => (await list(base, query)).body.data.length
  expect(await count('')).toBe(7)
  expect(await count(`?keyId=${board.keyId}`)).toBe(3)
  expect(await count('?outcome=refused')).toBe(3)
  expect(await count(`?outcome=created&keyId=${second.body.data.id}`)).toBe(1)
  expect(await count('?outcome=updated')).toBe(0)
  expect((await list(base, '?outcome=lost')).status).toBe(400)
  expect((await list(base, '?keyId=7')).status).toBe(400)

  const all = (await list(base)).body.data
  const seen: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await list(base, `?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data)
    cursor = body.nextCursor
    if (seen.length === 3) await one!.write({ cells: { name: 'Late' } }) // does not shift the pages
  }
  expect(seen).toEqual(all)
})

test('receipts are counted by key and day, in the board’s time zone', async () => {
  const board = await makeBoard(service, desk.tokens.owner, columns, {
    settings: { timeZone: 'Pacific/Kiritimati' },
  })
  const base = `/v1/boards/${board.id}`
  const { write } = integration(service, board.secret)
  await write({ rows: [{ name: ' Bea ' }, { name: 'Cy', amount: '2', nick: 'C' }] })
  await write({ rows: [{ name: 'Dee' }, { amount: 'lots' }] })
  await write('{')
  const { from, to, days, ...rest } = await daily(base, '?days=2')
  expect(rest).toEqual({ timeZone: 'Pacific/Kiritimati', complete: true })
  expect(Date.parse(to) - Date.parse(from)).toBe(24 * 3600 * 1000)
  expect(days).toEqual([
    {
      day: to,
      keyId: board.keyId,
      formId: null,
      addressId: null,
      hookId: null,
      requests: 3,
      filled: 2,
      replayed: 0,
      coerced: 2,
      ignored: 1,
      refused: 3,
      blocked: 0,
    },
  ])
  expect((await daily(base, `?keyId=${crypto.randomUUID()}`)).days).toEqual([])
  expect((await list(base, `?day=${to}`)).body.data).toHaveLength(3)
  expect((await list(base, `?day=${from}`)).body.data).toEqual([])
  expect((await list(base, '?day=2026-02-30')).status).toBe(400)
})

test('the first hundred cells are listed, and all are counted', async () => {
  const board = await makeBoard(service, desk.tokens.owner, columns)
  const { write } = integration(service, board.secret)
  const rows = Array.from({ length: 150 }, (_, i) => ({ name: ' x ', [`unknown ${i}`]: 1 }))
  await write({ rows })
  await write({ rows: rows.map(() => ({})) })
  const [refused, created] = (await list(`/v1/boards/${board.id}`)).body.data
  const [day] = (await daily(`/v1/boards/${board.id}`)).days
  expect([day.coerced, day.ignored, day.refused]).toEqual([150, 150, 150])
  for (const kept of [created.coerced, created.ignored, refused.refused]) {
    expect([kept.count, kept.items.length]).toEqual([150, 100])
    expect(kept.items.map(({ index }: { index: number }) => index)).toEqual(
      rows.map((_, i) => i).slice(0, 100),
    )
  }
})

test('people who cannot see a column see nothing of it in receipts either', async () => {
  const board = await makeBoard(service, desk.tokens.owner, columns)
  const { write } = integration(service, board.secret)
  await write({ cells: { name: 'Ann', amuont: 1 } })
  await write({ cells: { name: 'Ann', amount: '1,200,120,012' } })
  await write({ cells: { name: 'Ann', amount: 'a fortune' } })
  await write({ rows: Array.from({ length: 150 }, (_, i) => ({ name: ` N${i} `, amount: '7' })) })
  await restrict(service, desk.workspaceId, board.key, 'amount', { editableBy: 'roles' })
  await write({ cells: { name: 'Ann', amount: 1 } })
  await restrict(service, desk.workspaceId, board.key, 'amount', { visibleTo: 'roles' })
  for (const role of ['viewer', 'member'] as const) {
    const seen = await list(`/v1/boards/${board.id}`, '', desk.tokens[role])
    expect(seen.status).toBe(200)
    expect(seen.text).not.toMatch(/amount|1,200,120,012|1200120012|fortune/)
    const [locked, batch, refused, created, mistyped] = seen.body.data
    expect(mistyped.ignored.items).toEqual([{ index: 0, column: 'amuont', why: 'no such column' }])
    expect([locked.ignored, refused.refused, created.coerced]).toEqual([none, none, none])
    // The receipt lists 100 of 300 conversions, half of them in the hidden column. The other 200 are in no count.
    expect([batch.coerced.count, batch.coerced.items.length]).toEqual([50, 50])
    const [day] = (await daily(`/v1/boards/${board.id}`, '', desk.tokens[role])).days
    expect([day.coerced, day.ignored]).toEqual([50, 1])
  }
  for (const role of ['manager', 'admin', 'owner'] as const) {
    const seen = await list(`/v1/boards/${board.id}`, '', desk.tokens[role])
    const [locked, batch, refused, created, mistyped] = seen.body.data
    expect(mistyped.ignored.items[0].why).toBe('no such column; the nearest is amount')
    expect(batch.coerced.count).toBe(300)
    const [day] = (await daily(`/v1/boards/${board.id}`, '', desk.tokens[role])).days
    expect([day.coerced, day.ignored]).toEqual([301, 2])
    expect(locked.ignored.items).toEqual([
      { index: 0, column: 'amount', why: 'this column cannot be written here' },
    ])
    expect(refused.refused.items[0].message).toContain('fortune')
    expect(created.coerced.items).toEqual([
      { index: 0, column: 'amount', sent: '1,200,120,012', stored: '1200120012' },
    ])
  }
})
