import type { Failure } from '../../../../../sdk/client.ts'
import { randomKey } from '../../../../../sdk/random-key.ts'
import type { api } from '../../../../service/api.ts'
import { isGateway, isReached, onReach, untilReached } from '../../../../service/reach.ts'

type Service = typeof api.definitions

/** Sends something again and again while there is no answer. */
export type Insist = <A extends { ok: true } | Failure>(send: () => Promise<A>) => Promise<A>

/** @param onWait called when it has to wait. */
export const insisting =
  (onWait: () => void): Insist =>
  async (send) => {
    for (;;) {
      if (!isReached()) onWait()
      await untilReached()
      // The client itself tries again a few times.
      const stop = onReach(() => {
        if (!isReached()) onWait()
      })
      const answer = await send().finally(stop)
      const isAnswered = answer.ok || (answer.code !== 'unreachable' && !isGateway(answer.status))
      if (isAnswered) return answer
      onWait()
    }
  }

/**
 * The service, with requests that get no answer made again as soon as it answers. Requests that create, delete or restore
 * rows have an Idempotency-Key, so that none is done twice. Changes of cells go by what the rows hold then (`saveCells`).
 */
export function lasting(service: Service, insist: Insist): Service {
  const withKey = <O extends object>(options?: O) => ({ idempotencyKey: randomKey(), ...options })
  return {
    ...service,
    getRow: (...given) => insist(() => service.getRow(...given)),
    // The answer is as narrow as the body, which passes through as it is.
    createRows: ((params, body, options) => {
      const how = withKey(options)
      return insist(() => service.createRows(params, body, how))
    }) as Service['createRows'],
    removeRows: (params, body, options) => {
      const how = withKey(options)
      return insist(() => service.removeRows(params, body, how))
    },
    restoreRows: (params, body, options) => {
      const how = withKey(options)
      return insist(() => service.restoreRows(params, body, how))
    },
  }
}
