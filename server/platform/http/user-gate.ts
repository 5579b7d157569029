import type { FastifyRequest } from 'fastify'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { plans } from '../../../shared/plans.ts'
import { atLeast } from '../../../shared/roles.ts'
import type { Actor, TokenGrant, UserActor } from '../actor.ts'
import { sqlState } from '../database/db.ts'
import { type Tx, Unawaited } from '../database/tx.ts'
import { Refusal } from '../refusal.ts'
import { credentialOf, leastRole } from './call.ts'
import { isWithin } from './networks.rules.ts'
import { cookieIn, refuseCrossSite } from './session-cookie.rules.ts'

/** Finds the people behind credentials. */
export interface People {
  /** The person of a session or a token; undefined if it has ended or never was. */
  authenticate: (credential: string) => Promise<UserActor | undefined>
  /** The person of a session or a token as it was a moment ago, whom the transaction of the request has to prove. */
  recall: (credential: string) => UserActor | undefined
  /** Fails the transaction, with the state 22P02, if the session, the token or the seat has changed since. */
  prove: (tx: Tx, actor: UserActor) => Promise<unknown>
}

export interface UserGateOptions {
  /** The origin that people reach; a browser's session cookie belongs to it. */
  publicUrl: () => string
  people: People
}

/** Finds the person behind a request, and refuses one without the operation's role or plan. */
export function userGate(operation: AnyOperation, { people, publicUrl }: UserGateOptions) {
  const least = leastRole(operation)
  return { ask, recall }

  async function ask(request: FastifyRequest): Promise<Actor> {
    const actor = await people.authenticate(credentialFor(request))
    if (!actor) throw new Refusal('unauthenticated', 'unknown_access_token')
    const refusal = refusalFor(actor, request)
    if (refusal) throw refusal
    return actor
  }

  /** The same, but the person may be as a moment ago: only for what `proving` runs. */
  async function recall(request: FastifyRequest): Promise<Actor> {
    const actor = people.recall(credentialFor(request))
    return actor && !refusalFor(actor, request) ? actor : ask(request)
  }

  function credentialFor(request: FastifyRequest): string {
    const credential = credentialOf(request) ?? cookieCredential(request, publicUrl())
    if (!credential) throw new Refusal('unauthenticated', 'no_access_token')
    if (/^s[bp]k_/.test(credential)) throw new Refusal('session_required')
    return credential
  }

  function refusalFor(
    { role, plan, token }: UserActor,
    request: FastifyRequest,
  ): Refusal | undefined {
    const refused = token && tokenRefusal(operation, token, request.ip ?? '')
    if (refused) return refused
    if (least && !atLeast(role, least)) {
      return new Refusal('forbidden', 'role_too_low', { least, role })
    }
    if (operation.plan && plans.indexOf(plan) < plans.indexOf(operation.plan)) {
      return new Refusal('plan_required', 'other_plan', { plan: operation.plan, current: plan })
    }
    return undefined
  }
}

/** How `prove` fails. */
const UNPROVEN = '22P02'

const unproven = new WeakSet<object>()

/** Whether a transaction failed because its person is no longer as recalled. Nothing of it was kept. */
export const isUnproven = (error: unknown): boolean => unproven.has(error as object)

/**
 * An effect whose transaction proves its person in its first exchange, before the effect can be kept, and before it can refuse
 * anything.
 */
export const proving =
  <T>({ prove }: People, actor: UserActor, effect: (tx: Tx) => Promise<T>) =>
  async (tx: Tx): Promise<T> => {
    const proof = prove(tx, actor).catch((error: Error) => {
      if (sqlState(error) === UNPROVEN) unproven.add(error)
      throw error
    })
    proof.catch(() => {}) // the transaction fails too, and says so
    try {
      const result = await effect(tx)
      // Statements that are still under way fail with the proof.
      if (!(result instanceof Unawaited)) await proof
      return result
    } catch (error) {
      await proof
      throw error
    }
  }

/** What the person could do and the token may not, before the answer says anything about the person. */
function tokenRefusal(
  { scope }: AnyOperation,
  token: TokenGrant,
  address: string,
): Refusal | undefined {
  if (token.addresses && !isWithin(address, token.addresses)) {
    return address === ''
      ? new Refusal('address_not_allowed', 'unknown_address')
      : new Refusal('address_not_allowed', 'other_address', { address })
  }
  if (scope === undefined || scope === 'people only') {
    return new Refusal('session_required', 'access_token')
  }
  return token.scopes.includes(scope)
    ? undefined
    : new Refusal('insufficient_scope', 'scope_missing', { scope }, { scope })
}

/** The session in a browser's cookie. A program's token is never taken from there. @throws Refusal if another site may have made the request */
function cookieCredential(request: FastifyRequest, publicUrl: string): string | undefined {
  const token = cookieIn(request.headers.cookie, publicUrl)
  const refusal = token && refuseCrossSite(request, publicUrl)
  if (refusal) throw refusal
  return token?.startsWith('sbt_') ? undefined : token
}
