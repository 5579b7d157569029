// Tests the check of answers against the contract, and answers that have several forms.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestOperations } from '../../contract/ingest/ingest.ts'
import { boardOperations } from '../../contract/records/definitions.ts'
import { rowOperations } from '../../contract/records/rows.ts'
import { faultsOf, surprisesOf } from './coverage/answers.ts'
import { goodRequest, send } from './coverage/requests.ts'
import { makeWorld, type World } from './coverage/world.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let world: World
beforeAll(async () => {
  service = await startService()
  world = await makeWorld(service, 'Desk')
})
afterAll(() => service.stop())

test('an answer that is not as the contract says is caught', async () => {
  const { list } = boardOperations
  const good = await send(service, list, await goodRequest(world, list))
  const refused = await send(service, list, { token: 'sat_nobody' })
  const faults = (change: object, expected: Parameters<typeof faultsOf>[2] = 'success') =>
    faultsOf(list, { ...(expected === 'success' ? good : refused), ...change }, expected)
  const [board] = good.body.data
  expect(faults({})).toEqual([])
  expect(faults({ headers: new Headers() })).toHaveLength(3)
  expect(faults({ status: 201 })).toHaveLength(2)
  expect(faults({ body: { ...good.body, more: 1 } })).toHaveLength(2)
  expect(faults({ body: { ...good.body, data: [{ ...board, id: 7 }] } })).toHaveLength(2)
  expect(faults({ body: { ...good.body, data: [{ ...board, createdAt: 'now' }] } })).toHaveLength(2)
  expect(faults({}, 'unauthenticated')).toEqual([])
  expect(faults({}, 'forbidden')).toHaveLength(2)
  expect(
    faults({ body: { error: { message: 'No', code: 'unauthenticated' } } }, 'unauthenticated'),
  ).not.toEqual([])
})

test('an answer that openapi.json does not have is caught', async () => {
  const { list } = boardOperations
  const good = await send(service, list, await goodRequest(world, list))
  const surprises = (change: object) => surprisesOf(list, { ...good, ...change })
  const [board] = good.body.data
  expect(surprises({})).toEqual([])
  expect(surprises({ status: 418 })).toEqual(['openapi.json has no 418'])
  expect(surprises({ headers: new Headers() })).toHaveLength(1)
  expect(surprises({ body: { ...good.body, more: 1 } })).toHaveLength(1)
  expect(surprises({ body: { ...good.body, data: [{ ...board, columns: [{}] }] } })).toHaveLength(1)
  expect(surprises({ status: 503, body: { error: 'Busy', code: 'overloaded' } })).toEqual([])
  expect(surprises({ status: 503, body: { error: { message: 'Busy' } } })).toHaveLength(1)
})

test.each([
  ['POST /v1/boards/{id}/rows', rowOperations.boards.createRows, {}],
  ['POST /v1/definitions/{key}/rows', rowOperations.definitions.createRows, {}],
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
    expect(surprisesOf(operation, answer)).toEqual([])
    expect(faultsOf(operation, { ...answer, status: 201 }, 'success')).toEqual([])
  }
})
