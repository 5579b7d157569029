import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../tests/support/clients/listener.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { keepStatistics } from './table-statistics.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const grow = (definitionId: string, count: number) =>
  service.sql(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, new_id(), $2, n, 'import', '{}', 'user:1'
     FROM generate_series(1, $3) AS n, pg_stat_force_next_flush()`,
    [desk.workspaceId, definitionId, count],
  )
const refresh = () => keepStatistics(service.db, service.connection)

/** Calls `refresh` until it says that a refresh was needed, or was not. */
const refreshUntil = (needed: boolean) =>
  until(async () => (await refresh()) === needed, needed ? 'a need' : 'no need')

test('the statistics of a table that grew fast are refreshed once', async () => {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  expect(await refresh()).toBe(false)
  await grow(rows.id, 10_000)
  await refreshUntil(true)
  const [table] = await service.sql("SELECT reltuples FROM pg_class WHERE oid = 'rows'::regclass")
  expect(table.reltuples).toBe(10_000)
  await refreshUntil(false)
})

test('a table that is being indexed is left for later, since each would wait for the other', async () => {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  await grow(rows.id, 20_000)
  await service.undone(async (sql) => {
    await sql('LOCK TABLE rows IN SHARE UPDATE EXCLUSIVE MODE') // as CREATE INDEX does
    await refreshUntil(true)
    expect(await refresh()).toBe(true)
  })
  await refreshUntil(true)
  await refreshUntil(false)
})
