// The secret key is rotated while the service runs: no answer, webhook or channel is lost, and the old key opens nothing.
// The soak does the same with keys that are set, behind a database of one's own.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealWorkspace } from '../domains/chain/sealing.ts'
import { Database } from '../platform/database/db.ts'
import { createSeal, opens, type Sealed } from '../platform/secrets/seal.ts'
import { beginRotation, keepSecretKey } from '../platform/secrets/secret-key.ts'
import { until } from './support/clients/listener.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { twilio } from './support/messages/channels.ts'
import { startReceiver } from './support/outside/receiver.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { asOwner, embeddedIn } from './support/postgres/postgres.ts'
import { runProcess } from './support/processes/child-process.ts'
import { onlyProgress } from './support/processes/only-progress.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const BEFORE = 'the key before, which has leaked: 40 long'
const CURRENT = 'the key from now on, which nobody has yet'
const LOG = { LOG_LEVEL: 'fatal', PORT: '0', DEMO: '0', ALLOW_PRIVATE_WEBHOOKS: '1' }

const command = (words: string[], env: Record<string, string>) =>
  runProcess('bin/sourcebook.mjs', words, { ...LOG, ...env })
const rotate = (env: Record<string, string>) => command(['rotate-key'], env)
const doctor = (env: Record<string, string>) => command(['doctor'], env)

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())

/** A desk with something of each kind that is sealed. */
async function makeDesk(server: ServerProcess) {
  const owner = await signUp(server)
  const post = async (path: string, body?: object, headers = {}) => {
    const { status, text } = await server.api('POST', path, { token: owner.token, body, headers })
    expect(status, text).toBeLessThan(300)
    return text
  }
  const kept = { 'idempotency-key': 'once' }
  const board = await post('/v1/boards', { name: 'Once' }, kept)
  await post('/v1/comms/channels', twilio())
  const { id: boardId } = JSON.parse(board).data
  const hook = { name: 'Stripe', signature: 'stripe', secret: 'whsec_of_stripe' }
  await post(`/v1/boards/${boardId}/hooks`, hook)
  const url = `${receiver.url}/${owner.workspaceId}`
  const { id, secret } = JSON.parse(
    await post('/v1/webhooks', { url, types: ['*'], role: 'viewer' }),
  ).data
  return {
    owner,
    board,
    webhook: { id, secret },
    rotated: () => post(`/v1/webhooks/${id}/rotate-secret`),
  }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

/** The answer that is kept, and a webhook's signature, are what they were. */
async function expectWhole(server: ServerProcess, { owner, board, webhook }: Desk): Promise<void> {
  const again = await server.api('POST', '/v1/boards', {
    token: owner.token,
    body: { name: 'Once' },
    headers: { 'idempotency-key': 'once' },
  })
  expect(again.text).toBe(board)
  const before = receiver.received.length
  await server.api('POST', `/v1/webhooks/${webhook.id}/test`, { token: owner.token })
  await until(() => receiver.received.length > before, 'the webhook')
  const { body, headers } = receiver.received.at(-1)!
  new Webhook(webhook.secret).verify(body, headers)
}

/** Everything that is sealed in a database, by where it is. */
async function sealedIn(connection: ClientConfig, { workspaceId }: Person): Promise<Sealed[]> {
  return asOwner(connection, async (sql) => {
    const sealed: Sealed[] = []
    for (const { id, secret, past_secret } of await sql('SELECT * FROM webhooks')) {
      const context = `webhook ${workspaceId} ${id}`
      for (const bytes of [secret, past_secret]) if (bytes) sealed.push({ bytes, context })
    }
    for (const { id, credentials } of await sql('SELECT * FROM channels')) {
      if (credentials) sealed.push({ bytes: credentials, context: `channel ${workspaceId} ${id}` })
    }
    for (const { id, secret } of await sql('SELECT * FROM intake_hooks')) {
      sealed.push({ bytes: secret, context: `hook ${workspaceId} ${id}` })
    }
    for (const { actor, key, answer } of await sql('SELECT * FROM idempotency_keys')) {
      if (answer) sealed.push({ bytes: answer, context: `${workspaceId} ${actor} ${key}` })
    }
    for (const { proof } of await sql('SELECT * FROM chain_heads')) {
      sealed.push({ bytes: proof, context: `chain ${workspaceId}` })
    }
    return sealed
  })
}

/** Seals the history of the desk, like the worker. */
async function sealHistory(database: TestDatabase, { workspaceId }: Person, key: string) {
  const db = new Database({ connection: database.pooled, poolSize: 1 })
  await until(
    async () => (await sealWorkspace(db, createSeal(key), workspaceId)) !== 'nothing',
    'something to seal',
  )
  await db.close()
}

if (process.env.SOAK) {
  afterAll(() =>
    console.log(
      'figure: rotated while people write, stopped on the way, and with both keys set; the old key opens nothing',
    ),
  )

  test('with SECRET_KEY set, both keys are set first, and everything is sealed again', async () => {
    const database = await createTestDatabase()
    const dataDir = await temporaryDirectory()
    const env = { ...LOG, ...database.env, DATA_DIR: dataDir }
    let server = await startServerProcess({ env: { ...env, SECRET_KEY: BEFORE } })
    const desk = await makeDesk(server)
    await desk.rotated()
    await server.stop()
    await sealHistory(database, desk.owner, BEFORE)
    // The head of history is not counted as a secret.
    const count = (await sealedIn(database.connection, desk.owner)).length - 1
    expect(count).toBeGreaterThan(3)
    const backup = join(dataDir, 'before.backup')
    expect(await command(['backup', backup], { ...env, SECRET_KEY: BEFORE })).toMatchObject({
      code: 0,
    })

    const alone = await rotate({ ...env, SECRET_KEY: BEFORE })
    expect(alone).toMatchObject({ code: 1 })
    expect(alone.stderr).toMatch(/^Set SECRET_KEY to a new key and SECRET_KEY_BEFORE to the one/)
    const foreign = await rotate({ ...env, SECRET_KEY: CURRENT, SECRET_KEY_BEFORE: CURRENT })
    expect(foreign.stderr).toContain('SECRET_KEY is not the one')

    const both = { ...env, SECRET_KEY: CURRENT, SECRET_KEY_BEFORE: BEFORE }
    server = await startServerProcess({ env: both })
    const midway = await doctor(both)
    expect(midway.code).toBe(1)
    expect(midway.stdout).toMatch(/^FAIL {2}a rotation of the secret key has begun and not ended/m)
    const done = await rotate(both)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    const ended = await doctor(both)
    expect(ended.code).toBe(0)
    expect(ended.stdout).toMatch(/^ok {4}.* unset SECRET_KEY_BEFORE in every process/m)
    expect(done.stdout).toContain(
      `${count} secrets and stored answers are sealed with the new key.`,
    )
    const sealed = await sealedIn(database.connection, desk.owner)
    expect(sealed.filter((one) => opens(createSeal(BEFORE), one))).toEqual([])
    expect(sealed.filter((one) => opens(createSeal(CURRENT), one))).toHaveLength(count + 1)
    const verified = await runProcess('bin/sourcebook.mjs', ['verify'], {
      ...env,
      SECRET_KEY: CURRENT,
    })
    expect(verified.code, verified.stdout).toBe(0)
    expect((await rotate(both)).stdout).toMatch(/^0 secrets/)
    await server.stop()

    server = await startServerProcess({ env: { ...env, SECRET_KEY: CURRENT } })
    const now = await startWithNewSecret(server, desk)
    await expectWhole(server, now)
    await server.stop()

    // A backup from before the rotation, where both keys are set.
    const { SECRET_KEY, SECRET_KEY_BEFORE } = both
    const into = { ...LOG, SECRET_KEY, SECRET_KEY_BEFORE, DATA_DIR: join(dataDir, 'restored') }
    expect(await command(['restore', backup], into)).toMatchObject({
      code: 0,
      stderr: onlyProgress,
    })
    expect((await doctor(into)).stdout).toContain('the secret key opens what is sealed')
    await database.drop()
    await discard(dataDir)
  })
}

/** The webhook's secret was rotated, so that there is a past one too. */
async function startWithNewSecret(server: ServerProcess, desk: Desk): Promise<Desk> {
  const { token } = desk.owner
  const path = `/v1/webhooks/${desk.webhook.id}/rotate-secret`
  const { secret } = (await server.api('POST', path, { token })).body.data
  return { ...desk, webhook: { ...desk.webhook, secret } }
}

test('a key in DATA_DIR is rotated while people write, and the one before is gone', async () => {
  const dataDir = await temporaryDirectory()
  const env = { ...LOG, DATA_DIR: dataDir, SECRET_KEY: '' }
  const server = await startServerProcess({ env })
  const desk = await makeDesk(server)
  const keyNow = async () => (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim()
  const before = await keyNow()

  const statuses = new Map<string, string>()
  let isDone = false
  const writing = (async () => {
    for (let i = 0; !isDone; i++) {
      const key = `while ${i}`
      const headers = { 'idempotency-key': key }
      const body = { name: `While ${i}` }
      const { status, text } = await server.api('POST', '/v1/boards', {
        token: desk.owner.token,
        body,
        headers,
      })
      expect(status, text).toBe(201)
      statuses.set(key, text)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const done = await rotate(env)
  isDone = true
  await writing
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toContain('The key before is deleted.')
  const now = await keyNow()
  expect(now).not.toBe(before)
  const sealed = await sealedIn(embeddedIn(dataDir), desk.owner)
  expect(sealed.length).toBeGreaterThan(statuses.size)
  expect(sealed.filter((one) => opens(createSeal(before), one))).toEqual([])
  expect(sealed.filter((one) => !opens(createSeal(now), one))).toEqual([])
  await expect(readFile(join(dataDir, 'secret.key.before'))).rejects.toThrow('ENOENT')

  await expectWhole(server, desk)
  for (const [key, text] of [...statuses].slice(-3).concat([...statuses].slice(0, 3))) {
    const again = await server.api('POST', '/v1/boards', {
      token: desk.owner.token,
      body: { name: key.replace('while', 'While') },
      headers: { 'idempotency-key': key },
    })
    expect(again.text).toBe(text)
  }
  await server.stop()
  await discard(dataDir)
})

test('without a key, the command says where it looked and what to do', async () => {
  const dataDir = await temporaryDirectory()
  const env = { ...LOG, DATA_DIR: dataDir, SECRET_KEY: '' }
  expect(await command(['migrate'], env)).toMatchObject({ code: 0 })
  const { code, stderr } = await rotate(env)
  expect(code).toBe(1)
  expect(stderr).toBe(
    `There is no key to rotate: ${join(dataDir, 'secret.key')} does not exist, and SECRET_KEY is unset. Run this with ` +
      'the settings of the service, DATA_DIR above all. A service that has never been started has no key yet: its ' +
      'first start makes one.\n',
  )
  await discard(dataDir)
})

if (process.env.SOAK) {
  test('a rotation that was stopped goes on with the same two keys', async () => {
    const dataDir = await temporaryDirectory()
    await keepSecretKey(dataDir, BEFORE)
    const begun = await beginRotation(dataDir)
    expect(begun.before).toBe(BEFORE)
    expect(begun.current).not.toBe(BEFORE)
    expect(await beginRotation(dataDir)).toEqual(begun)

    const env = { ...LOG, DATA_DIR: dataDir, SECRET_KEY: '' }
    expect(await command(['migrate'], env)).toMatchObject({ code: 0 })
    const stopped = await doctor(env)
    expect(stopped.code).toBe(1)
    expect(stopped.stdout).toMatch(
      /^FAIL {2}a rotation .* has begun and not ended: run "sourcebook/m,
    )
    expect(await rotate(env)).toMatchObject({ code: 0 })
    expect((await doctor(env)).stdout).not.toContain('rotation')
    await discard(dataDir)
  })
}
