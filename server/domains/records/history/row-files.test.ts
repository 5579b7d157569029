import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeFiles } from '../files/purge.ts'
import { purgeTrash } from '../trash/trash-purge.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

type Role = keyof Desk['tokens']
const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'

async function upload(name = 'statement.pdf', by: Role = 'member'): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['bytes'], name, { type: 'application/pdf' }))
  const { body } = await service.api('POST', '/v1/files', { token: desk.tokens[by], body: form })
  return body.data.id
}
const readable = async (id: string, by: Role): Promise<number> =>
  (await service.api('GET', `/v1/files/${id}`, { token: desk.tokens[by] })).status

async function open(kind: 'board' | 'page' = 'board') {
  const rows = await openRows(service, desk, [{ name: 'Name', type: 'text' }], kind)
  const made = await rows.as('owner')('POST', '/rows', { cells: { name: 'Ann' } })
  const id: string = made.body.data.id
  const path = `/rows/${id}/files`
  const add = (fileId: string, by: Role = 'member') => rows.as(by)('POST', path, { fileId })
  return { ...rows, id, path, add }
}

describe.each(['board', 'page'] as const)('a row of a %s', (kind) => {
  test('has files that members add and everybody reads', async () => {
    const { as, id, path, add, subject } = await open(kind)
    const [first, second] = [await upload(), await upload('id.png')]
    expect(await readable(first, 'viewer')).toBe(404)
    const made = await add(first)
    expect(made.status).toBe(201)
    expect(made.body.data).toEqual({
      id: first,
      name: 'statement.pdf',
      size: 5,
      type: 'application/pdf',
      addedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      addedBy: `user:${desk.seats.member}`,
    })
    await add(second)
    const list = await as('viewer')('GET', path)
    expect(list.body.data.map((file: { name: string }) => file.name)).toEqual([
      'statement.pdf',
      'id.png',
    ])
    const page = (await as('viewer')('GET', `${path}?limit=1`)).body
    expect(page.data).toEqual([made.body.data])
    const next = (await as('viewer')('GET', `${path}?limit=1&cursor=${page.nextCursor}`)).body
    expect([next.data[0].id, next.nextCursor]).toEqual([second, null])
    expect(await readable(first, 'viewer')).toBe(200)
    const again = await add(first, 'manager')
    expect([again.status, again.body.data]).toEqual([201, made.body.data])

    const timeline = await as('viewer')('GET', `/rows/${id}/timeline?kinds=file`)
    expect(timeline.body.data.map((one: { file: { id: string } }) => one.file.id)).toEqual([
      second,
      first,
    ])
    expect(timeline.body.data[1]).toEqual({
      id: first,
      at: made.body.data.addedAt,
      kind: 'file',
      actor: `user:${desk.seats.member}`,
      file: made.body.data,
    })

    expect((await as('member')('DELETE', `${path}/${first}`)).status).toBe(204)
    expect((await as('member')('DELETE', `${path}/${first}`)).status).toBe(404)
    expect(await readable(first, 'viewer')).toBe(404)
    expect(await readable(first, 'member')).toBe(200)
    const events = await service.sql(
      `SELECT type, data FROM events WHERE subject = $1 AND type LIKE 'row_file.%' ORDER BY xid`,
      [subject],
    )
    expect(events).toEqual([
      { type: 'row_file.added', data: { rowId: id, fileId: first } },
      { type: 'row_file.added', data: { rowId: id, fileId: second } },
      { type: 'row_file.removed', data: { rowId: id, fileId: first } },
    ])
  })
})

test('is refused: files that one cannot read, rows that are not there, and viewers', async () => {
  const { as, id, path, add } = await open()
  for (const fileId of [NOWHERE, await upload('mine.pdf', 'owner')]) {
    const { status, body } = await add(fileId)
    expect([status, body.code, body.issues[0].path]).toEqual([
      400,
      'unknown_reference',
      'body.fileId',
    ])
  }
  const fileId = await upload()
  expect((await add('x')).body.code).toBe('invalid_request')
  expect((await add(fileId, 'viewer')).status).toBe(403)
  expect((await as('member')('POST', `/rows/${NOWHERE}/files`, { fileId })).status).toBe(404)
  expect((await as('member')('GET', `${path}?cursor=x`)).body.code).toBe('invalid_cursor')
  const other = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  expect((await other.as('member')('GET', `/rows/${id}/files`)).status).toBe(404)
})

test('a file is kept as long as a row has it, and is hidden while that is in the trash', async () => {
  const { as, id, add, path } = await open()
  const [kept, dropped] = [await upload(), await upload()]
  await add(kept)
  await add(dropped)
  await as('member')('DELETE', `${path}/${dropped}`)
  const age = () => service.sql(`UPDATE files SET loose_since = now() - interval '25 hours'`)
  const signal = new AbortController().signal
  const exists = async (file: string) =>
    (await service.sql('SELECT 1 FROM files WHERE id = $1', [file])).length > 0
  await age()
  await purgeFiles(service.db, service.files, signal)
  expect([await exists(kept), await exists(dropped)]).toEqual([true, false])

  await as('owner')('DELETE', `/rows/${id}`)
  expect((await as('viewer')('GET', path)).status).toBe(404)
  expect(await readable(kept, 'viewer')).toBe(404)
  await as('owner')('POST', `/rows/${id}/restore`)
  expect(await readable(kept, 'viewer')).toBe(200)

  await as('owner')('DELETE', `/rows/${id}`)
  await service.sql("UPDATE rows SET deleted_at = now() - interval '31 days' WHERE id = $1", [id])
  await purgeTrash(service.db, service.connection, signal)
  await age()
  await purgeFiles(service.db, service.files, signal)
  expect(await exists(kept)).toBe(false)
})
