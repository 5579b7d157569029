import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemActor } from '../../../platform/actor.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { announcing } from './announced-files.ts'
import { listStoredFiles } from './files.ts'
import { purgeFiles } from './purge.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const store = () => announcing(service.db, systemActor(desk.workspaceId), service.files)
async function names(): Promise<string[]> {
  const entries = await readdir(service.directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
async function purge(): Promise<void> {
  await service.sql("UPDATE files SET loose_since = now() - interval '25 hours'")
  await purgeFiles(service.db, service.files, new AbortController().signal)
}

test('bytes that a killed process has stored for nothing are purged', async () => {
  const { key } = await store().put(bytes(), 100)
  expect(await names()).toEqual([key])
  await purge()
  expect(await names()).toEqual([])
  expect(await service.sql('SELECT * FROM files')).toEqual([])
})

test('so is what was stored of a file when the process was killed', async () => {
  let more = () => {}
  const killed = store().put(
    (async function* () {
      yield Buffer.from('half')
      await new Promise<void>((resolve) => {
        more = resolve
      })
    })(),
    100,
  )
  await expect.poll(names).toEqual([expect.stringMatching(/\.part$/)])
  await purge()
  expect(await names()).toEqual([])
  more()
  await killed.catch(() => {})
})

test('a file that is only announced can be neither read nor used, and is in no backup', async () => {
  const { key } = await store().put(bytes(), 100)
  const token = desk.tokens.owner
  expect((await service.api('GET', `/v1/files/${key}`, { token })).status).toBe(404)
  const owner = { query: async (text: string) => ({ rows: await service.sql(text) }) }
  expect(await listStoredFiles(owner as never)).toEqual([])
})

test('an upload leaves one row', async () => {
  await purge()
  const body = new FormData()
  body.set('file', new File(['x'], 'x.txt'))
  const made = await service.api('POST', '/v1/files', { token: desk.tokens.member, body })
  expect(await service.sql('SELECT id, name FROM files')).toEqual([
    { id: made.body.data.id, name: 'x.txt' },
  ])
})

async function* bytes() {
  yield Buffer.from('whole')
}
