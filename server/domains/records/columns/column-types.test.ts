import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

type Api = (method: string, path: string, body?: unknown) => ReturnType<TestService['api']>

/** A board with a column of that type, and a row for each value. */
async function open(
  column: Omit<NewColumn, 'name'>,
  values: unknown[],
  kind: 'board' | 'page' = 'board',
) {
  const rows = await openRows(
    service,
    desk,
    [
      { name: 'Other', type: 'text' },
      { name: 'Value', ...column },
    ],
    kind,
  )
  const owner = rows.as('owner')
  const ids: string[] = []
  for (const value of values) {
    const made = await owner('POST', '/rows', { cells: { value } })
    if (made.status !== 201) throw new Error(made.text)
    ids.push(made.body.data.id)
  }
  return { ...rows, owner, ids }
}
const valuesOf = async (api: Api) =>
  (await api('GET', '/rows')).body.data.map(
    (row: { cells: { value?: unknown } }) => row.cells.value,
  )
const preview = (api: Api, body: object) => api('POST', '/columns/value/type/preview', body)
const retype = (api: Api, body: object) => api('POST', '/columns/value/type', body)

describe.each(['board', 'page'] as const)('a column of a %s changes its type', (kind) => {
  test('as the preview says, and its cells are converted', async () => {
    const { owner, ids, subject } = await open({ type: 'text' }, ['1,200', '7', 'lots', null], kind)
    const seen = await preview(owner, { type: 'number' })
    expect([seen.status, seen.body.data]).toEqual([
      201,
      {
        filled: 3,
        same: 0,
        converted: 2,
        lost: 1,
        samples: [
          {
            rowId: ids[2],
            from: 'lots',
            to: null,
            why: expect.stringContaining('"lots" is not a number'),
            reason: 'not_a_number',
            values: { sent: '"lots"' },
          },
          { rowId: ids[0], from: '1,200', to: 1200, why: null },
          { rowId: ids[1], from: '7', to: 7, why: null },
        ],
      },
    ])
    const refused = await retype(owner, { type: 'number' })
    expect([refused.status, refused.body.code]).toEqual([409, 'cells_would_be_lost'])
    expect(refused.body.error).toMatch(/^1 of 3 cells of value cannot become number/)
    expect(await valuesOf(owner)).toEqual(['1,200', '7', 'lots', undefined])
    const before = (await owner('GET', '/columns/value')).body.data
    const changed = await retype(owner, { type: 'number', confirmLoss: true, settings: { min: 0 } })
    expect([changed.status, changed.body.data]).toEqual([
      201,
      { ...before, type: 'number', settings: { min: 0 } },
    ])
    expect(await valuesOf(owner)).toEqual([1200, 7, undefined, undefined])
    const written = await owner('POST', '/rows', { cells: { value: '5' } })
    expect(written.body.data.cells).toEqual({ value: 5 })
    const events = await service.sql(
      "SELECT type FROM events WHERE subject = $1 AND type LIKE 'rows.updated'",
      [subject],
    )
    expect(events).toEqual([])
  })
})

test('rows in the trash are converted too, but not counted', async () => {
  const { owner, ids } = await open({ type: 'number' }, [1, 2])
  await owner('DELETE', `/rows/${ids[0]}`)
  expect((await preview(owner, { type: 'text' })).body.data).toMatchObject({
    filled: 1,
    converted: 1,
  })
  await retype(owner, { type: 'text' })
  await owner('POST', `/rows/${ids[0]}/restore`)
  expect(await valuesOf(owner)).toEqual(['1', '2'])
})

test('the policy stays, and applies to the history too', async () => {
  const { as, owner, ids, key } = await open({ type: 'text' }, ['111'])
  await owner('PATCH', `/rows/${ids[0]}`, { cells: { value: '222' } })
  await restrict(service, desk.workspaceId, key, 'value', { visibleTo: 'roles' })
  await retype(owner, { type: 'number' })
  await owner('PATCH', `/rows/${ids[0]}`, { cells: { value: 333, other: 'x' } })
  const history = async (role: 'member' | 'manager') =>
    (await as(role)('GET', `/rows/${ids[0]}/history`)).body.data.map(
      ({ cells }: { cells: { column: string; from: unknown; to: unknown }[] }) =>
        cells.map((cell) => [cell.column, cell.from, cell.to]),
    )
  expect(await history('manager')).toEqual([
    [
      ['other', null, 'x'],
      ['value', 222, 333],
    ],
    [['value', '111', '222']],
    [['value', null, '111']],
  ])
  expect(await history('member')).toEqual([[['other', null, 'x']], []])
  // Reverting to a value from before the change of type converts the value.
  const [, entry] = (await owner('GET', `/rows/${ids[0]}/history`)).body.data
  const back = await owner('POST', `/rows/${ids[0]}/history/${entry.id}/revert`, {
    column: 'value',
  })
  expect(back.body.data.cells.value).toBe(111)
})

test('a key’s kept receipts still name the column', async () => {
  const { owner, secret, base } = await open({ type: 'number' }, [])
  await service.api('POST', '/v1/ingest/rows', {
    token: secret,
    body: { cells: { value: '1,5 00' } },
  })
  await service.api('POST', '/v1/ingest/rows', {
    token: secret,
    body: { cells: { value: '1,500' } },
  })
  await retype(owner, { type: 'text' })
  const receipts = await service.api('GET', `${base}/receipts`, { token: desk.tokens.owner })
  expect(
    receipts.body.data.at(-1).coerced.items ?? receipts.body.data[0].coerced.items,
  ).toBeDefined()
  expect(receipts.text).toContain('"column":"value"')
})

test('a unique column stays unique, or is refused', async () => {
  const { owner } = await open({ type: 'text', unique: true }, ['1', '2'])
  expect((await retype(owner, { type: 'number' })).status).toBe(201)
  const twin = await owner('POST', '/rows', { cells: { value: '2.0' } })
  expect([twin.status, twin.body.issues[0].path]).toEqual([400, 'body.cells.value'])
  const other = await open({ type: 'text', unique: true }, ['1', '1.0'])
  const refused = await retype(other.owner, { type: 'number' })
  expect([refused.status, refused.body.code]).toEqual([409, 'values_not_unique'])
  expect(await valuesOf(other.owner)).toEqual(['1', '1.0'])
  expect((await other.owner('POST', '/rows', { cells: { value: '1' } })).status).toBe(400)
})

test('is refused for types that the service fills, the same type, wrong settings, other roles and missing columns', async () => {
  const { owner, as } = await open({ type: 'text' }, ['a'])
  await owner('POST', '/columns', { name: 'Number', type: 'auto_number' })
  for (const call of [preview, retype]) {
    for (const [body, path] of [
      [{ type: 'auto_number' }, 'body.type'],
      [{ type: 'text' }, 'body.type'],
      [{ type: 'nothing' }, 'body.type'],
      [{ type: 'number', settings: { options: [] } }, 'body.settings.options'],
      [
        { type: 'select', settings: { options: [{ label: '' }] } },
        'body.settings.options[0].label',
      ],
      [{ type: 'number', position: 1 }, 'body.position'],
    ] as const) {
      const refused = await call(owner, body)
      expect([refused.status, refused.body.code, refused.body.issues[0].path]).toEqual([
        400,
        'invalid_request',
        path,
      ])
    }
    expect((await call(as('manager'), { type: 'number' })).status).toBe(403)
  }
  const body = { type: 'text' }
  expect((await owner('POST', '/columns/number/type', body)).body.code).toBe('invalid_request')
  expect((await owner('POST', '/columns/nothing/type', body)).status).toBe(404)
  expect((await owner('POST', '/columns/nothing/type/preview', body)).status).toBe(404)
  expect(await valuesOf(owner)).toEqual(['a'])
})

test('writers that planned with the old type plan again', async () => {
  const { owner, secret } = await open({ type: 'text' }, [])
  const write = (value: unknown) =>
    service.api('POST', '/v1/ingest/rows', { token: secret, body: { cells: { value } } })
  await write('1')
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, (_, i) => write(String(i)))),
    retype(owner, { type: 'number' }),
  ])
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  const stored = await valuesOf(owner)
  expect(stored).toHaveLength(21)
  expect(stored.every((value: unknown) => typeof value === 'number')).toBe(true)
})
