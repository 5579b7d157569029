import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { messageOf, type Why, why } from '../../../../contract/refusals/reasons.ts'
import { holdsFiles } from '../../../../shared/column-types.ts'
import { type Actor, actorRef, type IntakeActor, intakeActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type CellError, issueAt, Refusal, refusalWith } from '../../../platform/refusal.ts'
import { appendEvent, type NewEvent } from '../../events/events.ts'
import { receiptText } from '../../records/cells/convert.ts'
import { type Definition, viewOf } from '../../records/definitions/definition.rules.ts'
import { locate, lockDefinition } from '../../records/definitions/locate.ts'
import type { FileHolder } from '../../records/files/file-holders.ts'
import { loosenFiles } from '../../records/files/files.ts'
import type { RowReceipt, SentCells } from '../../records/rows/rows.rules.ts'
import { readNow } from '../keys/keys.sql.ts'
import { intakeWriterOf } from '../keys/writer.rules.ts'
import type { BlockedWhy } from '../receipts/receipts.sql.ts'
import { keepReceipt, keepRefusal } from '../receipts/receipts.ts'
import type { WrittenRow } from './answers.ts'
import { arrivalColumns } from './arrivals.rules.ts'
import * as sql from './arrivals.sql.ts'
import { refuseRows } from './row-writes.rules.ts'
import { type SentFile, writeRecords } from './whole-writes.ts'

// Rows that arrive through a form, an email address or a hook. They are planned, stored and receipted as a key's are; what the
// form or address asks for it can also write, whatever the policies say, and nothing else.

export interface Arrival {
  actor: IntakeActor
  /** Its cells, by the ids of columns. A cell of a file column lists the ids of files. */
  sent: SentCells
  /** The ids of the columns that it can have, and of those that it must have, besides those that every row must have. */
  columnIds: readonly string[]
  required?: readonly string[] | undefined
  /** The problems with it that are known already, besides those that planning it finds. */
  problems?: readonly CellError[] | undefined
  /** Files that are new to the database, under the ids that cells name. Files that came before are only named. */
  files?: readonly SentFile[] | undefined
  /** Texts left out of its cells, by the keys of columns, for its receipt. */
  left?: RowReceipt['ignored'] | undefined
  /** Called once the files are in the row that is about to be committed. */
  onMade?: (() => void) | undefined
  /** If it looks like spam: then it is kept apart until somebody accepts it. */
  blocked?: BlockedWhy | undefined
}

export type Arrived =
  | { outcome: 'created'; rowId: string; position: number }
  | { outcome: 'blocked'; receiptId: string }

/**
 * Writes the row of an arrival, or keeps it apart if it is blocked, with its receipt. It locks the definition; the caller
 * has checked that the form or address still works.
 *
 * @returns the row, or the receipt of what was blocked, or the refusal. After a refusal only its receipt is kept, and new
 *   files are forgotten.
 * @throws Refusal not_found if the definition was deleted.
 */
export async function writeArrival(tx: Tx, arrival: Arrival): Promise<Arrived | Refusal> {
  const { actor, sent, files, left, onMade, blocked, problems } = arrival
  const { write, request } = await open(tx, arrival)
  const { writer, prepared } = write
  if (!blocked) {
    const row = { request, dryRun: false, files, onMade }
    const written = await writeRecords(tx, { ...write, sent: row, problems, left })
    if (written instanceof Refusal) return written
    const { id, position } = written[0]!
    return { outcome: 'created', rowId: id!, position: position! }
  }
  const planned = await writeRecords(tx, { ...write, sent: { request, dryRun: true }, problems })
  if (planned instanceof Refusal) {
    keepRefusal(tx, writer, prepared, planned, 1)
    return planned
  }
  const receiptId = keepReceipt(tx, writer, 'blocked', 1, { blocked: { why: blocked } })
  const fileIds = prepared.view.columns
    .filter(({ type }) => holdsFiles(type))
    .flatMap(({ id }) => (sent[id] as string[] | undefined) ?? [])
  const names = await sql.namesOfFiles(tx, fileIds)
  const shown = Object.entries(sent).map(([id, value]) => [id, shownAs(value, names)])
  sql.insertBlocked(tx, {
    receiptId,
    definitionId: actor.definitionId,
    sent,
    shown: Object.fromEntries(shown),
    fileIds,
  })
  appendEvent(tx, blockedEvent('arrival.blocked', prepared.definition, actor, receiptId))
  onMade?.()
  return { outcome: 'blocked', receiptId }
}

/** What the row of an arrival would be, or the refusal. Writes nothing; it locks the definition. */
export async function tryArrival(tx: Tx, arrival: Arrival): Promise<WrittenRow | Refusal> {
  const { write, request } = await open(tx, arrival)
  const planned = await writeRecords(tx, { ...write, sent: { request, dryRun: true } })
  return planned instanceof Refusal ? planned : planned[0]!
}

/** Keeps the receipt of something that could not be read as a row. */
export async function refuseArrival(tx: Tx, actor: IntakeActor, refused: Why): Promise<void> {
  const { write } = await open(tx, { actor, sent: {}, columnIds: [] })
  const errors = [{ index: 0, message: messageOf(refused), ...refused }]
  keepRefusal(tx, write.writer, write.prepared, refuseRows(errors), 1)
}

/**
 * Writes the row of a blocked receipt.
 *
 * @throws Refusal not_found, nothing_to_accept; invalid_request if the board has changed so that the row does not fit.
 */
export async function acceptBlocked(
  tx: Tx,
  by: Actor,
  address: DefinitionAddress & { receiptId: string },
): Promise<{ rowId: string; position: number }> {
  const definition = await locate(tx, address)
  await lockDefinition(tx, definition.id)
  const receipt = await sql.findBlocked(tx, definition.id, address.receiptId)
  if (!receipt) throw new Refusal('not_found')
  const { sent, form_id, address_id } = receipt
  if (receipt.outcome !== 'blocked' || !sent || receipt.row_id) {
    throw new Refusal('nothing_to_accept')
  }
  const actor = intakeActor({
    workspaceId: definition.workspaceId,
    definitionId: definition.id,
    family: definition.kind,
    through: form_id ? 'form' : 'address',
    id: (form_id ?? address_id)!,
  })
  const columnIds = Object.keys(sent)
  const { write, request } = await open(tx, { actor, sent, columnIds })
  const written = await writeRecords(tx, { ...write, sent: { request, dryRun: false } })
  if (written instanceof Refusal) throw asIssues(written)
  const { id, position } = written[0]!
  sql.markAccepted(tx, address.receiptId, actorRef(by), id!)
  appendEvent(tx, blockedEvent('arrival.accepted', definition, by, address.receiptId))
  return { rowId: id!, position: position! }
}

const blockedEvent = (
  type: 'arrival.blocked' | 'arrival.accepted',
  { kind, id }: Definition,
  by: Actor,
  receiptId: string,
): NewEvent => ({ type, actor: actorRef(by), subject: `${kind}:${id}`, data: { receiptId } })

/** Removes what was blocked more than 30 days ago. Its receipts stay. */
export async function purgeBlocked(tx: Tx): Promise<void> {
  const files = await sql.purgeBlocked(tx)
  if (files.length > 0) loosenFiles(tx, files)
}

/** Nobody reads the files of what was blocked. */
export const blockedFiles: FileHolder = {
  listShared: async () => [],
  listHeld: sql.listBlockedFiles,
}

/** The definition under its lock, as an arrival with these cells sees it, and the transaction's time. */
async function open(tx: Tx, { actor, sent, columnIds, required = [] }: Arrival) {
  const [locked, now] = await Promise.all([lockDefinition(tx, actor.definitionId), readNow(tx)])
  const definition: Definition = { ...locked, columns: arrivalColumns(locked, columnIds, required) }
  const prepared = { definition, view: viewOf(definition, actor) }
  const request = { single: true, records: [{ cells: sent }], onConflict: 'keep' as const }
  return { request, write: { actor, writer: intakeWriterOf(actor), prepared, now } }
}

/** A sent value as people read it. */
function shownAs(sent: unknown, files: ReadonlyMap<string, string>): string {
  const texts = (Array.isArray(sent) ? sent : [sent]).map(
    (one) => files.get(String(one)) ?? receiptText(one),
  )
  return texts.join(', ')
}

const asIssues = ({ details: { errors = [] } }: Refusal): Refusal =>
  refusalWith(
    'invalid_request',
    errors.map(({ column = '', reason, values = {} }) =>
      issueAt(`cells.${column}`, reason ? { reason, values } : why('does_not_fit', {})),
    ),
  )
