import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { findDefinition } from '../definitions/definitions.sql.ts'
import { withFormulas } from './formulas.rules.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const formula = (key: string, expression: string): NewColumn => ({
  name: key,
  key,
  type: 'formula',
  settings: { expression },
})
const inputs: NewColumn[] = [
  { name: 'Unit price', key: 'price', type: 'currency' },
  { name: 'Units', key: 'units', type: 'number' },
  { name: 'Note', key: 'note', type: 'text' },
]
const boardOf = (...more: NewColumn[]) => openRows(service, desk, [...inputs, ...more])
const addColumn = (board: Rows, column: NewColumn) => board.as('admin')('POST', '/columns', column)
const change = (board: Rows, key: string, expression: string) =>
  board.as('admin')('PATCH', `/columns/${key}`, { settings: { expression } })
async function add(board: Rows, cells: object): Promise<string> {
  const made = await board.as('member')('POST', '/rows', { cells })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}
async function cellsOf(board: Rows, id: string, role: keyof Desk['tokens'] = 'owner') {
  return (await board.as(role)('GET', `/rows/${id}`)).body.data.cells
}

test('a formula is computed whenever a row is made or changed, and nobody can write its cell', async () => {
  const board = await boardOf(formula('total', '{Unit price} * units'))
  const column = await board.as('viewer')('GET', '/columns/total')
  expect(column.body.data).toMatchObject({
    type: 'formula',
    readOnly: true,
    settings: { expression: 'price * units', resultType: 'number' },
  })
  const made = await board.as('member')('POST', '/rows', { cells: { price: 0.1, units: 3 } })
  expect(made.body.data.cells).toEqual({ price: 0.1, units: 3, total: 0.3 })
  expect(made.body.filled).toEqual(['price', 'units'])
  const { id } = made.body.data
  const changed = await board.as('member')('PATCH', `/rows/${id}`, { cells: { units: 4 } })
  expect(changed.body.data.cells.total).toBe(0.4)
  const emptied = await board.as('member')('PATCH', `/rows/${id}`, { cells: { units: null } })
  expect(emptied.body.data.cells).toEqual({ price: 0.1 })
  const history = await board.as('viewer')('GET', `/rows/${id}/history`)
  const named = history.body.data.flatMap((entry: { cells: { column: string }[] }) =>
    entry.cells.map((cell) => cell.column),
  )
  expect(named).toEqual(['units', 'units', 'price', 'units'])
  const send = (cells: object, query = '') =>
    service.api('POST', `/v1/ingest/rows${query}`, { token: board.secret, body: { cells } })
  const byKey = await send({ price: 2.5, units: 2, total: 99 })
  expect(byKey.body.data.cells).toEqual({ price: 2.5, units: 2, total: 5 })
  expect(byKey.body.ignored).toEqual([{ column: 'total', why: 'filled by the service' }])
  expect((await send({ price: 1, units: 7 }, '?dryRun=true')).body.data.cells.total).toBe(7)
  const read = await service.api('GET', '/v1/ingest/board', { token: board.secret })
  expect(read.body.data.rows.map((row: { cells: object }) => row.cells)).toEqual([
    { price: 0.1 },
    { price: 2.5, units: 2, total: 5 },
  ])
  const list = await board.as('viewer')('GET', '/rows?sort=-total')
  expect(list.body.data.map((row: { cells: { total?: number } }) => row.cells.total)).toEqual([
    5,
    undefined,
  ])
  const byHand = await board.as('member')('POST', '/rows', { cells: { total: 1 } })
  expect(byHand.body.error).toBe('total: filled by the service')
  const guide = read.body.data.writeGuide.columns.find(
    ({ column: key }: { column: string }) => key === 'total',
  )
  expect(guide).toMatchObject({ writable: false, example: null })
})

test('on a page, a record that is sent twice is computed from its final cells', async () => {
  const page = await openRows(service, desk, [...inputs, formula('total', 'price * units')], 'page')
  const send = (rows: object[], onConflict = 'keep') =>
    service.api('POST', '/v1/ingest/records', { token: page.secret, body: { rows, onConflict } })
  const first = await send(
    [
      { external_id: 'a', cells: { price: 2, units: 2 } },
      { external_id: 'a', cells: { units: 5 } },
    ],
    'update',
  )
  expect(first.status, first.text).toBe(201)
  const { id } = first.body.data[0]
  expect(await cellsOf(page, id)).toEqual({ price: 2, units: 5, total: 10 })
  await send([{ external_id: 'a', cells: { price: 3 } }], 'update')
  expect(await cellsOf(page, id)).toEqual({ price: 3, units: 5, total: 15 })
})

test('a formula that is added later is computed for every row, without a new version or history', async () => {
  const board = await boardOf()
  const rows = Array.from({ length: 450 }, (_, i) => ({ cells: { price: i, units: 2 } }))
  await board.as('member')('POST', '/rows', { rows })
  const trashed = await add(board, { price: 7, units: 1 })
  await board.as('member')('DELETE', `/rows/${trashed}`)
  const before = await board.dump()
  const column = await addColumn(board, formula('total', 'price * units'))
  expect(column.status, column.text).toBe(201)
  const after = await board.dump()
  expect(after.history).toEqual(before.history)
  expect(after.events).toEqual(before.events)
  expect(after.rows.map(({ version }) => version)).toEqual(
    before.rows.map(({ version }) => version),
  )
  const list = await board.as('viewer')('GET', '/rows?limit=500')
  expect(
    list.body.data.every(
      ({ cells }: { cells: { price: number; total: number } }) => cells.total === cells.price * 2,
    ),
  ).toBe(true)
  await board.as('member')('POST', `/rows/${trashed}/restore`)
  expect((await cellsOf(board, trashed)).total).toBe(7)
})

test('errors are values: they are answered, and sorted and filtered as empty', async () => {
  const board = await boardOf(formula('each', 'price / units'))
  const wrong = await add(board, { price: 1, units: 0 })
  const right = await add(board, { price: 1, units: 2 })
  expect(await cellsOf(board, wrong)).toMatchObject({ each: { error: 'division_by_zero' } })
  const ids = async (query: string) => {
    const { body, text } = await board.as('viewer')('GET', `/rows?${query}`)
    expect(body.data, text).toBeDefined()
    return body.data.map(({ id }: { id: string }) => id)
  }
  const filter = (op: string, value?: unknown) =>
    `filter=${encodeURIComponent(JSON.stringify({ column: 'each', op, value }))}`
  expect(await ids('sort=each')).toEqual([right, wrong])
  expect(await ids('sort=-each')).toEqual([right, wrong])
  expect(await ids(filter('eq', 0.5))).toEqual([right])
  expect(await ids(filter('is_empty'))).toEqual([wrong])
})

test('formulas read formulas, update each other, and never form a circle', async () => {
  const board = await boardOf(
    formula('total', 'price * units'),
    formula('tax', 'ROUND(total * 0.19, 2)'),
    formula('gross', 'total + tax'),
  )
  const row = await add(board, { price: 10, units: 3 })
  expect(await cellsOf(board, row)).toMatchObject({ total: 30, tax: 5.7, gross: 35.7 })
  expect((await change(board, 'total', 'price * units * 2')).status).toBe(200)
  expect(await cellsOf(board, row)).toMatchObject({ total: 60, tax: 11.4, gross: 71.4 })
  for (const [key, expression, way] of [
    ['total', 'gross - 1', 'total → gross → '],
    ['total', 'tax', 'total → tax → total'],
    ['tax', 'tax + 1', 'tax → tax'],
  ] as const) {
    const { status, body } = await change(board, key, expression)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.error).toContain(`in a circle: ${way}`)
  }
  expect(await cellsOf(board, row)).toMatchObject({ total: 60, tax: 11.4, gross: 71.4 })
})

test('the refusal of a formula says where the fault is and what to write', async () => {
  const board = await boardOf({ name: 'Made', key: 'made', type: 'created_at' })
  for (const [expression, message] of [
    ['price * unitz', 'at character 9: unitz is not a column here'],
    ['price + note', 'at character 9: + works on numbers, but this is text'],
    ['YEAR(made)', 'at character 6: made is filled by the service'],
    ['NOW()', 'at character 1: NOW does not exist: results are stored'],
    ['x'.repeat(2001), 'at character 1: it has 2001 characters; send at most 2000'],
    ['(((price', 'at character 9: the formula cannot be read'],
  ]) {
    const { status, body } = await addColumn(board, formula('f', expression!))
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.issues[0].path).toBe('body.settings.expression')
    expect(body.error).toContain(message)
  }
  expect((await addColumn(board, { name: 'F', type: 'formula' })).status).toBe(400)
  for (const flag of [{ required: true }, { unique: true }]) {
    expect((await addColumn(board, { ...formula('f', 'price'), ...flag })).status).toBe(400)
  }
})

test('a result with another type is computed again, and never read as the old type', async () => {
  const board = await boardOf(formula('f', 'price * 2'), formula('g', 'IF(units > 1, f, f)'))
  const row = await add(board, { price: 10, units: 3, note: 'hey' })
  expect((await change(board, 'f', 'note & "!"')).body.data.settings.resultType).toBe('text')
  expect(await cellsOf(board, row)).toMatchObject({ f: 'hey!', g: 'hey!' })
  const g = await board.as('viewer')('GET', '/columns/g')
  expect(g.body.data.settings).toEqual({ expression: 'IF(units > 1, f, f)', resultType: 'text' })
  const history = await board.as('viewer')('GET', `/rows/${row}/history`)
  expect(history.body.data).toHaveLength(1)
})

test('a deleted column leaves an error in the formula, and is read again once it is restored', async () => {
  const board = await boardOf(formula('total', 'price * units'), formula('next', 'total + 1'))
  const row = await add(board, { price: 10, units: 3 })
  await board.as('admin')('DELETE', '/columns/units')
  const error = { error: 'missing_column' }
  expect(await cellsOf(board, row)).toEqual({ price: 10, total: error, next: error })
  const late = await add(board, { price: 1 })
  expect((await cellsOf(board, late)).total).toEqual(error)
  // Another column with the same key does not take its place.
  await addColumn(board, { name: 'Other units', key: 'units', type: 'number' })
  expect((await cellsOf(board, row)).total).toEqual(error)
  await board.as('admin')('PATCH', '/columns/units', { name: 'Something' })
  await board.as('admin')('DELETE', '/columns/units')
  const trash = await board.as('admin')('GET', '/columns?trashed=true')
  const old = trash.body.data.find(({ name }: { name: string }) => name === 'Units')
  expect((await board.as('admin')('POST', `/columns/${old.id}/restore`)).status).toBe(201)
  expect(await cellsOf(board, row)).toEqual({ price: 10, units: 3, total: 30, next: 31 })
})

test('a column that changes its type is read with the new type, if that fits', async () => {
  const board = await boardOf(formula('sum', 'units + 1'), formula('twice', 'units & units'))
  const row = await add(board, { units: 3 })
  const retype = (type: string) =>
    board.as('admin')('POST', '/columns/units/type', { type, confirmLoss: true })
  expect((await retype('text')).status).toBe(201)
  expect(await cellsOf(board, row)).toEqual({
    units: '3',
    sum: { error: 'wrong_type' },
    twice: '33',
  })
  expect((await retype('currency')).status).toBe(201)
  expect(await cellsOf(board, row)).toEqual({ units: 3, sum: 4, twice: '33' })
})

test('people who cannot see an input cannot see what is computed from it', async () => {
  const board = await boardOf(formula('total', 'price * units'), formula('next', 'total + 1'))
  const row = await add(board, { price: 10, units: 3 })
  await restrict(service, desk.workspaceId, board.key, 'price', { visibleTo: 'roles' })
  expect(await cellsOf(board, row, 'viewer')).toEqual({ units: 3 })
  expect(await cellsOf(board, row, 'manager')).toMatchObject({ total: 30, next: 31 })
  const hidden = await board.as('viewer')('GET', '/rows?sort=total')
  const unknown = await board.as('viewer')('GET', '/rows?sort=nothing')
  expect(hidden.text.replaceAll('total', 'X')).toBe(unknown.text.replaceAll('nothing', 'X'))
  const columns = await board.as('viewer')('GET', '/columns')
  expect(columns.body.data.map(({ key }: { key: string }) => key)).toEqual(['units', 'note'])
  const read = await service.api('GET', '/v1/ingest/board', { token: board.secret })
  const { columns: readable, rows } = read.body.data
  const bare = JSON.stringify([readable, rows]).replace(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    '',
  )
  expect(bare).not.toMatch(/total|next|price|30/)
  const as = await board.as('owner')('GET', '?as=role:viewer')
  expect(as.body.hiddenColumns.map(({ column }: { column: string }) => column)).toEqual([
    'price',
    'total',
    'next',
  ])
})

test('results updated step by step are the same as results computed from scratch', async () => {
  const board = await boardOf(
    formula('total', 'price * units'),
    formula('label', 'COALESCE(note, "none") & ": " & total'),
    formula('each', 'total / (units - 2)'),
  )
  const cells = fc.record(
    {
      price: fc.option(fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100)),
      units: fc.option(fc.integer({ min: 0, max: 4 })),
      note: fc.option(fc.constantFrom('a', 'b c', '')),
    },
    { requiredKeys: [] },
  )
  const [edits] = fc.sample(
    fc.array(fc.tuple(fc.nat(4), cells), { minLength: 60, maxLength: 60 }),
    {
      numRuns: 1,
      seed: 7,
    },
  )
  const ids = []
  for (let i = 0; i < 5; i++) ids.push(await add(board, {}))
  for (const [nth, sent] of edits!) {
    const { status } = await board.as('member')('PATCH', `/rows/${ids[nth]}`, { cells: sent })
    expect(status).toBe(200)
  }
  const definition = await service.db.withWorkspace({ workspaceId: desk.workspaceId }, (tx) =>
    findDefinition(tx, board.id),
  )
  const { rows } = await board.dump()
  const slots = definition!.columns.filter(({ type }) => type === 'formula').map(({ slot }) => slot)
  for (const { cells: stored } of rows) {
    const bare = { ...stored }
    for (const slot of slots) delete bare[slot]
    expect(withFormulas(definition!, bare)).toEqual(stored)
  }
})
