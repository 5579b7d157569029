// One service as several processes on one port: what they do together, and what happens when one of them ends.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_PER_ACCOUNT } from '../domains/workspaces/accounts/throttle.rules.ts'
import type { PlaceState } from '../platform/processes/messages.ts'
import { newSeed } from './scenarios/chance.ts'
import { killUnderLoad } from './scenarios/stopping.ts'
import { type Listener, listen, until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { isAlive, listeningPids, logged } from './support/processes/logged.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const seed = newSeed()
const READS = 30
let database: TestDatabase
let group: ServerProcess
let token: string

const env = () => ({
  ...database.env,
  WEB_PROCESSES: '2',
  LOG_LEVEL: 'info',
  RATE_LIMIT_INGEST: '1000000',
  RATE_LIMIT_READ: String(READS),
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

/** Sends a request over a connection of its own, so that the processes take turns. */
async function get(path: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}` }
  const sent = request(group.url + path, { agent: false, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, text: await textOf(answer) }
}

/** How the processes are, as the health check tells it. */
const health = async (): Promise<PlaceState[]> => JSON.parse((await get('/readyz')).text).processes

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
    // Each process answers for a second what it has read.
    const ofBoth = () => Promise.all([metric(ofWorkspace), metric(ofWorkspace)])
    const isCounted = async () => (await ofBoth()).every((count) => count === before + 10)
    await until(isCounted, 'all to be counted')
  })

  it('share what a key may read, and how often somebody may fail to sign in', async () => {
    const board = await makeBoard(group, token, [{ name: 'Name', type: 'text' }])
    const many = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 40 }, send))
    const counted = (answers: { status: number }[], status: number) =>
      answers.filter((one) => one.status === status).length
    const headers = { connection: 'close' }
    const reads = await many(() =>
      group.api('GET', '/v1/ingest/board', { token: board.secret, headers }),
    )
    expect([counted(reads, 200), counted(reads, 429)]).toEqual([READS, 40 - READS])
    const body = { email: 'nobody@desk.example', password: 'not the right one' }
    const signins = await many(() => group.api('POST', '/v1/auth/signin', { body, headers }))
    expect([counted(signins, 401), counted(signins, 429)]).toEqual([
      MAX_PER_ACCOUNT,
      40 - MAX_PER_ACCOUNT,
    ])
  })

  it('say how all of them are, each by its role: ready, and what they take', async () => {
    const ready = { state: 'ready', restarts: 0 }
    const [one, two, worker] = ['web', 'web', 'worker'].map((role) => ({ role, ...ready }))
    await until(async () => (await health()).every(({ state }) => state === 'ready'), 'all ready')
    expect(await health()).toEqual([one, two, worker])
    const { text } = await get('/metrics')
    expect(text).toContain('sourcebook_processes{role="web",state="ready"} 2')
    expect(text).toContain('sourcebook_processes{role="worker",state="ready"} 1')
    expect(logged(group).filter(({ role }) => role === undefined)).toEqual([])
  })

  it('keep what one had counted that is killed, and another answers whom it had not yet taken', async () => {
    const ofWorkspace =
      /^sourcebook_answer_seconds_count\{operation="get_workspace",status="200"\} (\d+)$/m
    const answered = await metric(ofWorkspace)
    const [first] = webPids()
    process.kill(first!, 'SIGSTOP')
    // One of these is handed to the process that cannot take it.
    const asked = Array.from({ length: 4 }, () => get('/v1/workspace'))
    await Promise.any(asked)
    // It holds nobody's figures back either.
    await until(async () => (await metric(ofWorkspace)) === answered + 3, 'the others')
    process.kill(first!, 'SIGKILL')
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 200])
    await until(() => webPids().length === 2, 'another one to listen')
    await until(async () => (await metric(ofWorkspace)) === answered + 4, 'all to be counted')
    const restarts = /^sourcebook_process_restarts_total\{role="web"\} (\d+)$/m
    await until(async () => (await metric(restarts)) === 1, 'the restart to be counted')
    expect((await health()).map(({ restarts }) => restarts).sort()).toEqual([0, 0, 1])
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

  it('lose only the requests of one that is killed', async () => {
    await until(() => webPids().length === 2, 'both to listen')
    const kill = () => process.kill(webPids()[0]!, 'SIGKILL')
    expect(
      await killUnderLoad({ group, token, connection: database.connection, seed, kill }),
    ).toEqual([])
  })

  it('all stop at SIGTERM, and tell those who listen', async () => {
    await until(() => webPids().length === 2, 'both to listen')
    const streams = await Promise.all(
      Array.from({ length: 4 }, () => listen(group.url, '/v1/events/stream', { token })),
    )
    const stopped = group.stop()
    await Promise.all(streams.map(({ ended }) => ended))
    expect(streams.map(({ events }) => events.at(-1)?.type)).toEqual(
      streams.map(() => 'stream.ended'),
    )
    // Not 0 if one had not stopped by itself in time.
    expect(await stopped).toEqual({ code: 0, signal: null })
    expect(webPids()).toEqual([])
  })
})
