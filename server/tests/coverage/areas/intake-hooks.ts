import { receiveHook } from '../../../../contract/intake/hooks.ts'
import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import { signed } from '../../support/desks/hook-bodies.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { openPlace } from '../places.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

const { boards, definitions } = operationGroups

const SECRET = 'a-secret-of-ours'

async function newHook(world: World, operation: AnyOperation, more: object = {}) {
  const { api, place } = openPlace(world, operation)
  const fields = [{ path: 'subject', column: place.column.key }]
  return api('POST', '/hooks', { name: 'A hook', fields, ...more })
}

/**
 * A board can have only a few hooks: deletes those that earlier requests made, except the first, which the world has, and
 * the newest, which others are still using.
 */
async function makeRoom(world: World, operation: AnyOperation): Promise<void> {
  const { api } = openPlace(world, operation)
  const made: { id: string }[] = await api('GET', '/hooks')
  for (const { id } of made.slice(1, -9)) await api('DELETE', `/hooks/${id}`).catch(() => {})
}

const json = { 'content-type': 'application/json' }
const receive = (world: World, url: string, body: string, headers = {}) =>
  world.service.api('POST', new URL(url).pathname, { body, headers: { ...json, ...headers } })

/** A request about a new hook. */
const ofNew =
  (operation: AnyOperation, body?: object): Good =>
  async (world) => {
    await makeRoom(world, operation)
    const { params, token } = openPlace(world, operation)
    const { id } = await newHook(world, operation)
    const sent: Sent = { token, params: { ...params, hookId: id } }
    return body ? { ...sent, body } : sent
  }

/** A new hook with a sample. */
async function sampled(world: World, operation: AnyOperation) {
  await makeRoom(world, operation)
  const { api, params, token } = openPlace(world, operation)
  const { id, url } = await newHook(world, operation)
  await receive(world, url, '{"subject": "Acme"}')
  const [{ id: sampleId }] = await api('GET', `/hooks/${id}/samples`)
  return { sent: { token, params: { ...params, hookId: id } }, sampleId }
}

const previewed =
  (operation: AnyOperation): Good =>
  async (world) => {
    const { sent, sampleId } = await sampled(world, operation)
    const { place } = openPlace(world, operation)
    const fields = [{ path: 'subject', column: place.column.key }]
    return { ...sent, body: { sampleId, fields } }
  }

const unknownSample: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const body = { ...(sent.body as object), sampleId: NOTHING }
  return [await send(world.service, operation, { ...sent, body })]
}

/** What a service sends to a new hook, signed. */
const received =
  (body: string, more: object = {}): Good =>
  async (world) => {
    await makeRoom(world, boards.createHook)
    const settings = { signature: 'github', secret: SECRET, ...more }
    const { url } = await newHook(world, boards.createHook, settings)
    return {
      params: { publicId: new URL(url).pathname.split('/').at(-1)! },
      body,
      headers: { ...json, ...signed.github(SECRET, body) },
    }
  }
const good = received('{"subject": "Acme"}')

const unsigned: Case = async (world, operation) => {
  const sent = await good(world)
  return [await send(world.service, operation, { ...sent, headers: json })]
}
const refusedWith =
  (body: string, more: object = {}): Case =>
  async (world, operation) => [
    await send(world.service, operation, await received(body, more)(world)),
  ]

/** A form that ends too early. */
const brokenForm: Case = async (world, operation) => {
  const body = 'nothing'
  const sent = await received(body)(world)
  const headers = { ...sent.headers, 'content-type': 'multipart/form-data; boundary=x' }
  return [await send(world.service, operation, { ...sent, headers })]
}

const tooOften: Case = async (world, operation) => {
  const { url } = await newHook(world, boards.createHook)
  const params = { publicId: new URL(url).pathname.split('/').at(-1)! }
  const ask = () => send(world.strict, operation, { params, body: '{"a": 1}', headers: json })
  for (let left = 200; left > 0; left--) {
    const answer = await ask()
    if (answer.status === 429) return [answer]
  }
  return []
}

export const intakeHooks: Area = {
  furnish: async (world) => {
    const boardHook = (await newHook(world, boards.createHook)).id
    const { url, id: pageHook } = await newHook(world, definitions.createHook, { fields: [] })
    await receive(world, url, JSON.stringify({ subject: world.mark }))
    return { boardHook, pageHook }
  },
  good: [
    ...[boards, definitions].flatMap((op): [AnyOperation, Good][] => [
      [
        op.listHooks,
        (world) => {
          const { params, token } = openPlace(world, op.listHooks)
          return { params, token }
        },
      ],
      [
        op.createHook,
        async (world) => {
          await makeRoom(world, op.createHook)
          const { params, token } = openPlace(world, op.createHook)
          return { params, token, body: { name: 'Typeform' } }
        },
      ],
      [op.updateHook, ofNew(op.updateHook, { enabled: false })],
      [op.removeHook, ofNew(op.removeHook)],
      [op.listHookSamples, async (world) => (await sampled(world, op.listHookSamples)).sent],
      [op.previewHook, previewed(op.previewHook)],
    ]),
    [receiveHook, good],
  ],
  cases: [
    ...[boards, definitions].map((op): Area['cases'][number] => [
      op.previewHook,
      'unknown_reference',
      unknownSample,
    ]),
    [receiveHook, 'unauthenticated', unsigned],
    [receiveHook, 'invalid_json', refusedWith('{')],
    [
      receiveHook,
      'invalid_rows',
      refusedWith(`{"subject": "${'x'.repeat(10_000)}"}`, { misfits: 'refuse' }),
    ],
    [receiveHook, 'invalid_request', brokenForm],
    [receiveHook, 'rate_limited', tooOften],
  ],
  subjects: {
    // Of boards and pages. A channel’s are named by the channel, and what is sent to one by its address.
    hooks: {
      of: ({ things, board }, place) => [things[place === board ? 'boardHook' : 'pageHook']!],
      missing: [NOTHING, 'no-id'],
    },
  },
  rules: {
    'query.hookId': [
      {
        put: (sent, id) => ({ ...sent, query: { hookId: String(id) } }),
        foreign: ({ things }) => [things.boardHook!, things.pageHook!],
        as: { missing: NOTHING, status: 200 },
      },
    ],
    'body.sampleId': [
      {
        put: (sent, id) => ({ ...sent, body: { ...(sent.body as object), sampleId: id } }),
        foreign: ({ things }) => [things.boardHook!],
        as: { missing: NOTHING, status: 400, code: 'unknown_reference' },
      },
    ],
  },
}
