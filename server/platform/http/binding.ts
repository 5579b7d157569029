import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OnDefinitions } from '../../../contract/language/on-definitions.ts'
import type { AnswerOf, AnyOperation } from '../../../contract/language/operation.ts'
import type { PresentedKey, UserActor } from '../actor.ts'
import type { Database } from '../database/db.ts'
import type { Tx } from '../database/tx.ts'
import type { Seal } from '../secrets/seal.ts'
import {
  type Call,
  callOf,
  credentialOf,
  idempotentRequest,
  type KeyCall,
  type Proving,
  type ProvingCall,
  type Sent,
  type SentKey,
  sendKept,
  type UserCall,
} from './call.ts'
import { claimIdempotencyKey, keepAnswer } from './idempotency.ts'
import type { AddRoute } from './routes.ts'
import { isUnproven, proving, type UserGateOptions, userGate } from './user-gate.ts'

export interface BindingOptions extends UserGateOptions {
  db: Database
  seal: Seal
  /** @throws Refusal with the message for the family's routes. */
  authenticateKey: (sent: SentKey, operation: AnyOperation) => Promise<PresentedKey>
}

/** Binds operations to use cases, with a function for each kind of caller and transaction. */
export function bindingsOf(route: AddRoute, options: BindingOptions) {
  return { bindPublic, bind, bindBoth, bindProving, bindBothProving, bindOwn, bindBothOwn, bindKey }

  /**
   * Binds an operation for people who are not signed in.
   *
   * @param admit runs before the body is read, so that no large body is read of a caller that is refused.
   */
  function bindPublic<O extends AnyOperation>(
    operation: O,
    handle: (call: Call<O>) => Promise<AnswerOf<O> | Sent>,
    admit?: (request: FastifyRequest) => Promise<undefined>,
  ): void {
    route(operation, admit, (request, reply) => handle(callOf<O>(request, reply)))
  }

  /** Binds an operation whose whole effect is one transaction of the caller's workspace. */
  function bind<O extends AnyOperation>(
    operation: O,
    handle: (call: UserCall<O>, tx: Tx) => Promise<AnswerOf<O>>,
  ): void {
    bindProving(operation, (call) => call.transaction((tx) => handle(call, tx)))
  }

  /**
   * Binds an operation whose first transaction proves the caller: `call.transaction`, or one of its own with `call.proving`. If
   * the caller has changed, everything is run again.
   */
  function bindProving<O extends AnyOperation>(
    operation: O,
    handle: (call: ProvingCall<O>) => Promise<AnswerOf<O> | Sent>,
  ): void {
    const gate = userGate(operation, options)
    route(operation, gate.recall, async (request, reply) => {
      for (let attempt = 1; ; attempt++) {
        const actor = request.actor as UserActor
        const prove: Proving = (effect) => proving(options.people, actor, effect)
        try {
          return await handle({ ...userCall(operation, request, reply, prove), proving: prove })
        } catch (error) {
          if (attempt === 3 || !isUnproven(error)) throw error
          request.actor = await gate.ask(request)
        }
      }
    })
  }

  /** Binds an operation that opens its own transaction, after slow work outside it. */
  function bindOwn<O extends AnyOperation>(
    operation: O,
    handle: (call: UserCall<O>) => Promise<AnswerOf<O> | Sent>,
  ): void {
    route(operation, userGate(operation, options).ask, (request, reply) =>
      handle(userCall<O>(operation, request, reply, (effect) => effect)),
    )
  }

  function userCall<O extends AnyOperation>(
    operation: O,
    request: FastifyRequest,
    reply: FastifyReply,
    prove: Proving,
  ): UserCall<O> {
    const actor = request.actor as UserActor
    const call = callOf<O>(request, reply)
    return {
      ...call,
      actor,
      transaction: (effect) => transaction(options, operation, actor, call, prove, effect),
    }
  }

  /** Binds operations of boards and of pages to the same use cases, as `bind` does. */
  function bindBoth<Group extends Record<string, AnyOperation>>(
    { boards, definitions }: OnDefinitions<Group>,
    uses: {
      [Name in keyof Group]?: (
        call: UserCall<Group[Name]>,
        tx: Tx,
      ) => Promise<AnswerOf<Group[Name]>>
    },
  ): void {
    for (const name in uses) {
      bind(boards[name], uses[name]!)
      bind(definitions[name], uses[name]!)
    }
  }

  /** The same as `bindProving` does. */
  function bindBothProving<Group extends Record<string, AnyOperation>>(
    { boards, definitions }: OnDefinitions<Group>,
    uses: {
      [Name in keyof Group]?: (
        call: ProvingCall<Group[Name]>,
      ) => Promise<AnswerOf<Group[Name]> | Sent>
    },
  ): void {
    for (const name in uses) {
      bindProving(boards[name], uses[name]!)
      bindProving(definitions[name], uses[name]!)
    }
  }

  /** The same as `bindOwn` does. */
  function bindBothOwn<Group extends Record<string, AnyOperation>>(
    { boards, definitions }: OnDefinitions<Group>,
    uses: {
      [Name in keyof Group]?: (call: UserCall<Group[Name]>) => Promise<AnswerOf<Group[Name]> | Sent>
    },
  ): void {
    for (const name in uses) {
      bindOwn(boards[name], uses[name]!)
      bindOwn(definitions[name], uses[name]!)
    }
  }

  /** Binds an ingest operation. The key is looked up here, and the transaction that writes checks it again. */
  function bindKey<O extends AnyOperation>(
    operation: O,
    handle: (call: KeyCall<O>) => Promise<unknown>,
  ): void {
    const gate = (request: FastifyRequest) =>
      options.authenticateKey(
        {
          credential: credentialOf(request),
          origin: request.headers.origin,
          authorization: request.headers.authorization,
        },
        operation,
      )
    route(operation, gate, (request, reply) => {
      const actor = request.actor as PresentedKey
      return handle({
        ...callOf<O>(request, reply),
        actor,
        rawBody: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
        idempotent: idempotentRequest(request, actor),
      })
    })
  }
}

/** Runs an effect in one transaction, or answers a retry with what the first request was answered. */
async function transaction<O extends AnyOperation>(
  { db, seal }: BindingOptions,
  operation: O,
  actor: UserActor,
  call: Call<O>,
  prove: Proving,
  effect: (tx: Tx) => Promise<AnswerOf<O>>,
): Promise<AnswerOf<O> | Sent> {
  const idempotent = idempotentRequest(call.request, actor)
  if (operation.method === 'GET') return db.readWorkspace(actor, prove(effect))
  if (!idempotent) return db.withWorkspace(actor, prove(effect))
  const claim = async (tx: Tx) => {
    const kept = await claimIdempotencyKey(tx, seal, idempotent)
    if (kept) return { ...kept, replayed: true }
    const answer = { status: operation.status, body: JSON.stringify(await effect(tx)) }
    keepAnswer(tx, seal, idempotent, answer)
    return { ...answer, replayed: false }
  }
  return sendKept(call.reply, await db.withWorkspace(actor, prove(claim)))
}
