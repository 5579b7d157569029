// Between the loss of the primary and the promotion of its standby, reads go on there if it misses nothing acknowledged. A standby that
// might miss something is never read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { join, type Person, signUp } from './support/desks/people.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { startPair } from './support/postgres/standby.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let pair: Awaited<ReturnType<typeof startPair>>
let server: ServerProcess
let owner: Person
let board: Awaited<ReturnType<typeof makeBoard>>
let token: string

beforeAll(async () => {
  pair = await startPair()
  server = await startServerProcess({
    command: 'web',
    env: {
      DATABASE_URL: `postgres://postgres@${pair.places.join()}/sourcebook?target_session_attrs=read-write`,
      DATABASE_REPLICA_URLS: `postgres://postgres@${pair.places[1]}/sourcebook`,
      DATA_DIR: pair.directory,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_READ: '20',
    },
  })
  owner = await signUp(server)
  board = await makeBoard(server, owner.token, [{ name: 'Name', type: 'text' }])
  const made = await owner.api('POST', '/v1/auth/tokens', {
    body: { name: 'Program', scopes: ['records:read'] },
  })
  token = made.body.data.secret
})
afterAll(async () => {
  await server?.stop()
  await pair?.stop()
})

const onPrimary = (text: string) => asOwner(pair.connections[0], (sql) => sql(text))
const onStandby = (text: string) => asOwner(pair.connections[1], (sql) => sql(text))

const write = (name: string) =>
  server.api('POST', '/v1/ingest/rows', { token: board.secret, body: { cells: { name } } })
const list = (credential: string, more = '') =>
  server.api('GET', `/v1/boards/${board.id}/rows?count=true${more}`, { token: credential })
const namesOf = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.data.map(({ cells }: { cells: { name: string } }) => cells.name)

/** Whether reads would go on at the standby, as /metrics says it. */
async function isSynchronous(): Promise<boolean> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const [, value] = /^sourcebook_replica_synchronous\{.*\} (\d)$/m.exec(text) ?? []
  return value === '1'
}

/** Kills the primary, and waits until that is noticed. */
async function lose(): Promise<void> {
  pair.primary.kill()
  await until(async () => (await write('refused')).status === 503, 'writes to be refused')
}

describe('an asynchronous standby', () => {
  it('is not read while there is no primary: it may miss something', async () => {
    expect((await write('first')).status).toBe(201)
    expect(await isSynchronous()).toBe(false)
    await lose()
    for (const credential of [owner.token, token]) {
      const answer = await list(credential)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    pair.primary = await pair.start('primary')
    await until(async () => (await list(owner.token)).status === 200, 'the primary')
  })
})

describe('the synchronous standby', () => {
  let gone: Person

  beforeAll(async () => {
    await onPrimary("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    await onPrimary('SELECT pg_reload_conf()')
    await until(isSynchronous, 'the standby to be synchronous')
    gone = await join(server, owner, 'member')
    // Their use is due to be noted, which nobody can while there is no primary.
    for (const table of ['access_tokens', 'api_tokens']) {
      await onPrimary(`UPDATE ${table} SET last_used_at = now() - interval '1 hour'`)
    }
  })

  it('is not read before it has replayed what was acknowledged', async () => {
    await onStandby('SELECT pg_wal_replay_pause()')
    expect((await gone.api('POST', '/v1/auth/signout')).status).toBe(201)
    expect((await write('last')).status).toBe(201)
    await lose()
    for (const credential of [owner.token, gone.token]) {
      expect((await list(credential)).status).toBe(503)
    }
    await onStandby('SELECT pg_wal_replay_resume()')
    await until(async () => (await list(owner.token)).status === 200, 'reads to go on')
  })

  it('serves people, programs and keys everything that was acknowledged, and writes wait', async () => {
    for (const credential of [owner.token, token]) {
      const answer = await list(credential)
      expect(namesOf(answer)).toEqual(['first', 'last'])
      expect(answer.body.total).toBe(2)
    }
    const { body } = await list(owner.token)
    const row = `/v1/boards/${board.id}/rows/${body.data[1].id}`
    expect((await owner.api('GET', row)).body.data.cells.name).toBe('last')
    expect(namesOf(await list(owner.token, '&search=last'))).toEqual(['last'])
    expect((await owner.api('GET', '/v1/auth/session')).status).toBe(200)
    const read = await server.api('GET', '/v1/ingest/board', { token: board.secret })
    expect(read.body.data.rows.map(({ cells }: { cells: object }) => cells)).toEqual([
      { name: 'first' },
      { name: 'last' },
    ])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    const refused = await write('none')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await owner.api('PATCH', row, { body: { cells: { name: 'none' } } })).status).toBe(503)
  })

  it('knows who may not ask any more', async () => {
    expect((await list(gone.token)).status).toBe(401)
  })

  it('is asked by a key only as often as the key may', async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 25; i++) {
      const { status } = await server.api('GET', '/v1/ingest/board', { token: board.secret })
      statuses.add(status)
    }
    expect([...statuses]).toEqual([200, 429])
  })

  it('takes writes once it is promoted', async () => {
    await onStandby('SELECT pg_promote()')
    await until(async () => (await list(owner.token)).status === 200, 'reads')
    const renamed = async () => {
      const { body } = await list(owner.token)
      const row = `/v1/boards/${board.id}/rows/${body.data[1].id}`
      return owner.api('PATCH', row, { body: { cells: { name: 'later' } } })
    }
    await until(async () => (await renamed()).status === 200, 'writes')
    expect(namesOf(await list(token))).toEqual(['first', 'later'])
  })
})
