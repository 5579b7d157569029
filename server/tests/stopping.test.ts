// A process that is asked to stop finishes what is in progress: no request fails, and it exits with 0 in time.
// (platform/http/drain.test.ts tests requests of which only half has arrived.)
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postmasterPid } from '../platform/embedded/process.ts'
import { newSeed } from './scenarios/chance.ts'
import { stopUnderLoad } from './scenarios/stopping.ts'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import {
  countLockWaits,
  createTestDatabase,
  type TestDatabase,
} from './support/postgres/database.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { startProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const seed = newSeed()
let database: TestDatabase
let lasting: ServerProcess
let token: string

const start = () =>
  startServerProcess({
    command: 'web',
    env: { ...database.env, LOG_LEVEL: 'fatal', RATE_LIMIT_INGEST: '1000000' },
  })
beforeAll(async () => {
  database = await createTestDatabase()
  lasting = await start()
  token = (await signUp(lasting)).token
})
afterAll(async () => {
  await lasting.stop()
  await database.drop()
})

const stop = (signal: NodeJS.Signals) =>
  stopUnderLoad({ start, lasting, token, connection: database.connection, signal, seed })

describe(`a process that is stopped under load (seed ${seed})`, () => {
  // The soak sends SIGINT too, again and again.
  it('fails no request, and exits with 0', async () =>
    expect((await stop('SIGTERM')).faults).toEqual([]))

  it('would be noticed: requests fail when it is killed', async () => {
    const faults = (await stop('SIGKILL')).faults.join()
    expect(faults).toMatch('a request failed')
    expect(faults).toMatch('it exited with null')
  })
})

it('a stop waits for requests as long as the operator says', async () => {
  const leaving = await start()
  const { id, secret } = await makeBoard(lasting, token, [{ name: 'Name', type: 'text' }])
  const body = { cells: { name: 'Ada' } }
  const answer = await asOwner(database.connection, async (sql) => {
    await sql('BEGIN')
    await sql('UPDATE row_counters SET row_count = row_count WHERE definition_id = $1', [id])
    const written = leaving.api('POST', '/v1/ingest/rows', { token: secret, body })
    await until(async () => (await countLockWaits(database)) > 0, 'it to wait')
    leaving.kill('SIGTERM')
    await sleep(7_000) // longer than it would wait by default
    await sql('COMMIT')
    return written
  })
  expect(answer.status).toBe(201)
  expect((await leaving.exited).code).toBe(0)
})

it('a first start that is stopped half-way leaves no database running', async () => {
  const dataDir = await temporaryDirectory()
  const running = () => postmasterPid(join(dataDir, 'pg'))
  const starting = startProcess('bin/sourcebook.mjs', ['start'], { DATA_DIR: dataDir, PORT: '0' })
  while (running() === null) await sleep(5)
  expect(starting.stdout()).toBe('')
  starting.kill('SIGTERM')
  expect(await starting.exited).toEqual({ code: 0, signal: null })
  expect(running()).toBeNull()
  await discard(dataDir)
})
