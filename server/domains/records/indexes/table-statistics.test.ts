import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../tests/support/clients/listener.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { isOnCluster } from '../../../tests/support/postgres/database.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { keepStatistics } from './table-statistics.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

/** Adds rows, and has whoever stored them say so at once. */
async function grow(definitionId: string, count: number): Promise<void> {
  const { workspaceId } = desk
  await service.sql(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, new_id(), $2, n, 'import', '{}', 'user:1' FROM generate_series(1, $3) AS n RETURNING 1`,
    [workspaceId, definitionId, count],
  )
  await service.sql(
    'SELECT count(*) FROM rows, pg_stat_force_next_flush() WHERE workspace_id = $1',
    [workspaceId],
  )
}
/** How many rows the planner thinks there are. */
async function countKnown(): Promise<number> {
  const known = (table: string) =>
    `SELECT greatest(reltuples, 0) AS rows FROM pg_class WHERE oid = '${table}'::regclass`
  const [{ rows }] = isOnCluster()
    ? await service.sql(
        "SELECT sum(result::float8) AS rows FROM run_command_on_shards('rows', $1)",
        [known('%s')],
      )
    : await service.sql(known('rows'))
  return rows
}
const refresh = () => keepStatistics(service.db, service.connection)

/** Calls `refresh` until it says that a refresh was needed, or was not. */
const refreshUntil = (needed: boolean) =>
  until(async () => (await refresh()) === needed, needed ? 'a need' : 'no need')

test('the statistics of a table that grew fast are refreshed once', async () => {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  expect(await refresh()).toBe(false)
  await grow(rows.id, 10_000)
  await refreshUntil(true)
  expect(await countKnown()).toBe(10_000)
  await refreshUntil(false)
})

test('a table that is being indexed is left for later, since each would wait for the other', async () => {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  await grow(rows.id, 20_000)
  await service.undone(async (sql) => {
    // Takes the lock of CREATE INDEX, on the nodes of a cluster too.
    await sql('ALTER TABLE rows SET (fillfactor = 90)')
    await refreshUntil(true)
    expect(await refresh()).toBe(true)
  })
  await refreshUntil(true)
  await refreshUntil(false)
})
