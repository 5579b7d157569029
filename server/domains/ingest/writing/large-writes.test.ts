import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { insertLine, lineOf } from '../../records/rows/stored-rows.ts'

let service: TestService
let owner: string
const LIMIT = 12
beforeAll(async () => {
  service = await startService({ rateLimitIngest: LIMIT })
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

async function open() {
  const board = await makeBoard(service, owner, [
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'number' },
  ])
  const rows = () =>
    service.sql(
      `SELECT id, position::int, cells ->> '1' AS name, import_run_id AS run FROM rows WHERE definition_id = $1 ORDER BY position`,
      [board.id],
    )
  return { ...board, ...integration(service, board.secret), rows }
}

/** More rows than share a commit with others. */
const rowsOf = (request: number, count = 60) => ({
  rows: Array.from({ length: count }, (_, n) => ({
    cells: { name: `${request}.${n}`, amount: n },
  })),
})

test('large requests at once each get consecutive positions, and their rows are what was answered', async () => {
  const { write, rows, id } = await open()
  const sizes = [60, 500, 51, 400, 500, 75, 60, 300, 52, 90]
  const answers = await Promise.all(sizes.map((size, n) => write(rowsOf(n, size))))
  expect(answers.map(({ status }) => status)).toEqual(sizes.map(() => 201))
  const stored = await rows()
  const total = sizes.reduce((a, b) => a + b)
  expect(stored.map(({ position }) => position)).toEqual(
    Array.from({ length: total }, (_, n) => n + 1),
  )
  const byId = new Map(stored.map((row) => [row.id, row]))
  for (const [request, { body }] of answers.entries()) {
    const first = body.data[0].position
    const mine = body.data.map((row: { id: string }) => byId.get(row.id))
    expect(mine.map(({ position }: { position: number }) => position)).toEqual(
      body.data.map((_: unknown, n: number) => first + n),
    )
    expect(mine.map(({ name }: { name: string }) => name)).toEqual(
      body.data.map((_: unknown, n: number) => `${request}.${n}`),
    )
    expect(new Set(mine.map(({ run }: { run: string }) => run)).size).toBe(1)
  }
  const [kept] = await service.sql(
    `SELECT (SELECT sum(row_count) FROM receipts WHERE definition_id = $1)::int AS receipts,
       (SELECT sum((r ->> 1)::int) FROM events e, jsonb_array_elements(e.data -> 'runs') AS r
         WHERE e.type = 'rows.created' AND e.subject = 'board:' || $1)::int AS events,
       (SELECT row_count::int FROM row_counters WHERE definition_id = $1) AS counted`,
    [id],
  )
  expect(kept).toEqual({ receipts: total, events: total, counted: total })
})

test('of more large requests than the rate allows, the others leave neither rows nor gaps', async () => {
  const { write, rows, keyId } = await open()
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
  const burst = await Promise.all(Array.from({ length: LIMIT + 6 }, (_, n) => write(rowsOf(n))))
  expect(statusesOf(burst)).toEqual([
    ...Array.from({ length: LIMIT }, () => 201),
    ...Array.from({ length: 6 }, () => 429),
  ])
  expect((await write(rowsOf(99))).status).toBe(429)
  await service.sql('DELETE FROM ingest_rates WHERE key_id = $1', [keyId])
  expect((await write(rowsOf(100))).status).toBe(201)
  const stored = await rows()
  expect(stored.map(({ position }) => position)).toEqual(
    Array.from({ length: (LIMIT + 1) * 60 }, (_, n) => n + 1),
  )
  expect(stored.at(-1).name).toBe('100.59')
})

test('a large request that was planned before its column was deleted is planned again', async () => {
  const { write, rows, id } = await open()
  await write(rowsOf(0))
  // Another process deletes it, of which this one does not hear before it writes.
  await service.sql(
    `UPDATE columns SET deleted_at = now() WHERE definition_id = $1 AND key = 'amount'`,
    [id],
  )
  await service.sql('UPDATE row_counters SET version = version + 1 WHERE definition_id = $1', [id])
  const { status, body } = await write(rowsOf(1))
  expect(status).toBe(201)
  expect(body.receipts[0].ignored).toMatchObject([{ column: 'amount' }])
  expect((await rows()).map(({ position }) => position)).toEqual(
    Array.from({ length: 120 }, (_, n) => n + 1),
  )
})

test('a large request of a key that was revoked is refused, and leaves nothing', async () => {
  const { write, rows, keyId, id } = await open()
  await write(rowsOf(0))
  await service.sql('UPDATE ingest_keys SET revoked_at = now() WHERE id = $1', [keyId])
  expect((await write(rowsOf(1))).status).toBe(401)
  expect(await rows()).toHaveLength(60)
  const [counter] = await service.sql(
    'SELECT next_position::int AS next FROM row_counters WHERE definition_id = $1',
    [id],
  )
  expect(counter.next).toBe(61)
})

test('a batch lists its rows by their positions, without those deleted for good', async () => {
  const { write, id } = await open()
  const { body } = await write(rowsOf(0, 400))
  const ids: string[] = body.data.map((row: { id: string }) => row.id)
  const { get } = importerOf(service.api, owner, { boardId: id })
  const [run] = (await get('')).body.data
  expect(run).toMatchObject({ results: ids, standing: 400 })
  expect(run).not.toHaveProperty('resultsTruncated')
  const first = (await get(`/${run.id}/rows?limit=300`)).body
  expect(first.data).toEqual(ids.slice(0, 300))
  const second = (await get(`/${run.id}/rows?limit=300&cursor=${first.nextCursor}`)).body
  expect(second).toEqual({ data: ids.slice(300), nextCursor: null })
  await service.sql('DELETE FROM rows WHERE id = $1', [ids[0]])
  expect((await get(`/${run.id}/rows?limit=2`)).body.data).toEqual(ids.slice(1, 3))
  expect((await get('')).body.data[0]).toEqual({ ...run, results: ids.slice(1) })
})

test('rows that are sent ahead of a transaction that never began are not written', async () => {
  const { id, rows } = await open()
  const [{ workspace_id: workspaceId }] = (await service.sql(
    'SELECT workspace_id FROM row_counters WHERE definition_id = $1',
    [id],
  )) as [{ workspace_id: string }]
  const line = lineOf([
    { id: newId(), definitionId: id, source: 'api', cells: { 1: 'x' }, createdBy: 'key:x' },
  ])
  let sent: [string, readonly unknown[] | undefined] | undefined
  const tx = { queue: (...query: [string, (readonly unknown[])?]) => (sent = [query[0], query[1]]) }
  insertLine(tx as unknown as Tx, workspaceId, line, { behind: 0 })
  const client = new pg.Client(service.connection)
  await client.connect()
  try {
    const result = await client.query(sent![0], [...sent![1]!])
    expect(result.rowCount).toBe(0)
  } finally {
    await client.end()
  }
  expect(await rows()).toEqual([])
})
