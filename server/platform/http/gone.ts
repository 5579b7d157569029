import type { FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Aborted when the connection closes: nobody waits for the answer any more, or it has been sent. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const close = () => gone.abort(new Refusal('invalid_request', 'connection_closed'))
  if (raw.destroyed) close()
  else raw.once('close', close)
  return gone.signal
}
