import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { urlOf } from './postgres.ts'

export interface PoolerOptions {
  /** Whether a client keeps its connection to the server, or gets one for each transaction. */
  mode: 'session' | 'transaction'
  /** Whether the startup parameter `options` is refused, PgBouncer's default, or dropped. */
  options: 'refused' | 'dropped'
  /** Whether a client's prepared statements follow it to other connections, as with PgBouncer from 1.21 on. */
  statements?: 'followed' | 'lost'
}

export interface Pooler {
  connection: ClientConfig
  /** The same as a DATABASE_URL. */
  url: string
  close(): Promise<void>
}

/** Stands between clients and a real PostgreSQL like PgBouncer, for databases without a password. */
export async function startPooler(
  database: ClientConfig,
  { mode, options, statements = 'lost' }: PoolerOptions,
): Promise<Pooler> {
  const { host, port } = database
  const target: NetConnectOpts = String(host).startsWith('/')
    ? { path: join(String(host), `.s.PGSQL.${port}`) }
    : { host: String(host), port: Number(port) }
  const sockets = new Set<Socket>()
  const open = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const idle: Upstream[] = []
  // Answers come in small pieces: none waits until the one before it is acknowledged.
  const server = createServer({ noDelay: true }, async (socket) => {
    const client = messagesOf(open(socket), { startsWithLength: true })
    const first = await client.next()
    if (first.done) return
    const parameters = parametersOf(first.value)
    if (parameters.has('options') && options === 'refused') {
      return socket.end(message('E', 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'))
    }
    parameters.delete('options')
    const newUpstream = () => Upstream.open(open(connect(target)), startup(parameters))
    const own = new Statements()
    let upstream: Upstream | undefined = idle.pop() ?? (await newUpstream())
    socket.write(upstream.greeting)
    let unanswered = 0
    const answer = (piece: Buffer) => {
      socket.write(piece)
      if (piece[0] !== code('Z')) return
      unanswered--
      if (mode === 'session' || unanswered > 0 || piece[5] !== code('I')) return
      idle.push(upstream!)
      upstream = undefined
    }
    if (mode === 'transaction') {
      idle.push(upstream)
      upstream = undefined
    } else upstream.hear = answer
    for await (const piece of client) {
      if (piece[0] === code('X')) break
      upstream ??= idle.pop() ?? (await newUpstream())
      upstream.hear = answer
      if (piece[0] === code('S') || piece[0] === code('Q')) unanswered++
      upstream.socket.write(statements === 'followed' ? own.send(piece, upstream) : piece)
    }
    upstream?.socket.end(message('X', ''))
    socket.end()
  })
  server.listen({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const connection = {
    ...database,
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
  }
  return {
    connection,
    url: urlOf(connection),
    async close() {
      if (!server.listening) return
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** The statements that one client prepared. Each has a name of its own on the server, and is prepared where it is missing. */
class Statements {
  readonly #prefix = randomBytes(4).toString('hex')
  readonly #texts = new Map<string, Buffer>()

  /** What to send for a client's message. */
  send(piece: Buffer, upstream: Upstream): Buffer {
    const letter = String.fromCharCode(piece[0]!)
    if (letter === 'S' || letter === 'Q') upstream.expected.push('end')
    if (letter === 'P') {
      const [name, rest] = this.#named(piece.subarray(5))
      const parse = message('P', Buffer.concat([Buffer.from(`${name}\0`), rest]))
      this.#texts.set(name, parse)
      upstream.prepared.add(name)
      upstream.expected.push({ name, isHidden: false })
      return parse
    }
    const at =
      letter === 'B' ? piece.indexOf(0, 5) + 1 : letter === 'D' && piece[5] === code('S') ? 6 : 0
    if (at === 0) return piece
    const [name, rest] = this.#named(piece.subarray(at))
    const body = Buffer.concat([piece.subarray(5, at), Buffer.from(`${name}\0`), rest])
    const renamed = message(letter, body)
    const text = this.#texts.get(name)
    if (name === '' || text === undefined || upstream.prepared.has(name)) return renamed
    upstream.prepared.add(name)
    upstream.expected.push({ name, isHidden: true })
    return Buffer.concat([text, renamed])
  }

  #named(bytes: Buffer): [name: string, rest: Buffer] {
    const end = bytes.indexOf(0)
    const name = bytes.subarray(0, end).toString()
    return [name === '' ? '' : `${this.#prefix}_${name}`, bytes.subarray(end + 1)]
  }
}

class Upstream {
  /** What was prepared here, and the answers to come: about statements, and the end of each exchange. */
  readonly prepared = new Set<string>()
  readonly expected: ({ name: string; isHidden: boolean } | 'end')[] = []
  /** The server's messages until it was ready, with another process number: a client never learns the server's own. */
  greeting = Buffer.alloc(0)
  hear: (piece: Buffer) => void = () => {}
  readonly socket: Socket
  constructor(socket: Socket) {
    this.socket = socket
  }

  static async open(socket: Socket, startup: Buffer): Promise<Upstream> {
    const upstream = new Upstream(socket)
    socket.write(startup)
    const server = messagesOf(socket, { startsWithLength: false })
    for (;;) {
      const { value, done } = await server.next()
      if (done) throw new Error('the server closed the connection')
      const piece = value[0] === code('K') ? message('K', randomBytes(8)) : value
      upstream.greeting = Buffer.concat([upstream.greeting, piece])
      if (piece[0] === code('Z')) break
    }
    void (async () => {
      for await (const piece of server) if (!upstream.#isHidden(piece)) upstream.hear(piece)
    })().catch(() => {})
    return upstream
  }

  /** Whether the client must not hear this answer, because it did not ask. */
  #isHidden(piece: Buffer): boolean {
    if (piece[0] === code('1')) {
      const answered = this.expected.shift()
      return typeof answered === 'object' && answered.isHidden
    }
    // After an error, the rest of an exchange is not run.
    while (piece[0] === code('E') && typeof this.expected[0] === 'object') {
      this.prepared.delete((this.expected.shift() as { name: string }).name)
    }
    if (piece[0] === code('Z')) this.expected.shift()
    return false
  }
}

/** The messages of the protocol, one at a time; a client's first message has no letter before its length. */
async function* messagesOf(
  socket: Socket,
  { startsWithLength }: { startsWithLength: boolean },
): AsyncGenerator<Buffer, void> {
  let held = Buffer.alloc(0)
  let at = startsWithLength ? 0 : 1
  try {
    for await (const piece of socket) {
      held = Buffer.concat([held, piece as Buffer])
      while (held.length >= at + 4 && held.length >= at + held.readInt32BE(at)) {
        const end = at + held.readInt32BE(at)
        yield held.subarray(0, end)
        held = held.subarray(end)
        at = 1
      }
    }
  } catch {
    // Disconnected: there are no more.
  }
}

function parametersOf(startup: Buffer): Map<string, string> {
  const words = startup.subarray(8).toString().split('\0')
  return new Map(
    words.flatMap((word, i) =>
      i % 2 === 0 && word !== '' ? [[word, words[i + 1]!] as [string, string]] : [],
    ),
  )
}

function startup(parameters: Map<string, string>): Buffer {
  const words = [...parameters].flat().map((word) => `${word}\0`)
  const body = Buffer.from(`\0\x03\0\0${words.join('')}\0`)
  return Buffer.concat([lengthOf(body), body])
}

function message(letter: string, text: string | Buffer): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from(letter), lengthOf(body), body])
}

function lengthOf(body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return length
}

const code = (letter: string): number => letter.charCodeAt(0)
