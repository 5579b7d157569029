import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../tests/support/clients/listener.ts'
import { makeBoard, makeOwner } from '../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'

let service: TestService
let owner: string
let board: Awaited<ReturnType<typeof makeBoard>>
beforeAll(async () => {
  service = await startService()
  ;({ owner } = await makeOwner(service))
  board = await makeBoard(service, owner, [{ name: 'Name', type: 'text' }])
  for (const name of ['a', 'b', 'c']) {
    await service.api('POST', `/v1/boards/${board.id}/rows`, {
      token: owner,
      body: { cells: { name } },
    })
  }
  const body = { cells: { name: 'by key' } }
  await service.api('POST', '/v1/ingest/rows', { token: board.secret, body })
  // Events can be read once no older transaction of the whole server still runs.
  await until(async () => (await pull({ types: 'rows.created' })).body.data.length === 4, 'rows')
})
afterAll(() => service.stop())

const pull = (query: Record<string, string>) =>
  service.api('GET', `/v1/events?${new URLSearchParams(query)}`, { token: owner })
type FeedEvent = { id: string; data: { rows: { cells: object }[] } }
const ids = (events: FeedEvent[]) => events.map(({ id }) => id)

test('newest first goes back from now, page by page, to the first', async () => {
  const { data: forward, after: end } = (await pull({ limit: '1000' })).body
  const back: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await pull({ order: 'newest', limit: '3', ...(cursor ? { cursor } : {}) })
    back.push(...ids(body.data))
    cursor = body.nextCursor
  }
  expect(back.toReversed()).toEqual(ids(forward))
  const { body } = await pull({ order: 'newest', limit: '1' })
  expect((await pull({ after: body.after })).body.data).toEqual([])
  expect(await pull({ order: 'newest', after: end })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
})

test('can be narrowed to one actor', async () => {
  const { data } = (await pull({ actor: `key:${board.keyId}` })).body
  expect(data.map((event: FeedEvent) => event.data.rows[0]!.cells)).toEqual([{ name: 'by key' }])
  expect((await pull({ actor: 'system', types: 'rows.*' })).body.data).toEqual([])
})
