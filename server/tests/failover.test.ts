// DATABASE_URL names a primary and its standby: when the primary dies, the service goes on with the promoted standby.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { startPair } from './support/postgres/standby.ts'
import { runProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let pair: Awaited<ReturnType<typeof startPair>>
let env: Record<string, string>
let server: ServerProcess

/** A primary that acknowledges what its standby has, and a service that knows both. */
beforeAll(async () => {
  pair = await startPair({ primary: { synchronous_standby_names: 'standby' } })
  env = {
    DATABASE_URL: `postgres://postgres@${pair.places.join()}/sourcebook?target_session_attrs=read-write`,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    DATA_DIR: pair.directory,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_INGEST: '1000000',
  }
  server = await startServerProcess({ command: 'web', env })
})
afterAll(async () => {
  await server?.stop()
  await pair?.stop()
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
  pair.primary.kill()
  await until(async () => others.size > 0, 'writes to be refused')
  const before = acknowledged.length
  await asOwner(pair.connections[1], (sql) => sql('SELECT pg_promote()'))
  await until(async () => acknowledged.length > before, 'writes to resume')
  await until(async () => acknowledged.length > before + 100, 'more writes')
  isOver = true
  await Promise.all(writers)
  expect([...others]).toEqual([503])
  const rows = await asOwner(pair.connections[1], (sql) => sql('SELECT cells FROM rows'))
  const stored = new Set(rows.flatMap(({ cells }) => Object.values(cells)))
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
})

it('doctor names the primary that was promoted last, and fails while the old one takes writes too', async () => {
  const doctor = () => runProcess('bin/sourcebook.mjs', ['doctor'], env)
  const [old, current] = pair.places
  const alone = await doctor()
  expect(alone.stdout).toContain(`ok    the primary is ${current} (${old}: `)
  expect(alone.code).toBe(0)
  await pair.start('primary')
  const both = await doctor()
  expect(both.stdout).toContain(
    `FAIL  the primary is ${current} (${old}: takes writes too). Two primaries lose writes:`,
  )
  expect(both.code).toBe(1)
})
