// People and workspaces are erased: nothing of them is left in any table or file, and the chain of history still holds.
import { readdir } from 'node:fs/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeal, resealer } from '../../platform/secrets/seal.ts'
import type { Answer } from '../../tests/support/clients/client.ts'
import { until } from '../../tests/support/clients/listener.ts'
import { publish, signingOf, TERMS } from '../../tests/support/desks/agreements.ts'
import { acceptPath, type Person, personOf, signUp } from '../../tests/support/desks/people.ts'
import { runProcess } from '../../tests/support/processes/child-process.ts'
import { dumpAll, dumpWorkspace } from '../../tests/support/service/dump.ts'
import { SECRET_KEY, startService, type TestService } from '../../tests/support/service/service.ts'
import { proveErasuresAgain, resealErasures } from '../chain/erasures.ts'
import { proveAgain, resealHead } from '../chain/heads.ts'
import { sealWorkspace } from '../chain/sealing.ts'
import { verifyWorkspace } from '../chain/verifying.ts'
import { sentenceOf } from '../chain/words.rules.ts'
import { eraseWhatIsMarked } from './erasing.ts'
import { erasePersonNow, seatsOf } from './operators.ts'

const seal = createSeal(SECRET_KEY)
const PASSWORD = 'correct horse'
/** Where they signed in from. */
const HOME = '203.0.113.77'
/** In every text of a person who is erased: their name, email address, device, tokens. */
const CANARY = 'anaryquill'

let service: TestService
beforeAll(async () => {
  service = await startService()
  await publish(service)
})
afterAll(() => service.stop())

function made(answer: Answer) {
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}
const say = (answer: Answer) => expect(answer.status, answer.text).toBeLessThan(300)

async function invite(by: Person, email: string, name: string, role = 'member'): Promise<Person> {
  const invited = await by.api('POST', '/v1/workspace/seats', { body: { email, role, name } })
  const answer = await service.api('POST', acceptPath(invited), {
    body: { name, password: PASSWORD },
    headers: { 'user-agent': 'Canaryquill 1.0' },
  })
  return personOf(service, answer, PASSWORD)
}

const sealAll = ({ workspaceId }: Person) =>
  until(async () => {
    await sealWorkspace(service.db, seal, workspaceId)
    return (await verifyWorkspace(service.db, seal, workspaceId)).unsealed === 0
  }, 'everything to be sealed')
const verify = ({ workspaceId }: Person) => verifyWorkspace(service.db, seal, workspaceId)
const erase = (person: Person, body: object = {}) =>
  person.api('POST', '/v1/auth/account/erase', {
    body: { email: person.email, password: PASSWORD, ...body },
  })
const isGone = (table: string, id: string) =>
  until(
    async () => (await service.sql(`SELECT FROM ${table} WHERE id = $1`, [id])).length === 0,
    'it to be gone',
  )
/** The lines of a dump that have the canary. */
const traces = async () =>
  (await dumpAll(service.sql))
    .split('\n')
    .filter((line) => line.toLowerCase().includes(CANARY) || line.includes(HOME))
/** How many places of an account are known. */
const places = async (email: string): Promise<number> => {
  const [{ n }] = await service.sql(
    `SELECT count(*)::integer AS n FROM signin_places
     WHERE place LIKE 'account:' || encode(sha256($1::bytea), 'hex') || ':%'`,
    [email],
  )
  return n
}

describe('a person', () => {
  let owner: Person
  let other: Person
  let person: Person
  let board: string
  let row: string
  beforeAll(async () => {
    owner = await signUp(service)
    other = await signUp(service)
    person = await invite(owner, 'c.canaryquill@desk.example', 'Cleo Canaryquill')
    say(await person.api('PATCH', '/v1/auth/account', { body: { name: 'Cora Canaryquill' } }))
    board = made(await owner.api('POST', '/v1/boards', { body: { name: 'Board' } })).id
    const columns = `/v1/boards/${board}/columns`
    made(await owner.api('POST', columns, { body: { name: 'Who', type: 'person' } }))
    row = made(
      await person.api('POST', `/v1/boards/${board}/rows`, {
        body: { cells: { who: person.crmUserId } },
        headers: { 'idempotency-key': 'once' },
      }),
    ).id
    const { crmUserId } = person
    made(
      await owner.api('POST', `/v1/boards/${board}/rows/${row}/comments`, {
        body: { body: 'Ask @Cora Canaryquill, please.', mentions: [crmUserId] },
      }),
    )
    made(
      await person.api('POST', '/v1/comms/send', {
        body: { medium: 'text', to: '+12015550001', content: 'Hello' },
      }),
    )
    const viewed = await person.api('POST', `${TERMS}/viewed`)
    made(
      await person.api('POST', `${TERMS}/sign`, {
        body: {
          ...signingOf(viewed.body.data),
          signerName: 'Cora Canaryquill',
          signerTitle: 'Chief Canaryquill',
        },
        headers: { 'user-agent': 'Canaryquill 1.0' },
      }),
    )
    made(
      await person.api('POST', '/v1/auth/tokens', {
        body: { name: 'Canaryquill’s laptop', scopes: ['records:read'] },
      }),
    )
    for (const password of [PASSWORD, 'wrong horse']) {
      await service.api('POST', '/v1/auth/signin', {
        from: HOME,
        body: { email: person.email, password },
      })
    }
    await until(
      async () =>
        (await service.sql(`SELECT FROM events WHERE type = 'session.refused'`)).length > 0,
      'the entry, which comes after the answer',
    )
    // Somewhere else they have left already.
    const there = await invite(other, person.email, 'Cleo Canaryquill')
    say(await other.api('DELETE', `/v1/workspace/seats/${there.crmUserId}`))
    await sealAll(owner)
    await sealAll(other)
  })

  test('is refused with a wrong password, another email address, or as a last owner', async () => {
    expect(await erase(person, { password: 'wrong horse' })).toMatchObject({
      status: 401,
      body: { code: 'wrong_password' },
    })
    expect(await erase(person, { email: owner.email })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
    expect(await erase(owner)).toMatchObject({
      status: 409,
      body: { code: 'last_owner', error: expect.stringContaining('last owner of Desk') },
    })
    expect((await owner.api('GET', '/v1/auth/session')).status).toBe(200)
  })

  test('is gone from everywhere, and what they did stays', async () => {
    expect((await traces()).length).toBeGreaterThan(12)
    expect(await places(person.email)).toBeGreaterThan(1)
    say(await erase(person))
    expect(await places(person.email)).toBe(0)
    expect((await person.api('GET', '/v1/auth/session')).status).toBe(401)
    const signIn = () =>
      service.api('POST', '/v1/auth/signin', { body: { email: person.email, password: PASSWORD } })
    expect((await signIn()).status).toBe(401)
    const stopWork = service.work()
    await isGone('accounts', person.accountId)
    await stopWork()
    // What counts attempts from an address names no account, and is gone after 15 minutes.
    await service.sql('DELETE FROM signin_failures WHERE bucket = $1', [`address:${HOME}`])
    expect(await traces()).toEqual([])
    const { crmUserId } = person
    const kept = await owner.api('GET', `/v1/boards/${board}/rows/${row}`)
    expect(kept.body.data).toMatchObject({
      createdBy: `user:${crmUserId}`,
      cells: { who: crmUserId },
    })
    const comments = await owner.api('GET', `/v1/boards/${board}/rows/${row}/comments`)
    expect(comments.body.data[0].body).toBe('Ask @Erased person, please.')
    const events = await service.sql(
      `SELECT type, actor, data FROM events WHERE workspace_id = $1 AND subject = $2 ORDER BY xid, id`,
      [owner.workspaceId, `seat:${crmUserId}`],
    )
    expect(events.at(-1)).toMatchObject({ type: 'seat.erased', actor: `user:${crmUserId}` })
    expect(events).toContainEqual({
      type: 'seat.updated',
      actor: `user:${crmUserId}`,
      data: { name: 'Erased person' },
    })
  })

  test('leaves a chain that holds, and in which nothing more can be changed', async () => {
    for (const [of, erased] of [
      [owner, 5],
      [other, 1],
    ] as const) {
      await sealAll(of)
      expect(await verify(of)).toMatchObject({ findings: [], erased, unsealed: 0 })
    }
    const [one] = await service.sql(`SELECT id FROM agreement_signatures WHERE workspace_id = $1`, [
      owner.workspaceId,
    ])
    const rename = (name: string) =>
      service.sql('UPDATE agreement_signatures SET signer_name = $2 WHERE id = $1', [one.id, name])
    const found = async () => (await verify(owner)).findings.map(sentenceOf)
    await rename('Eve')
    expect(await found()).toEqual([expect.stringContaining(`entry ${one.id}`)])
    await rename('Erased person')
    expect(await found()).toEqual([])
    // A new key proves what the one before proved.
    const keys = { current: 'another key of the tests, long enough', before: SECRET_KEY }
    const resealed = await service.db.withWorkspace(owner, async (tx) => {
      await resealHead(tx, owner.workspaceId, resealer(keys))
      return resealErasures(tx, owner.workspaceId, resealer(keys))
    })
    expect(resealed).toBe(5)
    const { workspaceId } = owner
    const later = createSeal(keys.current)
    expect(await verifyWorkspace(service.db, later, workspaceId)).toMatchObject({ findings: [] })
    expect(await found()).toHaveLength(6)
    await service.db.withWorkspace(owner, async (tx) => {
      await proveAgain(tx, workspaceId, seal)
      await proveErasuresAgain(tx, workspaceId, seal)
    })
    expect(await found()).toEqual([])
    await rename('Eve')
    // Not even with a record of an erasure, which takes the key.
    await service.sql(`UPDATE erased_entries SET content_hash = sha256('') WHERE id = $1`, [one.id])
    expect(await found()).toHaveLength(2)
  })

  test('can be invited again, as somebody new', async () => {
    const again = await invite(owner, person.email, 'Nora New')
    expect(again.crmUserId).not.toBe(person.crmUserId)
    expect(again.accountId).not.toBe(person.accountId)
  })
})

test('a seat that an earlier release removed is the person’s if the operator says so', async () => {
  const erasing = {
    db: service.db,
    owner: service.connection,
    files: service.files,
    seal,
    log: pino({ level: 'silent' }),
  }
  const owner = await signUp(service)
  const { name, slug } = (await owner.api('GET', '/v1/workspace')).body.data
  expect(name).toContain('Desk')
  const left = await invite(owner, 'left@desk.example', 'Lee Canaryquill')
  say(await owner.api('DELETE', `/v1/workspace/seats/${left.crmUserId}`))
  await service.sql('DELETE FROM former_seats WHERE account_id = $1', [left.accountId])
  const account = { id: left.accountId, name: 'Lee Canaryquill', email: left.email }
  const { crmUserId } = left
  expect(await seatsOf(service.db, account)).toEqual([{ slug, crmUserId, standing: 'like them' }])
  const seat = { slug, crmUserId }
  const eraseNow = (also: (typeof seat)[], confirmed = account.name) =>
    erasePersonNow(erasing, account, confirmed, also)
  await expect(eraseNow([], 'Somebody Else')).rejects.toThrow('is not Lee Canaryquill')
  await expect(eraseNow([{ ...seat, crmUserId: 1 }])).rejects.toThrow(`${slug}:1 is not a seat`)
  const theirs = async () =>
    (await traces()).filter((line) => /lee canary|left@desk/i.test(line)).length
  expect(await theirs()).toBeGreaterThan(1)
  await eraseNow([seat])
  expect(await theirs()).toBe(0)
  await sealAll(owner)
  expect(await verify(owner)).toMatchObject({ findings: [] })
})

describe('a workspace', () => {
  const remove = (by: Person, body: object) => by.api('POST', '/v1/workspace/delete', { body })

  test('goes with everything in it, and others stay as they are', async () => {
    const owner = await signUp(service, 'Otto Owner')
    const there = await signUp(service, 'Thea There')
    const both = await invite(owner, there.email, 'Thea There', 'admin')
    const only = await invite(owner, 'only.here@desk.example', 'Only Here')
    const { name } = (await owner.api('GET', '/v1/workspace')).body.data
    const form = new FormData()
    form.set('file', new File(['canary in a file'], 'canary.txt', { type: 'text/plain' }))
    const file = made(await owner.api('POST', '/v1/files', { body: form })).id
    const first = made(
      await owner.api('POST', '/v1/comms/send', {
        body: {
          medium: 'email',
          to: 'a@b.example',
          subject: 'S',
          content: 'C',
          attachments: [file],
        },
      }),
    )
    made(
      await owner.api('POST', `/v1/comms/conversations/${first.conversation_id}/messages`, {
        body: { content: 'Again' },
      }),
    )
    const board = made(await owner.api('POST', '/v1/boards', { body: { name: 'Board' } })).id
    say(
      await owner.api('POST', `/v1/boards/${board}/columns`, {
        body: { name: 'Name', type: 'text' },
      }),
    )
    const cells = Array.from({ length: 500 }, (_, nth) => ({ cells: { name: `Row ${nth}` } }))
    say(await owner.api('POST', `/v1/boards/${board}/rows`, { body: { rows: cells } }))
    const key = made(
      await owner.api('POST', `/v1/boards/${board}/keys`, {
        body: { name: 'Key', scopes: ['rows:write'] },
      }),
    )
    const before = await dumpWorkspace(service.sql, there.workspaceId)
    const stored = async () => (await readdir(service.directory, { recursive: true })).length

    expect(await remove(both, { name, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await remove(owner, { name: 'Another', password: PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
    expect(await remove(owner, { name, password: 'wrong horse' })).toMatchObject({
      status: 401,
      body: { code: 'wrong_password' },
    })
    expect((await owner.api('GET', '/v1/workspace')).status).toBe(200)

    const files = await stored()
    say(await remove(owner, { name, password: PASSWORD }))
    for (const one of [owner, both, only]) {
      expect((await one.api('GET', '/v1/workspace')).status).toBe(401)
    }
    const stopWork = service.work()
    await isGone('workspaces', owner.workspaceId)
    for (const { accountId } of [owner, only]) await isGone('accounts', accountId)
    await stopWork()
    expect(await dumpWorkspace(service.sql, owner.workspaceId)).toEqual({})
    expect(await dumpAll(service.sql)).not.toContain(owner.workspaceId)
    expect(await stored()).toBeLessThan(files)
    const written = await service.api('POST', '/v1/ingest/rows', {
      token: key.secret,
      body: { cells: { name: 'x' } },
    })
    expect(written.status).toBe(401)
    const { columns, definitions, events, seats } = before
    expect(await dumpWorkspace(service.sql, there.workspaceId)).toMatchObject({
      columns,
      definitions,
      events,
      seats,
    })
    const back = await service.api('POST', '/v1/auth/signin', {
      body: { email: there.email, password: PASSWORD },
    })
    expect(back.status, back.text).toBe(201)
  })
})

test('what cannot be erased waits, holds up nothing behind it, and doctor says why', async () => {
  const owners = [await signUp(service, 'First Owner'), await signUp(service, 'Second Owner')]
  const person = await invite(await signUp(service), 'waits.for.none@desk.example', 'Wes Waits')
  for (const owner of owners) {
    const form = new FormData()
    form.set('file', new File(['bytes'], 'one.txt', { type: 'text/plain' }))
    made(await owner.api('POST', '/v1/files', { body: form }))
    const { name } = (await owner.api('GET', '/v1/workspace')).body.data
    say(await owner.api('POST', '/v1/workspace/delete', { body: { name, password: PASSWORD } }))
  }
  say(await erase(person))
  // The one that comes first has its files in a bucket that refuses.
  const [stuck, other] = owners.map(({ workspaceId }) => workspaceId).sort()
  const [{ key }] = await service.sql(
    'SELECT store_key AS key FROM files WHERE workspace_id = $1',
    [stuck],
  )
  let refuses = true
  let tries = 0
  const log: string[] = []
  const job = eraseWhatIsMarked({
    db: service.db,
    owner: service.connection,
    seal,
    log: pino({ level: 'warn' }, { write: (line) => void log.push(line) }),
    files: {
      ...service.files,
      async delete(one) {
        if (one === key) tries++
        if (one === key && refuses) throw new Error('the bucket answered 403')
        await service.files.delete(one)
      },
    },
  })
  const turn = () => job.run(new AbortController().signal)
  // As two processes do.
  await Promise.all([turn(), turn()])
  expect(tries).toBe(1)
  await isGone('workspaces', other!)
  await isGone('accounts', person.accountId)
  const doctor = () =>
    runProcess('bin/sourcebook.mjs', ['doctor'], { ...service.env, SECRET_KEY, LOG_LEVEL: 'fatal' })
  const [{ since }] = await service.sql(
    'SELECT deleted_at AS since FROM workspaces WHERE id = $1',
    [stuck],
  )
  expect((await doctor()).stdout).toContain(
    `WARN  the workspace ${stuck} has waited to be erased since ${since.toISOString()}: the bucket answered 403`,
  )
  await until(async () => {
    await turn()
    return tries > 1
  }, 'the next try')
  expect(log).toHaveLength(1)
  expect(log[0]).toContain('a workspace could not be erased; it is tried again later')
  refuses = false
  await until(async () => {
    await turn()
    return (await service.sql('SELECT FROM workspaces WHERE id = $1', [stuck])).length === 0
  }, 'the workspace to be gone')
  expect((await doctor()).stdout).not.toContain('has waited to be erased')
})
