import type { Actor, PresentedKey } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { IdempotentRequest } from '../../../platform/http/idempotency.ts'
import { Refusal, type RowError } from '../../../platform/refusal.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { createFile, dropFiles } from '../../records/files/files.ts'
import type { FormFile, LargeFile } from '../../records/files/uploads.ts'
import { countNames } from '../../records/rows/references/sent.rules.ts'
import { contextOf } from '../../records/rows/row-context.ts'
import type { RowReceipt } from '../../records/rows/rows.rules.ts'
import { admitNames } from '../admission/admission.ts'
import type { CountedVerdict, CountedWrites } from '../admission/counted-writes.ts'
import { type Prepared, preparedAt } from '../keys/prepared.ts'
import { type Writer, writerOf } from '../keys/writer.rules.ts'
import { detailsOf, keepReceipt, keepRefusal } from '../receipts/receipts.ts'
import { answerOf, type WrittenRow } from './answers.ts'
import { receivedFiles } from './received-files.ts'
import {
  misplacedFiles,
  refuseRows,
  sentCells,
  type WriteRequest,
  withLostFiles,
} from './row-writes.rules.ts'
import { findRecords, findTaken, storeRecords } from './stored-records.ts'
import { planRecords, writtenRow } from './whole-writes.rules.ts'

/** A file that comes with a row, under the id that its cell names. */
export type SentFile = FormFile & { id: string }

/** Rows as they were sent, with what came along. */
interface SentRows {
  /** The request, or what is wrong with its form, which still counts against a key's rate. */
  request: WriteRequest | Refusal
  dryRun: boolean
  /** The files that come with the rows. */
  files?: readonly SentFile[] | undefined
  /** The files that were too large to be kept. */
  large?: readonly LargeFile[] | undefined
  /** Called once the files are in the rows that are about to be committed. */
  onMade?: (() => void) | undefined
}

export interface KeyWrite {
  actor: PresentedKey
  idempotent: IdempotentRequest | undefined
  sent: SentRows
  /** Finds faults with its files. */
  problems?: ((view: DefinitionView) => RowError[]) | undefined
}

/**
 * Writes the requests of keys that cannot share a commit: those with unique values, own ids, new options, links, files or an
 * Idempotency-Key, and dry runs. Each is one transaction. A refusal commits only its receipt and its count.
 */
export class WholeWrites {
  readonly #counted: CountedWrites

  constructor(counted: CountedWrites) {
    this.#counted = counted
  }

  write({ actor, idempotent, sent, problems }: KeyWrite): Promise<CountedVerdict> {
    const { request, dryRun } = sent
    return this.#counted.run(
      { actor, idempotent, writesRows: true },
      async (tx, { now }, version) => {
        const writer = writerOf(actor)
        const prepared = await preparedAt(tx, actor, version)
        const { definition, view } = prepared
        const isSent = !(request instanceof Refusal) && writer.readsNothing
        const names = isSent ? countNames(definition, sentCells(request)) : 0
        await admitNames(tx, writer.keyId, names)
        const rows = await writeRecords(tx, {
          actor,
          writer,
          prepared,
          now,
          sent,
          problems: problems?.(view),
          isTried: dryRun && names > 0,
        })
        if (rows instanceof Refusal) return rows
        const single = !(request instanceof Refusal) && request.single
        return { status: dryRun ? 200 : 201, body: answerOf(view, writer, rows, single, now) }
      },
    )
  }
}

interface WholeWrite {
  actor: Actor
  writer: Writer
  prepared: Pick<Prepared, 'definition' | 'view'>
  /** The transaction's time. */
  now: Date
  sent: SentRows
  /** Faults that are known already. With any, nothing is written, and the refusal lists the other faults, too. */
  problems?: readonly RowError[] | undefined
  /** The parts of a row that were left out before: the receipt notes them as ignored. */
  left?: RowReceipt['ignored'] | undefined
  /** Whether the receipt of a dry run is kept all the same. */
  isTried?: boolean | undefined
}

/**
 * Writes the rows of a request with its files, and the receipt. The records are written as if one came after the other, but all
 * at once in SQL: new ones, and on pages those whose own id is known, which replay or update. The caller holds the
 * definition's lock.
 *
 * @returns what happened to each row, or the refusal; then only its receipt is written. A dry run writes nothing, or its
 * receipt.
 */
export async function writeRecords(tx: Tx, write: WholeWrite): Promise<WrittenRow[] | Refusal> {
  const { actor, writer, prepared, now, problems = [] } = write
  const { request, dryRun, files = [], large = [], onMade } = write.sent
  if (request instanceof Refusal) return refuse(tx, write, request, 0)
  const { definition, view } = prepared
  const known = [...misplacedFiles(view, files), ...problems]
  const isStored = !dryRun && known.length === 0

  await Promise.all(files.map((file) => createFile(tx, actor, file, file.id)))
  const rows = await findRecords(tx, definition, request)
  const context = await contextOf(tx, definition, {
    sent: sentCells(request),
    actor,
    making: rows.making,
  })
  const received = await receivedFiles(tx, view, context)
  const plan = planRecords(view, context, { request, rows, received })
  const stored =
    isStored && plan.errors.length === 0
      ? await storeRecords(tx, { writer, definition, context, plan })
      : undefined
  const faults =
    plan.errors.length > 0 ? plan.errors : (stored?.taken ?? (await findTaken(tx, plan.drafts)))
  if (stored && faults.length === 0) onMade?.()
  else {
    const fileIds = files.map(({ id }) => id)
    await dropFiles(tx, fileIds)
  }
  const errors = [...known, ...besides(known, faults)]
  const count = request.records.length
  if (errors.length > 0) return refuse(tx, write, refuseRows(errors, count), count)

  const came = [...files, ...large]
  const written = plan.records.map((record) => {
    const row = writtenRow(record, writer, now, stored?.made.get(record.draft))
    if (came.length > 0) row.receipt.ignored = withLostFiles(view, row.receipt.ignored, came)
    return row
  })
  keepWritten(tx, write, written)
  return written
}

/** The receipt of a refusal; that of a dry run is kept only if it tried names. */
function refuse(
  tx: Tx,
  { writer, prepared, sent, isTried }: WholeWrite,
  refusal: Refusal,
  rowCount: number,
): Refusal {
  if (!sent.dryRun) keepRefusal(tx, writer, prepared, refusal, rowCount)
  else if (isTried) keepRefusal(tx, writer, prepared, refusal, rowCount, 'tried')
  return refusal
}

/** The errors that planning found in other cells than those that were known to be wrong. */
function besides(known: readonly RowError[], found: readonly RowError[]): RowError[] {
  const columns = new Set(known.map(({ column }) => column))
  return found.filter(({ column }) => column === undefined || !columns.has(column))
}

function keepWritten(
  tx: Tx,
  { writer, sent: { dryRun }, isTried, left = [] }: WholeWrite,
  written: readonly WrittenRow[],
): void {
  if (dryRun && !isTried) return
  const made = written.find(({ outcome }) => outcome === 'created')
  const changed = made ?? written.find(({ outcome }) => outcome === 'updated')
  const details = detailsOf(
    written.map(({ receipt }) => ({ ...receipt, ignored: [...receipt.ignored, ...left] })),
  )
  const outcome = dryRun ? 'tried' : (changed?.outcome ?? 'replayed')
  keepReceipt(tx, writer, outcome, written.length, details, made?.position)
}
