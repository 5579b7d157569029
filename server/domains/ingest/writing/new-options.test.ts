import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
let other: TestServer
let owner: string
beforeAll(async () => {
  service = await startService()
  other = await service.beside()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

async function boardOf(settings: object, type = 'multi_select') {
  const board = await makeBoard(service, owner, [
    { name: 'Tags', type, settings },
    { name: 'Number', type: 'number' },
  ])
  const labels = async (): Promise<string[]> => {
    const { body } = await service.api('GET', `/v1/boards/${board.id}`, { token: owner })
    return body.data.columns[0].settings.options?.map(({ label }: { label: string }) => label) ?? []
  }
  return { ...board, ...integration(service, board.secret), labels }
}

test('a column that allows new labels adds them as options', async () => {
  const { write, labels } = await boardOf({ options: [{ label: 'Hot' }], allowNewOptions: true })
  const { status, body } = await write({
    rows: [{ tags: 'HOT, Cold' }, { tags: ['cold', 'New'] }],
  })
  expect(status).toBe(201)
  // If a new label is spelled in two ways, the first one counts.
  expect(body.data.map(({ cells }: { cells: object }) => cells)).toEqual([
    { tags: ['Hot', 'Cold'] },
    { tags: ['Cold', 'New'] },
  ])
  expect(body.receipts[1].coerced).toEqual([
    { column: 'tags', sent: 'cold, New', stored: 'Cold, New' },
  ])
  expect(await labels()).toEqual(['Hot', 'Cold', 'New'])
})

test('for a column that does not, the refusal lists the options', async () => {
  const { write, labels } = await boardOf({ options: [{ label: 'Hot' }] })
  expect((await write({ cells: { tags: 'Cold' } })).body.error.message).toBe(
    'tags: "Cold" is not an option of this column; send one of: "Hot"',
  )
  expect(await labels()).toEqual(['Hot'])
})

test('dry runs and refused requests leave the options alone', async () => {
  const { write, labels } = await boardOf({ allowNewOptions: true })
  const dry = await write({ cells: { tags: 'Cold' } }, { query: '?dryRun=true' })
  expect([dry.status, dry.body.data.cells]).toEqual([200, { tags: ['Cold'] }])
  expect((await write({ rows: [{ tags: 'Cold' }, { number: 'x' }] })).status).toBe(400)
  expect(await labels()).toEqual([])
})

test('many simultaneous requests to two servers add each new label once', async () => {
  const { write, labels, read } = await boardOf({ allowNewOptions: true }, 'select')
  const sent = Array.from({ length: 24 }, (_, i) =>
    i % 4 < 2 ? `Label ${i % 4}` : `label ${i % 4}`,
  )
  const answers = await Promise.all(
    sent.map((tags, i) => write({ cells: { tags } }, { on: i % 2 ? other : service })),
  )
  expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 201))
  const options = await labels()
  expect(options.map((label) => label.toLowerCase()).sort()).toEqual([
    'label 0',
    'label 1',
    'label 2',
    'label 3',
  ])
  const stored = (await read()).body.data.rows.map(
    (row: { cells: { tags: string } }) => row.cells.tags,
  )
  for (const label of stored) expect(options).toContain(label)
})

test('a change of a column applies to the next write in every process', async () => {
  const { id, write } = await boardOf({ options: [{ label: 'Hot' }] }, 'select')
  for (const on of [service, other]) {
    expect((await write({ cells: { tags: 'Cold' } }, { on })).status).toBe(400)
  }
  const body = { settings: { allowNewOptions: true } }
  await service.api('PATCH', `/v1/boards/${id}/columns/tags`, { token: owner, body })
  expect((await write({ cells: { tags: 'Cold' } }, { on: other })).status).toBe(201)
  await service.api('PATCH', `/v1/boards/${id}/columns/number`, {
    token: owner,
    body: { required: true },
  })
  expect((await write({ cells: { tags: 'Cold' } }, { on: other })).body.error.message).toBe(
    'number: is required; send a value for it',
  )
  await service.api('DELETE', `/v1/boards/${id}/columns/number`, { token: owner })
  const { status, body: last } = await write({ cells: { number: 1 } }, { on: other })
  expect([status, last.ignored]).toEqual([201, [{ column: 'number', why: 'no such column' }]])
})
