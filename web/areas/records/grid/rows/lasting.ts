import type { Result } from '../../../../../sdk/client.ts'
import { randomKey } from '../../../../../sdk/random-key.ts'
import type { api } from '../../../../service/api.ts'
import { isGateway, isReached, onReach, untilReached } from '../../../../service/reach.ts'

type Service = typeof api.definitions

/**
 * The service, with writes that get no answer made again as soon as it answers. Requests that create, delete or restore rows
 * have an Idempotency-Key, so that none is done twice; the others name the version that they change.
 *
 * @param onWait called when a write has to wait.
 */
export function lasting(service: Service, onWait: () => void): Service {
  const insist = async <A>(send: () => Promise<Result<A>>): Promise<Result<A>> => {
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
  const withKey = <O extends object>(options?: O) => ({ idempotencyKey: randomKey(), ...options })
  return {
    ...service,
    updateRow: (...given) => insist(() => service.updateRow(...given)),
    updateRows: (...given) => insist(() => service.updateRows(...given)),
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
