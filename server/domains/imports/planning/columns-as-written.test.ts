// Numbers and dates of a column of a file are all written in one way.
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
  { name: 'Merchant', type: 'text' },
  { name: 'Amount', type: 'currency', settings: { currency: 'USD' } },
  { name: 'Since', type: 'date' },
]

async function board(region = 'US') {
  const { id } = await makeBoard(service, desk.tokens.owner, columns, { settings: { region } })
  return importerOf(service.api, desk.tokens.owner, { boardId: id })
}
const amountsOf = (rows: { cells: { amount?: number } }[]) => rows.map(({ cells }) => cells.amount)

const german =
  'Merchant;Amount;Since\nAcme Bakery;1.234,56;31/12/2025\nBay;12,5;05/03/2025\nCove;1.000;\n'

test('a file of another country is read by what all values of a column show, and the preview says how', async () => {
  const { preview, run, rows } = await board()
  const { data } = (await preview({ file: german })).body
  expect(data.columns[0]).not.toHaveProperty('readAs')
  expect(data.columns[1].readAs).toEqual({
    how: 'decimal_comma',
    why: 'values',
    example: '1.000',
    ways: [
      { how: 'decimal_point', value: '1' },
      { how: 'decimal_comma', value: '1000' },
    ],
  })
  expect(data.columns[2].readAs).toMatchObject({
    how: 'day_first',
    why: 'values',
    example: '05/03/2025',
  })
  expect(data.rows.map(({ cells }: { cells: object }) => cells)).toEqual([
    { merchant: 'Acme Bakery', amount: 1234.56, since: '2025-12-31' },
    { merchant: 'Bay', amount: 12.5, since: '2025-03-05' },
    { merchant: 'Cove', amount: 1000 },
  ])
  expect(await run({ file: german })).toMatchObject({ status: 'completed', imported: 3 })
  expect((await rows()).map(({ cells }) => cells)).toEqual(
    data.rows.map(({ cells }: { cells: object }) => cells),
  )
})

test('all rows of a large file show how it is written', async () => {
  const { run, rows } = await board()
  const file = `Merchant,Amount\n${'Acme,"1.000"\n'.repeat(1200)}Bolt,"2,50"\nCove,"0,75"\n`
  expect(await run({ file })).toMatchObject({ status: 'completed', imported: 1202 })
  expect(new Set(amountsOf(await rows()))).toEqual(new Set([1000, 2.5, 0.75]))
})

test('a value that is written unlike the others of its column does not fit, and says so', async () => {
  const { run, rows, get } = await board()
  const file = `Merchant,Amount\n${'Acme,"1,250.50"\n'.repeat(12)}Bolt,"12,5"\n`
  const done = await run({ file, onBad: { amount: 'leave_empty' } })
  expect(done).toMatchObject({ imported: 13, leftEmpty: 1 })
  expect((await rows()).at(-1).cells).toEqual({ merchant: 'Bolt' })
  const { data } = (await get(`/${done.id}/failures?which=left_empty`)).body
  expect(data[0].errors[0]).toMatchObject({
    reason: 'other_decimal_mark',
    message:
      'amount: "12,5" is not written with a decimal point, as this column of the file is read; write it like the others',
  })
})

test('where values leave it open, somebody can choose, and the choice is remembered', async () => {
  const { preview, run, rows } = await board()
  const file = 'Merchant,Amount,Since\nAcme,"1,200",05/03/2025\nBolt,"3,450",01/02/2025\n'
  const open = (await preview({ file })).body.data
  expect(open.columns[1].readAs).toMatchObject({ how: 'decimal_point', why: 'region' })
  expect(open.columns[2].readAs).toEqual({
    how: 'month_first',
    why: 'region',
    example: '05/03/2025',
    ways: [
      { how: 'day_first', value: '2025-03-05' },
      { how: 'month_first', value: '2025-05-03' },
    ],
  })
  const readAs = { amount: 'decimal_comma', since: 'day_first' }
  expect(await run({ file, readAs })).toMatchObject({ status: 'completed' })
  expect((await rows()).map(({ cells }) => cells)).toEqual([
    { merchant: 'Acme', amount: 1.2, since: '2025-03-05' },
    { merchant: 'Bolt', amount: 3.45, since: '2025-02-01' },
  ])
  const again = (await preview({ file })).body.data
  expect(again.remembered.readAs).toEqual(readAs)
  expect(again.columns[1].readAs).toMatchObject({ how: 'decimal_comma', why: 'chosen' })
  expect(again.rows[0].cells).toMatchObject({ amount: 1.2, since: '2025-03-05' })
  const without = (await preview({ file, readAs: { amount: null } })).body.data
  expect(without.columns[1].readAs).toMatchObject({ how: 'decimal_point', why: 'region' })
})

test('a choice is refused that is not one, or not for the column', async () => {
  const { send } = await board()
  const file = 'Merchant,Amount,Since\nAcme,"1,200",05/03/2025\n'
  const refusal = async (readAs: unknown) => {
    const { status, body } = await send({ file, readAs })
    return [status, body.issues?.[0]?.path, body.issues?.[0]?.reason ?? body.code]
  }
  expect(await refusal({ amount: 'day_first' })).toEqual([400, 'body.readAs.amount', 'not_one_of'])
  expect(await refusal({ merchant: 'day_first' })).toEqual([
    400,
    'body.readAs.merchant',
    'read_as_elsewhere',
  ])
  expect(await refusal({ nothing: 'day_first' })).toEqual([400, undefined, 'unknown_column'])
  expect(await refusal(['day_first'])).toEqual([400, 'body.readAs', 'read_as_not_json'])
})
