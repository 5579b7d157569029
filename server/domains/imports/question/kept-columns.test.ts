// Values that do not fit their column, kept as text in a column made for them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

const columns = [
  { name: 'Name', type: 'text', required: true },
  { name: 'Email', type: 'email', unique: true },
  { name: 'Amount', type: 'currency' },
  { name: 'Since', type: 'date' },
]
const FILE = [
  'Name,Email,Amount,Since',
  'Acme,a@x.io,about 5k,2026-01-02',
  'Bolt,b@x.io,750,soon',
  'Cove,c@x.io,n/a,"next year,\nor later"',
].join('\n')
const onBad = { amount: 'keep', since: 'keep' }

async function board(role: keyof Desk['tokens'] = 'admin') {
  const { id, key } = await makeBoard(service, desk.tokens.owner, columns)
  const as = (other: keyof Desk['tokens']) =>
    importerOf(service.api, desk.tokens[other], { boardId: id })
  const columnsNow = async (token = desk.tokens.owner) =>
    (await service.api('GET', `/v1/boards/${id}`, { token })).body.data.columns.map(
      ({ key, name, type }: { key: string; name: string; type: string }) => [key, name, type],
    )
  return { ...as(role), id, key, as, columnsNow }
}
const cellsOf = (rows: { cells: object }[]) => rows.map(({ cells }) => cells)
const NEW = [
  ['amount_as_sent', 'Amount (as sent)', 'long_text'],
  ['since_as_sent', 'Since (as sent)', 'long_text'],
]
const STORED = [
  { name: 'Acme', email: 'a@x.io', since: '2026-01-02', amount_as_sent: 'about 5k' },
  { name: 'Bolt', email: 'b@x.io', amount: 750, since_as_sent: 'soon' },
  { name: 'Cove', email: 'c@x.io', since_as_sent: 'next year,\nor later' },
]

test('a preview says what would be kept and where, and makes nothing', async () => {
  const { preview, columnsNow } = await board()
  const { data } = (await preview({ file: FILE, onBad })).body
  expect(data.keptIn).toEqual({ amount: 'Amount (as sent)', since: 'Since (as sent)' })
  expect(data.counts).toMatchObject({ wouldImport: 3, wouldFail: 0, leftEmpty: 4, kept: 3 })
  expect(data.counts.byColumn).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ column: 'amount', filled: 1, leftEmpty: 2, kept: 1 }),
    ]),
  )
  expect(data.rows.map(({ cells }: { cells: object }) => cells)).toEqual(STORED)
  expect(
    data.problems.map(({ column, effect, count }: Record<string, unknown>) => [
      column,
      effect,
      count,
    ]),
  ).toEqual([
    ['since', 'kept', 2],
    ['amount', 'kept', 1],
    ['amount', 'left_empty', 1],
  ])
  expect((await columnsNow()).length).toBe(columns.length)
})

test('an import keeps each value, tells how many, and leaves the columns when it is undone', async () => {
  const { run, rows, get, post, columnsNow } = await board()
  const done = await run({ file: FILE, onBad })
  expect(done).toMatchObject({ status: 'completed', imported: 3, leftEmpty: 4, kept: 3 })
  expect(cellsOf(await rows())).toEqual(STORED)
  expect((await columnsNow()).slice(columns.length)).toEqual(NEW)
  const { data } = (await get(`/${done.id}/failures?which=left_empty`)).body
  expect(data[0]).toMatchObject({
    line: 2,
    errors: [{ column: 'amount', sent: 'about 5k', keptIn: 'amount_as_sent' }],
  })
  expect(data[2].errors[0]).not.toHaveProperty('keptIn')
  expect((await post(`/${done.id}/undo`)).status).toBe(201)
  expect(await rows()).toEqual([])
  expect((await columnsNow()).slice(columns.length)).toEqual(NEW)
})

test('the next import uses the same column, and remembers that it keeps', async () => {
  const { run, as, columnsNow, rows } = await board()
  await run({ file: FILE, onBad })
  const next = FILE.replaceAll('x.io', 'y.io')
  // The columns are there, so nobody has to add them.
  const { data } = (await as('member').preview({ file: next })).body
  expect(data.remembered.onBad).toMatchObject({ amount: 'keep', since: 'keep' })
  expect(data.counts).toMatchObject({ wouldImport: 3, kept: 3 })
  expect(await as('member').run({ file: next, onBad })).toMatchObject({ imported: 3, kept: 3 })
  expect((await columnsNow()).slice(columns.length)).toEqual(NEW)
  expect(cellsOf(await rows()).map((cells) => 'amount_as_sent' in cells)).toEqual(
    Array(2).fill([true, false, false]).flat(),
  )
})

test('a row of which only a kept value is left is imported', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, columns.slice(2))
  const { run, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
  const file = 'Amount,Since\nlots,\nlots,soon\n'
  const done = await run({ file, onBad: { amount: 'keep', since: 'leave_empty' } })
  expect(done).toMatchObject({ imported: 2, failed: 0, leftEmpty: 3, kept: 2 })
  expect(cellsOf(await rows())).toEqual([{ amount_as_sent: 'lots' }, { amount_as_sent: 'lots' }])
})

test('whoever cannot see a column does not see what is kept of it', async () => {
  const { run, key, columnsNow } = await board()
  const showTo = async (role: string) => {
    const path = `/v1/definitions/${key}/column-policies/amount`
    const body = { visibleTo: { mode: 'roles', roles: [role] } }
    expect((await service.api('PUT', path, { token: desk.tokens.owner, body })).status).toBe(200)
  }
  await showTo('manager')
  expect(await run({ file: FILE, onBad })).toMatchObject({ kept: 3 })
  const namesFor = async (role: keyof Desk['tokens']) =>
    (await columnsNow(desk.tokens[role])).map(([, name]: string[]) => name)
  expect(await namesFor('member')).toEqual(['Name', 'Email', 'Since', 'Since (as sent)'])
  expect(await namesFor('manager')).toContain('Amount (as sent)')
  // With another policy, the column of an earlier import is not that of the next one.
  await showTo('admin')
  await run({ file: FILE.replaceAll('x.io', 'y.io'), onBad })
  expect(await namesFor('manager')).not.toContain('Amount (as sent) 2')
  expect(await namesFor('owner')).toContain('Amount (as sent) 2')
})

test('it is refused to those who may not add the column, and for all columns at once', async () => {
  const { as, send, columnsNow } = await board()
  for (const ask of [as('manager').preview, as('manager').send]) {
    const { status, body } = await ask({ file: FILE, onBad })
    expect([status, body.error]).toEqual([
      403,
      'Only admins and owners can add the column that keeps values that do not fit. Ask one of them to import the file.',
    ])
  }
  const { status, body } = await send({ file: FILE, onBad: { '*': 'keep' } })
  expect([status, body.issues[0].reason]).toEqual([400, 'keep_by_name'])
  expect((await columnsNow()).length).toBe(columns.length)
})

test('a required column cannot keep, since its row could not be stored', async () => {
  const { run, columnsNow } = await board()
  const done = await run({ file: 'Name,Email\n,a@x.io\n', onBad: { name: 'keep', email: 'keep' } })
  expect(done).toMatchObject({ imported: 0, failed: 1 })
  expect((await columnsNow()).slice(columns.length)).toEqual([
    ['email_as_sent', 'Email (as sent)', 'long_text'],
  ])
})
