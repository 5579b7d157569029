// Streams and webhooks over several processes that come, go and are killed.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Heard, listen, until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { startReceiver } from './support/outside/receiver.ts'
import {
  allEventsReadable,
  createTestDatabase,
  type TestDatabase,
} from './support/postgres/database.ts'
import { startProcess, type TestProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let database: TestDatabase
let client: pg.Client
let lasting: ServerProcess
let owner: Person
let board: Awaited<ReturnType<typeof makeBoard>>

const env = () => ({
  ...database.env,
  LOG_LEVEL: 'fatal',
  ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8',
  SECRET_KEY: 'only-for-tests-only-for-tests-only',
})
const startWeb = () => startServerProcess({ command: 'web', env: env() })
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  lasting = await startWeb()
  owner = await signUp(lasting)
  board = await makeBoard(lasting, owner.token, [{ name: 'Name', type: 'text' }])
})
beforeEach(() => allEventsReadable(async (text, values) => (await client.query(text, values)).rows))
afterAll(async () => {
  await lasting.stop()
  await client.end()
  await database.drop()
})

const add = async (name: string): Promise<string> => {
  const row = { body: { cells: { name } } }
  return (await owner.api('POST', `/v1/boards/${board.id}/rows`, row)).body.data.id
}

describe('a listener', () => {
  it('is told when its process stops, and misses nothing that is written meanwhile', async () => {
    const path = `/v1/boards/${board.id}/events`
    const heard: Heard[] = []
    const written: string[] = []
    let writing = true
    const writer = (async () => {
      while (writing) written.push(await add(`${written.length}`))
    })()
    let at: string | undefined
    let first: string | undefined
    for (const how of ['SIGTERM', 'SIGKILL', 'SIGTERM'] as const) {
      const server = await startWeb()
      const listener = await listen(server.url, path, {
        token: owner.token,
        ...(at ? { lastEventId: at } : {}),
      })
      await until(() => listener.events.length > 5, 'some events')
      server.kill(how)
      await listener.ended
      if (how === 'SIGTERM') {
        expect(listener.events.pop()).toMatchObject({ type: 'stream.ended' })
        expect((await server.exited).code).toBe(0)
      }
      heard.push(...listener.events)
      at = listener.lastId()
      first ??= listener.events[0]!.data.data.rows[0].id
    }
    writing = false
    await writer
    await add('last')
    const rest = await listen(lasting.url, path, { token: owner.token, lastEventId: at! })
    await until(() => rest.events.at(-1)?.data.data.rows[0].cells.name === 'last', 'the last')
    rest.close()
    const ids = [...heard, ...rest.events].map(({ data }) => data.data.rows[0].id)
    const expected = written.slice(written.indexOf(first!))
    expect(ids.slice(0, -1)).toEqual(expected)
  })
})

describe('a webhook whose worker is killed in the middle of sending', () => {
  it('gets everything, and twice only what was under way, under the same id', async () => {
    const KILLS = 3
    // It answers so many. The next gets no answer before its sender is dead.
    let most = 7
    let dead = Promise.withResolvers<void>()
    const receiver = await startReceiver(async () => {
      if (receiver.received.length > most) await dead.promise
      return 200
    })
    const hook = await owner.api('POST', '/v1/webhooks', {
      body: { url: receiver.url, types: ['rows.created'], role: 'viewer' },
    })
    expect(hook.status, hook.text).toBe(201)
    const startWorker = (): TestProcess => startProcess('bin/sourcebook.mjs', ['worker'], env())
    const lapse = () => client.query("UPDATE webhook_tails SET leased_until = '-infinity'")
    const written: string[] = []
    for (let n = 0; n < 60; n++) written.push(await add(`to send ${n}`))
    let worker = startWorker()
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(() => receiver.received.length > most, 'some to be sent')
      worker.kill('SIGKILL')
      await worker.exited
      most = kill < KILLS ? receiver.received.length + 7 : Number.POSITIVE_INFINITY
      dead.resolve()
      dead = Promise.withResolvers()
      worker = startWorker()
      const [after] = [receiver.received.length]
      // The lease of the killed process keeps the others from sending until it lapses.
      if (kill === 1) {
        await sleep(2_000)
        expect(receiver.received.length).toBe(after)
      }
      await lapse()
    }
    const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']!)
    await until(() => new Set(ids()).size === 60, 'all of them')
    await sleep(500)
    const rowOf = (body: string): string => JSON.parse(body).data.rows[0].id
    const sent = receiver.received.map(({ body }) => rowOf(body))
    expect([...new Set(sent)]).toEqual(written)
    expect(sent.length - 60).toBeLessThanOrEqual(KILLS)
    for (const { body, headers } of receiver.received) {
      const same = receiver.received.filter((one) => rowOf(one.body) === rowOf(body))
      expect(new Set(same.map((one) => one.headers['webhook-id']))).toEqual(
        new Set([headers['webhook-id']]),
      )
    }
    worker.kill('SIGTERM')
    expect((await worker.exited).code).toBe(0)
    const { rows } = await client.query(
      'SELECT state, count(*)::integer AS n FROM webhook_deliveries GROUP BY 1',
    )
    expect(rows).toEqual([{ state: 'delivered', n: 60 }])
    receiver.stop()
  })
})
