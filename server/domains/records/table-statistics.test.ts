import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../tests/support/fixtures.ts'
import { openRows } from '../../tests/support/rows.ts'
import { startService, type TestService } from '../../tests/support/service.ts'
import { keepStatistics } from './table-statistics.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

test('a table that grew fast is looked at anew, once', async () => {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  expect(await keepStatistics(service.db, service.connection)).toBe(false)
  await service.sql(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, new_id(), $2, n, 'import', '{}', 'user:1' 
     FROM generate_series(1, 10000) AS n, pg_stat_force_next_flush()`,
    [desk.workspaceId, rows.id],
  )
  let kept = false
  for (let waits = 0; !kept && waits < 100; waits++) {
    kept = await keepStatistics(service.db, service.connection)
    if (!kept) await sleep(50)
  }
  expect(kept).toBe(true)
  const [table] = await service.sql("SELECT reltuples FROM pg_class WHERE oid = 'rows'::regclass")
  expect(table.reltuples).toBe(10_000)
  for (let waits = 0; kept && waits < 100; waits++) {
    await sleep(50)
    kept = await keepStatistics(service.db, service.connection)
  }
  expect(kept).toBe(false)
})
