// Sends the examples of openapi.json: they work for somebody who copies them, and do what they say.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../contract/language/operation.ts'
import { operationGroups } from '../../contract/operations.ts'
import { send } from './coverage/requests.ts'
import type { World } from './coverage/world.ts'
import { effects } from './examples/effects.ts'
import { ownValues, requestOf } from './examples/own-values.ts'
import { makeReader } from './examples/reader.ts'
import { otherwise, saysOtherwise } from './examples/said.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let world: World
beforeAll(async () => {
  service = await startService({ outbound: { allowWebhooks: true } })
  world = await makeReader(service)
})
afterAll(() => service.stop())

const examples = Object.entries(operationGroups).flatMap(([group, operations]) =>
  Object.entries<AnyOperation>(operations).flatMap(([name, operation]) =>
    operation.example === undefined ? [] : [{ name: `${group}.${name}`, operation }],
  ),
)

describe('an example is taken as it is, and does what it says', () => {
  test.each(examples)('$name', async ({ name, operation }) => {
    const sent = await requestOf(world, name, operation)
    const answer = await send(service, operation, sent)
    expect([answer.status, answer.text]).toEqual([operation.status, answer.text])
    expect(saysOtherwise(sent.body, answer.body?.data)).toEqual(otherwise[name] ?? [])
    await effects[name]?.(world, { body: sent.body, data: answer.body?.data })
  })
})

test('every operation that the tables name has an example', () => {
  const names = examples.map(({ name }) => name)
  const named = [...Object.keys(effects), ...Object.keys(otherwise), ...Object.keys(ownValues)]
  expect(named.filter((name) => !names.includes(name))).toEqual([])
})

test('an answer that says otherwise is found', () => {
  const sent = {
    name: 'Ann',
    roles: ['admin', 'owner'],
    at: '2026-01-01T00:00:00Z',
    more: { n: 1 },
  }
  expect(saysOtherwise(sent, { ...sent, roles: ['owner', 'admin'], id: 1 })).toEqual([])
  expect(saysOtherwise(sent, { at: '2026-01-01T00:00:00.000Z' })).toEqual([])
  expect(saysOtherwise(sent, { name: 'Bo', roles: ['owner', 'viewer'], more: { n: 2 } })).toEqual([
    'name: Ann is Bo',
    'roles.0: admin is owner',
    'roles.1: owner is viewer',
    'more.n: 1 is 2',
  ])
})
