import type { Socket } from 'node:net'
import { type RefusalCode, statusOf } from '../../../contract/refusals.ts'
import { newId } from '../ids.ts'

// What Node itself refuses, before there is a request: it is answered in the same shape as everything else.

const REASONS: Record<string, [status: string, code: RefusalCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'invalid_request',
    'The address and the headers of a request can have up to 16 KiB together; send less, such as a shorter filter.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'invalid_request',
    'The request took too long to arrive.',
  ],
}
const UNREADABLE = [
  `${statusOf('invalid_request')} Bad Request`,
  'invalid_request',
  'This is no HTTP request that can be read.',
] as const

/** How long a client has to read the answer. */
const LINGER_MS = 250

/** Answers a connection whose request cannot be read, and ends it. */
export function refuseUnreadable(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy(error as Error)
  const [status, code, message] = REASONS[error.code ?? ''] ?? UNREADABLE
  const body = JSON.stringify({ error: message, code })
  const head = [
    `HTTP/1.1 ${status}`,
    `x-request-id: ${newId()}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client that goes on sending would keep it open.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}
