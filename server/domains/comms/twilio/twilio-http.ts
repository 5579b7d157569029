import type { Socket } from 'node:net'
import { type Failed, failed } from '../../../../contract/refusals/reasons.ts'
import { type Outbound, Unreached } from '../../../platform/outbound/outbound.ts'
import { urlTarget } from '../../../platform/outbound/private-addresses.rules.ts'

// Not imported: see outbound.ts.
const { request } = process.getBuiltinModule('node:http')

export interface Wanted {
  /** The workspace that asks. */
  holder: string
  method: 'GET' | 'POST'
  url: URL
  user: string
  password: string
  /** Sent as application/x-www-form-urlencoded. */
  form?: URLSearchParams
}

/** The result of a request: an answer, a failure before it was written, or a failure after that. */
export type Got =
  | { kind: 'answered'; status: number; body: string }
  | { kind: 'unreached'; why: Failed }
  | { kind: 'unanswered'; why: Failed }

/** How long connecting may take, and the whole request. */
export interface Limits {
  connectMs: number
  wholeMs: number
}

const MOST_BYTES = 4 * 1024 * 1024

/**
 * Sends one request on its own connection. If the connection is refused or takes too long, it is certain that nothing
 * was sent.
 *
 * @param outbound makes the connection.
 * @param begin is awaited after connecting, right before the request is written. Its errors are passed on.
 */
export async function ask(
  outbound: Outbound,
  wanted: Wanted,
  limits: Limits,
  begin?: () => Promise<void>,
): Promise<Got> {
  const late = AbortSignal.timeout(limits.wholeMs)
  let socket: Socket
  try {
    const { host, port } = urlTarget(wanted.url)
    const tls = wanted.url.protocol === 'https:'
    const { connectMs: timeoutMs } = limits
    socket = await outbound.connect(host, port, { holder: wanted.holder, timeoutMs, tls })
  } catch (error) {
    if (!(error instanceof Unreached)) throw error
    return { kind: 'unreached', why: failed('no_connection', { why: error.message }) }
  }
  try {
    await begin?.()
  } catch (error) {
    socket.destroy()
    throw error
  }
  if (socket.destroyed) return { kind: 'unreached', why: failed('connection_lost', {}) }
  return exchange(wanted, socket, limits.wholeMs, late)
}

function exchange(
  { method, url, user, password, form }: Wanted,
  socket: Socket,
  wholeMs: number,
  late: AbortSignal,
): Promise<Got> {
  const { promise, resolve } = Promise.withResolvers<Got>()
  const broken = () =>
    resolve({
      kind: 'unanswered',
      why: late.aborted
        ? failed('no_answer', { seconds: wholeMs / 1000 })
        : failed('answer_cut', {}),
    })
  const body = form?.toString() ?? ''
  const asking = request(
    {
      method,
      path: url.pathname + url.search,
      signal: late,
      createConnection: () => socket,
      headers: {
        host: url.host,
        connection: 'close',
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        ...(form && {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        }),
      },
    },
    (answer) => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MOST_BYTES) answer.destroy(new Error('it is too long'))
        else chunks.push(chunk)
      })
      answer.on('error', broken)
      answer.on('end', () =>
        resolve({
          kind: 'answered',
          status: answer.statusCode!,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    },
  )
  asking.on('error', broken)
  asking.end(body)
  return promise.finally(() => socket.destroy())
}
