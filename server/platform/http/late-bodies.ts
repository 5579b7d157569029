import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

// How long to wait for a slow body; one that arrives after its answer is read and dropped, so that the client can read
// the answer.

const MIB = 1024 * 1024

/** How much is read and dropped: more than the largest body of any route. */
const MOST_BYTES = 128 * MIB
const LOOK_MS = 50

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** The server's own limit is for uploads: it does not know routes. */
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
 * If an answer goes out before its body has arrived, closes the connection in a way that lets a client that is still
 * sending read it: our side is shut, and whatever arrives is dropped until the client shuts its own, for at most
 * `lingerMs`. Otherwise a socket closed with unread bytes is reset, and the answer is lost with it.
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
