import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/db.ts'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { findActor } from '../../workspaces/seats/seats.ts'
import { openBlocks } from './blocks.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Reads all blocks of a board of a new workspace, by a database that may hold its answers back. */
async function exporter(hold: (db: Database) => Pick<Database, 'readWorkspace'>) {
  const { owner, workspaceId } = await makeOwner(service)
  const board = await makeBoard(service, owner, [{ name: 'Company', type: 'text' }])
  await service.sql(
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT $1, gen_random_uuid(), $2, n, 'api', jsonb_build_object('1', 'Row ' || n), 'user:1'
     FROM generate_series(1, 1000) AS n`,
    [workspaceId, board.id],
  )
  const actor = await service.db.withWorkspace({ workspaceId }, (tx) => findActor(tx, 1))
  const db = hold(service.db) as Database
  return async () => {
    const { blocks } = await openBlocks(
      db,
      actor!,
      { id: board.id },
      {},
      { ids: false, mailDomain: null },
    )
    let count = 0
    for await (const { rows } of blocks) count += rows.length
    return count
  }
}

test('an export of one workspace whose blocks take long does not hold up another workspace', async () => {
  const release = Promise.withResolvers<void>()
  let reads = 0
  const slow = await exporter((db) => ({
    readWorkspace: async (scope, fn) => {
      if (reads++ > 0) await release.promise
      return db.readWorkspace(scope, fn)
    },
  }))
  const quick = await exporter((db) => db)
  const held = slow()
  while (reads < 2) await sleep(5)
  expect(await Promise.race([quick(), sleep(5_000, 'held up')])).toBe(1000)
  release.resolve()
  expect(await held).toBe(1000)
})
