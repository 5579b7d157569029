// No foreign key looks after links: the statement that adds them and the purge of rows do, also when they meet.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWorkspace, type OwnerQuery, withOwner } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { NEVER_MS } from '../../../tests/support/machine/patience.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeRows, takeOldRows } from '../trash/trash-purge.sql.ts'
import { purgeTrash } from '../trash/trash-purge.ts'
import { keepFromLinking } from './linking.ts'
import { insertLinks, keepLinkedRows } from './links.sql.ts'

let service: TestService
let desk: Desk
let people: Rows
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  people = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  const boss = {
    name: 'Boss',
    type: 'link',
    settings: { definitionKey: people.key, multiple: true },
  }
  await people.as('admin')('POST', '/columns', boss)
})
afterAll(() => service.stop())

const purge = () => purgeTrash(service.db, service.connection, new AbortController().signal)
/** In a transaction of the purge. */
const purging = <T>(use: (query: OwnerQuery) => Promise<T>): Promise<T> =>
  withOwner(service.connection, (client) => inWorkspace(client, desk.workspaceId, use))
const within = <T>(fn: (tx: Tx) => Promise<T>, workspaceId = desk.workspaceId) =>
  service.db.withWorkspace({ workspaceId }, fn)

async function person(boss: string[] = []): Promise<string> {
  const made = await people.as('owner')('POST', '/rows', { cells: { name: 'x', boss } })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

/** Puts rows into the trash, as if they had been there for long. */
async function age(...ids: string[]): Promise<void> {
  await people.as('owner')('POST', '/rows/delete', { ids })
  await service.sql("UPDATE rows SET deleted_at = now() - interval '31 days' WHERE id = ANY ($1)", [
    ids,
  ])
}

/** The links of these rows in either direction, as pairs. */
const linksOf = async (...ids: string[]): Promise<[string, string][]> => {
  const links = await service.sql(
    `SELECT row_id, target_row_id FROM row_links WHERE row_id = ANY ($1) OR target_row_id = ANY ($1)
     ORDER BY row_id, target_row_id`,
    [ids],
  )
  return links.map(({ row_id, target_row_id }) => [row_id, target_row_id])
}

const bossColumn = async (): Promise<string> =>
  (await people.as('owner')('GET', '/columns/boss')).body.data.id

test('a purged row takes its links along, in both directions, and leaves those of others', async () => {
  const boss = await person()
  const other = await person()
  const between = await person([boss, other])
  const last = await person([between, boss])
  await age(between)
  await purge()
  expect(await linksOf(boss, other, between, last)).toEqual([[last, boss]])
  await age(boss, last)
  await purge()
  expect(await linksOf(boss, other, between, last)).toEqual([])
})

test('links in a deleted column go with their row too', async () => {
  const tags = { name: 'Friend', type: 'link', settings: { definitionKey: people.key } }
  await people.as('admin')('POST', '/columns', tags)
  const boss = await person()
  const made = await people.as('owner')('POST', '/rows', { cells: { name: 'x', friend: boss } })
  const { id } = made.body.data
  await people.as('owner')('DELETE', '/columns/friend')
  expect(await linksOf(id)).toEqual([[id, boss]])
  await age(id)
  await purge()
  expect(await linksOf(id)).toEqual([])
})

test('a row is not purged while somebody links to it', async () => {
  const boss = await person()
  const worker = await person()
  const columnId = await bossColumn()
  await within(async (tx) => {
    keepLinkedRows(tx)
    expect(await tx.run('SELECT FROM rows WHERE id = $1 AND deleted_at IS NULL', [boss])).toEqual([
      {},
    ])
    await age(boss)
    await purge()
    expect(await service.sql('SELECT FROM rows WHERE id = $1', [boss])).toHaveLength(1)
    insertLinks(tx, desk.workspaceId, columnId, [worker], [boss])
  })
  expect(await linksOf(worker)).toEqual([[worker, boss]])
  await purge()
  expect(await linksOf(worker)).toEqual([])
})

test('who links to a row waits for a purge, and then finds the row gone', async () => {
  const boss = await person()
  await age(boss)
  const { linking } = await purging(async (query) => {
    await keepFromLinking(query)
    expect(await takeOldRows(query, 500)).toEqual([boss])
    const cells = { name: 'x', boss: [boss] }
    const linking = people.as('owner')('POST', '/rows', { cells })
    await service.blocked()
    await purgeRows(query, [boss])
    return { linking }
  })
  const { status, body } = await linking
  expect([status, body.issues?.[0]?.reason]).toEqual([400, 'no_such_row'])
  expect(await linksOf(boss)).toEqual([])
})

test('however many add links, a purge gets its turn', async () => {
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const first = within(async (tx) => {
    keepLinkedRows(tx)
    await tx.run('SELECT 1')
    begun.resolve()
    await done.promise
  })
  await begun.promise
  const { second } = await purging(async (query) => {
    const kept = keepFromLinking(query, NEVER_MS)
    await service.blocked()
    const second = people.as('owner')('POST', '/rows', { cells: { name: 'x', boss: [newId()] } })
    await service.blocked(2)
    done.resolve()
    await first
    await kept
    await service.blocked()
    return { second }
  })
  expect((await second).status).toBe(400)
})

test('those who add links do not wait for each other, and a purge leaves rows for its next turn', async () => {
  const boss = await person()
  await age(boss)
  await within(async (tx) => {
    keepLinkedRows(tx)
    await tx.run('SELECT 1')
    await within(async (other) => {
      keepLinkedRows(other)
      await other.run('SELECT 1')
      await purge()
    })
  })
  expect(await service.sql('SELECT FROM rows WHERE id = $1', [boss])).toHaveLength(1)
  await purge()
  expect(await service.sql('SELECT FROM rows WHERE id = $1', [boss])).toHaveLength(0)
})

test('nothing links to a row of another workspace, or to one that never was', async () => {
  const strangers = await makeDesk(service)
  const theirs = await openRows(service, strangers, [{ name: 'Name', type: 'text' }])
  const made = await theirs.as('owner')('POST', '/rows', { cells: { name: 'x' } })
  for (const boss of [made.body.data.id, newId()]) {
    const { status, body } = await people.as('owner')('POST', '/rows', {
      cells: { name: 'x', boss: [boss] },
    })
    expect([status, body.issues?.[0]?.reason]).toEqual([400, 'no_such_row'])
    expect(await linksOf(boss)).toEqual([])
  }
  const columnId = await bossColumn()
  const worker = await person()
  const link = within(async (tx) => {
    insertLinks(tx, desk.workspaceId, columnId, [worker], [worker])
    await tx.run('SELECT 1')
  }, strangers.workspaceId)
  await expect(link).rejects.toThrow('row-level security')
})
