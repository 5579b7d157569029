// A service that one process is enough for: it is the one that was started, and has no other one beside it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { startProcess } from './support/processes/child-process.ts'
import { isAlive, listeningPids } from './support/processes/logged.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let database: TestDatabase
let lasting: ServerProcess

const env = () => ({ ...database.env, WEB_PROCESSES: '1' })

beforeAll(async () => {
  database = await createTestDatabase()
  lasting = await startServerProcess({ env: env() })
})
afterAll(async () => {
  await lasting.stop()
  await database.drop()
})

it('listens itself and starts no process', () => {
  expect(listeningPids(lasting)).toEqual([lasting.pid])
  if (process.platform !== 'linux') return
  expect(readFileSync(`/proc/${lasting.pid}/task/${lasting.pid}/children`, 'utf8')).toBe('')
})

it('starts again at SIGHUP, under the same number and at the same port; SIGTERM ends it', async () => {
  const one = await startServerProcess({ env: env() })
  one.kill('SIGHUP')
  await until(() => listeningPids(one).length === 2, 'it to listen again')
  expect(listeningPids(one)).toEqual([one.pid, one.pid])
  await until(() => one.stdout().match(/Sourcebook is ready/g)?.length === 2, 'it to be ready')
  expect((await one.api('GET', '/healthz')).status).toBe(200)
  expect(await one.stop()).toEqual({ code: 0, signal: null })
})

it('ends when the npx ends that started it', async () => {
  const cache = await temporaryDirectory()
  const npx = spawn('npx', ['sourcebook', 'start'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: {
      ...env(),
      PATH: process.env.PATH,
      PORT: '0',
      DEMO: '0',
      SECRET_KEY: 'only-for-tests-only-for-tests-only',
      npm_config_cache: cache,
      npm_config_offline: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [npx.stdout, npx.stderr]) stream.on('data', (text) => (output += text))
  const listening = () => /"pid":(\d+).*"msg":"Server listening/.exec(output)
  try {
    await until(() => listening() !== null, 'it to listen')
    npx.kill('SIGTERM')
    await until(() => !isAlive(Number(listening()![1])), 'the service to end')
  } finally {
    npx.kill('SIGKILL')
    await discard(cache)
  }
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
