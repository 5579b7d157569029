import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

// A body that comes slowly is waited for so long; one that comes after its answer is read past, so that the answer can
// be heard.

const MIB = 1024 * 1024

/** How much is read past: more than the largest body that any route takes. */
const MOST_BYTES = 128 * MIB
const LOOK_MS = 50

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** The server's own limit is that of uploads: it knows no routes. */
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
 * Has an answer that goes out before the body is here close the connection, in a way that lets a client that is still
 * sending read it: our side is shut, and whatever arrives is thrown away until the client shuts its own, for `lingerMs` at
 * most. A socket that is closed with bytes unread is reset instead, and the answer with it.
 */
export function closeIfUnread(
  { raw: request }: FastifyRequest,
  reply: FastifyReply,
  lingerMs: number,
): void {
  if (request.complete || !bringsBody(request)) return
  const { socket } = request
  reply.header('connection', 'close')
  // What Node calls once the last answer of a connection is written.
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
