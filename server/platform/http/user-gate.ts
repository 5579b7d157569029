import type { FastifyRequest } from 'fastify'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { plans } from '../../../shared/plans.ts'
import { atLeast } from '../../../shared/roles.ts'
import type { Actor, TokenGrant, UserActor } from '../actor.ts'
import { Refusal } from '../refusal.ts'
import { credentialOf, leastRole } from './call.ts'
import { isWithin } from './networks.rules.ts'
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
    if (!credential) throw new Refusal('unauthenticated', 'no_access_token')
    if (/^s[bp]k_/.test(credential)) throw new Refusal('session_required')
    const actor = await options.authenticateUser(credential)
    if (!actor) throw new Refusal('unauthenticated', 'unknown_access_token')
    if (actor.token) refuseToken(operation, actor.token, request.ip ?? '')
    if (least && !atLeast(actor.role, least)) {
      throw new Refusal('forbidden', 'role_too_low', { least, role: actor.role })
    }
    if (operation.plan && plans.indexOf(actor.plan) < plans.indexOf(operation.plan)) {
      throw new Refusal('plan_required', 'other_plan', {
        plan: operation.plan,
        current: actor.plan,
      })
    }
    return actor
  }
}

/** Refuses what the person could do and the token may not, before the answer says anything about the person. */
function refuseToken({ scope }: AnyOperation, token: TokenGrant, address: string): void {
  if (token.addresses && !isWithin(address, token.addresses)) {
    throw address === ''
      ? new Refusal('address_not_allowed', 'unknown_address')
      : new Refusal('address_not_allowed', 'other_address', { address })
  }
  if (scope === undefined || scope === 'people only') {
    throw new Refusal('session_required', 'access_token')
  }
  if (!token.scopes.includes(scope)) {
    throw new Refusal('insufficient_scope', 'scope_missing', { scope }, { scope })
  }
}

/** The session in a browser's cookie. A program's token is never taken from there. @throws Refusal if another site may have made the request */
function cookieCredential(request: FastifyRequest, publicUrl: string): string | undefined {
  const token = cookieIn(request.headers.cookie, publicUrl)
  const refusal = token && refuseCrossSite(request, publicUrl)
  if (refusal) throw refusal
  return token?.startsWith('sbt_') ? undefined : token
}
