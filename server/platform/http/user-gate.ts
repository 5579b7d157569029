import type { FastifyRequest } from 'fastify'
import { plans } from '../../../contract/auth.ts'
import type { AnyOperation } from '../../../contract/operation.ts'
import { atLeast } from '../../../shared/roles.ts'
import type { Actor, UserActor } from '../actor.ts'
import { Refusal } from '../refusal.ts'
import { credentialOf, leastRole } from './call.ts'
import { cookieIn, refuseCrossSite } from './session-cookie.rules.ts'

export interface UserGateOptions {
  /** The origin that people reach; a browser's session cookie belongs to it. */
  publicUrl: () => string
  authenticateUser: (token: string) => Promise<UserActor | undefined>
}

/** Finds the person behind a request, and refuses one without the operation's role or plan. */
export function userGate(operation: AnyOperation, options: UserGateOptions) {
  const least = leastRole(operation)
  return async (request: FastifyRequest): Promise<Actor> => {
    const credential = credentialOf(request) ?? cookieCredential(request, options.publicUrl())
    if (!credential)
      throw new Refusal('unauthenticated', 'Sign in: this route needs an access token.')
    if (/^s[bp]k_/.test(credential)) throw new Refusal('session_required')
    const actor = await options.authenticateUser(credential)
    if (!actor)
      throw new Refusal('unauthenticated', 'The access token is unknown, ended or expired.')
    if (least && !atLeast(actor.role, least)) {
      throw new Refusal(
        'forbidden',
        `This needs the role ${least} or above; yours is ${actor.role}.`,
      )
    }
    if (operation.plan && plans.indexOf(actor.plan) < plans.indexOf(operation.plan)) {
      throw new Refusal(
        'plan_required',
        `This needs the plan ${operation.plan}; the workspace has ${actor.plan}.`,
      )
    }
    return actor
  }
}

/** The session in a browser's cookie. @throws Refusal if another site may have made the request */
function cookieCredential(request: FastifyRequest, publicUrl: string): string | undefined {
  const token = cookieIn(request.headers.cookie, publicUrl)
  const refusal = token && refuseCrossSite(request, publicUrl)
  if (refusal) throw refusal
  return token
}
