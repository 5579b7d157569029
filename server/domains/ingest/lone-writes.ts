import type { KeyActor } from '../../platform/actor.ts'
import type { Database, Tx } from '../../platform/database/db.ts'
import {
  claimIdempotencyKey,
  dropIdempotencyKey,
  type IdempotentRequest,
  type KeptAnswer,
  keepAnswer,
} from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { contextOf } from '../records/rows/row-writes.ts'
import { type Admission, admit, rateLimited } from './admission.ts'
import { answerOf, type WrittenRow } from './answers.ts'
import { unknownKey } from './key-auth.ts'
import type { Prepared, PreparedDefinitions } from './prepared.ts'
import type { Rate } from './rate.rules.ts'
import { insertReceipts, type Outcome, type ReceiptDetails } from './receipts.sql.ts'
import { detailsOf, refusedDetails } from './receipts.ts'
import { writeRecords } from './record-writes.ts'
import { sentCells, type WriteRequest } from './row-writes.rules.ts'
import { type Writer, writerOf } from './writer.rules.ts'

export interface LoneWrite {
  actor: KeyActor
  /** The request, or what is wrong with its form, which still counts against the rate. */
  request: WriteRequest | Refusal
  dryRun: boolean
  idempotent: IdempotentRequest | undefined
}

export type LoneVerdict =
  | { kind: 'refused'; rate: Rate; refusal: Refusal }
  | { kind: 'answered'; rate: Rate; answer: KeptAnswer & { replayed: boolean } }

/**
 * Writes requests that cannot share a commit: those with unique values, own ids, new options or an
 * Idempotency-Key, and dry runs. Each is one transaction. A refusal commits only its receipt and its count.
 */
export class LoneWrites {
  readonly #db: Database
  readonly #seal: Seal
  readonly #prepared: PreparedDefinitions
  readonly #limit: number

  constructor(db: Database, seal: Seal, prepared: PreparedDefinitions, limit: number) {
    this.#db = db
    this.#seal = seal
    this.#prepared = prepared
    this.#limit = limit
  }

  write(write: LoneWrite): Promise<LoneVerdict> {
    return this.#db.withWorkspace(write.actor, (tx) => this.#write(tx, write))
  }

  async #write(tx: Tx, write: LoneWrite): Promise<LoneVerdict> {
    const { actor, idempotent, dryRun } = write
    const claim = idempotent ? await this.#claim(tx, idempotent) : undefined
    const writer = writerOf(actor)
    const admission = await admit(tx, 'write', this.#limit, [writer.keyId], [writer.definitionId])
    const version = admission.version(writer.keyId)
    // Thrown, as is the next refusal, so that the claim of an Idempotency-Key is rolled back too.
    if (version === undefined) throw unknownKey()
    const decision = admission.decide(writer.keyId)
    const { rate } = decision
    if (!decision.granted) throw rateLimited(rate, decision.retryAfter)
    admission.save()
    if (claim instanceof Refusal) return { kind: 'refused', rate, refusal: claim }
    if (claim) return { kind: 'answered', rate, answer: { ...claim, replayed: true } }

    const prepared = await this.#prepared.at(tx, actor, version)
    const result = await this.#effect(tx, write, writer, prepared, admission)
    if (result instanceof Refusal) {
      if (idempotent) dropIdempotencyKey(tx, idempotent)
      return { kind: 'refused', rate, refusal: result }
    }
    const single = !(write.request instanceof Refusal) && write.request.single
    const body = answerOf(prepared.view, writer, result, single, admission.now)
    const answer = { status: dryRun ? 200 : 201, body: JSON.stringify(body) }
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

  async #effect(
    tx: Tx,
    { request, dryRun }: LoneWrite,
    writer: Writer,
    prepared: Prepared,
    admission: Admission,
  ): Promise<WrittenRow[] | Refusal> {
    const receipt = (
      outcome: Outcome,
      rowCount: number,
      details: ReceiptDetails | null,
      first: number | null,
    ) =>
      insertReceipts(tx, [
        {
          id: newId(),
          definitionId: writer.definitionId,
          keyId: writer.keyId,
          outcome,
          rowCount,
          firstPosition: first,
          details,
        },
      ])
    const refuse = (refusal: Refusal, rowCount: number): Refusal => {
      const { errors = [] } = refusal.details
      if (!dryRun) {
        receipt('refused', rowCount, refusedDetails(errors, refusal.message, prepared.view), null)
      }
      return refusal
    }
    if (request instanceof Refusal) return refuse(request, 0)

    const context = await contextOf(tx, prepared.definition, sentCells(request))
    const { now } = admission
    const sent = { writer, prepared, context, request, dryRun, now }
    const written = await writeRecords(tx, sent)
    if (written instanceof Refusal) return refuse(written, request.records.length)
    if (!dryRun) {
      const made = written.find((row) => row.outcome === 'created')
      const outcome = made
        ? 'created'
        : (written.find((row) => row.outcome === 'updated')?.outcome ?? 'replayed')
      receipt(
        outcome,
        written.length,
        detailsOf(written.map((row) => row.receipt)),
        made?.position ?? null,
      )
    }
    return written
  }
}
