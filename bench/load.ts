import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The result of a load run. Times are in milliseconds. */
export interface Load {
  perSecond: number
  p50: number
  p95: number
  p99: number
  count: number
}

/** Runs `lanes` loops of `step` side by side for `seconds`, after a warm-up that is not counted. */
export async function run(
  lanes: number,
  seconds: number,
  step: (lane: number, turn: number) => Promise<unknown>,
): Promise<Load> {
  await loops(lanes, Math.min(1, seconds / 4), step)
  return loops(lanes, seconds, step)
}

async function loops(
  lanes: number,
  seconds: number,
  step: (lane: number, turn: number) => Promise<unknown>,
): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let turn = 0; performance.now() < end; turn++) {
        const from = performance.now()
        await step(lane, turn)
        times.push(performance.now() - from)
      }
    }),
  )
  return loadOf(times, start)
}

/** Sends one request at a time, every `everyMs` until stopped, to measure how long another user would wait. */
export async function pace(
  everyMs: number,
  stop: AbortSignal,
  step: (turn: number) => Promise<unknown>,
): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  for (let turn = 0; !stop.aborted; turn++) {
    const from = performance.now()
    await step(turn)
    const took = performance.now() - from
    times.push(took)
    await sleep(Math.max(0, everyMs - took))
  }
  return loadOf(times, start)
}

function loadOf(times: number[], start: number): Load {
  const elapsed = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (q: number) => times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0
  return {
    perSecond: times.length / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    count: times.length,
  }
}

/**
 * A keep-alive HTTP connection that sends ready-made requests and reads answers by their Content-Length:
 * as little work as a client can do, so that the machine's two cores serve the service.
 */
export class RawConnection {
  readonly #socket: Socket
  #waiting: ((answer: { status: number; body: string }) => void) | undefined
  #received: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (data: Buffer) => this.#read(data))
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new RawConnection(socket)))
      socket.on('error', reject)
    })
  }

  send(request: Buffer): Promise<{ status: number; body: string }> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data])
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = this.#received.toString('latin1', 0, headEnd)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const end = headEnd + 4 + length
    if (this.#received.length < end) return
    const status = Number(head.slice(9, 12))
    const body = status < 300 ? '' : this.#received.toString('utf8', headEnd + 4, end)
    this.#received = this.#received.subarray(end)
    this.#waiting?.({ status, body })
  }
}

export function request(method: string, path: string, key: string, body?: object): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body)
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${
      body === undefined
        ? ''
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`
    }\r\n${json}`,
  )
}
