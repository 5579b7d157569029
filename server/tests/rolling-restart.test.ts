// A rolling restart: SIGHUP replaces the processes of a service one after another, under traffic.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { rollUnderLoad } from './scenarios/stopping.ts'
import { until } from './support/clients/listener.ts'
import { signUp } from './support/desks/people.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { isAlive, listeningPids, logged } from './support/processes/logged.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const seed = newSeed()
let database: TestDatabase
let group: ServerProcess

beforeAll(async () => {
  database = await createTestDatabase()
  const env = { ...database.env, WEB_PROCESSES: '2', RATE_LIMIT_INGEST: '1000000' }
  group = await startServerProcess({ env })
})
afterAll(async () => {
  await group.stop()
  await database.drop()
})

const webPids = () => listeningPids(group).filter(isAlive)
const takenOver = () =>
  logged(group).filter(({ msg }) => msg === 'a new process has taken over').length

it(`all are replaced at SIGHUP: no request fails, and a listener misses nothing (seed ${seed})`, async () => {
  const { token } = await signUp(group)
  await until(() => webPids().length === 2, 'both to listen')
  const before = webPids()
  const rolled = async () => {
    for (const nth of [1, 2, 3])
      await until(() => takenOver() >= nth, `${nth} of three to be replaced`)
  }
  const { connection } = database
  expect(await rollUnderLoad({ group, token, connection, seed, rolled })).toEqual([])
  await until(() => !before.some(isAlive), 'the old ones to end')
  expect(webPids()).toHaveLength(2)
})
