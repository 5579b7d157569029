import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeDesk } from '../server/tests/support/fixtures.ts'
import { until } from '../server/tests/support/listener.ts'
import { startService, type TestService } from '../server/tests/support/service.ts'
import { createClient, type FeedEvent, ListenError } from './client.ts'

let service: TestService
let token: string
let board: Awaited<ReturnType<typeof makeBoard>>
beforeAll(async () => {
  service = await startService()
  token = (await makeDesk(service)).tokens.owner
  board = await makeBoard(service, token, [{ name: 'Name', type: 'text' }])
})
afterAll(() => service.stop())

const add = (name: string) =>
  service.api('POST', `/v1/boards/${board.id}/rows`, { token, body: { cells: { name } } })
const nameOf = ({ data }: FeedEvent<'rows.created'>) => data.rows![0]!.cells.name

test('events come one by one, over streams that break off, until the signal', async () => {
  const stopping = new AbortController()
  let opened = 0
  const flaky: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init)
    // Every stream is cut after its third chunk.
    let chunks = 0
    opened++
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (++chunks > 3) controller.error(new TypeError('terminated'))
        else controller.enqueue(chunk)
      },
    })
    return new Response(answer.body!.pipeThrough(cut), answer)
  }
  const client = createClient({ baseUrl: service.origin, token, fetch: flaky })
  const now = await createClient({ baseUrl: service.origin, token }).feeds.pull({ after: 'now' })
  if (!now.ok) throw new Error(now.message)
  const heard: unknown[] = []
  const done = (async () => {
    const { signal } = stopping
    for await (const event of client.listen({ board: board.id }, { after: now.after, signal })) {
      if (event.type !== 'rows.created') continue
      heard.push(nameOf(event))
      if (heard.length === 8) stopping.abort()
    }
  })()
  for (let n = 0; n < 8; n++) {
    await add(`${n}`)
    await until(() => heard.length > n, 'it to be heard')
  }
  await done
  expect(heard).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  expect(opened).toBeGreaterThan(1)
})

test('what cannot go on is thrown', async () => {
  const client = createClient({ baseUrl: service.origin, token: 'sat_nobody' })
  await expect(client.listen().next()).rejects.toThrow(ListenError)
  const gone = await makeBoard(service, token, [{ name: 'Name', type: 'text' }])
  const opened = Promise.withResolvers<void>()
  const noted: typeof fetch = async (...call) => {
    const answer = await fetch(...call)
    opened.resolve()
    return answer
  }
  const listening = createClient({ baseUrl: service.origin, token, fetch: noted })
    .listen({ definition: gone.key })
    .next()
  listening.catch(() => {})
  await opened.promise
  await service.api('DELETE', `/v1/boards/${gone.id}`, { token })
  // The event itself arrives first, then the end of the stream.
  expect((await listening).value).toMatchObject({ type: expect.stringMatching(/^(board|key)\./) })
})
