import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

// A body that takes too long to arrive ends its request. One that is still arriving when its answer goes out is read
// and dropped, so that the client can read the answer.

const MIB = 1024 * 1024

/** How much is read and dropped: more than the largest body of any route. */
const MOST_BYTES = 128 * MIB
const LOOK_MS = 50

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** Ends a request whose body takes too long. (The server's own limit is the same for all routes: that of uploads.) */
export function endIfSlow(request: IncomingMessage, afterMs: number): void {
  if (!bringsBody(request)) return
  const timer = setTimeout(() => {
    if (request.socket.writableEnded) return // answered, and closing
    request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    request.destroy()
  }, afterMs)
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
}

/**
 * If an answer goes out before its request's body has arrived, closes the connection so that a client that is still
 * sending can read the answer: our side is shut, and the rest of the body is dropped until the client shuts its side,
 * for at most `lingerMs`. A socket closed with unread bytes would be reset, and the answer lost.
 */
export function closeIfUnread(
  { raw: request }: FastifyRequest,
  reply: FastifyReply,
  lingerMs: number,
): void {
  if (request.complete || !bringsBody(request)) return
  const { socket } = request
  reply.header('connection', 'close')
  // Node calls this after the last answer of a connection is written.
  socket.destroySoon = () => {
    const most = socket.bytesRead + MOST_BYTES
    const from = performance.now()
    const watch = setInterval(() => {
      if (socket.bytesRead > most || performance.now() - from > lingerMs) socket.destroy()
    }, LOOK_MS)
    socket.once('close', () => clearInterval(watch))
    socket.end()
    request.resume()
  }
}
