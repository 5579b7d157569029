import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../tests/support/clients/listener.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRecords } from '../../../tests/support/desks/ingest.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeTrash } from './trash-purge.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const columns = [{ name: 'Name', type: 'text', unique: true }]
const purge = () => purgeTrash(service.db, service.connection, new AbortController().signal)
const age = (days: number, ids: string[]) =>
  service.sql(
    "UPDATE rows SET deleted_at = now() - $1 * interval '1 day' WHERE id = ANY ($2) AND deleted_at IS NOT NULL",
    [days, ids],
  )

test('a row is purged after 30 days in the trash, with everything that belongs to it', async () => {
  const rows = await openRows(service, desk, columns)
  const owner = rows.as('owner')
  const ids: string[] = []
  for (const name of ['live', 'young', 'old']) {
    const made = await owner('POST', '/rows', { cells: { name } })
    ids.push(made.body.data.id)
    await owner('POST', `/rows/${made.body.data.id}/comments`, { body: 'Called.' })
  }
  const [live, young, old] = ids as [string, string, string]
  await owner('POST', '/rows/delete', { ids: [young, old] })
  await age(29.9, [young])
  await age(30.1, [live, old])
  await purge()
  const left = await rows.dump()
  expect(left.rows.map(({ id }) => id)).toEqual([live, young])
  expect(left.history.map(({ row_id }) => row_id)).toEqual([young])
  expect(left.count).toBe(1)
  expect(await service.sql('SELECT FROM comments WHERE row_id = $1', [old])).toEqual([])
  expect(await service.sql('SELECT FROM comments')).toHaveLength(2)
  for (const path of [`/rows/${old}?trashed=true`, `/rows/${old}/history?trashed=true`]) {
    expect((await owner('GET', path)).status).toBe(404)
  }
  expect((await owner('POST', `/rows/${old}/restore`)).status).toBe(404)
  expect((await owner('POST', `/rows/${young}/restore`)).status).toBe(201)
})

test('after that, the sender’s own id makes a new record', async () => {
  const { record, rows, key } = await openRecords(service, desk.tokens.owner, columns)
  const { id } = (await record('form-1', { name: 'Ann' })).body.data
  const token = desk.tokens.owner
  await service.api('DELETE', `/v1/definitions/${key}/rows/${id}`, { token })
  expect((await record('form-1', { name: 'Ann' })).body.outcome).toBe('replayed')
  await age(31, [id])
  await purge()
  expect((await record('form-1', { name: 'Bea' })).body.outcome).toBe('created')
  expect((await rows()).map((row: { cells: object }) => row.cells)).toEqual([{ name: 'Bea' }])
})

test('the worker purges more than one block of rows, in every workspace', async () => {
  const boards: Awaited<ReturnType<typeof openRows>>[] = []
  for (const [of, batches] of [
    [desk, 3],
    [await makeDesk(service, 'Elsewhere'), 1],
  ] as const) {
    const rows = await openRows(service, of, [{ name: 'Name', type: 'text' }])
    boards.push(rows)
    for (let i = 0; i < batches; i++) {
      const cells = Array.from({ length: 400 }, () => ({ cells: { name: 'x' } }))
      const made = await rows.as('owner')('POST', '/rows', { rows: cells })
      const ids = made.body.data.map(({ id }: { id: string }) => id)
      await rows.as('owner')('POST', '/rows/delete', { ids })
      await age(40, ids)
    }
  }
  const stopWork = service.work()
  for (const rows of boards) {
    await until(async () => (await rows.dump()).rows.length === 0, 'the trash to be empty')
  }
  await stopWork()
})

test('everything else that refers to rows is deleted with them', async () => {
  const references = await service.sql(
    `SELECT conrelid::regclass::text AS "table" FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'rows'::regclass AND confdeltype <> 'c' ORDER BY 1`,
  )
  // The purge removes these references itself.
  expect(references.map(({ table }) => table)).toEqual([
    'conversations',
    'deals',
    'obligations',
    'page_records',
    'row_history',
  ])
})

test('the role that serves requests can delete neither rows nor history', async () => {
  const attempt = (text: string) =>
    service.db.withWorkspace({ workspaceId: desk.workspaceId }, (tx) => tx.run(text))
  await expect(attempt('DELETE FROM rows')).rejects.toThrow('permission denied')
  await expect(attempt('DELETE FROM row_history')).rejects.toThrow('permission denied')
})
