import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeTrash } from '../trash/trash-purge.ts'
import { findPositionOf } from './listing.sql.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const COUNT = 60

async function fill(): Promise<{ rows: Rows; ids: string[] }> {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  const cells = Array.from({ length: COUNT }, (_, n) => ({ cells: { name: `Row ${n + 1}` } }))
  const made = await rows.as('owner')('POST', '/rows', { rows: cells })
  return { rows, ids: made.body.data.map(({ id }: { id: string }) => id) }
}

/** Purges rows at these positions, as if they had been in the trash for a month. */
async function purge({ rows, ids }: Awaited<ReturnType<typeof fill>>, positions: number[]) {
  const gone = positions.map((position) => ids[position - 1]!)
  await rows.as('owner')('POST', '/rows/delete', { ids: gone })
  await service.sql("UPDATE rows SET deleted_at = now() - interval '31 days' WHERE id = ANY ($1)", [
    gone,
  ])
  await purgeTrash(service.db, service.connection, new AbortController().signal)
}

const positions = async (rows: Rows, query: string): Promise<number[]> => {
  const { body } = await rows.as('viewer')('GET', `/rows?${query}`)
  return body.data.map(({ position }: { position: number }) => position)
}

/** Checks that from every offset, the list continues as the whole list does. */
async function expectAllOffsets(rows: Rows): Promise<void> {
  const all = await positions(rows, 'limit=100')
  for (let offset = 1; offset <= COUNT + 1; offset++) {
    const found = await positions(rows, `limit=3&offset=${offset}`)
    expect([offset, ...found]).toEqual([offset, ...all.slice(offset, offset + 3)])
  }
}

const positionOf = (rows: Rows, nth: number) =>
  service.db.withWorkspace({ workspaceId: desk.workspaceId }, (tx) =>
    findPositionOf(tx, rows.id, nth),
  )

test('an offset leads to its row, whatever was deleted, restored or purged before it', async () => {
  const board = await fill()
  const { rows, ids } = board
  expect(await positionOf(rows, 7)).toBe(7)
  await expectAllOffsets(rows)
  await purge(board, [1, 2, 3, 20, 22, 23, 59])
  expect(await positionOf(rows, 1)).toBe(4)
  await purge(board, [4, 21, 60])
  const trashed = [5, 6, 19, 24, 40, 58].map((position) => ids[position - 1]!)
  await rows.as('owner')('POST', '/rows/delete', { ids: trashed })
  await rows.as('owner')('POST', `/rows/${trashed[1]}/restore`)
  expect(await positionOf(rows, 1)).toBe(6)
  await expectAllOffsets(rows)
  const gaps = await service.sql(
    'SELECT first_position, count FROM row_gaps WHERE definition_id = $1 ORDER BY 1',
    [rows.id],
  )
  expect(gaps.map(Object.values)).toEqual([
    [1, 3],
    [4, 1],
    [20, 1],
    [21, 1],
    [22, 2],
    [59, 1],
    [60, 1],
  ])
})

test('if a row is missing for reasons unknown, its list is counted row by row', async () => {
  const board = await fill()
  await purge(board, [2, 30])
  await service.sql('DELETE FROM row_gaps WHERE definition_id = $1 AND first_position = 2', [
    board.rows.id,
  ])
  expect(await positionOf(board.rows, 7)).toBeUndefined()
  await expectAllOffsets(board.rows)
})
