import type { PresentedKey } from '../../../platform/actor.ts'
import type { IdempotentRequest } from '../../../platform/http/idempotency.ts'
import { Refusal, type RowError } from '../../../platform/refusal.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import type { LargeFile } from '../../records/files/uploads.ts'
import { countNames } from '../../records/rows/references.ts'
import { admitNames } from '../admission/admission.ts'
import type { CountedVerdict, CountedWrites } from '../admission/counted-writes.ts'
import { preparedAt } from '../keys/prepared.ts'
import { writerOf } from '../keys/writer.rules.ts'
import { answerOf } from './answers.ts'
import { type SentFile, writeReceipted } from './receipted-writes.ts'
import { sentCells, type WriteRequest } from './row-writes.rules.ts'

export interface LoneWrite {
  actor: PresentedKey
  /** The request, or what is wrong with its form, which still counts against the rate. */
  request: WriteRequest | Refusal
  /** The files of a form. */
  files?: readonly SentFile[] | undefined
  /** The files of a form that are too large and were not kept. */
  large?: readonly LargeFile[] | undefined
  /** What is wrong with those. */
  problems?: ((view: DefinitionView) => RowError[]) | undefined
  /** Called once the files are in the rows that are about to be committed. */
  onMade?: (() => void) | undefined
  dryRun: boolean
  idempotent: IdempotentRequest | undefined
}

/**
 * Writes requests that cannot share a commit: those with unique values, own ids, new options, links, files or an
 * Idempotency-Key, and dry runs. Each is one transaction. A refusal commits only its receipt and its count.
 */
export class LoneWrites {
  readonly #counted: CountedWrites

  constructor(counted: CountedWrites) {
    this.#counted = counted
  }

  write(write: LoneWrite): Promise<CountedVerdict> {
    const { actor, idempotent, request, dryRun } = write
    return this.#counted.run(
      { actor, idempotent, writesRows: true },
      async (tx, { now }, version) => {
        const writer = writerOf(actor)
        const prepared = await preparedAt(tx, actor, version)
        const problems = write.problems?.(prepared.view)
        const isSent = !(request instanceof Refusal) && writer.readsNothing
        const names = isSent ? countNames(prepared.definition, sentCells(request)) : 0
        await admitNames(tx, writer.keyId, names)
        const isTried = dryRun && names > 0
        const given = { ...write, problems, writer, prepared, now, isTried }
        const result = await writeReceipted(tx, given)
        if (result instanceof Refusal) return result
        const single = !(request instanceof Refusal) && request.single
        const body = answerOf(prepared.view, writer, result, single, now)
        return { status: dryRun ? 200 : 201, body }
      },
    )
  }
}
