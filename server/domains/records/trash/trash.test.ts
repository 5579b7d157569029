import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { locateForChange } from '../definitions/locate.ts'
import { restoreRows, type Selection, trashRows } from './trash.ts'
import { purgeTrash } from './trash-purge.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const columns = [
  { name: 'Name', type: 'text' },
  { name: 'Email', type: 'email', unique: true },
]
const open = (kind: 'board' | 'page' = 'board') => openRows(service, desk, columns, kind)
async function add(rows: Rows, ...cells: object[]): Promise<string[]> {
  const made = await rows.as('owner')('POST', '/rows', { rows: cells.map((c) => ({ cells: c })) })
  return made.body.data.map(({ id }: { id: string }) => id)
}
const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'
const by = () => `user:${desk.seats.owner}`

describe.each(['board', 'page'] as const)('a row of a %s', (kind) => {
  test('goes to the trash and comes back unchanged', async () => {
    const rows = await open(kind)
    const api = rows.as('member')
    const [id] = await add(rows, { name: 'Ann', email: 'ann@a.example' }, { name: 'Bea' })
    const before = (await api('GET', `/rows/${id}`)).body.data
    const gone = await api('DELETE', `/rows/${id}`)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect((await api('GET', `/rows/${id}`)).status).toBe(404)
    const trashed = (await api('GET', `/rows/${id}?trashed=true`)).body.data
    expect(trashed).toEqual({
      ...before,
      version: 2,
      deletedAt: expect.stringMatching(/^20.*Z$/),
      deletedBy: `user:${desk.seats.member}`,
    })
    expect((await api('GET', '/rows?trashed=true')).body.data).toEqual([trashed])
    expect(
      (await api('GET', '/rows')).body.data.map((row: { id: string }) => row.id),
    ).not.toContain(id)
    expect((await api('GET', '')).body.data.rowCount).toBe(1)
    const back = await api('POST', `/rows/${id}/restore`)
    expect([back.status, back.body.data]).toEqual([201, { ...before, version: 3 }])
    expect((await api('GET', `/rows/${id}`)).body.data).toEqual({ ...before, version: 3 })
    expect((await api('GET', `/rows/${id}?trashed=true`)).status).toBe(404)
    expect((await api('GET', '')).body.data.rowCount).toBe(2)
    const { history } = await rows.dump()
    expect(history).toMatchObject([
      { action: 'deleted', cells: {}, version: 2, actor: `user:${desk.seats.member}` },
      { action: 'restored', cells: {}, version: 3, run_id: null },
    ])
    const events = await service.sql(
      `SELECT type, data FROM events WHERE subject = $1 AND type IN ('rows.deleted', 'rows.restored')
       ORDER BY xid`,
      [rows.subject],
    )
    expect(events).toEqual([
      { type: 'rows.deleted', data: { rowIds: [id] } },
      { type: 'rows.restored', data: { rowIds: [id] } },
    ])
  })
})

test('the trash is ordered by when rows were deleted, page by page', async () => {
  const rows = await open()
  const ids = await add(rows, ...Array.from({ length: 4 }, (_, i) => ({ name: `row ${i}` })))
  const [first, second, third, stays] = ids as [string, string, string, string]
  const api = rows.as('member')
  await api('POST', '/rows/delete', { ids: [second, first] })
  await rows.as('owner')('DELETE', `/rows/${third}`)
  const seen: { id: string; deletedAt: string; deletedBy: string }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `trashed=true&sort=-row.deletedAt&limit=1${cursor && `&cursor=${cursor}`}`
    const page = await api('GET', `/rows?${query}`)
    expect(page.status, page.text).toBe(200)
    seen.push(...page.body.data)
    cursor = page.body.nextCursor
  }
  expect(seen.map(({ id }) => id)).toEqual([third, second, first])
  expect(seen.map(({ deletedBy }) => deletedBy)).toEqual(
    (['owner', 'member', 'member'] as const).map((role) => `user:${desk.seats[role]}`),
  )
  expect(seen[1]!.deletedAt).toBe(seen[2]!.deletedAt)
  const filter = JSON.stringify({ column: 'row.deletedAt', op: 'gte', value: seen[0]!.deletedAt })
  const late = await api('GET', `/rows?trashed=true&filter=${encodeURIComponent(filter)}`)
  expect(late.body.data).toEqual([seen[0]])
  const live = await api('GET', '/rows?sort=-row.deletedAt&limit=5')
  expect(live.body.data.map(({ id }: { id: string }) => id)).toEqual([stays])
  expect(live.body.data[0]).not.toHaveProperty('deletedAt')
})

test('many rows are deleted and restored at once', async () => {
  const rows = await open()
  const ids = await add(rows, ...Array.from({ length: 5 }, (_, i) => ({ name: `row ${i}` })))
  const some = [ids[3]!, ids[0]!, ids[1]!.toUpperCase()]
  const named = [ids[3], ids[0], ids[1]]
  const gone = await rows.as('owner')('POST', '/rows/delete', { ids: some })
  expect([gone.status, gone.body]).toEqual([201, { data: { deleted: named } }])
  expect((await rows.dump()).count).toBe(2)
  const back = await rows.as('owner')('POST', '/rows/restore', { ids: some })
  expect([back.status, back.body]).toEqual([201, { data: { restored: named } }])
  expect((await rows.dump()).count).toBe(5)
})

describe('rows deleted for good', () => {
  const purge = (rows: Rows, ids: unknown[], as: keyof Desk['tokens'] = 'admin') =>
    rows.as(as)('POST', '/rows/purge', { ids })

  test('are gone at once, and nothing brings them back', async () => {
    const rows = await open('page')
    const [ann, bea, cem] = await add(
      rows,
      { email: 'ann@a.example' },
      { name: 'B' },
      { name: 'C' },
    )
    const api = rows.as('owner')
    await api('POST', '/rows/delete', { ids: [ann, bea] })
    const answer = await purge(rows, [ann!.toUpperCase()])
    expect([answer.status, answer.body]).toEqual([201, { data: { purged: [ann] } }])
    const ids = async (query: string) =>
      (await api('GET', `/rows${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('?trashed=true')).toEqual([bea])
    expect(await ids('')).toEqual([cem])
    for (const path of [
      `/rows/${ann}`,
      `/rows/${ann}?trashed=true`,
      `/rows/${ann}/history?trashed=true`,
    ]) {
      expect((await api('GET', path)).status, path).toBe(404)
    }
    expect((await api('POST', `/rows/${ann}/restore`)).status).toBe(404)
    expect((await api('POST', '/rows/restore', { ids: [ann] })).status).toBe(400)
    expect((await purge(rows, [ann])).body.code).toBe('unknown_reference')
    expect((await api('PATCH', `/rows/${cem}`, { cells: { email: 'ann@a.example' } })).status).toBe(
      200,
    )
    const events = await service.sql(
      "SELECT actor, data FROM events WHERE subject = $1 AND type = 'rows.purged'",
      [rows.subject],
    )
    expect(events).toEqual([{ actor: `user:${desk.seats.admin}`, data: { rowIds: [ann] } }])
    await purgeTrash(service.db, service.connection, new AbortController().signal)
    expect((await rows.dump()).rows.map(({ id }) => id)).toEqual([bea, cem])
  })

  test('have to be in the trash, all of them, and only admins and owners may', async () => {
    const rows = await open()
    const [live, trashed] = await add(rows, { name: 'a' }, { name: 'b' })
    await rows.as('owner')('DELETE', `/rows/${trashed}`)
    const before = await rows.dump()
    const refused = await purge(rows, [trashed, live, NOWHERE])
    expect([refused.status, refused.body.code]).toEqual([400, 'unknown_reference'])
    expect(refused.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'body.ids[1]',
      'body.ids[2]',
    ])
    for (const ids of [[], [trashed, trashed], Array(501).fill(trashed), [1]]) {
      expect((await purge(rows, ids)).status).toBe(400)
    }
    for (const role of ['manager', 'member', 'viewer'] as const) {
      expect((await purge(rows, [trashed], role)).status).toBe(403)
    }
    expect(await rows.dump()).toEqual(before)
  })
})

describe('a request is refused, and nothing moves', () => {
  test.each(['delete', 'restore'] as const)('%s of rows that do not exist there', async (verb) => {
    const [rows, other] = [await open(), await open()]
    const [live, trashed, free] = await add(rows, { name: 'a' }, { name: 'b' }, { name: 'c' })
    const [foreign] = await add(other, { name: 'x' })
    await rows.as('owner')('DELETE', `/rows/${trashed}`)
    const before = await rows.dump()
    const [fit, unfit] = verb === 'delete' ? [live, trashed] : [trashed, live]
    const bulk = (ids: unknown[]) => rows.as('owner')('POST', `/rows/${verb}`, { ids })
    const refused = await bulk([fit, unfit, foreign, NOWHERE])
    expect([refused.status, refused.body.code]).toEqual([400, 'unknown_reference'])
    expect(refused.body.issues.map(({ path }: { path: string }) => path)).toEqual(
      [1, 2, 3].map((i) => `body.ids[${i}]`),
    )
    expect((await bulk([fit, fit])).body).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'body.ids[1]', message: 'names the same row as body.ids[0]' }],
    })
    for (const ids of [[], Array(501).fill(fit), [1]]) expect((await bulk(ids)).status).toBe(400)
    for (const id of [unfit, foreign, NOWHERE]) {
      const one =
        verb === 'delete'
          ? await rows.as('owner')('DELETE', `/rows/${id}`)
          : await rows.as('owner')('POST', `/rows/${id}/restore`)
      expect(one.status).toBe(404)
    }
    for (const path of [`/rows/${verb}`, `/rows/${free}/restore`]) {
      expect((await rows.as('viewer')('POST', path, { ids: [fit] })).status).toBe(403)
    }
    expect(await rows.dump()).toEqual(before)
  })

  test('restore of a row while another has its unique value', async () => {
    const rows = await open()
    const [ann, bea] = await add(rows, { email: 'a@a.example' }, { name: 'Bea' })
    await rows.as('owner')('DELETE', `/rows/${ann}`)
    const taken = { cells: { email: 'A@a.example' } }
    expect((await rows.as('owner')('PATCH', `/rows/${bea}`, taken)).status).toBe(200)
    const before = await rows.dump()
    const one = await rows.as('owner')('POST', `/rows/${ann}/restore`)
    expect([one.status, one.body.code]).toEqual([409, 'value_taken'])
    expect(one.body.error).toContain('email')
    const many = await rows.as('owner')('POST', '/rows/restore', { ids: [ann] })
    expect([many.status, many.body.issues[0].path]).toEqual([409, 'body.ids[0]'])
    await restrict(service, desk.workspaceId, rows.key, 'email', { visibleTo: 'roles' })
    const blind = await rows.as('member')('POST', `/rows/${ann}/restore`)
    expect(blind.status).toBe(409)
    expect(blind.text).not.toContain('email')
    expect(await rows.dump()).toEqual(before)
    await rows.as('owner')('PATCH', `/rows/${bea}`, { cells: { email: null } })
    expect((await rows.as('owner')('POST', `/rows/${ann}/restore`)).status).toBe(201)
    expect((await rows.as('owner')('PATCH', `/rows/${bea}`, taken)).status).toBe(400)
  })
})

describe('the rows of a run', () => {
  async function withRun() {
    const rows = await open()
    const runId = newId()
    const ids = await add(
      rows,
      ...Array.from({ length: 6 }, (_, i) => ({ name: `row ${i}`, email: `r${i}@a.example` })),
    )
    const stamped = ids.filter((_, i) => i !== 2)
    await service.sql('UPDATE rows SET import_run_id = $1 WHERE id = ANY ($2)', [runId, stamped])
    const within = <T>(
      fn: (
        tx: Parameters<typeof locateForChange>[0],
        d: Awaited<ReturnType<typeof locateForChange>>,
      ) => Promise<T>,
    ) =>
      service.db.withWorkspace({ workspaceId: desk.workspaceId }, async (tx) =>
        fn(tx, await locateForChange(tx, { id: rows.id })),
      )
    const trash = (from: number, to: number) =>
      within((tx, d) => trashRows(tx, d, { runId, from, to }, { by: by(), runId }))
    const restore = (selection: Selection) =>
      within((tx, d) => restoreRows(tx, d, selection, { by: by(), runId }))
    return { rows, runId, ids, trash, restore }
  }

  test('are deleted by ranges of positions, without other rows', async () => {
    const { rows, runId, ids, trash } = await withRun()
    expect(await trash(1, 4)).toEqual({
      count: 3,
      stretches: [
        { first: 1, count: 2 },
        { first: 4, count: 1 },
      ],
    })
    const { rows: stored, history, unique, count } = await rows.dump()
    const trashed = stored.filter((row) => row.deleted_at !== null).map((row) => row.id)
    expect(trashed).toEqual([ids[0], ids[1], ids[3]])
    expect(history.map((entry) => [entry.action, entry.run_id])).toEqual(
      Array(3).fill(['deleted', runId]),
    )
    expect(history.every(({ id }) => id[14] === '7')).toBe(true)
    expect([unique.length, count]).toEqual([3, 3])
    expect((await trash(1, 4)).count).toBe(0)
    const events = await service.sql(
      "SELECT data FROM events WHERE subject = $1 AND type = 'rows.deleted'",
      [rows.subject],
    )
    expect(events).toEqual([
      {
        data: {
          runs: [
            [1, 2],
            [4, 1],
          ],
        },
      },
    ])
  })

  test('are restored, except those that somebody deleted by hand or has restored since', async () => {
    const { rows, runId, ids, trash, restore } = await withRun()
    await rows.as('owner')('DELETE', `/rows/${ids[0]}`)
    await trash(1, 6)
    await rows.as('owner')('POST', `/rows/${ids[1]}/restore`)
    const { count, taken } = await restore({ runId, from: 1, to: 6 })
    expect([count, taken]).toEqual([3, []])
    const { rows: stored, unique } = await rows.dump()
    expect(stored.filter((row) => row.deleted_at !== null).map((row) => row.id)).toEqual([ids[0]])
    expect(unique).toHaveLength(5)
  })

  test('are refused if a unique value is taken, which the result names', async () => {
    const { rows, runId, ids, trash, restore } = await withRun()
    await trash(1, 6)
    await rows.as('owner')('PATCH', `/rows/${ids[2]}`, { cells: { email: 'r5@a.example' } })
    const { taken } = await restore({ runId, from: 1, to: 6 })
    expect(taken).toEqual([{ column: expect.objectContaining({ key: 'email' }), rowId: ids[5] }])
  })
})
