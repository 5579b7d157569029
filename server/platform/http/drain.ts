import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface DrainTimes {
  /** How long it may go on taking connections: as long as more of them wait. */
  takeMs: number
  /** How long an open connection may wait for its next request, whose answer says that it was the last one. */
  lingerMs: number
  /** How long requests that are under way may take after that. */
  finishMs: number
}

/**
 * Makes `app.close()` gentle. It takes the connections that came while it was busy, and stops listening. Those that are
 * kept alive are not shut under the request that may be on its way, but closed by their next answer, or when they have
 * been idle for `lingerMs`.
 */
export function drainOnClose(
  app: FastifyInstance,
  { takeMs, lingerMs, finishMs }: DrainTimes,
): void {
  let isShut = false
  app.addHook('onSend', (_, reply, payload, done) => {
    const { raw } = reply
    if (isShut) reply.header('connection', 'close')
    // Fastify says so as soon as the stop begins: whoever hears it comes back by a new connection, to a door that shuts.
    else if (raw.shouldKeepAlive && raw.hasHeader('connection'))
      raw.setHeader('connection', 'keep-alive')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    await takeWaiting(app.server, takeMs)
    const closed = once(app.server, 'close')
    // Of the plain server beneath: that of HTTP would end idle connections too.
    Server.prototype.close.call(app.server)
    isShut = true
    await Promise.race([closed, sleep(lingerMs)])
    setTimeout(() => app.server.closeAllConnections(), finishMs).unref()
  })
}

/** Takes the connections that wait for it, one in each turn of the event loop: left waiting they would be reset. */
async function takeWaiting(server: Server, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs
  let taken: boolean
  const take = () => {
    taken = true
  }
  server.on('connection', take)
  await nextTurn() // the end of the turn that is under way, which may have looked for them long ago
  do {
    taken = false
    await nextTurn()
  } while (taken && performance.now() < until)
  server.off('connection', take)
}
