import type { FastifyReply } from 'fastify'
import type { PresentedKey } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Sent, sendKept } from '../../../platform/http/call.ts'
import {
  claimIdempotencyKey,
  dropIdempotencyKey,
  type IdempotentRequest,
  type KeptAnswer,
  keepAnswer,
} from '../../../platform/http/idempotency.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { unknownKey } from '../keys/key-auth.ts'
import { type Admission, admit, rateLimited } from './admission.ts'
import { type Rate, rateHeaders } from './rate.rules.ts'

export interface CountedWrite {
  actor: PresentedKey
  /** Whether rows may be written to the key's definition, whose counters are then locked. */
  writesRows: boolean
  idempotent: IdempotentRequest | undefined
}

export type CountedVerdict =
  | { kind: 'refused'; rate: Rate; refusal: Refusal }
  | { kind: 'answered'; rate: Rate; answer: KeptAnswer & { replayed: boolean } }

/** @param version the current version of the key's definition. */
export type CountedEffect = (
  tx: Tx,
  admission: Admission,
  version: string,
) => Promise<{ status: number; body: object } | Refusal>

/**
 * Runs writes of keys, each in a transaction of its own: claims its Idempotency-Key, counts it against the key's rate,
 * and keeps its answer. A refusal that the effect returns commits, with the count and with what the effect wrote.
 */
export class CountedWrites {
  readonly #db: Database
  readonly #seal: Seal
  readonly #limit: number

  constructor(db: Database, seal: Seal, limit: number) {
    this.#db = db
    this.#seal = seal
    this.#limit = limit
  }

  /** @throws Refusal rate_limited, unauthenticated, request_in_progress; then nothing is written or counted. */
  run(write: CountedWrite, effect: CountedEffect): Promise<CountedVerdict> {
    return this.#db.withWorkspace(write.actor, (tx) => this.#run(tx, write, effect))
  }

  async #run(tx: Tx, write: CountedWrite, effect: CountedEffect): Promise<CountedVerdict> {
    const { actor, idempotent } = write
    const claim = idempotent ? await this.#claim(tx, idempotent) : undefined
    // How many is not known yet.
    const rows = new Map(write.writesRows ? [[actor.definitionId, 0]] : [])
    const admission = await admit(tx, 'write', this.#limit, [actor], rows)
    const version = admission.version(actor)
    // Thrown, as is the next refusal, so that the claim of an Idempotency-Key is rolled back too.
    if (version === undefined) throw unknownKey()
    const decision = admission.decide(actor.keyId)
    const { rate } = decision
    if (!decision.granted) throw rateLimited(rate, decision.retryAfter)
    admission.save()
    if (claim instanceof Refusal) return { kind: 'refused', rate, refusal: claim }
    if (claim) return { kind: 'answered', rate, answer: { ...claim, replayed: true } }

    const result = await effect(tx, admission, version)
    if (result instanceof Refusal) {
      if (idempotent) dropIdempotencyKey(tx, idempotent)
      return { kind: 'refused', rate, refusal: result }
    }
    const answer = { status: result.status, body: JSON.stringify(result.body) }
    if (idempotent) keepAnswer(tx, this.#seal, idempotent, answer)
    return { kind: 'answered', rate, answer: { ...answer, replayed: false } }
  }

  /** Returns a refusal if the key was used for another request, so that the transaction still counts it. */
  async #claim(tx: Tx, idempotent: IdempotentRequest) {
    try {
      return await claimIdempotencyKey(tx, this.#seal, idempotent)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'idempotency_key_reused') return error
      throw error
    }
  }
}

/** Answers with what a counted write came to. @throws the refusal. */
export function sendCounted(reply: FastifyReply, verdict: CountedVerdict): Sent {
  reply.headers(rateHeaders(verdict.rate))
  if (verdict.kind === 'refused') throw verdict.refusal
  return sendKept(reply, verdict.answer)
}
