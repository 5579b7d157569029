import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal, type RowError } from '../../../platform/refusal.ts'
import { createFile, dropFiles } from '../../records/files/files.ts'
import type { FormFile, LargeFile } from '../../records/files/uploads.ts'
import { contextOf } from '../../records/rows/row-writes.ts'
import type { RowReceipt } from '../../records/rows/rows.rules.ts'
import type { Prepared } from '../keys/prepared.ts'
import type { Writer } from '../keys/writer.rules.ts'
import { insertReceipt, type Outcome, type ReceiptDetails } from '../receipts/receipts.sql.ts'
import { detailsOf, refusedDetails } from '../receipts/receipts.ts'
import type { WrittenRow } from './answers.ts'
import { receivedFiles } from './received-files.ts'
import { findRecordRows, writeRecords } from './record-writes.ts'
import {
  misplacedFiles,
  refuseRows,
  sentCells,
  type WriteRequest,
  withLostFiles,
} from './row-writes.rules.ts'

/** A file that comes with a row, under the id that its cell names. */
export type SentFile = FormFile & { id: string }

export interface ReceiptedWrite {
  actor: Actor
  writer: Writer
  prepared: Pick<Prepared, 'definition' | 'view'>
  /** The request, or what is wrong with its form. */
  request: WriteRequest | Refusal
  /** The files that come with the rows. */
  files?: readonly SentFile[] | undefined
  /** The files that were too large to be kept. */
  large?: readonly LargeFile[] | undefined
  /** What is wrong with it already. Then nothing is written, and the refusal lists what else is wrong. */
  problems?: readonly RowError[] | undefined
  /** Called once the files are in the rows that are about to be committed. */
  onMade?: (() => void) | undefined
  /** What the sender sent for a row that was left out before: the receipt notes it as ignored. */
  left?: RowReceipt['ignored'] | undefined
  dryRun: boolean
  /** Whether the receipt of a dry run is kept all the same. */
  isTried?: boolean | undefined
  /** The transaction's time. */
  now: Date
}

/**
 * Writes the rows of a request with its files, and the receipt. The caller holds the definition's lock.
 *
 * @returns what happened to each row, or the refusal; then only its receipt is written. A dry run writes nothing, or its
 * receipt.
 */
export async function writeReceipted(
  tx: Tx,
  write: ReceiptedWrite,
): Promise<WrittenRow[] | Refusal> {
  const { writer, prepared, request, files = [], large = [], problems = [] } = write
  const { onMade, left = [] } = write
  const refuse = (refusal: Refusal, rowCount: number): Refusal => {
    if (!write.dryRun) keepRefusal(tx, writer, prepared, refusal, rowCount)
    else if (write.isTried) keepRefusal(tx, writer, prepared, refusal, rowCount, 'tried')
    return refusal
  }
  if (request instanceof Refusal) return refuse(request, 0)

  const known = [...misplacedFiles(prepared.view, files), ...problems]
  const dryRun = write.dryRun || known.length > 0
  await Promise.all(files.map((file) => createFile(tx, write.actor, file, file.id)))
  const written = await writePlanned(tx, { ...write, request, dryRun })
  if (!dryRun && !(written instanceof Refusal)) onMade?.()
  else {
    const fileIds = files.map(({ id }) => id)
    await dropFiles(tx, fileIds)
  }
  if (known.length > 0) return refuse(refuseRows(addErrors(known, written), 1), 1)
  if (written instanceof Refusal) return refuse(written, request.records.length)
  const came = [...files, ...large]
  if (came.length > 0) {
    for (const { receipt } of written) {
      receipt.ignored = withLostFiles(prepared.view, receipt.ignored, came)
    }
  }
  if (dryRun) {
    const details = write.isTried ? detailsOf(written.map(({ receipt }) => receipt)) : null
    if (write.isTried) keepReceipt(tx, writer, 'tried', written.length, details)
  } else {
    const made = written.find((row) => row.outcome === 'created')
    const outcome = made
      ? 'created'
      : (written.find((row) => row.outcome === 'updated')?.outcome ?? 'replayed')
    const details = detailsOf(
      written.map(({ receipt }) => ({ ...receipt, ignored: [...receipt.ignored, ...left] })),
    )
    keepReceipt(tx, writer, outcome, written.length, details, made?.position)
  }
  return written
}

async function writePlanned(
  tx: Tx,
  write: ReceiptedWrite & { request: WriteRequest },
): Promise<WrittenRow[] | Refusal> {
  const { actor, prepared, request } = write
  const { definition, view } = prepared
  const rows = await findRecordRows(tx, definition, request)
  const context = await contextOf(tx, definition, sentCells(request), actor, rows.making)
  const received = await receivedFiles(tx, view, context)
  return writeRecords(tx, { ...write, context, rows, received })
}

/** The errors that were known before planning, and those that planning found in other cells. */
function addErrors(known: readonly RowError[], written: WrittenRow[] | Refusal): RowError[] {
  const found = written instanceof Refusal ? (written.details.errors ?? []) : []
  const columns = new Set(known.map(({ column }) => column))
  return [...known, ...found.filter(({ column }) => column === undefined || !columns.has(column))]
}

/** The receipt of a refusal. */
export function keepRefusal(
  tx: Tx,
  writer: Writer,
  { view }: Pick<Prepared, 'view'>,
  { details: { errors = [] }, message }: Refusal,
  rowCount: number,
  outcome: Outcome = 'refused',
): void {
  keepReceipt(tx, writer, outcome, rowCount, refusedDetails(errors, message, view))
}

/** @returns the id of the receipt. */
export function keepReceipt(
  tx: Tx,
  { definitionId, sender }: Writer,
  outcome: Outcome,
  rowCount: number,
  details: ReceiptDetails | null,
  firstPosition: number | null = null,
): string {
  const id = newId()
  insertReceipt(tx, { id, definitionId, sender, outcome, rowCount, firstPosition, details })
  return id
}
