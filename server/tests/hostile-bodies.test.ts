import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestOperations } from '../../contract/ingest/ingest.ts'
import { type AnyOperation, operation } from '../../contract/language/operation.ts'
import { operations } from '../../contract/operations.ts'
import { boardOperations } from '../../contract/records/definitions.ts'
import { rowOperations } from '../../contract/records/rows.ts'
import { authOperations } from '../../contract/workspaces/auth.ts'
import { columnTypes, isComputed } from '../../shared/column-types.ts'
import { goodRequest, type Sent } from './coverage/requests.ts'
import { makeWorld, type World } from './coverage/world.ts'
import { bytesOf, type Draft, draftOf, pathOf } from './hostile/draft.ts'
import { faultOf } from './hostile/judge.ts'
import { type Mutation, mutations, mutationsOutside } from './hostile/mutations.ts'
import { type WireAnswer, type WireClient, wireClient } from './hostile/wire.ts'
import { startService, type TestService } from './support/service/service.ts'

const WRITES = process.env.SOAK ? 50_000 : 2500
const SEED = Number(process.env.SEED ?? 20_261_120)
const AT_ONCE = 12
/** An address from which nobody may sign in any more. */
const THROTTLED = '10.0.0.9'

// An operation that checks nothing and fails: the check must catch it.
const broken = operation({
  method: 'POST',
  path: '/v1/broken',
  tag: 'Broken',
  access: 'session',
  scope: 'people only',
  summary: 'Fails',
})

const reads = operations.filter(({ method }) => method === 'GET')
const writes = operations.filter(({ method }) => method !== 'GET' && method !== 'DELETE')
/** Enough requests for each read to succeed at least once. */
const READS = 8 * reads.length
/** Each ends the session that it is sent in. */
const endSessions: AnyOperation[] = [authOperations.signOut, authOperations.switchWorkspace]

let service: TestService
let world: World
let client: WireClient
const failures: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => failures.push(line) })
  service = await startService({
    log,
    extend: ({ bind }) =>
      bind(broken, async (_, tx) => {
        await tx.run(`SELECT 'x'::int`)
      }),
  })
  world = await makeWorld(service, 'Harborline')
  await addEveryColumn()
  client = wireClient(service.origin)
})
afterAll(async () => {
  client.close()
  await service.stop()
})

/** Adds columns `column_0`, `column_1`, … of every type that can be written, some with more to check. */
async function addEveryColumn(): Promise<void> {
  const { owner, board, page } = world
  const columns = [
    ...columnTypes
      .filter((type) => !isComputed(type))
      .map((type) => ({
        type,
        ...(type === 'link' ? { settings: { definitionKey: 'leads', multiple: true } } : {}),
      })),
    { type: 'formula', settings: { expression: 'column_2 / column_3 & column_0' } },
    { type: 'text', unique: true },
    { type: 'number', settings: { min: 0, max: 10, precision: 2 } },
    { type: 'currency', settings: { currency: 'JPY' } },
    { type: 'multi_select', settings: { options: [{ label: 'A, b' }], allowNewOptions: true } },
  ]
  for (const base of [`/v1/boards/${board.id}`, `/v1/definitions/${page.key}`]) {
    for (const [nth, column] of columns.entries()) {
      const body = { name: `Column ${nth}`, key: `column_${nth}`, ...column }
      await service.api('POST', `${base}/columns`, { token: owner, body })
    }
  }
}

const send = (draft: Draft): Promise<WireAnswer> =>
  client.send(draft.operation.method, pathOf(draft), draft.headers, bytesOf(draft))

const shown = (draft: Draft, { status, text }: WireAnswer, fault: string): string =>
  [
    `${draft.operation.method} ${pathOf(draft).slice(0, 300)} ${fault}`,
    JSON.stringify(draft.headers).slice(0, 600),
    String(bytesOf(draft)).slice(0, 600),
    `→ ${status} ${text.slice(0, 600)}`,
  ].join('\n')

test(`${WRITES + READS} hostile requests (seed ${SEED}) are refused in the route's own words, or taken`, async () => {
  const plansFor = (targets: AnyOperation[], ways: fc.Arbitrary<Mutation[]>, numRuns: number) =>
    fc.sample(fc.tuple(fc.constantFrom(...targets), fc.nat(7), ways), { numRuns, seed: SEED })
  const plans = [
    ...plansFor(writes, mutations, WRITES),
    ...plansFor(reads, mutationsOutside, READS),
  ]
  await service.sql('INSERT INTO signin_failures VALUES ($1, 1000, now())', [
    `address:${THROTTLED}`,
  ])
  const good = new Map<AnyOperation, Sent>()
  for (const one of [...reads, ...writes]) good.set(one, await goodRequest(world, one))
  const faults: string[] = []
  const statuses = new Map<AnyOperation, Map<number, number>>(
    [...reads, ...writes].map((one) => [one, new Map()]),
  )
  const worker = async () => {
    for (let plan = plans.pop(); plan; plan = plans.pop()) {
      const [target, nth, spoils] = plan
      const sent = endSessions.includes(target)
        ? await goodRequest(world, target)
        : good.get(target)!
      // Hashing a password takes longer than all the rest, so seven in eight requests come from a throttled address.
      const draft = draftOf(target, nth > 0 ? { ...sent, from: THROTTLED } : sent)
      for (const spoil of spoils) spoil(draft)
      const answer = await send(draft)
      const fault = faultOf(draft, answer)
      if (fault) faults.push(shown(draft, answer, fault))
      const counts = statuses.get(target)!
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))

  expect(faults).toEqual([])
  expect(failures).toEqual([])
  if (process.env.SOAK) console.log(`figure: ${WRITES + READS} hostile requests, no fault`)
  // The requests got as far as the operations, which answered themselves.
  for (const [{ operationId, consumes }, counts] of statuses) {
    // A provider signs the body, so a spoilt one is no longer signed, and these operations do not take JSON.
    const expected = [200, 201, 400, 404, 409, ...(consumes ? [401, 415] : [])]
    const reached = expected.filter((status) => counts.has(status))
    expect(reached.length, operationId).toBeGreaterThan(0)
  }
  const answersOf = (status: number) =>
    [...statuses.values()].reduce((sum, counts) => sum + (counts.get(status) ?? 0), 0)
  for (const status of [200, 201, 400, 401, 404, 409, 415]) {
    expect(answersOf(status), `answers of ${status}`).toBeGreaterThan(10)
  }
  // Only the few operations of strangers count what comes from an address.
  expect(answersOf(429)).toBeGreaterThan(0)
})

test('a failure of ours, a statement or a stack in an answer is caught', async () => {
  const wrong = async (draft: Draft) => faultOf(draft, await send(draft))
  expect(await wrong(draftOf(broken, { token: world.owner }))).toBe('answered 500')
  expect(failures.pop()).toContain('22P02')
  const { list } = boardOperations
  const draft = draftOf(list, { token: 'sat_nobody' })
  const answer = await send(draft)
  expect(faultOf(draft, answer)).toBeUndefined()
  const faultWith = (change: Partial<WireAnswer>, of = draft) =>
    faultOf(of, { ...answer, ...change })
  expect(faultWith({ headers: {} })).toBe('has no X-Request-Id')
  expect(faultWith({ text: '{"error":"SELECT 1 FROM rows","code":"unauthenticated"}' })).toMatch(
    /insides/,
  )
  expect(faultWith({ text: '{"error":"Error\n at run (/app/a.js:1:2)"}' })).toMatch(/insides/)
  expect(faultWith({ text: '<h1>401</h1>' })).toBe('is no JSON')
  expect(faultWith({}, draftOf(ingestOperations.readBoard, {}))).toMatch(/error shape/)
  expect(faultWith({ status: 403 })).toMatch(/status 403 for the code unauthenticated/)
  expect(faultWith({}, draftOf(authOperations.signUp, {}))).toMatch(/contract does not say/)
  const long = await send(draftOf(list, { token: 'x'.repeat(20_000) }))
  expect([long.status, faultOf(draft, long)]).toEqual([431, undefined])
})

test('a proxy’s word for the address may be anything', async () => {
  // Random text, which PostgreSQL cannot compress, so that it keeps its full length in an index.
  const long = Array.from({ length: 1000 }, (_, i) => ((i * 2_654_435_761) % 2 ** 32).toString(36))
  const { signIn } = authOperations
  const body = { email: 'nobody@desk.example', password: 'wrong' }
  for (const from of [long.join(''), '1.2.3.4:5678', '::1', 'unknown', 'é']) {
    const draft = draftOf(signIn, { body, from })
    const answer = await send(draft)
    expect([answer.status, faultOf(draft, answer)]).toEqual([401, undefined])
  }
})

test('a body above its limit is refused while it comes, and the service goes on', async () => {
  const { writeRows } = ingestOperations
  const chunk = Buffer.alloc(256 * 1024, ' ')
  for (const target of [writeRows, boardOperations.create]) {
    const pieces = target.bodyLimit / chunk.length + 1
    const draft = draftOf(target, await goodRequest(world, target))
    const answer = await client.stream(target.method, pathOf(draft), draft.headers, chunk, pieces)
    expect(answer.status).toBe(413)
    expect(faultOf(draft, answer)).toBeUndefined()
    expect((await send(draft)).status).toBe(201)
  }
})

test('a body that is wrong a million times is told so once', async () => {
  const { createRows } = rowOperations.boards
  const draft = draftOf(createRows, await goodRequest(world, createRows))
  const few = await send({ ...draft, body: { rows: [0, 0, 0] } })
  expect(JSON.parse(few.text).issues).toHaveLength(3)
  const many = await send({ ...draft, body: { rows: Array(1_000_000).fill(0) } })
  expect(JSON.parse(many.text).issues).toEqual([
    {
      path: 'body.rows',
      message: 'must have at most 500 items',
      reason: 'too_many_items',
      values: { most: 500 },
    },
  ])
})
