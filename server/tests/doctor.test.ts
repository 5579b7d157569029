// doctor says what an operator has set up wrongly, and so does a start, which then goes no further.
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSecretKey } from '../commands/secret-key.ts'
import { sealWorkspace } from '../domains/chain/sealing.ts'
import { Database } from '../platform/database/db.ts'
import { createSeal } from '../platform/secrets/seal.ts'
import { until } from './support/clients/listener.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { twilio } from './support/messages/channels.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { runProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const RIGHT = 'the right key of this database, 36 long'
const WRONG = 'another key, which opens nothing here!'
const LOG = { LOG_LEVEL: 'fatal', PORT: '0', DEMO: '0' }

const command = (words: string, env: Record<string, string>) =>
  runProcess('bin/sourcebook.mjs', words.split(' '), { ...LOG, ...env })

/** Runs a command that must fail, and returns its output: never a stack, never that it is ready. */
async function refusal(words: string, env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await command(words, env)
  expect(code, stdout).toBe(1)
  expect(stdout).not.toContain('ready')
  expect(stderr).not.toMatch(/^ {4}at /m)
  return stdout + stderr
}

describe('an external database', () => {
  let database: TestDatabase
  let env: Record<string, string>
  const start = (key = RIGHT) =>
    startServerProcess({ command: 'web', env: { ...env, SECRET_KEY: key } })
  const proofs = (): Promise<unknown[]> =>
    asOwner(database.connection, (sql) => sql('SELECT proof FROM secret_key_proof'))

  beforeAll(async () => {
    database = await createTestDatabase('empty')
    env = { ...database.env, SECRET_KEY: RIGHT, DATA_DIR: await temporaryDirectory() }
  })
  afterAll(async () => {
    await database.drop()
    await discard(env.DATA_DIR!)
  })

  it('that is empty is said to be empty, and is filled by what comes next', async () => {
    const first = await command('doctor', env)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^ok {4}the database is empty: .*"sourcebook migrate" will fill/m)
    expect((await command('migrate', env)).stdout).toMatch(/^Applied /)
    const second = await command('doctor', env)
    expect(second).toMatchObject({ code: 0 })
    expect(second.stdout).toMatch(/^ok {4}the schema is up to date$/m)
    expect(second.stdout).toMatch(/^ok {4}nothing is sealed yet/m)
    expect(await proofs()).toEqual([])
  })

  it('that allows few connections has them shared, and refuses what has no room at all', async () => {
    const { database: name } = database.connection
    const allow = (most: number) =>
      asOwner(database.connection, (sql) => sql(`ALTER DATABASE ${name} CONNECTION LIMIT ${most}`))
    const room = async (most: number) => {
      await allow(most)
      const past = {
        DATABASE_URL: database.url,
        DATABASE_DIRECT_URL: '',
        DATABASE_REPLICA_URLS: '',
        WEB_PROCESSES: '2',
      }
      const { code, stdout } = await command('doctor', { ...env, ...past })
      return [code, /^.*connections.*$/m.exec(stdout)?.[0]]
    }
    try {
      expect(await room(-1)).toEqual([0, expect.stringMatching(/^ok {4}.* which is enough$/)])
      expect(await room(60)).toEqual([
        0,
        'ok    the server allows 60 connections, and WEB_PROCESSES=2 with POOL_SIZE=16 needs 100, so "start" lets each process pool 9; for all of them, set max_connections to 100 or more, or WEB_PROCESSES or POOL_SIZE to less',
      ])
      expect(await room(20)).toEqual([1, expect.stringMatching(/^FAIL {2}.* allows 20 conn/)])
    } finally {
      await allow(-1)
    }
  })

  it('has one key, of the process that started first, of however many', async () => {
    const keys = [RIGHT, WRONG]
    const started = await Promise.allSettled(keys.map((key) => start(key)))
    const up = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const down = started.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    for (const server of up) await server.stop()
    expect([up.length, down.length]).toEqual([1, 1])
    expect(down[0]).toContain('SECRET_KEY is not the one that this database was sealed with')
    expect(await proofs()).toHaveLength(1)
    await asOwner(database.connection, (sql) => sql('DELETE FROM secret_key_proof'))
  })

  describe('with secrets of a release that left no proof of its key', () => {
    let server: ServerProcess
    let person: Person
    let db: Database
    const wrong = () => ({ ...env, SECRET_KEY: WRONG })
    const place = (secretKey: string) => ({
      secretKey,
      secretKeyBefore: null,
      dataDir: env.DATA_DIR!,
      databaseUrl: '',
    })
    beforeAll(async () => {
      server = await start()
      await asOwner(database.connection, (sql) => sql('DELETE FROM secret_key_proof'))
      person = await signUp(server)
      db = new Database({ connection: database.pooled, poolSize: 1 })
    })
    afterAll(async () => {
      await db.close()
      await server.stop()
    })

    const make = async (path: string, body: object, headers = {}) => {
      const { status, text } = await server.api('POST', path, {
        token: person.token,
        body,
        headers,
      })
      expect(status, text).toBe(201)
      return JSON.parse(text).data.id as string
    }

    it('knows its key by any of them', async () => {
      expect(await checkSecretKey(place(WRONG), db)).toBe(false)
      const steps = [
        () => make('/v1/boards', { name: 'Once' }, { 'idempotency-key': 'once' }),
        () => make('/v1/comms/channels', twilio()),
        () => make('/v1/webhooks', { url: 'https://example.com/', types: ['*'], role: 'viewer' }),
      ]
      for (const step of steps) {
        const id = await step()
        expect(await checkSecretKey(place(RIGHT), db)).toBe(true)
        await expect(checkSecretKey(place(WRONG), db)).rejects.toThrow('is not the one')
        await server.api('DELETE', `/v1/comms/channels/${id}`, { token: person.token })
      }
    })

    it('goes no further with another one, and leaves a proof with the right one', async () => {
      const sentences = await Promise.all(
        ['doctor', 'web', 'worker', `backup ${join(env.DATA_DIR!, 'x')}`].map((words) =>
          refusal(words, wrong()),
        ),
      )
      for (const sentence of sentences) {
        expect(sentence).toMatch(
          /SECRET_KEY is not the one that this database was sealed with.+Set it to its old value/,
        )
      }
      expect(await proofs()).toEqual([])
      expect((await command('doctor', env)).stdout).toContain('ok    the secret key opens')
      await server.stop()
      server = await start()
      expect(await proofs()).toHaveLength(1)
    })

    it('says whose history is not sealed', async () => {
      const { stdout } = await command('doctor', env)
      expect(stdout).toContain('ok    history is sealed up to the last minutes')
      await asOwner(database.connection, (sql) =>
        sql("UPDATE events SET at = at - interval '2 hours'"),
      )
      expect(await refusal('doctor', env)).toMatch(
        /^FAIL {2}history of \S+ has not been sealed since .*Z: is a worker running\?/m,
      )
      await until(
        async () => (await sealWorkspace(db, createSeal(RIGHT), person.workspaceId)) !== 'nothing',
        'something to seal',
      )
    })

    it('asks for TRUST_PROXY where everybody has the same private address', async () => {
      const says =
        /^WARN {2}everybody signed in from 172\.18\.0\.2: if that is a proxy, set TRUST_PROXY/m
      expect((await command('doctor', env)).stdout).not.toMatch(/everybody signed in/)
      await asOwner(database.connection, async (sql) => {
        await sql(`INSERT INTO accounts (id, email, name)
          SELECT gen_random_uuid(), 'p' || n || '@desk.example', 'P' FROM generate_series(1, 2) n`)
        await sql(`INSERT INTO access_tokens (id, token_hash, account_id, workspace_id, crm_user_id, expires_at)
          SELECT gen_random_uuid(), sha256(a.email::bytea), a.id, w.id, 9, now() + interval '1 day'
          FROM accounts a, workspaces w WHERE a.name = 'P'`)
        await sql("UPDATE access_tokens SET address = '172.18.0.2'")
      })
      expect((await command('doctor', env)).stdout).toMatch(says)
      expect((await command('doctor', { ...env, TRUST_PROXY: '1' })).stdout).not.toMatch(says)
      await asOwner(database.connection, (sql) =>
        sql("UPDATE access_tokens SET address = '203.0.113.7'"),
      )
      expect((await command('doctor', env)).stdout).not.toMatch(says)
    })

    it('goes on with another key where the operator says that the old one is lost', async () => {
      expect(await command('secret-key replace', wrong())).toMatchObject({ code: 0, stderr: '' })
      expect(await command('doctor', wrong())).toMatchObject({ code: 0 })
      expect((await command('verify', wrong())).stdout).toMatch(
        /Everything is as it was sealed\.\n$/,
      )
      expect(await refusal('doctor', env)).toContain('SECRET_KEY is not the one')
    })
  })
})

it('a domain for email needs a port that takes it, and the words say what is left to do', async () => {
  const database = await createTestDatabase()
  const places = { DATABASE_URL: database.url, SECRET_KEY: RIGHT }
  const env = { ...places, INBOUND_DOMAIN: 'in.desk.example' }
  expect(await refusal('doctor', env)).toMatch(
    /^FAIL {2}INBOUND_DOMAIN is in\.desk\.example, but nothing takes email: set INBOUND_SMTP_PORT or/m,
  )
  expect(await refusal('doctor', { ...env, INBOUND_DOMAIN: 'no host' })).toMatch(
    /^FAIL {2}.*INBOUND_DOMAIN.* must be a domain such as in\.example\.com/m,
  )
  const set = { ...env, HOST: '127.0.0.1', INBOUND_SMTP_PORT: '2525' }
  const { code, stdout } = await command('doctor', set)
  expect(code, stdout).toBe(0)
  expect(stdout).toMatch(
    /^ok {4}email for in\.desk\.example is taken at 127\.0\.0\.1:2525 by SMTP: .* MX record/m,
  )
  await database.drop()
})

it('a key that was made in DATA_DIR and is gone is missed, and no other is made', async () => {
  const dataDir = await temporaryDirectory()
  const env = { DATA_DIR: dataDir, SECRET_KEY: '' }
  const server = await startServerProcess({ command: 'web', env })
  await server.stop()
  const [file, away] = [join(dataDir, 'secret.key'), join(dataDir, 'elsewhere')]
  await rename(file, away)
  for (const words of ['doctor', 'web']) {
    expect(await refusal(words, env)).toMatch(/secret\.key is missing.+Put that file back/)
  }
  expect(await refusal('doctor', { ...env, SECRET_KEY: WRONG })).toMatch(
    /unset it, so that .+ is used again/,
  )
  await rename(away, file)
  expect(await command('doctor', env)).toMatchObject({ code: 0 })
  await discard(dataDir)
})
