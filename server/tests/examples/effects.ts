import { expect } from 'vitest'
import { ingestOperations as ingest } from '../../../contract/ingest/ingest.ts'
import { documentOperations as documents } from '../../../contract/obligations/documents.ts'
import { importTurn } from '../../domains/imports/running/work.ts'
import type { Place, World } from '../coverage/world.ts'
import { until } from '../support/clients/listener.ts'
import { signed } from '../support/desks/hook-bodies.ts'
import { startReceiver } from '../support/outside/receiver.ts'
import { ask, baseOf } from './reader.ts'

/** What an example was sent with and what it was answered. */
interface Done {
  // biome-ignore lint/suspicious/noExplicitAny: as the tests read answers
  body: any
  // biome-ignore lint/suspicious/noExplicitAny: as the tests read answers
  data: any
}

type Effect = (world: World, done: Done) => Promise<void>

/** How events come about on the page leads. */
const causes: Record<string, (world: World) => Promise<unknown>> = {
  'rows.created': (world) => addLead(world),
  'comment.created': async (world) =>
    ask(world, 'POST', `/v1/definitions/leads/rows/${await addLead(world)}/comments`, {
      body: 'Called.',
    }),
}

async function addLead(world: World): Promise<string> {
  const cells = { business: 'Acme Bakery' }
  return (await ask(world, 'POST', '/v1/definitions/leads/rows', { cells })).id
}

/** Each event that the webhook names arrives. */
const isDelivered: Effect = async (world, { body, data }) => {
  const { service } = world
  const receiver = await startReceiver()
  const endWork = service.work()
  try {
    await ask(world, 'PATCH', `/v1/webhooks/${data.id}`, { url: receiver.url })
    for (const type of body.types) {
      await causes[type]!(world)
      const arrived = () => receiver.received.some((one) => JSON.parse(one.body).type === type)
      await until(arrived, `a delivery of ${type}`)
    }
  } finally {
    await endWork()
    receiver.stop()
  }
}

/** What belongs to a board or a page: by its place. */
const inPlace = (
  effects: Record<string, (world: World, done: Done, place: Place) => Promise<void>>,
) =>
  Object.entries(effects).flatMap(([name, effect]) => [
    [`boards.${name}`, (world: World, done: Done) => effect(world, done, world.board)],
    [`definitions.${name}`, (world: World, done: Done) => effect(world, done, world.page)],
  ])

const statusOf = async ({ service, owner }: World, path: string): Promise<number> =>
  (await service.api('GET', path, { token: owner })).status

const statuses =
  (status: number, ofTrashed: number) =>
  async (world: World, { body }: Done, place: Place): Promise<void> => {
    for (const id of body.ids) {
      const row = `${baseOf(world, place)}/rows/${id}`
      expect(await statusOf(world, row)).toBe(status)
      expect(await statusOf(world, `${row}?trashed=true`)).toBe(ofTrashed)
    }
  }

const becomes =
  (status: string): Effect =>
  async (_, { data }) =>
    expect(data.status).toBe(status)

const isMerged: Effect = async (_, { data }) => expect(data.content).not.toContain('{')

/** What an operation’s example brings about, if its answer does not say it. */
export const effects: Record<string, Effect | undefined> = Object.fromEntries([
  ['webhooks.create', isDelivered],
  ...inPlace({
    removeRows: statuses(404, 200),
    restoreRows: statuses(200, 404),
    purgeRows: statuses(404, 404),
    createView: async (world, { data }, place) =>
      expect(await statusOf(world, `${baseOf(world, place)}/rows?view=${data.id}`)).toBe(200),
    // With the examples of ingest, as JSON and as a form, from the site that it is for.
    createKey: async ({ service, board }, { body, data }, place) => {
      const { path, example, formExample } =
        place === board ? ingest.writeRows : ingest.writeRecords
      const headers = { origin: body.origins[0] }
      const post = (sent: unknown, more: Record<string, string> = {}) =>
        service.api('POST', path, {
          token: data.secret,
          body: sent,
          headers: { ...headers, ...more },
        })
      const form = new URLSearchParams(formExample as Record<string, string>).toString()
      const encoded = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const answer of [await post(example), await post(form, encoded)]) {
        expect([answer.status, answer.body.ignored]).toEqual([201, []])
      }
      const elsewhere = await post(example, { origin: 'https://elsewhere.example' })
      expect(elsewhere.status).toBe(403)
    },
    createForm: async ({ service }, { body, data }) =>
      expect((await service.api('GET', new URL(data.url).pathname)).text).toContain(body.title),
    createHook: async ({ service }, { body, data }) => {
      const text = JSON.stringify({ name: 'Acme Bakery' })
      const post = (headers: Record<string, string>) =>
        service.api('POST', new URL(data.url).pathname, {
          body: text,
          headers: { 'content-type': 'application/json', ...headers },
        })
      expect((await post(signed.typeform(body.secret, text))).status).toBe(201)
      expect((await post({})).status).toBe(401)
    },
    previewImport: async (_, { data }) => expect(data.counts.wouldImport).toBe(1),
    importFile: async (world, { body, data }, place) => {
      await importTurn(world.service, new AbortController().signal)
      const base = body.definitionKey
        ? `/v1/definitions/${body.definitionKey}`
        : baseOf(world, place)
      expect(await ask(world, 'GET', `${base}/imports/${data.id}`)).toMatchObject({ imported: 1 })
    },
  }),
  [
    'auth.createToken',
    async ({ service, page }: World, { data }: Done) => {
      const as = async (method: string, path: string, body?: object) =>
        (await service.api(method, path, { token: data.secret, body })).status
      expect(await as('GET', '/v1/definitions/leads/rows')).toBe(200)
      expect(await as('POST', '/v1/definitions/leads/rows', { cells: {} })).toBe(403)
      expect(await as('GET', `/v1/definitions/${page.key}/rows`)).toBe(404)
    },
  ],
  [
    'documents.create',
    async ({ service, owner }: World) => {
      const { path, formExample } = documents.create
      const form = new FormData()
      for (const [name, value] of Object.entries(formExample as Record<string, string>)) {
        form.set(name, name === 'file' ? new File([value], 'october.pdf') : value)
      }
      expect((await service.api('POST', path, { token: owner, body: form })).status).toBe(201)
    },
  ],
  ['obligations.submit', becomes('submitted')],
  ['obligations.reject', becomes('open')],
  ['obligations.complete', becomes('completed')],
  ['obligations.waive', becomes('waived')],
  ['obligations.cancel', becomes('cancelled')],
  ['obligations.reopen', becomes('open')],
  ['templates.preview', isMerged],
  ['templates.previewWords', isMerged],
  [
    'agreements.sign',
    async (world: World, { data }: Done) =>
      expect(await ask(world, 'GET', `/v1/workspace/agreements/${data.kind}`)).toMatchObject({
        signed: true,
      }),
  ],
])
