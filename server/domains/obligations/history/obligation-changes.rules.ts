import { slaBreachAt } from '../deadlines/sla.rules.ts'
import type { Derived, ObligationRow, Written } from '../obligation/obligations.sql.ts'

/** One field in an entry of the history. */
export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

const recordedFields = [
  'title',
  'description',
  'notes',
  'obligationType',
  'status',
  'priority',
  'amountMinor',
  'currency',
  'dueAt',
  'assignedToUserId',
  'counterpartyId',
  'facilityId',
  'decisionId',
  'documentId',
  'submissionId',
  'parentObligationId',
  'dealRowId',
  'detail',
  'isRecurring',
  'recurrenceRule',
  'requiredDocumentType',
  'responsibleParty',
  'slaHours',
  'escalatedToUserId',
]

/** The differences between two states of an obligation, in the fields that people decide. */
export function fieldChanges(before: ObligationRow, after: ObligationRow): FieldChange[] {
  const [was, is] = [asRecorded(before), asRecorded(after)]
  return recordedFields
    .filter((field) => !same(was[field], is[field]))
    .map((field) => ({ field, from: was[field], to: is[field] }))
}

const asRecorded = (row: ObligationRow): Record<string, unknown> => ({
  ...row,
  dueAt: row.dueAt?.toISOString() ?? null,
  isRecurring: row.recurrenceRule !== null,
})

/** Whether two JSON values are equal, whatever the order of their members. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && same(left[name], right[name]))
  )
}

/** The derived fields of a new obligation. */
export const derivedOf = (written: Written, createdAt: Date): Derived => ({
  slaBreachAt: slaBreachAt({ ...written, createdAt }),
  ...beginSeries(written),
})

/**
 * The derived fields of an open obligation after a change. A new rule starts a new series here; a new due time moves
 * only this obligation.
 */
export function derivedAfter(before: ObligationRow, after: ObligationRow): Derived {
  const { slaHours, dueAt, recurrenceRule, seriesStart, seriesDueAt } = after
  const isMoved = before.slaHours !== slaHours || before.dueAt?.getTime() !== dueAt?.getTime()
  return {
    slaBreachAt: isMoved ? slaBreachAt(after) : before.slaBreachAt,
    ...(before.recurrenceRule === recurrenceRule
      ? { seriesStart, seriesDueAt }
      : beginSeries(after)),
  }
}

function beginSeries({ recurrenceRule, dueAt }: Written) {
  const first = recurrenceRule === null ? null : dueAt
  return { seriesStart: first, seriesDueAt: first }
}

/** The time after which the next of a series is due: the original time or the moved one, whichever is later. */
export const placeInSeries = ({ dueAt, seriesDueAt }: { dueAt: Date; seriesDueAt: Date }): Date =>
  dueAt > seriesDueAt ? dueAt : seriesDueAt

/** The next obligation of a series. It copies everything that people wrote, except the notes and the document. */
export function successorOf(
  row: ObligationRow,
  { dueAt, createdAt, isUnderParent }: { dueAt: Date; createdAt: Date; isUnderParent: boolean },
): Written & Derived {
  const next = {
    ...row,
    dueAt,
    notes: null,
    documentId: null,
    parentObligationId: isUnderParent ? row.parentObligationId : null,
  }
  return { ...next, seriesDueAt: dueAt, slaBreachAt: slaBreachAt({ ...next, createdAt }) }
}
