import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isPrivateAddress } from '../outbound/private-addresses.rules.ts'

/**
 * Warns once if requests come through a proxy that TRUST_PROXY does not know of: everybody then has the proxy's address, and shares
 * the limits of one. A header alone proves nothing on the internet, where anybody can send it; but a proxy in front is on a
 * private address.
 */
export function warnOfUnseenProxy(
  app: FastifyInstance,
  { trustProxy, log }: { trustProxy: number; log: Logger },
): void {
  if (trustProxy > 0) return
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': listed, forwarded } = request.headers
    if (!isSaid && (listed ?? forwarded) !== undefined && isPrivateAddress(request.ip ?? '')) {
      isSaid = true
      log.warn(
        { proxy: request.ip },
        'a proxy at a private address says who it forwards for, but TRUST_PROXY is 0: everybody shares the limits of one address, ' +
          'so a few wrong passwords make everybody wait; set TRUST_PROXY to the number of proxies',
      )
    }
    done()
  })
}
