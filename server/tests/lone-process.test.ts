// A service with one web process: the group’s own process looks after it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from './support/clients/listener.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { type Exit, startProcess } from './support/processes/child-process.ts'
import { isAlive, listeningPids } from './support/processes/logged.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let database: TestDatabase
let lasting: ServerProcess

const env = () => ({ ...database.env, WEB_PROCESSES: '1' })
const start = () => startServerProcess({ env: env() })

beforeAll(async () => {
  database = await createTestDatabase()
  lasting = await start()
})
afterAll(async () => {
  await lasting.stop()
  await database.drop()
})

it('is replaced at the same port when it is killed, and at SIGHUP; SIGTERM ends everything', async () => {
  const one = await start()
  await until(() => listeningPids(one).length === 1, 'its log')
  const [first] = listeningPids(one)
  process.kill(first!, 'SIGKILL')
  await until(() => listeningPids(one).length === 2, 'another one to listen')
  expect((await one.api('GET', '/healthz')).status).toBe(200)
  one.kill('SIGHUP')
  await until(() => listeningPids(one).length === 3, 'its successor to listen')
  expect((await one.api('GET', '/healthz')).status).toBe(200)
  expect(await one.stop()).toEqual({ code: 0, signal: null })
  expect(listeningPids(one).filter(isAlive)).toEqual([])
})

it('ends with its group, however that ends', async () => {
  const one = await start()
  one.kill('SIGKILL')
  expect(await one.exited).toEqual<Exit>({ code: null, signal: 'SIGKILL' })
  await until(() => !listeningPids(one).some(isAlive), 'it to end')
})

it('that cannot start ends the command', async () => {
  const { port } = new URL(lasting.url)
  const other = startProcess('bin/sourcebook.mjs', ['start'], {
    ...env(),
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    PORT: port,
  })
  expect(await other.exited).toEqual({ code: 1, signal: null })
  expect(other.stderr()).toContain(`Port ${port} on 127.0.0.1 is in use; set PORT to another one.`)
})
