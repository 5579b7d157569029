import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface DrainTimes {
  /** How long it may go on accepting connections, while more of them wait. */
  takeMs: number
  /** How long an open connection may wait for its next request, whose answer says that it was the last one. */
  lingerMs: number
  /** How long requests in progress may take after that. */
  finishMs: number
}

/**
 * Makes `app.close()` gentle. It accepts connections that came while it was busy, and stops listening. Kept-alive
 * connections are not closed under a request that may be on its way, but with their next answer, or after being idle
 * for `lingerMs`.
 */
export function drainOnClose(
  app: FastifyInstance,
  { takeMs, lingerMs, finishMs }: DrainTimes,
): void {
  let isShut = false
  app.addHook('onSend', (_, reply, payload, done) => {
    const { raw } = reply
    if (isShut) reply.header('connection', 'close')
    // Fastify sends it as soon as the stop begins: clients would then reconnect to a socket that closes.
    else if (raw.shouldKeepAlive && raw.hasHeader('connection'))
      raw.setHeader('connection', 'keep-alive')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    await takeWaiting(app.server, takeMs)
    const closed = once(app.server, 'close')
    // The plain server's close: that of HTTP would end idle connections too.
    Server.prototype.close.call(app.server)
    isShut = true
    await Promise.race([closed, sleep(lingerMs)])
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
  await nextTurn() // the end of the current turn, which may have looked for them long ago
  do {
    taken = false
    await nextTurn()
  } while (taken && performance.now() < until)
  server.off('connection', take)
}
