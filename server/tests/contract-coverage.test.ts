import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestOperations } from '../../contract/ingest.ts'
import { type AnyOperation, operationIdOf } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { boardOperations, pageOperations } from '../../contract/records.ts'
import { faultsOf } from './coverage/answers.ts'
import { type CaseWorld, caseFor, untried } from './coverage/cases.ts'
import { goodRequest, send } from './coverage/requests.ts'
import { specificCases } from './coverage/specific-cases.ts'
import { whileTheKeyIsHeld } from './coverage/waiting.ts'
import { makeWorld } from './coverage/world.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
let world: CaseWorld
beforeAll(async () => {
  service = await startService()
  const base = await makeWorld(service, 'Desk')
  const strict = await service.beside({ signup: 'closed', rateLimitIngest: 1, rateLimitRead: 1 })
  const held = operations.filter(({ refuses }) => refuses.includes('request_in_progress'))
  const waited = whileTheKeyIsHeld(base, held)
  waited.catch(() => {}) // told by the tests that wait for it
  world = { ...base, strict, waited }
})
afterAll(() => service.stop())

test('every operation is bound, and nothing else is', () => {
  expect([...service.http.bound.keys()].sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  )
})

test('no two operations share a name, a method with a path, or differ from the pattern', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { operationId, method, path } of operations) {
    expect(operationId).toBe(operationIdOf(method, path))
  }
})

describe('every operation and every refusal that it declares is tried', () => {
  test('of the table as it is', () => expect(untried(operations)).toEqual([]))

  test('and nothing is tried that no operation declares', () => {
    const declared = operations.flatMap(({ operationId, refuses }) =>
      refuses.map((code) => `${operationId} ${code}`),
    )
    expect([...specificCases.keys()].filter((name) => !declared.includes(name))).toEqual([])
  })

  test('or else is named: a new operation, a new refusal', () => {
    const ghost: AnyOperation = { ...boardOperations.list, operationId: 'get_ghosts' }
    const stricter: AnyOperation = { ...boardOperations.list, refuses: ['plan_required'] }
    expect(untried([ghost, stricter])).toEqual(['get_ghosts success', 'get_boards plan_required'])
  })
})

test('an answer that is not as the contract says is caught', async () => {
  const { list } = boardOperations
  const good = await send(service, list, await goodRequest(world, list))
  const refused = await send(service, list, { token: 'sat_nobody' })
  const faults = (change: object, expected: Parameters<typeof faultsOf>[2] = 'success') =>
    faultsOf(list, { ...(expected === 'success' ? good : refused), ...change }, expected)
  const [board] = good.body.data
  expect(faults({})).toEqual([])
  expect(faults({ headers: new Headers() })).toHaveLength(2)
  expect(faults({ status: 201 })).toHaveLength(1)
  expect(faults({ body: { ...good.body, more: 1 } })).toHaveLength(1)
  expect(faults({ body: { ...good.body, data: [{ ...board, id: 7 }] } })).toHaveLength(1)
  expect(faults({ body: { ...good.body, data: [{ ...board, createdAt: 'now' }] } })).toHaveLength(1)
  expect(faults({}, 'unauthenticated')).toEqual([])
  expect(faults({}, 'forbidden')).toHaveLength(2)
  expect(
    faults({ body: { error: { message: 'No', code: 'unauthenticated' } } }, 'unauthenticated'),
  ).not.toEqual([])
})

describe.each(operations.map((operation) => ({ id: operation.operationId, operation })))(
  '$id',
  ({ operation }) => {
    test('success', async () => {
      const answer = await send(service, operation, await goodRequest(world, operation))
      expect(faultsOf(operation, answer, 'success')).toEqual([])
    })

    test.each(
      // Last, so that the others are done while those requests wait.
      operation.refuses.filter((code) => code !== 'request_in_progress'),
    )('%s', async (code) => {
      const answers = await caseFor(operation, code)!(world, operation)
      expect(answers.length).toBeGreaterThan(0)
      for (const answer of answers) expect(faultsOf(operation, answer, code)).toEqual([])
    })
  },
)

test.each([
  ['POST /v1/boards/{id}/rows', boardOperations.createRows, {}],
  ['POST /v1/definitions/{key}/rows', pageOperations.createRows, {}],
  ['POST /v1/ingest/rows', ingestOperations.writeRows, {}],
  ['POST /v1/ingest/records', ingestOperations.writeRecords, {}],
  ['a dry run of rows', ingestOperations.writeRows, { dryRun: 'true' }],
  ['a dry run of records', ingestOperations.writeRecords, { dryRun: 'true' }],
])('%s answers by the contract in its other forms too', async (_, operation, query) => {
  const sent = { ...(await goodRequest(world, operation)), query }
  const { cells } = sent.body as { cells: object }
  // A dry run is the one success that has a status of its own.
  const status = 'dryRun' in query ? 200 : 201
  for (const body of [{ cells }, { rows: [{ cells }, { cells }] }]) {
    const answer = await send(service, operation, { ...sent, body })
    expect(answer.status).toBe(status)
    expect(faultsOf(operation, { ...answer, status: 201 }, 'success')).toEqual([])
  }
})

describe.each(
  operations
    .filter(({ method, access }) => method === 'POST' && access !== 'public')
    .map((operation) => ({ id: operation.operationId, operation })),
)('$id with an Idempotency-Key', ({ operation }) => {
  test('answers by the same schema, and a retry gets the same bytes', async () => {
    const headers = { 'idempotency-key': `retried ${operation.operationId}` }
    const sent = await goodRequest(world, operation)
    const first = await send(service, operation, sent, { headers })
    expect(faultsOf(operation, first, 'success')).toEqual([])
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    // Some end the session that asks; a retry comes then from another session of the same seat.
    const token = (await goodRequest(world, operation)).token
    const again = await send(service, operation, { ...sent, token }, { headers })
    expect(faultsOf(operation, again, 'success')).toEqual([])
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('request_in_progress', async () => {
    const answers = await caseFor(operation, 'request_in_progress')!(world, operation)
    expect(answers.map((answer) => faultsOf(operation, answer, 'request_in_progress'))).toEqual([
      [],
    ])
  })
})
