import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const columns = [{ name: 'Name', type: 'text' }]
const rowsOf = (...names: string[]) => ({ rows: names.map((name) => ({ cells: { name } })) })

test('a batch that a key wrote is a run that can be undone, but a single row is not', async () => {
  const { id, secret } = await makeBoard(service, desk.tokens.owner, columns)
  const { get, post, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
  const write = (body: object) => service.api('POST', '/v1/ingest/rows', { token: secret, body })
  await write({ cells: { name: 'Alone' } })
  await write({ rows: [{ cells: { name: 'One of one' } }] })
  const batch = (await write(rowsOf('Acme', 'Bolt'))).body.data
  const ids = batch.map((row: { id: string }) => row.id)
  const { data } = (await get('')).body
  expect(data).toEqual([
    {
      id: expect.any(String),
      actorUserId: null,
      fileName: null,
      status: 'completed',
      createdAt: expect.any(String),
      finishedAt: data[0].createdAt,
      total: 2,
      imported: 2,
      failed: 0,
      results: ids,
      standing: 2,
    },
  ])
  expect((await rows()).map((row) => row.importRunId)).toEqual([null, null, data[0].id, data[0].id])
  const undone = await post(`/${data[0].id}/undo`)
  expect(undone.body.data).toMatchObject({ removed: 2, kept: [] })
  expect((await rows()).map((row) => row.cells.name)).toEqual(['Alone', 'One of one'])
})

test('batches that share a commit are separate runs', async () => {
  const { id, secret } = await makeBoard(service, desk.tokens.owner, columns)
  const { get, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
  const sizes = [2, 3, 60, 1, 70, 2, 1, 90, 5, 60]
  const answers = await Promise.all(
    sizes.map((size, nth) =>
      service.api('POST', '/v1/ingest/rows', {
        token: secret,
        body: rowsOf(...Array.from({ length: size }, (_, n) => `${nth}.${n}`)),
      }),
    ),
  )
  const runs = (await get('')).body.data
  expect(runs).toHaveLength(sizes.filter((size) => size > 1).length)
  const found = await rows()
  expect(found).toHaveLength(sizes.reduce((a, b) => a + b))
  for (const answer of answers) {
    const ids = answer.body.data.map((row: { id: string }) => row.id)
    const stamps = new Set(
      found.filter((row) => ids.includes(row.id)).map((row) => row.importRunId),
    )
    expect(stamps.size).toBe(1)
    const run = runs.find((one: { id: string }) => stamps.has(one.id))
    expect(run?.results ?? null).toEqual(ids.length > 1 ? ids : null)
  }
})

test('undoing a batch on a page removes what it made and keeps what it updated; a replay is not a run', async () => {
  const page = await makePage(service, desk.tokens.owner, columns)
  const { get, post, rows } = importerOf(service.api, desk.tokens.owner, {
    definitionKey: page.key,
  })
  const write = (names: Record<string, string>, onConflict = 'keep') =>
    service.api('POST', '/v1/ingest/records', {
      token: page.secret,
      body: {
        onConflict,
        rows: Object.entries(names).map(([external_id, name]) => ({
          external_id,
          cells: { name },
        })),
      },
    })
  await write({ a: 'Acme' })
  const mixed = await write({ a: 'Acme Inc', b: 'Bolt' }, 'update')
  expect(mixed.status).toBe(201)
  await write({ a: 'x', b: 'y' })
  const runs = (await get('')).body.data
  expect(runs).toHaveLength(1)
  const [a, b] = await rows()
  expect(runs[0]).toMatchObject({ total: 2, imported: 2, standing: 1 })
  expect(new Set(runs[0].results)).toEqual(new Set([a.id, b.id]))
  expect((await post(`/${runs[0].id}/undo`)).body.data).toMatchObject({ removed: 1, kept: [a.id] })
  expect((await rows()).map((row) => row.cells.name)).toEqual(['Acme Inc'])
})
