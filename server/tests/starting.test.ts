// What the port answers while the database is not ready yet: here, while somebody else migrates it.
import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { VERSION } from '../../contract/language/version.ts'
import { MIGRATING } from '../platform/database/migration-lock.ts'
import { until } from './support/clients/listener.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { freePort } from './support/postgres/standby.ts'
import { FROM_SOURCES, startProcess, type TestProcess } from './support/processes/child-process.ts'

const REQUEST = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

let database: TestDatabase
let migrating: pg.Client
let port: number
let server: TestProcess | undefined
beforeEach(async () => {
  database = await createTestDatabase()
  migrating = new pg.Client(database.connection)
  await migrating.connect()
  await migrating.query('SELECT pg_advisory_lock($1)', [MIGRATING])
  port = await freePort()
})
afterEach(async () => {
  server?.kill('SIGTERM')
  await migrating.end() // otherwise the start waits for it as long as a stop may take
  await server?.exited
  await database.drop()
})

const begin = (command: string, more: Record<string, string> = {}) =>
  startProcess(FROM_SOURCES, [command], {
    ...database.env,
    DEMO: '0',
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    PORT: String(port),
    ...more,
  })
const ask = (path: string, options: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, options)
const answers = () =>
  until(
    () =>
      ask('/healthz').then(
        () => true,
        () => false,
      ),
    'the port to answer',
  )

/**
 * Keeps sending requests on connections of their own, also just when one server takes the port from the other.
 * Few at a time, because the start needs the processor too.
 */
function knockWhileItStarts() {
  let isEnding = false
  let answers = 0
  const knock = async () => {
    while (!isEnding) {
      const got = await once(connect(port, '127.0.0.1').end(REQUEST).resume(), 'close').then(
        () => 1,
        () => 0, // refused or reset: to be sent again
      )
      answers += got
    }
  }
  const ended = Promise.all(Array.from({ length: 4 }, knock))
  return {
    /** Waits until no connection is left without an end. @returns how many were answered */
    async end(): Promise<number> {
      isEnding = true
      await ended
      return answers
    },
  }
}

test.each([
  ...(process.env.SOAK ? [['web', {}] as const] : []),
  ['start', { WEB_PROCESSES: '2' }] as const,
])(
  '%s answers 503 until the database is ready, and then serves at the same port',
  async (command, env) => {
    server = begin(command, env)
    await answers()
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok', version: VERSION })
    for (const path of ['/readyz', '/v1/boards', '/docs', '/']) {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '2'])
      expect(await answer.json()).toEqual({
        error: expect.stringMatching(/starting/),
        code: 'overloaded',
      })
    }
    const row = await ask('/v1/ingest/rows', { method: 'POST', body: 'x'.repeat(100_000) })
    expect(row.headers.get('access-control-allow-origin')).toBe('*')
    expect(await row.json()).toMatchObject({ error: { code: 'overloaded' } })
    const page = await ask('/pages/leads', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      503,
      'text/html; charset=utf-8',
    ])
    expect(server.stdout()).toBe('')
    const knocking = knockWhileItStarts()
    await migrating.query('SELECT pg_advisory_unlock_all()')
    await server.waitFor(/is ready/)
    expect(await knocking.end()).toBeGreaterThan(0)
    // Each of several processes gets its turn. The database may be slow to answer `/readyz`.
    for (let i = 0; i < 6; i++) {
      const answer = await ask('/healthz', { headers: { connection: 'close' } })
      expect(answer.headers.get('x-request-id')).not.toBeNull()
    }
    await until(async () => {
      const answer = await (await ask('/readyz')).json()
      const { status, version } = answer as { status: string; version: string }
      return status === 'ready' && version === VERSION
    }, 'the database to answer')
    expect(server.stderr()).toContain(`"version":"${VERSION}"`)
  },
)

if (process.env.SOAK) {
  afterAll(() =>
    console.log('figure: answers 503 and then serves at one port, as one process and as several'),
  )
}

test('a taken port is found before the database is touched', async () => {
  server = begin('web')
  await answers()
  const other = begin('start', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  expect(await other.exited).toEqual({ code: 1, signal: null })
  expect(other.stderr()).toContain(`Port ${port} on 127.0.0.1 is in use; set PORT to another one.`)
})
