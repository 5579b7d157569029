import type { KeyActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { IdempotentRequest } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createFile, dropFiles } from '../records/files/files.ts'
import type { FormFile } from '../records/files/uploads.ts'
import { contextOf } from '../records/rows/row-writes.ts'
import type { Admission } from './admission.ts'
import { answerOf, type WrittenRow } from './answers.ts'
import type { CountedVerdict, CountedWrites } from './counted-writes.ts'
import type { Prepared, PreparedDefinitions } from './prepared.ts'
import { insertReceipts, type Outcome, type ReceiptDetails } from './receipts.sql.ts'
import { detailsOf, refusedDetails } from './receipts.ts'
import { receivedFiles } from './received-files.ts'
import { findRecordRows, writeRecords } from './record-writes.ts'
import { misplacedFiles, refuseRows, sentCells, type WriteRequest } from './row-writes.rules.ts'
import { type Writer, writerOf } from './writer.rules.ts'

/** A file that comes with a row, under the id that its cell names. */
export type SentFile = FormFile & { id: string }

export interface LoneWrite {
  actor: KeyActor
  /** The request, or what is wrong with its form, which still counts against the rate. */
  request: WriteRequest | Refusal
  /** The files of a form. */
  files?: readonly SentFile[] | undefined
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
  readonly #prepared: PreparedDefinitions

  constructor(counted: CountedWrites, prepared: PreparedDefinitions) {
    this.#counted = counted
    this.#prepared = prepared
  }

  write(write: LoneWrite): Promise<CountedVerdict> {
    const { actor, idempotent, request, dryRun } = write
    return this.#counted.run(
      { actor, idempotent, writesRows: true },
      async (tx, admission, version) => {
        const writer = writerOf(actor)
        const prepared = await this.#prepared.at(tx, actor, version)
        const result = await effect(tx, write, writer, prepared, admission)
        if (result instanceof Refusal) return result
        const single = !(request instanceof Refusal) && request.single
        const body = answerOf(prepared.view, writer, result, single, admission.now)
        return { status: dryRun ? 200 : 201, body }
      },
    )
  }
}

async function effect(
  tx: Tx,
  { actor, request, dryRun, files = [], onMade }: LoneWrite,
  writer: Writer,
  prepared: Prepared,
  { now }: Admission,
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

  const fileIds = files.map(({ id }) => id)
  const misplaced = misplacedFiles(prepared.view, files)
  if (misplaced.length > 0) return refuse(refuseRows(misplaced, 1), 1)
  await Promise.all(files.map((file) => createFile(tx, actor, file, file.id)))
  const { definition } = prepared
  const rows = await findRecordRows(tx, definition, request)
  const context = await contextOf(tx, definition, sentCells(request), actor, rows.making)
  const received = await receivedFiles(tx, prepared.view, context)
  const sent = { writer, prepared, context, rows, received, request, dryRun, now }
  const written = await writeRecords(tx, sent)
  if (!dryRun && !(written instanceof Refusal)) onMade?.()
  else await dropFiles(tx, fileIds)
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
