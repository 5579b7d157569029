import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOwner } from '../../../platform/database/owner.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { newId } from '../../../platform/ids.ts'
import { until } from '../../../tests/support/clients/listener.ts'
import { type Desk, makeBoard, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { halting, importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { importTurn, resumeRuns } from './work.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

test('a worker that lost its lease while reading notices at its next block, and does not write it', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const { send, get, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
  const names = Array.from({ length: 4000 }, (_, n) => `row ${n}`)
  const { data } = (await send({ file: `Name\n${names.join('\n')}\n` })).body
  const signal = new AbortController().signal
  const { files, half, go } = halting(service.files)
  const slow = importTurn({ db: service.db, files }, signal)
  await half
  const imported = async () => (await get(`/${data.id}`)).body.data.imported
  // The worker has written everything that it has read, and each block has renewed its lease.
  await until(async () => (await imported()) === 2000, 'what it had read to be written')
  await service.sql("UPDATE import_runs SET lease_until = now() - interval '1 s'")
  await service.sql('UPDATE due_work SET due_at = now()')
  // Another worker takes over, and is halfway when the first one wakes.
  const other = halting(service.files)
  const taken = importTurn({ db: service.db, files: other.files }, signal)
  await other.half
  go()
  await slow
  other.go()
  await taken
  expect((await get(`/${data.id}`)).body.data).toMatchObject({
    status: 'completed',
    imported: 4000,
    standing: 4000,
  })
  expect((await rows()).map(({ cells }) => cells.name)).toEqual(names)
})

test('if a worker fails for a while, a later turn does the run', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const { send, get } = importerOf(service.api, desk.tokens.owner, { boardId: id })
  const { data } = (await send({ file: 'Name\nAcme\n' })).body
  const signal = new AbortController().signal
  const broken: FileStore = {
    ...service.files,
    get: async () => {
      throw new Error('the disk is away')
    },
  }
  await expect(importTurn({ db: service.db, files: broken }, signal)).rejects.toThrow('the disk')
  expect((await get(`/${data.id}`)).body.data.status).toBe('running')
  await service.sql("UPDATE import_runs SET lease_until = now() - interval '1 s'")
  await service.sql('UPDATE due_work SET due_at = now()')
  expect(await importTurn({ db: service.db, files: service.files }, signal)).toBe(true)
  expect((await get(`/${data.id}`)).body.data.status).toBe('completed')
  expect(await importTurn({ db: service.db, files: service.files }, signal)).toBe(false)
})

test('lines that name a row after it went to the trash do not link to it, although earlier lines did', async () => {
  const token = desk.tokens.owner
  const companies = await makePage(service, token, [{ name: 'Name', type: 'text' }])
  const made = await service.api('POST', '/v1/ingest/records', {
    token: companies.secret,
    body: { rows: ['acme', 'bolt'].map((id) => ({ external_id: id, cells: { name: id } })) },
  })
  const [acme, bolt] = made.body.data.map(({ id }: { id: string }) => id)
  const { id } = await makeBoard(service, token, [
    { name: 'Name', type: 'text' },
    { name: 'Company', type: 'link', settings: { definitionKey: companies.key } },
  ])
  const { send, get, rows } = importerOf(service.api, token, { boardId: id })
  const lines = Array.from({ length: 4000 }, (_, n) => `row ${n},${n % 2 ? 'acme' : 'bolt'}`)
  const { data } = (await send({ file: `Name,Company\n${lines.join('\n')}\n` })).body
  const { files, half, go } = halting(service.files)
  const turn = importTurn({ db: service.db, files }, new AbortController().signal)
  await half
  const imported = async () => (await get(`/${data.id}`)).body.data.imported
  await until(async () => (await imported()) === 2000, 'what it had read to be written')
  const trash = `/v1/definitions/${companies.key}/rows/delete`
  const trashed = await service.api('POST', trash, { token, body: { ids: [acme] } })
  expect(trashed.status, trashed.text).toBe(201)
  go()
  await turn
  const run = (await get(`/${data.id}`)).body.data
  expect(run).toMatchObject({ status: 'partial', imported: 3000, failed: 1000 })
  const linked = (await rows()).map(({ cells }) => cells.company[0])
  expect(new Set(linked.slice(0, 2000))).toEqual(new Set([acme, bolt]))
  expect(new Set(linked.slice(2000))).toEqual(new Set([bolt]))
})

test('if a worker fails before lines that name later ones are tried again, a later turn tries them', async () => {
  const { id, key } = await makeBoard(service, desk.tokens.owner, [
    { name: 'Name', type: 'text', unique: true },
  ])
  await service.api('POST', `/v1/boards/${id}/columns`, {
    token: desk.tokens.owner,
    body: { name: 'Boss', type: 'link', settings: { definitionKey: key } },
  })
  const { send, get, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
  const fill = Array.from({ length: 600 }, (_, n) => `row ${n},`)
  const lines = ['Ann,Bob', 'Cleo,nobody', ...fill, 'Bob,Ann']
  const { data } = (await send({ file: `Name,Boss\n${lines.join('\n')}\n` })).body
  const signal = new AbortController().signal
  let reads = 0
  const broken: FileStore = {
    ...service.files,
    get: (key) => {
      if (++reads > 1) throw new Error('the disk is away')
      return service.files.get(key)
    },
  }
  await expect(importTurn({ db: service.db, files: broken }, signal)).rejects.toThrow('the disk')
  const half = (await get(`/${data.id}`)).body.data
  expect(half).toMatchObject({ status: 'running', imported: 600, failed: 3 })
  await service.sql("UPDATE import_runs SET lease_until = now() - interval '1 s'")
  await service.sql('UPDATE due_work SET due_at = now()')
  expect(await importTurn(service, signal)).toBe(true)
  const run = (await get(`/${data.id}`)).body.data
  expect(run).toMatchObject({ status: 'partial', imported: 602, failed: 1, standing: 602 })
  const all = await rows()
  const named = (name: string) => all.find(({ cells }) => cells.name === name)
  expect(named('Ann').cells.boss).toEqual([named('Bob').id])
  expect(named('Bob').cells.boss).toEqual([named('Ann').id])
})

test('after a restore a run continues, however old the backup is and whoever held the run then', async () => {
  const { id } = await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])
  const { send, get } = importerOf(service.api, desk.tokens.owner, { boardId: id })
  const { data } = (await send({ file: 'Name\nAcme\n' })).body
  await service.sql(
    `UPDATE import_runs SET progressed_at = now() - interval '1 day', claimed_by = $2,
       lease_until = now() + interval '1 minute' WHERE id = $1`,
    [data.id, newId()],
  )
  await withOwner(service.connection, resumeRuns)
  expect(await importTurn(service, new AbortController().signal)).toBe(true)
  expect((await get(`/${data.id}`)).body.data).toMatchObject({ status: 'completed', imported: 1 })
})
