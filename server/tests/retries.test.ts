// A retry has no second effect and gets the first answer, wherever that was lost.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import {
  copyFaults,
  countEffects,
  cutAnswers,
  cutRequests,
  type Desk,
  type Kind,
  killBeforeAnswer,
  retryDesk,
  send,
} from './scenarios/retries.ts'
import { togetherFaults } from './scenarios/retry.rules.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const seed = newSeed()
let database: TestDatabase
let dataDir: string
let server: ServerProcess
let desk: Desk

const start = () =>
  startServerProcess({
    command: 'web',
    env: {
      ...database.env,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_INGEST: '100000',
    },
  })
const options = (cuts: number) => ({
  origin: server.url,
  connection: database.connection,
  seed,
  cuts,
})
const copies = (...requests: string[]) =>
  copyFaults(requests, { connection: database.connection, dataDir })

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await temporaryDirectory()
  server = await start()
  desk = await retryDesk(server)
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  await discard(dataDir)
})

describe(`an answer that is cut off after the commit (seed ${seed})`, () => {
  it.each(['rows', 'records', 'boards', 'forms'] as const)(
    'is given again, 20 times, and nothing is made twice: %s',
    async (name) => expect(await cutAnswers(desk.kinds[name], options(20))).toEqual([]),
  )

  it('leaves one copy of each form’s file, and one receipt', async () => {
    const { forms } = desk.kinds
    expect(await copies(...cutRequests(forms, 20))).toEqual([])
  })

  it('would be noticed: without a key everything is made twice', async () => {
    const faults = await cutAnswers(desk.unprotected, options(5))
    expect(faults.filter((fault) => /made \d+ in place of \d+/.test(fault))).toHaveLength(5)
    expect(faults.filter((fault) => fault.includes('another way'))).toHaveLength(5)
  })

  it('would be noticed in a form’s file too', async () => {
    await cutAnswers(desk.unprotectedForms, options(1))
    expect(await copies('bare form 0', 'never sent')).toEqual([
      ...['files', 'copies', 'receipts'].map((kind) => `bare form 0 has 2 ${kind} in place of 1`),
      ...['files', 'copies', 'receipts'].map((kind) => `never sent has 0 ${kind} in place of 1`),
    ])
  })
})

describe('fifty at once', () => {
  async function together(kind: Kind, request: string, size: number) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(server.url, kind.route(request, size))),
    )
    const effects = await countEffects(database.connection)
    const heard = answers.map((answer) => ({ ...answer, replayed: kind.replayed(answer) }))
    return togetherFaults(heard, effects(request), size)
  }

  it.each([
    ['rows', 7],
    ['boards', 1],
    ['forms', 1],
  ] as const)('have one effect and one answer under one key: %s', async (name, size) => {
    expect(await together(desk.kinds[name], `together ${name}`, size)).toEqual([])
  })

  it('leave one copy of a form’s file, and one receipt', async () => {
    expect(await copies('together forms')).toEqual([])
  })

  it('would be noticed: without a key they have fifty', async () => {
    expect(await together(desk.unprotected, 'apart', 1)).toEqual([
      '50 different answers',
      '50 are not marked as replays',
      'made 50 in place of 1',
    ])
  })

  it.each(['rows', 'boards', 'forms'] as const)(
    'are one request only with one body: another is refused with 422, and makes nothing: %s',
    async (name) => {
      const kind = desk.kinds[name]
      const route = kind.route(`first ${name}`, 1)
      const first = await send(server.url, route)
      const other = await send(server.url, {
        ...kind.route(`second ${name}`, 1),
        headers: route.headers,
      })
      expect(other.status).toBe(422)
      expect(other.text).toContain('"code":"idempotency_key_reused"')
      expect((await send(server.url, route)).text).toBe(first.text)
      const effects = await countEffects(database.connection)
      expect([effects(`first ${name}`), effects(`second ${name}`)]).toEqual([1, 0])
    },
  )
})

describe('a server that is killed between the commit and the answer', () => {
  it.each(['rows', 'records', 'boards', 'forms'] as const)(
    'gives the answer after its restart: %s',
    async (name) => {
      const { connection } = database
      const killed = await killBeforeAnswer(desk.kinds[name], `killed ${name}`, {
        server,
        start,
        connection,
      })
      server = killed.server
      expect(killed.faults).toEqual([])
    },
  )

  it('has kept one copy of a form’s file, and one receipt', async () => {
    expect(await copies('killed forms')).toEqual([])
  })
})
