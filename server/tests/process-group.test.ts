// One service as several processes on one port: what they do together, and what happens when one of them ends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { rollUnderLoad } from './scenarios/stopping.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { type Listener, listen, until } from './support/listener.ts'
import { isAlive, listeningPids, logged } from './support/logged.ts'
import { signUp } from './support/people.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const seed = newSeed()
let database: TestDatabase
let group: ServerProcess
let token: string

const env = () => ({
  DATABASE_URL: database.url,
  WEB_PROCESSES: '2',
  LOG_LEVEL: 'info',
  RATE_LIMIT_INGEST: '1000000',
})

beforeAll(async () => {
  database = await createTestDatabase()
  group = await startServerProcess({ env: env() })
  token = (await signUp(group)).token
  await until(() => webPids().length === 2, 'both to listen')
})
afterAll(async () => {
  await group.stop()
  await database.drop()
})

const webPids = () => listeningPids(group).filter(isAlive)

const endedPids = () =>
  logged(group)
    .filter(({ msg }) => msg.startsWith('a process has ended'))
    .map(({ ended }) => ended)
const takenOver = () =>
  logged(group).filter(({ msg }) => msg === 'a new process has taken over').length

/** Sends a request over a connection of its own, so that the processes take turns. */
const get = (path: string) => group.api('GET', path, { token, headers: { connection: 'close' } })

async function metric(pattern: RegExp): Promise<number> {
  const { text } = await get('/metrics')
  return Number(pattern.exec(text)?.[1] ?? 0)
}

describe('several processes', () => {
  it('answer /metrics as one, whichever is asked', async () => {
    const ofWorkspace =
      /^sourcebook_answer_seconds_count\{operation="get_workspace",status="200"\} (\d+)$/m
    const before = await metric(ofWorkspace)
    for (let i = 0; i < 10; i++) expect((await get('/v1/workspace')).status).toBe(200)
    // An answer is counted once all of it has been sent.
    await until(async () => (await metric(ofWorkspace)) === before + 10, 'all to be counted')
    expect(await metric(ofWorkspace)).toBe(before + 10)
  })

  it('replace one that is killed, and count the streams of a seat together, without those that it had', async () => {
    const streams: Listener[] = []
    const open = async () => {
      const stream = await listen(group.url, '/v1/events/stream', { token })
      if (stream.status === 200) streams.push(stream)
      return stream.status
    }
    try {
      for (let i = 0; i < 20; i++) expect(await open()).toBe(200)
      expect([await open(), await open()]).toEqual([429, 429])
      const [first] = webPids()
      process.kill(first!, 'SIGKILL')
      await until(() => endedPids().includes(first), 'the group to notice')
      expect((await get('/v1/workspace')).status).toBe(200)
      await until(async () => (await open()) === 200, 'room for another stream')
      await until(() => webPids().length === 2, 'another one to listen')
      expect(webPids()).not.toContain(first)
    } finally {
      for (const stream of streams) stream.close()
    }
  })

  it(`are all replaced at SIGHUP without a failed request (seed ${seed})`, async () => {
    await until(() => webPids().length === 2, 'both to listen')
    const before = webPids()
    const already = takenOver()
    const rolled = () => until(() => takenOver() === already + 3, 'all three to be replaced')
    const { connection } = database
    expect(await rollUnderLoad({ group, token, connection, seed, rolled })).toEqual([])
    await until(() => !before.some(isAlive), 'the old ones to end')
    expect(webPids()).toHaveLength(2)
  })
})
