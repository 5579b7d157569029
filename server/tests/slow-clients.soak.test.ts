// 500 connections that send next to nothing: others are served as before, and each of the 500 is closed in time.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'
import { startService, type TestService } from './support/service/service.ts'

const SOCKETS = 500
const CLOSED_MS = 15_000
const ASKED = 300

let service: TestService
let server: ServerProcess
let token: string
let secret: string
beforeAll(async () => {
  service = await startService()
  server = await startServerProcess({
    command: 'web',
    env: {
      ...service.env,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_INGEST: '1000000',
    },
  })
  const owner = await signUp(server)
  token = owner.token
  ;({ secret } = await makeBoard(server, token, [{ name: 'Name', type: 'text' }]))
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

const FORM = 'multipart/form-data; boundary=b'
/** What a slow client sends at first, and then again and again. */
const kinds: { name: string; first: () => string; drip: string }[] = [
  { name: 'nothing', first: () => '', drip: '' },
  { name: 'half a request line', first: () => 'GET /v1/boa', drip: 'r' },
  {
    name: 'headers without end',
    first: () => 'GET /v1/boards HTTP/1.1\r\nHost: x\r\n',
    drip: 'X: y\r\n',
  },
  {
    name: 'a body that drips',
    first: () => post('/v1/ingest/rows', secret, 'application/json'),
    drip: ' ',
  },
  {
    name: 'a body by nobody',
    first: () => post('/v1/boards', 'sat_nobody', 'application/json'),
    drip: ' ',
  },
  { name: 'an upload by nobody', first: () => post('/v1/files', 'sat_nobody', FORM), drip: 'a' },
]
const post = (path: string, credential: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${credential}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`

interface Slow {
  name: string
  openMs: number | null
}

/** Opens a slow connection; its time is known once the service has closed it. */
function slow({ name, first, drip }: (typeof kinds)[number]): { slow: Slow; socket: Socket } {
  const slow: Slow = { name, openMs: null }
  const since = performance.now()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.once('close', () => {
    slow.openMs ??= performance.now() - since
  })
  socket.resume()
  socket.write(first())
  const dripping = setInterval(() => drip && socket.writable && socket.write(drip), 1_000)
  socket.once('close', () => clearInterval(dripping))
  return { slow, socket }
}

const p99 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)]!

async function asked(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < ASKED; i++) {
    const since = performance.now()
    const { status } = await server.api('GET', '/v1/workspace', { token })
    expect(status).toBe(200)
    times.push(performance.now() - since)
  }
  return p99(times)
}

test('they keep nobody waiting, and are closed', async () => {
  await asked()
  const before = await asked()
  const all = Array.from({ length: SOCKETS }, (_, nth) => slow(kinds[nth % kinds.length]!))
  await sleep(1_000)
  const during = await asked()
  await sleep(CLOSED_MS)
  const open = all.filter(({ slow }) => slow.openMs === null || slow.openMs > CLOSED_MS)
  const left = [...Map.groupBy(open, ({ slow }) => slow.name)].map(
    ([name, some]) => `${some.length} ${name}`,
  )
  for (const { socket } of all) socket.destroy()
  const last = Math.max(...all.map(({ slow }) => slow.openMs ?? 0))
  console.log(
    `figure: ${SOCKETS} slow connections, the last closed after ${(last / 1000).toFixed(1)} s; others’ p99 ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms during`,
  )
  expect(left).toEqual([])
  // The machine is the same for both; the rest is what the connections cost.
  expect(during).toBeLessThan(3 * before + 20)
})
