import type { Socket } from 'node:net'
import { statusOf } from '../../../contract/refusals/refusals.ts'
import { newId } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { sessionBody } from './refusing.ts'

// What Node itself refuses, before there is a request: it is answered in the same shape as everything else.

const REASONS = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'took_too_long'],
} as const
const UNREADABLE = [`${statusOf('invalid_request')} Bad Request`, 'not_http'] as const

/** How long a client has to read the answer. */
const LINGER_MS = 250

/** Answers a connection whose request cannot be read, and ends it. */
export function refuseUnreadable(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy(error as Error)
  const [status, reason] = REASONS[error.code as keyof typeof REASONS] ?? UNREADABLE
  const body = JSON.stringify(sessionBody(new Refusal('invalid_request', reason)))
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
