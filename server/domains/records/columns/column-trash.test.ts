import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
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

const columns = [
  { name: 'Name', type: 'text' },
  { name: 'Email', type: 'email', unique: true },
  { name: 'Amount', type: 'number' },
]
const open = (kind: 'board' | 'page' = 'board') => openRows(service, desk, columns, kind)
type Rows = Awaited<ReturnType<typeof open>>
const keys = async (rows: Rows, query = '') =>
  (await rows.as('owner')('GET', `/columns${query}`)).body.data.map(
    ({ key }: { key: string }) => key,
  )

describe.each(['board', 'page'] as const)('the columns of a %s', (kind) => {
  test('get another order, which the definition shows', async () => {
    const rows = await open(kind)
    const owner = rows.as('owner')
    const { id } = (await owner('GET', '/columns/amount')).body.data
    const moved = await owner('POST', '/columns/reorder', { columns: [id, ' NAME', 'email'] })
    expect([moved.status, moved.body.nextCursor]).toEqual([201, null])
    const order = ['amount', 'name', 'email']
    expect(moved.body.data.map(({ key }: { key: string }) => key)).toEqual(order)
    expect(await keys(rows)).toEqual(order)
    const definition = (await owner('GET', '')).body.data
    expect(definition.columns).toEqual(moved.body.data)
    await owner('POST', '/columns', { name: 'Last', type: 'text' })
    expect(await keys(rows)).toEqual([...order, 'last'])
    const [event] = await service.sql(
      "SELECT actor FROM events WHERE type = 'columns.reordered' AND subject = $1",
      [rows.subject],
    )
    expect(event.actor).toBe(`user:${desk.seats.owner}`)
  })

  test('go to the trash and come back with their cells', async () => {
    const rows = await open(kind)
    const owner = rows.as('owner')
    const row = (await owner('POST', '/rows', { cells: { name: 'Ann', amount: 5 } })).body.data
    const column = (await owner('GET', '/columns/amount')).body.data
    expect((await owner('DELETE', '/columns/amount')).status).toBe(204)
    await owner('DELETE', '/columns/name')
    expect(await keys(rows)).toEqual(['email'])
    const listed = (await owner('GET', '/columns?trashed=true')).body
    expect(listed.data.map(({ key }: { key: string }) => key)).toEqual(['name', 'amount'])
    expect(listed.data[1]).toEqual({ ...column, deletedAt: expect.any(String) })
    const [first, second] = [
      (await owner('GET', '/columns?trashed=true&limit=1')).body,
      (
        await owner(
          'GET',
          `/columns?trashed=true&limit=1&cursor=${
            (await owner('GET', '/columns?trashed=true&limit=1')).body.nextCursor
          }`,
        )
      ).body,
    ]
    expect([...first.data, ...second.data]).toEqual(listed.data)
    expect(second.nextCursor).toBeNull()
    const back = await owner('POST', '/columns/amount/restore')
    expect([back.status, back.body.data]).toEqual([201, column])
    expect((await owner('POST', `/columns/${listed.data[0].id}/restore`)).status).toBe(201)
    expect((await owner('GET', `/rows/${row.id}`)).body.data).toEqual(row)
    expect((await owner('GET', '/columns?trashed=true')).body.data).toEqual([])
    expect((await owner('POST', '/columns/amount/restore')).status).toBe(404)
  })
})

test('an order is refused if it names a column twice, leaves one out, or names one that does not exist', async () => {
  const rows = await open()
  const reorder = (list: unknown, role: keyof Desk['tokens'] = 'owner') =>
    rows.as(role)('POST', '/columns/reorder', { columns: list })
  const twice = await reorder(['name', 'email', 'amount', 'Name'])
  expect([twice.status, twice.body.issues]).toEqual([
    400,
    [
      {
        path: 'body.columns[3]',
        message: 'names the same column as body.columns[0]',
        reason: 'same_column',
        values: { place: 'body.columns[0]' },
      },
    ],
  ])
  expect((await reorder(['name', 'email'])).body.error).toBe('body.columns leaves out amount.')
  const unknown = await reorder(['name', 'nothing', 'amount', 'more'])
  expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_column'])
  expect(unknown.body.issues).toHaveLength(2)
  const mistyped = await reorder(['name', 'emal', 'amount'])
  expect(mistyped.body.error).toBe(
    'body.columns[1] names "emal", but there is no such column; the nearest is email.',
  )
  expect((await reorder([])).body.code).toBe('invalid_request')
  expect((await reorder(['name', 'email', 'amount'], 'manager')).status).toBe(403)
  expect(await keys(rows)).toEqual(['name', 'email', 'amount'])
})

describe('a column does not come back', () => {
  test('while another column has its key or its name', async () => {
    const rows = await open()
    const owner = rows.as('owner')
    const restore = (ref: string) => owner('POST', `/columns/${ref}/restore`)
    await owner('DELETE', '/columns/amount')
    await owner('POST', '/columns', { name: 'Sum', key: 'amount', type: 'text' })
    const key = await restore('amount')
    expect([key.status, key.body.code]).toEqual([409, 'key_taken'])
    await owner('DELETE', '/columns/amount')
    await owner('POST', '/columns', { name: 'AMOUNT', key: 'other', type: 'text' })
    const [, amount] = (await owner('GET', '/columns?trashed=true')).body.data
    const name = await restore(amount.id)
    expect([name.status, name.body.code]).toEqual([409, 'name_taken'])
    // Of several columns with this key, the one that was deleted last comes back.
    expect((await restore('amount')).body.data.name).toBe('Sum')
  })

  test('after 30 days, for anybody below admin, or if it is not in the trash', async () => {
    const rows = await open()
    const owner = rows.as('owner')
    await owner('DELETE', '/columns/amount')
    expect((await rows.as('manager')('POST', '/columns/amount/restore')).status).toBe(403)
    expect((await owner('POST', '/columns/nothing/restore')).status).toBe(404)
    expect((await owner('POST', '/columns/name/restore')).status).toBe(404)
    await service.sql(
      "UPDATE columns SET deleted_at = now() - interval '31 days' WHERE definition_id = $1 AND key = 'amount'",
      [rows.id],
    )
    expect((await owner('POST', '/columns/amount/restore')).status).toBe(404)
    expect(await keys(rows, '?trashed=true')).toEqual([])
  })
})

test('a unique column is unique again, unless two rows now hold the same value', async () => {
  const rows = await open()
  const owner = rows.as('owner')
  const add = (email: string) => owner('POST', '/rows', { cells: { email } })
  const first = (await add('a@a.example')).body.data.id
  await owner('DELETE', '/columns/email')
  expect((await owner('POST', '/columns/email/restore')).body.data.unique).toBe(true)
  expect((await add('a@a.example')).status).toBe(400)
  // A row in the trash gives up its value. If the row is restored while the column is in the trash, it does not claim
  // the value again.
  await owner('DELETE', `/rows/${first}`)
  await add('a@a.example')
  await owner('DELETE', '/columns/email')
  expect((await owner('POST', `/rows/${first}/restore`)).status).toBe(201)
  expect((await owner('POST', '/columns/email/restore')).body.data.unique).toBe(false)
  expect((await add('a@a.example')).status).toBe(201)
})

test('people who cannot see a column do not find it in the trash', async () => {
  const rows = await open()
  await restrict(service, desk.workspaceId, rows.key, 'amount', { visibleTo: 'roles' })
  await rows.as('owner')('DELETE', '/columns/amount')
  const trash = (role: keyof Desk['tokens']) => rows.as(role)('GET', '/columns?trashed=true')
  expect((await trash('manager')).body.data).toHaveLength(1)
  expect((await trash('member')).body.data).toEqual([])
  expect((await trash('member')).body.nextCursor).toBeNull()
  expect((await rows.as('owner')('GET', '/columns?trashed=true&cursor=x')).status).toBe(400)
})
