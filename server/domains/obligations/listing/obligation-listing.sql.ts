import type { Tx } from '../../../platform/database/tx.ts'
import { NOW, OBLIGATION, type ObligationRow } from '../obligation/obligations.sql.ts'

/** The filters of a list; null means any. */
export interface Filters {
  statuses: readonly string[] | null
  /** Whether all of `statuses` are open ones. An index of the open obligations then serves the list. */
  isOpen: boolean
  obligationType: string | null
  assignedToUserId: number | null
  dealRowId: string | null
  parentId: number | null
  dueFrom: Date | null
  dueTo: Date | null
  deadlineFrom: Date | null
  deadlineTo: Date | null
  isOverdue: boolean | null
  isBreached: boolean | null
  /** Open ones that will be late within this many hours. */
  forecastHours: number | null
}

/** The last obligation of the page before: its id and, in an order by time, its time. */
export interface Place {
  at?: string
  id: number
}

const DEADLINE = 'least(o.due_at, o.sla_breach_at)'

/** Due times and deadlines are written as in the indexes, so that PostgreSQL can use them. */
const FILTERS = `o.workspace_id = current_workspace()
  AND ($1::text[] IS NULL OR o.status = ANY ($1))
  AND ($2::text IS NULL OR o.obligation_type = $2)
  AND ($3::integer IS NULL OR o.assigned_to_user_id = $3)
  AND ($4::uuid IS NULL OR o.deal_row_id = $4)
  AND ($5::integer IS NULL OR o.parent_id = $5)
  AND ($6::timestamptz IS NULL OR (least(o.due_at, 'infinity') >= $6 AND o.due_at IS NOT NULL))
  AND ($7::timestamptz IS NULL OR least(o.due_at, 'infinity') < $7)
  AND ($8::boolean IS NULL
    OR coalesce(o.sla_breach_at < coalesce(o.closed_at, ${NOW}), false) = $8)
  AND ($9::integer IS NULL OR (o.closed_at IS NULL AND o.sla_breach_at >= ${NOW}
    AND o.sla_breach_at <= ${NOW} + make_interval(hours => $9)))
  AND (NOT $10::boolean OR o.closed_at IS NULL)
  AND ($11::timestamptz IS NULL
    OR (least(o.due_at, o.sla_breach_at, 'infinity') >= $11 AND ${DEADLINE} IS NOT NULL))
  AND ($12::timestamptz IS NULL OR least(o.due_at, o.sla_breach_at, 'infinity') < $12)
  AND ($13::boolean IS NULL
    OR coalesce(${DEADLINE} < coalesce(o.closed_at, ${NOW}), false) = $13)`

const values = (filters: Filters): unknown[] => {
  const { statuses, obligationType, assignedToUserId, dealRowId, parentId } = filters
  const { dueFrom, dueTo, isBreached, forecastHours, isOpen } = filters
  const { deadlineFrom, deadlineTo, isOverdue } = filters
  return [
    statuses,
    obligationType,
    assignedToUserId,
    dealRowId,
    parentId,
    dueFrom,
    dueTo,
    isBreached,
    forecastHours,
    isOpen,
    deadlineFrom,
    deadlineTo,
    isOverdue,
  ]
}

type List = (
  tx: Tx,
  filters: Filters,
  after: Place | null,
  limit: number,
) => Promise<ObligationRow[]>

export const listById: List = (tx, filters, after, limit) =>
  tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE ${FILTERS} AND ($14::bigint IS NULL OR o.id > $14) ORDER BY o.id LIMIT $15`,
    [...values(filters), after?.id ?? null, limit],
  )

export const listByIdDown: List = (tx, filters, after, limit) =>
  tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE ${FILTERS} AND ($14::bigint IS NULL OR o.id < $14) ORDER BY o.id DESC LIMIT $15`,
    [...values(filters), after?.id ?? null, limit],
  )

// Obligations without a due time or a deadline come last in both orders: they count as infinity, or as -infinity.
// `least` and `greatest` ignore NULL and, unlike `coalesce`, count as leakproof. With row-level security, PostgreSQL
// uses an index only for leakproof conditions.

export const listByDue: List = (tx, filters, after, limit) =>
  tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE ${FILTERS} AND ($14::bigint IS NULL
       OR (least(o.due_at, 'infinity'), o.id) > ($16::timestamptz, $14))
     ORDER BY least(o.due_at, 'infinity'), o.id LIMIT $15`,
    [...values(filters), after?.id ?? null, limit, after?.at ?? 'infinity'],
  )

export const listByDueDown: List = (tx, filters, after, limit) =>
  tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE ${FILTERS} AND ($14::bigint IS NULL
       OR (greatest(o.due_at, '-infinity'), o.id) < ($16::timestamptz, $14))
     ORDER BY greatest(o.due_at, '-infinity') DESC, o.id DESC LIMIT $15`,
    [...values(filters), after?.id ?? null, limit, after?.at ?? '-infinity'],
  )

export const listByDeadline: List = (tx, filters, after, limit) =>
  tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE ${FILTERS} AND ($14::bigint IS NULL
       OR (least(o.due_at, o.sla_breach_at, 'infinity'), o.id) > ($16::timestamptz, $14))
     ORDER BY least(o.due_at, o.sla_breach_at, 'infinity'), o.id LIMIT $15`,
    [...values(filters), after?.id ?? null, limit, after?.at ?? 'infinity'],
  )

export const listByDeadlineDown: List = (tx, filters, after, limit) =>
  tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE ${FILTERS} AND ($14::bigint IS NULL
       OR (greatest(${DEADLINE}, '-infinity'), o.id) < ($16::timestamptz, $14))
     ORDER BY greatest(${DEADLINE}, '-infinity') DESC, o.id DESC LIMIT $15`,
    [...values(filters), after?.id ?? null, limit, after?.at ?? '-infinity'],
  )

/** Only for a forecast, whose obligations all have a time of breach. */
export const listByBreach: List = (tx, filters, after, limit) =>
  tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE ${FILTERS} AND ($14::bigint IS NULL
       OR (o.sla_breach_at, o.id) > ($16::timestamptz, $14))
     ORDER BY o.sla_breach_at, o.id LIMIT $15`,
    [...values(filters), after?.id ?? null, limit, after?.at ?? null],
  )
