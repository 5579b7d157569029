import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const columns = [
  { name: 'Full Name', type: 'text', required: true },
  { name: 'Amount', type: 'number' },
  { name: 'Email', type: 'email', unique: true },
  {
    name: 'Stage',
    type: 'select',
    settings: { options: [{ label: 'New' }], allowNewOptions: true },
  },
]
const open = (kind: 'board' | 'page' = 'board') => openRows(service, desk, columns, kind)
const add = async (rows: Rows, ...cells: object[]): Promise<string[]> => {
  const made = await rows.as('owner')('POST', '/rows', { rows: cells.map((c) => ({ cells: c })) })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data.map(({ id }: { id: string }) => id)
}

describe.each(['board', 'page'] as const)('a row of a %s is changed', (kind) => {
  test('in the named cells only, with a receipt', async () => {
    const rows = await open(kind)
    const [id] = await add(rows, { full_name: 'Ann', amount: 1, email: 'ann@a.example' })
    const { status, body } = await rows.as('member')('PATCH', `/rows/${id}`, {
      cells: { ' AMOUNT ': '1,200', email: '', stage: 'Won' },
      version: 1,
    })
    expect(status).toBe(200)
    expect(body.data.cells).toEqual({ full_name: 'Ann', amount: 1200, stage: 'Won' })
    expect([body.data.version, body.data.updatedBy]).toEqual([2, `user:${desk.seats.member}`])
    expect(body.data.createdBy).toBe(`user:${desk.seats.owner}`)
    expect(body).toMatchObject({
      filled: ['amount', 'stage'],
      coerced: [{ column: 'amount', sent: '1,200', stored: '1200' }],
      ignored: [],
    })
    expect((await rows.as('viewer')('GET', `/rows/${id}`)).body).toEqual({ data: body.data })
    const column = (await rows.as('owner')('GET', '/columns/stage')).body.data
    expect(column.settings.options.map(({ label }: { label: string }) => label)).toEqual([
      'New',
      'Won',
    ])
  })

  test('and another row can then use its old unique value', async () => {
    const rows = await open(kind)
    const [ann, bea] = await add(
      rows,
      { full_name: 'Ann', email: 'a@a.example' },
      { full_name: 'Bea' },
    )
    const patch = (id: string, email: string | null) =>
      rows.as('owner')('PATCH', `/rows/${id}`, { cells: { email } })
    const refused = await patch(bea!, 'A@a.example')
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_rows'])
    expect(refused.body.issues[0].path).toBe('body.cells.email')
    expect((await patch(ann!, null)).status).toBe(200)
    expect((await patch(bea!, 'A@a.example')).status).toBe(200)
  })
})

test('many rows are changed at once, and can swap unique values', async () => {
  const rows = await open()
  const [a, b, c] = await add(
    rows,
    ...['a', 'b', 'c'].map((name) => ({ full_name: name, email: `${name}@a.example` })),
  )
  const { status, body } = await rows.as('owner')('PATCH', '/rows', {
    rows: [
      { id: b, cells: { email: 'a@a.example' }, version: 1 },
      { id: a, cells: { email: 'b@a.example', amount: '5' } },
      { id: c!.toUpperCase(), cells: { full_name: 'c' } },
    ],
  })
  expect(status).toBe(200)
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([b, a, c])
  expect(body.data.map(({ version }: { version: number }) => version)).toEqual([2, 2, 1])
  expect(body.data[1].cells).toEqual({ full_name: 'a', email: 'b@a.example', amount: 5 })
  expect(body.receipts[1]).toEqual({
    filled: ['email', 'amount'],
    coerced: [{ column: 'amount', sent: '5', stored: '5' }],
    ignored: [],
  })
  const [event] = await service.sql(
    `SELECT actor, data FROM events WHERE type = 'rows.updated' AND subject = $1`,
    [rows.subject],
  )
  expect(event.data.rowIds).toEqual([b, a])
  expect(event.data.entryIds).toHaveLength(2)
})

describe('an edit is refused, and nothing changes', () => {
  const refusals: [string, object, number, string, string][] = [
    ['an unknown column', { cells: { nick: 1 } }, 400, 'invalid_rows', 'body.cells.nick'],
    ['a wrong value', { cells: { amount: 'lots' } }, 400, 'invalid_rows', 'body.cells.amount'],
    [
      'an emptied required column',
      { cells: { full_name: ' ' } },
      400,
      'invalid_rows',
      'body.cells.full_name',
    ],
    ['no cells', {}, 400, 'invalid_request', 'body.cells'],
    ['another field', { cells: {}, position: 1 }, 400, 'invalid_request', 'body.position'],
    ['no version', { cells: {}, version: 0 }, 400, 'invalid_request', 'body.version'],
  ]
  test.each(refusals)('%s', async (_, body, status, code, path) => {
    const rows = await open()
    const [id] = await add(rows, { full_name: 'Ann', amount: 1 })
    const before = await rows.dump()
    const refused = await rows.as('owner')('PATCH', `/rows/${id}`, body)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(refused.body.issues[0].path).toBe(path)
    expect(await rows.dump()).toEqual(before)
  })

  test('every problem of many rows is reported with its place', async () => {
    const rows = await open()
    const [a, b] = await add(rows, { full_name: 'Ann' }, { full_name: 'Bea' })
    const before = await rows.dump()
    const { status, body } = await rows.as('owner')('PATCH', '/rows', {
      rows: [
        { id: a, cells: { amount: 5 } },
        { id: b, cells: { amount: 'x', full_name: null, nick: 1 } },
      ],
    })
    expect([status, body.code]).toEqual([400, 'invalid_rows'])
    const paths = body.issues.map(({ path }: { path: string }) => path)
    expect(paths.sort()).toEqual(
      ['amount', 'full_name', 'nick'].map((key) => `body.rows[1].cells.${key}`),
    )
    expect(await rows.dump()).toEqual(before)
  })

  test('a stale version: 409 with the row as the caller sees it', async () => {
    const rows = await open()
    const [id] = await add(rows, { full_name: 'Ann', amount: 1 })
    await restrict(service, desk.workspaceId, rows.key, 'amount', { visibleTo: 'roles' })
    await rows.as('owner')('PATCH', `/rows/${id}`, { cells: { amount: 2 } })
    const refused = await rows.as('member')('PATCH', `/rows/${id}`, {
      cells: { full_name: 'Bea' },
      version: 1,
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'row_changed'])
    expect(refused.body.current).toEqual((await rows.as('member')('GET', `/rows/${id}`)).body.data)
    expect(refused.body.current).toMatchObject({ version: 2, cells: { full_name: 'Ann' } })
    expect(refused.text).not.toContain('amount')
  })

  test('one stale version among many: 409 says which', async () => {
    const rows = await open()
    const [a, b] = await add(rows, { full_name: 'Ann' }, { full_name: 'Bea' })
    await rows.as('owner')('PATCH', `/rows/${b}`, { cells: { amount: 2 } })
    const before = await rows.dump()
    const { status, body } = await rows.as('owner')('PATCH', '/rows', {
      rows: [a, b].map((id) => ({ id, cells: { amount: 9 }, version: 1 })),
    })
    expect([status, body.code]).toEqual([409, 'row_changed'])
    expect(body.issues).toEqual([
      {
        path: 'body.rows[1].version',
        message: 'the row is now at version 2',
        reason: 'row_is_newer',
        values: { version: 2 },
      },
    ])
    expect(await rows.dump()).toEqual(before)
  })

  test('rows that are elsewhere, in the trash or missing; one row twice; none; too many', async () => {
    const [rows, other] = [await open(), await open()]
    const [mine, gone] = await add(rows, { full_name: 'Ann' }, { full_name: 'Bea' })
    const [foreign] = await add(other, { full_name: 'Cyd' })
    await rows.as('owner')('DELETE', `/rows/${gone}`)
    const nowhere = '0190cafe-0000-7000-8000-00000000dead'
    const patch = (ids: unknown[]) =>
      rows.as('owner')('PATCH', '/rows', { rows: ids.map((id) => ({ id, cells: { amount: 1 } })) })
    const refused = await patch([mine, foreign, gone, nowhere])
    expect([refused.status, refused.body.code]).toEqual([400, 'unknown_reference'])
    expect(refused.body.issues).toEqual(
      [1, 2, 3].map((i) => ({
        path: `body.rows[${i}].id`,
        message: 'is not a row here',
        reason: 'not_a_row',
        values: {},
      })),
    )
    const twice = await patch([mine, mine])
    expect([twice.status, twice.body.issues[0].path]).toEqual([400, 'body.rows[1].id'])
    for (const ids of [[], Array(501).fill(mine), ['x']]) {
      expect((await patch(ids)).body.code).toBe('invalid_request')
    }
    for (const id of [foreign, gone, nowhere]) {
      const one = await rows.as('owner')('PATCH', `/rows/${id}`, { cells: { amount: 1 } })
      expect([one.status, one.text]).toEqual([
        404,
        (await rows.as('owner')('GET', `/rows/${nowhere}`)).text,
      ])
    }
    expect((await rows.as('owner')('GET', `/rows/${mine}`)).body.data.version).toBe(1)
  })
})

test('a locked column gets 403, a hidden one looks unknown, and a viewer cannot write', async () => {
  const rows = await open()
  const [id] = await add(rows, { full_name: 'Ann', amount: 1 })
  const patch = (role: keyof Desk['tokens'], cells: object) =>
    rows.as(role)('PATCH', `/rows/${id}`, { cells })
  await restrict(service, desk.workspaceId, rows.key, 'amount', { editableBy: 'roles' })
  expect((await patch('manager', { amount: 5 })).status).toBe(200)
  expect((await patch('member', { amount: 6 })).body).toEqual({
    error: 'Your seat cannot edit amount.',
    code: 'column_locked',
    reason: 'not_editable',
    values: { column: 'amount' },
  })
  await restrict(service, desk.workspaceId, rows.key, 'amount', { visibleTo: 'roles' })
  const [hidden, unknown] = [
    await patch('member', { amount: 6 }),
    await patch('member', { nothin: 6 }),
  ]
  expect(hidden.text).toBe(unknown.text.replaceAll('nothin', 'amount'))
  expect((await patch('viewer', { full_name: 'x' })).status).toBe(403)
  // Cells that are hidden from the editor stay in the row.
  expect((await patch('member', { full_name: 'Bea' })).status).toBe(200)
  expect((await rows.as('owner')('GET', `/rows/${id}`)).body.data.cells).toEqual({
    full_name: 'Bea',
    amount: 5,
  })
})

test('of simultaneous changes from one version, only one succeeds', async () => {
  const rows = await open()
  const [id] = await add(rows, { full_name: 'Ann', amount: 0 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      rows.as('owner')('PATCH', `/rows/${id}`, { cells: { amount: i + 1 }, version: 1 }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
})
