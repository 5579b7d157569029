import { doneAs, moves, UNDO_MINUTES, type Verb } from '../../../../shared/obligation-states.ts'
import { type Actor, seatOf } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { escalationTarget } from '../escalation/escalation.ts'
import { fieldChanges } from '../history/obligation-changes.rules.ts'
import { record } from '../history/obligation-history.ts'
import { listOpenChildren } from '../obligation/obligation-family.sql.ts'
import { lockOne, lockTree, lockWithParent } from '../obligation/obligation-locks.ts'
import { type Document, resolveReferences } from '../obligation/obligation-references.ts'
import * as sql from '../obligation/obligations.sql.ts'
import { makeSuccessor } from './obligation-series.ts'
import { announceIfOpen, documentOf, obligationOut, requireOpenParent } from './obligations.ts'

// Which status allows which verb is in shared/obligation-states.ts.

const MINUTE_MS = 60_000

/** @throws Refusal not_found, already_… */
export async function startObligation(tx: Tx, actor: Actor, id: number) {
  return move(tx, actor, await lockOne(tx, id), 'start')
}

/** @throws Refusal unknown_reference, not_found, already_…, document_required. */
export async function submitObligation(
  tx: Tx,
  actor: Actor,
  id: number,
  body: { documentId?: number },
) {
  const document = await resolveReferences(tx, body)
  const row = await lockOne(tx, id)
  statusAfter('submit', row)
  await requireDocument(tx, row, document)
  return move(tx, actor, row, 'submit', { change: { documentId: document?.id ?? row.documentId } })
}

/** @throws Refusal not_found, not_submitted, already_… */
export async function rejectObligation(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: { reason: string },
) {
  return move(tx, actor, await lockOne(tx, id), 'reject', { reason })
}

/** @throws Refusal unknown_reference, not_found, already_…, document_required, children_open. */
export async function completeObligation(
  tx: Tx,
  actor: Actor,
  id: number,
  body: { documentId?: number; notes?: string },
) {
  const document = await resolveReferences(tx, body)
  const { row, parent } = await lockWithParent(tx, id)
  statusAfter('complete', row)
  await requireDocument(tx, row, document)
  await requireNoOpenChildren(tx, id)
  return move(tx, actor, row, 'complete', {
    change: {
      documentId: document?.id ?? row.documentId,
      notes: body.notes ?? row.notes,
      closedByUserId: userId(actor),
    },
    makeNext: () => makeSuccessor(tx, row, parent),
  })
}

/** @throws Refusal not_found, already_… */
export async function waiveObligation(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, series }: { reason: string; series?: boolean },
) {
  const { row, parent } = await lockWithParent(tx, id)
  statusAfter('waive', row)
  return move(tx, actor, row, 'waive', {
    reason,
    change: { closedByUserId: userId(actor), closedReason: reason },
    makeNext: async () => (series ? undefined : makeSuccessor(tx, row, parent)),
  })
}

/** Cancels everything open below it, too. @throws Refusal not_found, already_… */
export async function cancelObligation(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: { reason: string },
) {
  const { row, below } = await lockTree(tx, id)
  const to = statusAfter('cancel', row)
  const gone = [row, ...below]
  const ids = gone.map((one) => one.id)
  sql.cancelObligations(tx, ids, userId(actor), reason)
  record(
    tx,
    actor,
    gone.map((one) => ({
      row: one,
      action: doneAs.cancel,
      reason,
      changes: [{ field: 'status', from: one.status, to }],
    })),
  )
  return obligationOut((await sql.findObligation(tx, id))!)
}

/** @throws Refusal not_found, not_completed, already_waived, already_cancelled, parent_closed. */
export async function reopenObligation(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: { reason: string },
) {
  const { row, parent } = await lockWithParent(tx, id)
  statusAfter('reopen', row)
  return reopen(tx, actor, row, parent, reason)
}

/**
 * @throws Refusal not_found, not_completed, already_waived, already_cancelled, parent_closed, forbidden (somebody else
 *   completed it, or the actor did longer ago).
 */
export async function undoCompletion(tx: Tx, actor: Actor, id: number) {
  const { row, parent } = await lockWithParent(tx, id)
  statusAfter('reopen', row)
  requireOwnSlip(row, userId(actor))
  return reopen(tx, actor, row, parent, 'Completed by mistake.')
}

/** @throws Refusal unknown_reference, not_found, already_… */
export async function escalateObligation(
  tx: Tx,
  actor: Actor,
  id: number,
  { toUserId, reason }: { toUserId?: number; reason?: string },
) {
  await resolveReferences(tx, toUserId === undefined ? {} : { toUserId })
  const row = await lockOne(tx, id)
  statusAfter('escalate', row)
  const to = toUserId ?? (await escalationTarget(tx))
  const escalated = await sql.escalateObligation(tx, id, to)
  const changes = fieldChanges(row, escalated)
  record(tx, actor, [{ row: escalated, action: doneAs.escalate, reason, changes }])
  return obligationOut(escalated)
}

function reopen(
  tx: Tx,
  actor: Actor,
  row: sql.ObligationRow,
  parent: sql.ObligationRow | undefined,
  reason: string,
) {
  if (parent) requireOpenParent(parent)
  return move(tx, actor, row, 'reopen', { reason, change: { closedByUserId: null } })
}

/** Saves the status that a verb leads to and what changes with it, and writes the history and the events. */
async function move(
  tx: Tx,
  actor: Actor,
  row: sql.ObligationRow,
  verb: Verb,
  {
    change = {},
    reason,
    makeNext,
  }: {
    change?: Partial<sql.ObligationRow>
    reason?: string
    makeNext?: () => Promise<sql.ObligationRow | undefined>
  } = {},
) {
  const after = { ...row, ...change, status: statusAfter(verb, row) }
  const saved = await sql.saveObligation(tx, after)
  const successor = await makeNext?.()
  record(tx, actor, [
    {
      row: saved,
      action: doneAs[verb],
      reason,
      changes: fieldChanges(row, after),
      successorId: successor?.id,
    },
    ...(successor ? [{ row: successor, action: 'created' as const }] : []),
  ])
  if (verb === 'reopen') announceIfOpen(tx, saved)
  if (successor) announceIfOpen(tx, successor)
  return obligationOut(saved)
}

/** @throws Refusal with the code that this status has for the verb. */
function statusAfter(verb: Verb, { status }: sql.ObligationRow) {
  const next = moves[verb][status]
  if ('refusal' in next) throw new Refusal(next.refusal)
  return next.to
}

/** @throws Refusal forbidden */
function requireOwnSlip(row: sql.ObligationRow, userId: number | null): void {
  const isOwn = userId !== null && row.closedByUserId === userId
  const agoMs = row.now.getTime() - row.closedAt!.getTime()
  if (isOwn && agoMs <= UNDO_MINUTES * MINUTE_MS) return
  throw new Refusal('forbidden', 'undo_too_late', { minutes: UNDO_MINUTES })
}

/** @throws Refusal document_required: there is none, or it has another type. */
async function requireDocument(
  tx: Tx,
  row: sql.ObligationRow,
  given: Document | undefined,
): Promise<void> {
  const documentType = row.requiredDocumentType
  if (documentType === null) return
  const document = given ?? (await documentOf(tx, row))
  if (!document) throw new Refusal('document_required', 'none', { documentType })
  const { id, documentType: otherType } = document
  if (otherType === documentType) return
  throw new Refusal('document_required', 'other_type', { documentType, document: id, otherType })
}

const MAX_NAMED = 10

/** @throws Refusal children_open, naming the first of them. */
async function requireNoOpenChildren(tx: Tx, id: number): Promise<void> {
  const open = await listOpenChildren(tx, id, MAX_NAMED)
  if (open.length === 0) return
  const children = `${open.join(', ')}${open.length === MAX_NAMED ? ' …' : ''}`
  throw new Refusal('children_open', 'children', { children })
}

const userId = (actor: Actor): number | null => seatOf(actor)?.crmUserId ?? null
