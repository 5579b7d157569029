import { once } from 'node:events'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { within } from '../within.ts'

export interface DrainTimes {
  /** How long the server may keep accepting connections while more of them are waiting. */
  takeMs: number
  /** How long an open connection may wait for one more request, whose answer then says `Connection: close`. */
  lingerMs: number
  /** How long requests in progress may take after that. */
  finishMs: number
}

/**
 * Makes `app.close()` gentle. It accepts connections that are already waiting, then stops listening. A request may be
 * on its way on a kept-alive connection, so that is only closed with its next answer, or after being idle for
 * `lingerMs`. One that is busy for longer is closed when its answer has been sent.
 */
export function drainOnClose(
  app: FastifyInstance,
  { takeMs, lingerMs, finishMs }: DrainTimes,
): void {
  let isShut = false
  let hasLingered = false
  app.addHook('onSend', (_, reply, payload, done) => {
    const { raw } = reply
    if (isShut) reply.header('connection', 'close')
    // Fastify says `close` as soon as the stop begins: clients would reconnect to a socket that is about to close.
    else if (raw.shouldKeepAlive && raw.hasHeader('connection'))
      raw.setHeader('connection', 'keep-alive')
    done(null, payload)
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    // An answer that began before the stop has said that its connection would be kept.
    if (hasLingered) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
  // Browsers open connections ahead. To Node, one that never sent anything is not idle, and no stop would end it.
  const connections = new Set<Socket>()
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('preClose', async () => {
    await takeWaiting(app.server, takeMs)
    const closed = once(app.server, 'close')
    // The close of a plain server: that of an HTTP server would also end idle connections.
    Server.prototype.close.call(app.server)
    isShut = true
    await within(closed, lingerMs)
    hasLingered = true
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), finishMs).unref()
  })
}

/** Accepts the waiting connections, one in each turn of the event loop: otherwise they would be reset. */
async function takeWaiting(server: Server, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs
  let taken: boolean
  const take = () => {
    taken = true
  }
  server.on('connection', take)
  await nextTurn() // the current turn may have looked for connections long ago
  do {
    taken = false
    await nextTurn()
  } while (taken && performance.now() < until)
  server.off('connection', take)
}
