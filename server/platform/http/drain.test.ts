import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { NEVER_MS } from '../../tests/support/machine/patience.ts'
import { type DrainTimes, drainOnClose } from './drain.ts'

const LINGER_MS = 150
/** Times that never run out, for connections that end by themselves. */
const PATIENT = { takeMs: NEVER_MS, lingerMs: NEVER_MS, finishMs: NEVER_MS }
let port: number
let app: ReturnType<typeof fastify>
let sockets: Socket[]
let later: Readable | undefined

/** Starts a server that closes as the service does, with other times. */
async function start(times: Partial<DrainTimes>): Promise<void> {
  app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  sockets = []
  drainOnClose(app, { ...PATIENT, ...times })
  app.post('/', async () => 'done')
  app.get('/', async () => later)
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

/** Opens a connection and sends half of a request. */
const begin = () =>
  send('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nha')

/** Opens a connection and asks for what will be written to `answer`. */
function ask(answer: Readable): Promise<Socket> {
  later = answer
  return send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
}

async function send(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  const begun = once(app.server, 'request')
  socket.write(text)
  await begun
  return socket
}
const hear = async (socket: Socket) => String((await once(socket, 'data'))[0])

/** Closes the app and returns how many ms that took. */
async function close(): Promise<number> {
  const since = performance.now()
  await app.close()
  return performance.now() - since
}

it('serves a request whose second half comes after the stop began, and then closes its connection', async () => {
  await start({ lingerMs: LINGER_MS })
  const socket = await begin()
  const closed = app.close()
  await sleep(LINGER_MS + 30)
  socket.write('lf')
  const answer = await hear(socket)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer).toMatch(/^connection: close\r$/im)
  await closed
})

it('serves one more request on a kept-alive connection, and no longer listens', async () => {
  await start({})
  const socket = await begin()
  socket.write('lf')
  expect(await hear(socket)).toMatch(/^connection: keep-alive\r$/im)
  const closed = app.close()
  await sleep(LINGER_MS)
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
  expect(await hear(socket)).toMatch(/^connection: close\r$/im)
  await closed
  await expect(begin()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('closes an idle connection after a while, and at once if there is none', async () => {
  await start({ lingerMs: LINGER_MS })
  const socket = await begin()
  socket.write('lf')
  await hear(socket)
  expect(await close()).toBeGreaterThanOrEqual(LINGER_MS - 5)
  await start({})
  await app.close()
})

it('closes a connection on which nothing was ever sent after a while, as browsers open some ahead', async () => {
  await start({ lingerMs: LINGER_MS })
  const accepted = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await accepted
  const ended = once(socket, 'close')
  expect(await close()).toBeGreaterThanOrEqual(LINGER_MS - 5)
  await ended
})

it('serves requests whose connections were not even accepted yet', async () => {
  await start({ lingerMs: 20 * LINGER_MS })
  const waiting = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  sockets.push(...waiting)
  for (const socket of waiting)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
  const closed = close()
  for (const answer of await Promise.all(waiting.map(hear))) {
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  }
  await closed
})

it('tells no client to reconnect while it stops listening', async () => {
  await start({ lingerMs: LINGER_MS, finishMs: LINGER_MS })
  const socket = await begin()
  const closed = app.close()
  socket.write('lf')
  // New connections keep the server listening, so that the request is answered before it stops.
  const came = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  sockets.push(...came)
  expect(await hear(socket)).toMatch(/^connection: keep-alive\r$/im)
  await closed
})

it('closes a connection whose answer began before the stop when all of it has been sent', async () => {
  await start({ lingerMs: LINGER_MS })
  const answer = new PassThrough()
  const socket = await ask(answer)
  answer.write('half')
  expect(await hear(socket)).toMatch(/^connection: keep-alive\r$/im)
  const closed = app.close()
  await sleep(2 * LINGER_MS)
  answer.end()
  await closed
})

it('gives up a request whose second half never comes', async () => {
  await start({ lingerMs: LINGER_MS, finishMs: LINGER_MS })
  const socket = await begin()
  const gone = once(socket, 'close')
  expect(await close()).toBeGreaterThanOrEqual(2 * LINGER_MS - 5)
  await gone
})
