// A request is refused before its body is read: the answer reaches the client, whose connection then ends in time.
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { makeBoard, makeOwner } from './support/desks/fixtures.ts'
import { startService, type TestServer, type TestService } from './support/service/service.ts'

const MIB = 1024 * 1024
/** How often each client tries: whether the answer arrives must not depend on which of two events comes first. */
const TIMES = process.env.SOAK ? 20 : 6
const LINGER_MS = 300

let service: TestService
let brief: TestServer
let owner: string
let board: Awaited<ReturnType<typeof makeBoard>>
beforeAll(async () => {
  service = await startService()
  brief = await service.beside({ lingerMs: LINGER_MS })
  ;({ owner } = await makeOwner(service))
  board = await makeBoard(service, owner, [{ name: 'Name', type: 'text' }])
})
afterAll(() => service.stop())

const FORM = 'multipart/form-data; boundary=b'
const JSON_TYPE = 'application/json'
/** Too large, each in its own way: path, credential, type, bytes, and how often it is tried. */
const tooLarge: [string, string, () => string, string, number, number][] = [
  ['a write by key', '/v1/ingest/rows', () => board.secret, JSON_TYPE, 9 * MIB, TIMES],
  ['a session route', '/v1/boards', () => owner, JSON_TYPE, 4 * MIB, TIMES],
  ['a file', '/v1/files', () => owner, FORM, 27 * MIB, 3],
  ['a file to import', '/v1/boards/import', () => owner, FORM, 66 * MIB, 2],
]

/** Runs a client in a process of its own, which prints each answer's status, or what went wrong, one per line. */
async function statuses(command: string, script: string, args: (string | number)[]) {
  const { stdout } = await promisify(execFile)(command, [
    command === process.execPath ? '-e' : '-c',
    script,
    ...args.map(String),
  ])
  return stdout.trim().split('\n')
}

const FETCH = `
const [url, token, type, bytes, times] = process.argv.slice(1)
const headers = { authorization: 'Bearer ' + token, 'content-type': type }
for (let i = 0; i < times; i++) {
  const body = Buffer.alloc(Number(bytes), 32)
  const result = await fetch(url, { method: 'POST', headers, body }).then(
    async (answer) => answer.status + ' ' + (await answer.text()).includes('payload_too_large'),
    (error) => String(error.cause ?? error),
  )
  console.log(result)
}`

const URLLIB = `
import sys, urllib.request, urllib.error
url, token, type, size, times = sys.argv[1:]
for i in range(int(times)):
    request = urllib.request.Request(url, b' ' * int(size), {'Authorization': 'Bearer ' + token, 'Content-Type': type})
    try:
        print(urllib.request.urlopen(request).status)
    except urllib.error.HTTPError as error:
        print(error.code, 'true' if b'payload_too_large' in error.read() else 'false')
    except Exception as error:
        print(error)
`
const python = spawnSync('python3', ['--version']).status === 0

/** Writes everything before it reads, as urllib does, and returns everything that it then receives. */
async function writeThenRead(origin: string, head: string[], body: Buffer): Promise<string> {
  const socket = open(origin)
  await once(socket, 'connect')
  socket.pause()
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body, () => resolve())
  })
  return heard(socket)
}

/** Everything that arrives until the service closes its side. */
async function heard(socket: Socket): Promise<string> {
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  socket.resume()
  await once(socket, 'end')
  socket.destroy()
  return Buffer.concat(pieces).toString()
}

const open = (origin: string): Socket =>
  connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {})

const headOf = (path: string, token: string, type: string, ...more: string[]) => [
  `POST ${path} HTTP/1.1`,
  'Host: x',
  `Authorization: Bearer ${token}`,
  `Content-Type: ${type}`,
  ...more,
]

describe.each(tooLarge)(
  'a body that is too large for %s is refused with 413',
  (_, path, token, type, bytes, times) => {
    const all = Array(times).fill('413 true')

    it('and fetch reads it, each time', async () => {
      const args = [service.origin + path, token(), type, bytes, times]
      expect(await statuses(process.execPath, FETCH, args)).toEqual(all)
    })

    it.runIf(python)("and Python's urllib, each time", async () => {
      const args = [service.origin + path, token(), type, bytes, times]
      expect(await statuses('python3', URLLIB, args)).toEqual(all)
    })

    it('and a client that first writes all of it, each time', async () => {
      const body = Buffer.alloc(bytes, 32)
      const head = headOf(path, token(), type, `Content-Length: ${bytes}`)
      for (let i = 0; i < times; i++) {
        const answer = await writeThenRead(service.origin, head, body)
        expect(answer).toMatch(/^HTTP\/1\.1 413 .*^connection: close\r$.*payload_too_large/ims)
      }
    })
  },
)

/** Sends a head and a piece, then nothing more, but keeps its own side open. Returns what arrives. */
async function hearAfter(origin: string, head: string[], piece: string | Buffer = '') {
  const socket = open(origin)
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(piece)
  return heard(socket)
}

test('a length that is too large is refused before any of it comes', async () => {
  for (const [, path, token, type, bytes] of tooLarge) {
    const head = headOf(path, token(), type, `Content-Length: ${bytes * 1000}`)
    expect(await hearAfter(service.origin, head)).toMatch(/^HTTP\/1\.1 413 /)
  }
})

test('a body without a length is refused when it is too large, and its client may send the rest', async () => {
  const piece = Buffer.alloc(64 * 1024, 32)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
  const body = Buffer.concat([...Array(9 * 16).fill(chunk), Buffer.from('0\r\n\r\n')])
  const head = headOf('/v1/boards', owner, JSON_TYPE, 'Transfer-Encoding: chunked')
  for (let i = 0; i < TIMES; i++) {
    expect(await writeThenRead(service.origin, head, body)).toMatch(/^HTTP\/1\.1 413 /)
  }
})

describe('the connection of a refused request whose body goes on', () => {
  const refused = (length: number) =>
    headOf('/v1/files', 'nobody', FORM, `Content-Length: ${length}`)

  /** A client that never shuts its own side and keeps sending its body. Returns how much of it was sent. */
  async function sendUntilCut(origin: string, piece: Buffer, everyMs: number): Promise<number> {
    const { port } = new URL(origin)
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    socket.resume()
    socket.on('error', () => {})
    socket.write(`${refused(1e12).join('\r\n')}\r\n\r\n`)
    const send = () => {
      if (socket.writable) socket.write(piece, () => setTimeout(send, everyMs))
    }
    send()
    await new Promise((resolve) => socket.once('close', resolve))
    return socket.bytesWritten
  }

  it('is closed in time, however slowly it comes', async () => {
    await sendUntilCut(brief.origin, Buffer.from('x'), 20)
  })

  it('is closed after so many bytes, however fast they come', async () => {
    const patient = await service.beside({ lingerMs: 600_000 })
    const sent = await sendUntilCut(patient.origin, Buffer.alloc(MIB), 0)
    expect(sent).toBeGreaterThan(127 * MIB)
    // What the service did not read waits in the kernel, which lets it be tens of MiB.
    expect(sent).toBeLessThan(256 * MIB)
  })

  it('carries no further request', async () => {
    const { id } = await makeBoard(service, owner, [])
    const length = 2 * MIB
    const [, ...headers] = headOf('', owner, JSON_TYPE)
    const behind = [`DELETE /v1/boards/${id} HTTP/1.1`, ...headers]
    const body = Buffer.concat([
      Buffer.alloc(length),
      Buffer.from(`${behind.join('\r\n')}\r\n\r\n`),
    ])
    const answer = await writeThenRead(service.origin, refused(length), body)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
    // Whatever was sent before this has been served, or never will be.
    for (let i = 0; i < 5; i++) {
      const found = await service.api('GET', `/v1/boards/${id}`, { token: owner })
      expect(found.status).toBe(200)
    }
  })
})

test('a connection whose refused body was read goes on, and so do requests that wait on it', async () => {
  const request = (path: string, body: string) =>
    `${headOf(path, owner, JSON_TYPE, `Content-Length: ${body.length}`).join('\r\n')}\r\n\r\n${body}`
  const socket = open(service.origin)
  socket.write(
    request('/v1/boards', '{"name":1}') + request('/v1/nothing', '{}') + request('/v1/%', '{}'),
  )
  socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect((await heard(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(
    [400, 404, 400, 200].map((status) => `HTTP/1.1 ${status}`),
  )
})
