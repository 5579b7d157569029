import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { until } from '../server/tests/support/clients/listener.ts'
import { makeBoard, makeDesk } from '../server/tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../server/tests/support/service/service.ts'
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

/** Serves streams of bytes, one after the other; the last one stays open. */
async function startStreams(streams: Buffer[][]) {
  const asked: { url: string; at: number }[] = []
  const open: ServerResponse[] = []
  const server = createServer(async (request, response) => {
    asked.push({ url: request.url!, at: performance.now() })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of streams[asked.length - 1] ?? []) {
      await new Promise((resolve) => response.write(part, resolve))
    }
    if (asked.length < streams.length) response.end()
    else open.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('every form of a stream is understood, and it is opened again where it stopped, as late as it says', async () => {
  const first = Buffer.from(
    '\ufeff: hello\r\nid: c1\r\nevent: rows.created\r\ndata: {"type": "rows.created",\r\ndata:"name": "é"}\r\n\r\n' +
      'event: empty\n\nretry: 1400\nretry: soon\n\n: alive\nid: c2\n\ndata: {"type": "never whole"',
  )
  const second = Buffer.from('id:c3\rdata:{"type":"rows.updated"}\r\rdata: {"type": "last"}\n\n')
  // Byte by byte: within CRLF, and within a letter.
  const bytes = [...first].map((byte) => Buffer.from([byte]))
  const { url, asked } = await startStreams([bytes, [second]])
  const heard: object[] = []
  for await (const event of createClient({ baseUrl: url, token }).listen({}, { after: 'c0' })) {
    heard.push(event)
    if (heard.length === 3) break
  }
  expect(heard).toEqual([
    { type: 'rows.created', name: 'é' },
    { type: 'rows.updated' },
    { type: 'last' },
  ])
  expect(asked.map((one) => one.url)).toEqual([
    '/v1/events/stream?after=c0',
    '/v1/events/stream?after=c2',
  ])
  expect(asked[1]!.at - asked[0]!.at).toBeGreaterThanOrEqual(1_400)
})
