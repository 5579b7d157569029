// A process that is asked to stop finishes what is under way: no request fails, and it exits with 0 in time. (What happens to
// requests of which half has arrived is in platform/drain.test.ts.)
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { startClients, stopFaults } from './scenarios/stopping.ts'
import { callApi } from './support/client.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { makeBoard } from './support/fixtures.ts'
import { signUp } from './support/people.ts'
import { asOwner } from './support/postgres.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const seed = newSeed()
let database: TestDatabase
let lasting: ServerProcess
let token: string

const start = () =>
  startServerProcess({
    command: 'web',
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'fatal', RATE_LIMIT_INGEST: '1000000' },
  })
beforeAll(async () => {
  database = await createTestDatabase()
  lasting = await start()
  token = (await signUp({ api: (...call) => callApi(lasting.url, ...call) })).token
})
afterAll(async () => {
  await lasting.stop()
  await database.drop()
})

const board = () =>
  makeBoard({ api: (...call) => callApi(lasting.url, ...call) }, token, [
    { name: 'Name', type: 'text' },
  ])
const rowsOf = (id: string) =>
  asOwner(database.connection, async (sql) =>
    (await sql('SELECT id FROM rows WHERE definition_id = $1', [id])).map((row) => row.id),
  )

/** Forty clients on two processes, one of which gets a signal; answers what is wrong with how that went. */
async function signalled(signal: NodeJS.Signals) {
  const [leaving, { id, secret }] = await Promise.all([start(), board()])
  const clients = startClients([leaving.url, lasting.url], secret, { clients: 40, seed })
  await clients.more(100)
  const since = performance.now()
  leaving.kill(signal)
  const exit = await leaving.exited
  const tookMs = performance.now() - since
  await clients.more(100)
  await clients.end()
  return {
    exit,
    tookMs,
    traffic: clients.traffic,
    faults: stopFaults(clients.traffic, await rowsOf(id)),
  }
}

describe(`a process that is stopped under load (seed ${seed})`, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'fails no request, and exits with 0: %s',
    async (signal) => {
      const { exit, tookMs, traffic, faults } = await signalled(signal)
      expect(faults).toEqual([])
      expect(exit).toEqual({ code: 0, signal: null })
      expect(tookMs).toBeLessThan(10_000)
      expect(traffic.refused).toBeGreaterThan(0)
    },
  )

  it('would be noticed: requests fail when it is killed', async () => {
    const { faults } = await signalled('SIGKILL')
    expect(faults.join()).toMatch('a request failed')
  })
})
