import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/fixtures.ts'
import { until } from '../../../tests/support/listener.ts'
import { openRows } from '../../../tests/support/rows.ts'
import { startService, type TestService } from '../../../tests/support/service.ts'
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
const looksAnew = () => keepStatistics(service.db, service.connection)

/** Looks until it was needed, or was not. */
const looked = (needed: boolean) =>
  until(async () => (await looksAnew()) === needed, needed ? 'a need' : 'no need')

test('a table that grew fast is looked at anew, once', async () => {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  expect(await looksAnew()).toBe(false)
  await grow(rows.id, 10_000)
  await looked(true)
  const [table] = await service.sql("SELECT reltuples FROM pg_class WHERE oid = 'rows'::regclass")
  expect(table.reltuples).toBe(10_000)
  await looked(false)
})

test('a table of which an index is being made is left for later, as each would wait for the other', async () => {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  await grow(rows.id, 20_000)
  await service.undone(async (sql) => {
    await sql('LOCK TABLE rows IN SHARE UPDATE EXCLUSIVE MODE') // as the making of an index does
    await looked(true)
    expect(await looksAnew()).toBe(true)
  })
  await looked(true)
  await looked(false)
})
