import type { BodyOf } from '../../../../contract/language/operation.ts'
import type { obligationOperations } from '../../../../contract/obligations/obligations.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { closedAs, isOpen } from '../../../../shared/obligation-states.ts'
import type { Actor } from '../../../platform/actor.ts'
import { takeIntegerId } from '../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Issue, issueAt, notFound, Refusal, refusalWith } from '../../../platform/refusal.ts'
import { deadlineAt, severityOf } from '../deadlines/sla.rules.ts'
import { findDocument } from '../documents/documents.sql.ts'
import { announceBreach } from '../escalation/breaches.ts'
import { derivedAfter, derivedOf, fieldChanges } from '../history/obligation-changes.rules.ts'
import { record } from '../history/obligation-history.ts'
import {
  apply,
  blank,
  bodyProblems,
  documentProblem,
  isOpenOnly,
  type ObligationBody,
} from '../obligation/obligation-bodies.rules.ts'
import { lockOne, lockWithLineage } from '../obligation/obligation-locks.ts'
import { type Document, resolveReferences } from '../obligation/obligation-references.ts'
import * as sql from '../obligation/obligations.sql.ts'

export type NewObligation = BodyOf<typeof obligationOperations.create>

/** @throws Refusal not_found */
export async function getObligation(tx: Tx, id: number) {
  const row = await sql.findObligation(tx, id)
  if (!row) throw notFound()
  return obligationOut(row)
}

/** @throws Refusal invalid_request, unknown_reference, parent_closed. */
export async function createObligation(tx: Tx, actor: Actor, body: NewObligation) {
  const { title, obligationType } = body
  const { after, issues } = apply({ ...blank, title, obligationType } as sql.Written, body)
  refuse([...bodyProblems(body), ...issues])
  const document = await resolveReferences(tx, body)
  refuse(documentProblem(body, after, document))
  if (after.parentObligationId !== null) {
    const parent = await lockOne(tx, after.parentObligationId)
    requireOpenParent(parent)
  }
  const made = await makeObligation(tx, { ...after, ...derivedOf(after, await sql.readNow(tx)) })
  record(tx, actor, [{ row: made, action: 'created' }])
  announceBreach(tx, made.slaBreachAt)
  return obligationOut(made)
}

/**
 * Writes a new obligation. It takes the id late, because from then on everybody who makes another one waits for this
 * transaction to end.
 */
export async function makeObligation(
  tx: Tx,
  obligation: sql.Written & sql.Derived,
  predecessorId: number | null = null,
): Promise<sql.ObligationRow> {
  const id = await takeIntegerId(tx, 'obligation')
  return sql.insertObligation(tx, { ...obligation, id, predecessorId })
}

/**
 * @throws Refusal invalid_request (also if the new parent is below it), unknown_reference, not_found, parent_closed,
 *   and `already_…` if it is closed and the body has a field that can change only while it is open.
 */
export async function updateObligation(tx: Tx, actor: Actor, id: number, body: ObligationBody) {
  refuse(bodyProblems(body))
  const named = await resolveReferences(tx, body)
  const { row, parent, isCircle } = await lockToUpdate(tx, id, body)
  const closed = closedAs(row.status)
  if (closed && isOpenOnly(body)) {
    throw new Refusal(closed, 'mostly_fixed', { id, status: row.status })
  }
  const { after, issues } = apply(row, body)
  const document = named ?? (body.requiredDocumentType ? await documentOf(tx, after) : undefined)
  refuse([
    ...issues,
    ...documentProblem(body, after, document),
    ...(isCircle ? [issueAt('body.parentObligationId', why('circle', {}))] : []),
  ])
  if (parent && parent.id !== row.parentObligationId) requireOpenParent(parent)
  if (isOpen(row.status)) Object.assign(after, derivedAfter(row, after))
  const changes = fieldChanges(row, after)
  if (changes.length === 0) return obligationOut(row)
  const saved = await sql.saveObligation(tx, after)
  record(tx, actor, [{ row: saved, action: 'updated', changes }])
  if (saved.slaBreachAt?.getTime() !== row.slaBreachAt?.getTime()) announceIfOpen(tx, saved)
  return obligationOut(saved)
}

/** Announces when an obligation will be late, if it can still be escalated. */
export function announceIfOpen(
  tx: Tx,
  { status, escalatedAt, slaBreachAt }: sql.ObligationRow,
): void {
  if (isOpen(status) && !escalatedAt) announceBreach(tx, slaBreachAt)
}

const lockToUpdate = async (
  tx: Tx,
  id: number,
  { parentObligationId: parentId }: ObligationBody,
): Promise<{ row: sql.ObligationRow; parent?: sql.ObligationRow; isCircle?: boolean }> =>
  parentId == null ? { row: await lockOne(tx, id) } : lockWithLineage(tx, id, parentId)

/** The document that the obligation has. */
export const documentOf = async (
  tx: Tx,
  { documentId }: Pick<sql.Written, 'documentId'>,
): Promise<Document | undefined> => (documentId === null ? undefined : findDocument(tx, documentId))

function refuse(issues: readonly Issue[]): void {
  if (issues.length === 0) return
  const paths = new Set<string>()
  const each = issues.filter(({ path }) => !paths.has(path) && paths.add(path))
  throw refusalWith('invalid_request', each)
}

/** @throws Refusal parent_closed */
export function requireOpenParent({ id, status }: sql.ObligationRow): void {
  if (isOpen(status)) return
  throw new Refusal('parent_closed', 'parent', { parent: id, status })
}

/** An obligation as the API returns it. How late it is depends on when it was closed, or else on when it was read. */
export function obligationOut(row: sql.ObligationRow) {
  const {
    now,
    closedAt,
    closedByUserId,
    closedReason,
    seriesStart: _,
    seriesDueAt: __,
    ...rest
  } = row
  const [isCompleted, isWaived] = [row.status === 'completed', row.status === 'waived']
  const closed = closedAt?.toISOString() ?? null
  return {
    ...rest,
    isRecurring: row.recurrenceRule !== null,
    breachSeverity: severityOf(row.slaBreachAt, closedAt ?? now, row.priority),
    dueAt: row.dueAt?.toISOString() ?? null,
    slaBreachAt: row.slaBreachAt?.toISOString() ?? null,
    deadlineAt: deadlineAt(row)?.toISOString() ?? null,
    escalatedAt: row.escalatedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    completedAt: isCompleted ? closed : null,
    completedByUserId: isCompleted ? closedByUserId : null,
    waivedAt: isWaived ? closed : null,
    waivedByUserId: isWaived ? closedByUserId : null,
    waivedReason: isWaived ? closedReason : null,
  }
}
