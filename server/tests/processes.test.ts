// Several processes on one database are equal: a change through one applies in the other from its next request on.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from './support/clients/client.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { join, type Person, signUp } from './support/desks/people.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { runProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let database: TestDatabase
let servers: ServerProcess[]
let one: ServerProcess
let other: ServerProcess
let owner: Person

const env = () => ({ ...database.env, LOG_LEVEL: 'fatal', RATE_LIMIT_INGEST: '100000' })

beforeAll(async () => {
  database = await createTestDatabase()
  servers = await Promise.all([1, 2].map(() => startServerProcess({ command: 'web', env: env() })))
  one = servers[0]!
  other = servers[1]!
  owner = await signUp(one)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
})

/** The statuses of requests that were not refused although their credential must no longer work. */
async function stillWorks(...calls: Promise<Answer>[]): Promise<number[]> {
  return (await Promise.all(calls)).map(({ status }) => status).filter((status) => status !== 401)
}

describe('what ends in one process has ended in the other', () => {
  it('a key, for reading and for writing', async () => {
    const { id, keyId, secret } = await makeBoard(one, owner.token, [
      { name: 'Name', type: 'text' },
    ])
    const use = () =>
      stillWorks(
        other.api('GET', '/v1/ingest/board', { token: secret }),
        other.api('POST', '/v1/ingest/rows', { token: secret, body: { cells: { name: 'Ada' } } }),
        other.api('POST', '/v1/ingest/rows', { token: secret, body: 'not JSON' }),
        other.api('POST', '/v1/ingest/rows', {
          token: secret,
          body: { cells: { name: 'Ada' } },
          headers: { 'idempotency-key': 'again' },
        }),
      )
    expect(await use()).toEqual([200, 201, 400, 201])
    await owner.api('DELETE', `/v1/boards/${id}/keys/${keyId}`)
    expect(await use()).toEqual([])
  })

  it('a session that signed out', async () => {
    const person = await join(one, owner, 'member')
    const use = () => stillWorks(other.api('GET', '/v1/workspace', { token: person.token }))
    expect(await use()).toEqual([200])
    await person.api('POST', '/v1/auth/signout')
    expect(await use()).toEqual([])
  })

  it('the sessions of someone who is suspended', async () => {
    const person = await join(one, owner, 'admin')
    const use = () =>
      stillWorks(
        other.api('GET', '/v1/workspace', { token: person.token }),
        other.api('POST', '/v1/workspace/teams', {
          token: person.token,
          body: { name: crypto.randomUUID() },
        }),
      )
    expect(await use()).toEqual([200, 201])
    const path = `/v1/workspace/seats/${person.crmUserId}`
    await owner.api('PATCH', path, { body: { status: 'suspended' } })
    expect(await use()).toEqual([])
  })

  it('what a role allowed', async () => {
    const person = await join(one, owner, 'admin')
    const make = () =>
      other.api('POST', '/v1/workspace/teams', {
        token: person.token,
        body: { name: crypto.randomUUID() },
      })
    expect((await make()).status).toBe(201)
    await owner.api('PATCH', `/v1/workspace/seats/${person.crmUserId}`, {
      body: { role: 'viewer' },
    })
    expect((await make()).status).toBe(403)
  })
})

describe('a definition that one process changes, the other honours at once', () => {
  const board = () =>
    makeBoard(one, owner.token, [
      { name: 'Name', type: 'text' },
      { name: 'Amount', type: 'number' },
    ])
  const write = (secret: string, cells: object) =>
    other.api('POST', '/v1/ingest/rows', { token: secret, body: { cells } })

  it('a new column, another name, and a removed one', async () => {
    const { id, secret } = await board()
    const path = `/v1/boards/${id}/columns`
    const receiptOf = async (cells: object) => {
      const { filled, ignored } = (await write(secret, cells)).body
      return [filled, ignored.map(({ column }: { column: string }) => column)]
    }
    expect(await receiptOf({ city: 'Bergen' })).toEqual([[], ['city']])
    const made = await owner.api('POST', path, { body: { name: 'City', type: 'text' } })
    expect(await receiptOf({ city: 'Bergen' })).toEqual([['city'], []])
    await owner.api('PATCH', `${path}/${made.body.data.id}`, { body: { name: 'Town' } })
    expect(await receiptOf({ Town: 'Bergen' })).toEqual([['city'], []])
    await owner.api('DELETE', `${path}/${made.body.data.id}`)
    expect(await receiptOf({ city: 'Bergen' })).toEqual([[], ['city']])
  })

  it('a required column, and one that is no more, also where that refused the request', async () => {
    const { id, secret } = await board()
    for (let round = 0; round < 5; round++) {
      await owner.api('PATCH', `/v1/boards/${id}/columns/amount`, { body: { required: true } })
      expect((await write(secret, { name: 'Ada' })).status).toBe(400)
      await owner.api('PATCH', `/v1/boards/${id}/columns/amount`, { body: { required: false } })
      expect((await write(secret, { name: 'Ada' })).status).toBe(201)
    }
  })

  it('under traffic: whatever is sent after the change was answered obeys it', async () => {
    const { id, secret } = await board()
    const require = (required: boolean) =>
      owner.api('PATCH', `/v1/boards/${id}/columns/amount`, { body: { required } })
    const sent: { at: number; status: number }[] = []
    const ending = new AbortController()
    const writers = Array.from({ length: 8 }, async () => {
      while (!ending.signal.aborted) {
        const at = performance.now()
        sent.push({ at, status: (await write(secret, { name: 'Ada' })).status })
      }
    })
    const disobeying = (status: number, since: number) =>
      sent.filter((one) => one.at >= since && one.status !== status).length
    const answered = async (since: number) => {
      while (sent.filter((one) => one.at >= since).length < 20) await sleep(5)
    }
    try {
      await answered(0)
      for (const status of [400, 201, 400, 201]) {
        await require(status === 400)
        const since = performance.now()
        await answered(since)
        expect(disobeying(status, since)).toBe(0)
        expect(disobeying(status, 0)).toBeGreaterThan(0) // some from before: the count can tell them apart
      }
    } finally {
      ending.abort()
      await Promise.all(writers)
    }
  })
})

describe('a process that cannot start says why and exits with 1', () => {
  const start = (more: Record<string, string>) =>
    runProcess('bin/sourcebook.mjs', ['web'], {
      ...env(),
      PORT: '0',
      SECRET_KEY: 'only-for-tests-only-for-tests-only',
      ...more,
    })

  it('a port in use', async () => {
    const { port } = new URL(servers[0]!.url)
    expect(await start({ PORT: port })).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `Port ${port} on 127.0.0.1 is in use; set PORT to another one.\n`,
    })
  })

  it('an address of another machine', async () => {
    const { code, stderr } = await start({ HOST: '203.0.113.7' })
    expect(stderr).toBe('203.0.113.7 is not an address of this machine; set HOST to one.\n')
    expect(code).toBe(1)
  })

  it.each<[string, string]>([
    ['PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://localhost/x'],
  ])('a malformed setting, by its name: %s=%s', async (name, value) => {
    const { code, stdout, stderr } = await start({ [name]: value })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^${name} [^\\n]+\\n$`)) // one line: no stack
  })

  it('a database that is not there', async () => {
    const { code, stderr } = await start({
      DATABASE_URL: `${database.url.replace(/\/test_\w+/, '/test_absent')}`,
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/test_absent cannot be reached: .*does not exist/)
  })
})
