import { useEffect, useRef } from 'react'
import type { CallOptions, Result } from '../../sdk/client.ts'
import { randomKey } from '../../sdk/random-key.ts'
import { isGateway, isReached, onReach } from './reach.ts'

/** When to try again if nothing else on the page asks whether the service is back, as on the sign-in page. */
const TRY_AGAIN_MS = 5_000

/**
 * Sends something once the service answers, and again until it has answered. A request that is sent a second time must do nothing
 * more.
 *
 * @param leaving when it is aborted, nothing is sent any more; this then rejects.
 */
export async function onceReached<A>(
  send: () => Promise<Result<A>>,
  leaving?: AbortSignal,
): Promise<Result<A>> {
  for (;;) {
    await untilWorthTrying(leaving)
    const answer = await send()
    const isAnswered = answer.ok || (answer.code !== 'unreachable' && !isGateway(answer.status))
    if (isAnswered) return answer
  }
}

function untilWorthTrying(leaving: AbortSignal | undefined): Promise<void> {
  return new Promise((proceed, giveUp) => {
    leaving?.throwIfAborted()
    if (isReached()) return proceed()
    const end = (settle: () => void) => {
      stop()
      clearTimeout(timer)
      leaving?.removeEventListener('abort', left)
      settle()
    }
    const left = () => end(() => giveUp(leaving?.reason))
    const stop = onReach(() => isReached() && end(proceed))
    const timer = setTimeout(() => end(proceed), TRY_AGAIN_MS)
    leaving?.addEventListener('abort', left)
  })
}

/** How a call is made so that it can be made again. */
type Once = Required<Pick<CallOptions, 'idempotencyKey' | 'signal'>>

/**
 * For forms: sends what is filled in as soon as the service answers, and once, even if its answer is lost. If the form is
 * left while the service is away, it is not sent any more.
 *
 * @param stays whether it is sent also if what asked for it is left.
 */
export function useOnce(stays = false) {
  const leaving = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      if (stays || isReached()) return
      leaving.current?.abort()
      leaving.current = undefined
    },
    [stays],
  )
  return <A>(send: (once: Once) => Promise<Result<A>>): Promise<Result<A>> => {
    leaving.current ??= new AbortController()
    const { signal } = leaving.current
    const idempotencyKey = randomKey()
    return onceReached(() => send({ idempotencyKey, signal }), signal)
  }
}
