// DATABASE_URL names a primary and its standby: when the primary dies, the service goes on with the promoted standby.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountFor } from '../platform/embedded/account.ts'
import { findBinaries } from '../platform/embedded/binaries.ts'
import { runProcess } from './support/child-process.ts'
import { makeBoard } from './support/fixtures.ts'
import {
  copyCluster,
  makeCluster,
  type RunningPostgres,
  runPostgres,
} from './support/installed-postgres.ts'
import { until } from './support/listener.ts'
import { signUp } from './support/people.ts'
import { asOwner } from './support/postgres.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { discard, temporaryDirectory } from './support/temporary.ts'

const places: { directory: string; port: number }[] = []
const running: RunningPostgres[] = []
let program: string
let primary: RunningPostgres
let env: Record<string, string>
let server: ServerProcess

const connectionOf = (which: 0 | 1) => ({
  host: '127.0.0.1',
  port: places[which]!.port,
  user: 'postgres',
  database: 'sourcebook',
})
const start = async (which: 0 | 1, settings: Record<string, string> = {}) => {
  const { directory, port } = places[which]!
  const common = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port }
  const one = await runPostgres(
    program,
    join(directory, 'pg'),
    { ...common, ...settings },
    connectionOf(which),
  )
  running.push(one)
  return one
}
const SYNCHRONOUS = { synchronous_standby_names: 'standby' }

/** A primary that acknowledges what its standby has, and a service that knows both. */
beforeAll(async () => {
  for (const _ of [0, 1]) {
    places.push({ directory: await temporaryDirectory(), port: await freePort() })
  }
  const [data, copy] = places.map(({ directory }) => join(directory, 'pg')) as [string, string]
  const native = await findBinaries(
    accountFor(data),
    places[0]!.directory,
    pino({ level: 'silent' }),
  )
  program = join(native, 'bin', 'postgres')
  makeCluster(program, data)
  const alone = await start(0)
  await asOwner({ ...connectionOf(0), database: 'postgres' }, (sql) =>
    sql('CREATE DATABASE sourcebook'),
  )
  await alone.stop()
  await copyCluster(data, copy)
  primary = await start(0, SYNCHRONOUS)
  await start(1, {
    primary_conninfo: `host=127.0.0.1 port=${places[0]!.port} user=postgres application_name=standby`,
  })
  const hosts = places.map(({ port }) => `127.0.0.1:${port}`).join(',')
  env = {
    DATABASE_URL: `postgres://postgres@${hosts}/sourcebook?target_session_attrs=read-write`,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    DATA_DIR: places[0]!.directory,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_INGEST: '1000000',
  }
  server = await startServerProcess({ command: 'web', env })
})
afterAll(async () => {
  await server?.stop()
  for (const one of running) await one.stop()
  for (const { directory } of places) await discard(directory)
})

it('a promoted standby is found without a restart, and has every acknowledged write', async () => {
  const { token } = await signUp(server)
  const columns = [{ name: 'Name', type: 'text' }] as const
  const { secret } = await makeBoard(server, token, [...columns])
  const acknowledged: string[] = []
  const others = new Set<number>()
  let isOver = false
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; !isOver; n++) {
      const name = `name ${writer}.${n}`
      const body = { cells: { name } }
      const { status } = await server.api('POST', '/v1/ingest/rows', { token: secret, body })
      if (status === 201) acknowledged.push(name)
      else {
        others.add(status)
        await sleep(20)
      }
    }
  })
  await until(async () => acknowledged.length >= 200, 'writes')
  primary.kill()
  await until(async () => others.size > 0, 'writes to be refused')
  const before = acknowledged.length
  await asOwner(connectionOf(1), (sql) => sql('SELECT pg_promote()'))
  await until(async () => acknowledged.length > before, 'writes to resume')
  await until(async () => acknowledged.length > before + 100, 'more writes')
  isOver = true
  await Promise.all(writers)
  expect([...others]).toEqual([503])
  const rows = await asOwner(connectionOf(1), (sql) => sql('SELECT cells FROM rows'))
  const stored = new Set(rows.flatMap(({ cells }) => Object.values(cells)))
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

it('doctor names the primary that was promoted last, and fails while the old one takes writes too', async () => {
  const doctor = () => runProcess('bin/sourcebook.mjs', ['doctor'], env)
  const [old, current] = places.map(({ port }) => `127.0.0.1:${port}`)
  const alone = await doctor()
  expect(alone.stdout).toContain(`ok    the primary is ${current} (${old}: `)
  expect(alone.code).toBe(0)
  await start(0, SYNCHRONOUS)
  const both = await doctor()
  expect(both.stdout).toContain(
    `FAIL  the primary is ${current} (${old}: takes writes too). Two primaries lose writes:`,
  )
  expect(both.code).toBe(1)
})

async function freePort(): Promise<number> {
  const probe = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
