import type {
  obligationTypes,
  Priority,
  responsibleParties,
} from '../../../../contract/obligations/obligation-fields.ts'
import type { ObligationStatus } from '../../../../shared/obligation-states.ts'
import type { OwnerQuery } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'

/** The fields of an obligation that people write. */
export interface Written {
  title: string
  description: string | null
  notes: string | null
  obligationType: (typeof obligationTypes)[number]
  priority: Priority
  amountMinor: number | null
  currency: string | null
  dueAt: Date | null
  assignedToUserId: number | null
  counterpartyId: number | null
  facilityId: number | null
  decisionId: number | null
  documentId: number | null
  submissionId: number | null
  parentObligationId: number | null
  dealRowId: string | null
  detail: object
  recurrenceRule: string | null
  requiredDocumentType: string | null
  responsibleParty: (typeof responsibleParties)[number]
  slaHours: number | null
}

/** The fields that the service derives from those and stores with them. */
export interface Derived {
  slaBreachAt: Date | null
  /** The due time that the series began with. */
  seriesStart: Date | null
  /** The place of this instance in its series: its original `dueAt`. */
  seriesDueAt: Date | null
}

export interface ObligationRow extends Written, Derived {
  id: number
  status: ObligationStatus
  escalatedAt: Date | null
  escalatedToUserId: number | null
  closedAt: Date | null
  closedByUserId: number | null
  closedReason: string | null
  createdAt: Date
  updatedAt: Date
  /** When it was read, which decides how late it is. */
  now: Date
}

/** All times of an obligation are in whole milliseconds, so that SQL and answers agree on what is late. */
export const NOW = "date_trunc('milliseconds', now())"

export const OBLIGATION = `o.id, o.title, o.description, o.notes, o.obligation_type AS "obligationType",
  o.status, o.priority, o.amount_minor AS "amountMinor", o.currency, o.due_at AS "dueAt",
  o.assigned_to_user_id AS "assignedToUserId", o.counterparty_id AS "counterpartyId",
  o.facility_id AS "facilityId", o.decision_id AS "decisionId", o.document_id AS "documentId",
  o.submission_id AS "submissionId", o.parent_id AS "parentObligationId",
  o.deal_row_id AS "dealRowId", o.detail, o.recurrence_rule AS "recurrenceRule",
  o.required_document_type AS "requiredDocumentType", o.responsible_party AS "responsibleParty",
  o.sla_hours AS "slaHours", o.sla_breach_at AS "slaBreachAt", o.series_start AS "seriesStart",
  o.series_due_at AS "seriesDueAt", o.escalated_at AS "escalatedAt",
  o.escalated_to_user_id AS "escalatedToUserId", o.closed_at AS "closedAt",
  o.closed_by_user_id AS "closedByUserId", o.closed_reason AS "closedReason",
  o.created_at AS "createdAt", o.updated_at AS "updatedAt", ${NOW} AS now`

/** The members of `Written` and `Derived`, which are sent as one JSON object, as columns. */
const MEMBERS = `title text, description text, notes text, "obligationType" text, priority text,
  "amountMinor" bigint, currency text, "dueAt" timestamptz, "assignedToUserId" integer,
  "counterpartyId" bigint, "facilityId" bigint, "decisionId" bigint, "documentId" integer,
  "submissionId" bigint, "parentObligationId" integer, "dealRowId" uuid, detail jsonb,
  "recurrenceRule" text, "requiredDocumentType" text, "responsibleParty" text, "slaHours" integer,
  "slaBreachAt" timestamptz, "seriesStart" timestamptz, "seriesDueAt" timestamptz`
const COLUMNS = `title, description, notes, obligation_type, priority, amount_minor, currency, due_at,
  assigned_to_user_id, counterparty_id, facility_id, decision_id, document_id, submission_id,
  parent_id, deal_row_id, detail, recurrence_rule, required_document_type, responsible_party,
  sla_hours, sla_breach_at, series_start, series_due_at`
const VALUES = `n.title, n.description, n.notes, n."obligationType", n.priority, n."amountMinor",
  n.currency, n."dueAt", n."assignedToUserId", n."counterpartyId", n."facilityId", n."decisionId",
  n."documentId", n."submissionId", n."parentObligationId", n."dealRowId", n.detail,
  n."recurrenceRule", n."requiredDocumentType", n."responsibleParty", n."slaHours",
  n."slaBreachAt", n."seriesStart", n."seriesDueAt"`

export async function findObligation(tx: Tx, id: number): Promise<ObligationRow | undefined> {
  const [row] = await tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE o.workspace_id = current_workspace() AND o.id = $1`,
    [id],
  )
  return row
}

/** Locks obligations until the transaction ends, in the order of their ids. */
export function lockObligations(tx: Tx, ids: readonly number[]): Promise<ObligationRow[]> {
  return tx.run<ObligationRow>(
    `SELECT ${OBLIGATION} FROM obligations o
     WHERE o.workspace_id = current_workspace() AND o.id = ANY ($1::integer[])
     ORDER BY o.id FOR UPDATE`,
    [ids],
  )
}

/** The `createdAt` of everything that this transaction makes. */
export async function readNow(tx: Tx): Promise<Date> {
  const [read] = await tx.run<{ now: Date }>(`SELECT ${NOW} AS now`)
  return read!.now
}

export async function insertObligation(
  tx: Tx,
  obligation: Written & Derived & { id: number; predecessorId: number | null },
): Promise<ObligationRow> {
  const { id, predecessorId, ...members } = obligation
  const [made] = await tx.run<ObligationRow>(
    `WITH o AS (
       INSERT INTO obligations (workspace_id, id, predecessor_id, created_at, updated_at, ${COLUMNS})
       SELECT current_workspace(), $1, $2, ${NOW}, ${NOW}, ${VALUES}
       FROM jsonb_to_recordset($3::jsonb) AS n (${MEMBERS}) RETURNING *)
     SELECT ${OBLIGATION} FROM o`,
    [id, predecessorId, JSON.stringify([members])],
  )
  return made!
}

/**
 * Writes the fields that can change, of a locked obligation. The write that closes it sets `closed_at`, which stays
 * until it is reopened.
 */
export async function saveObligation(tx: Tx, row: ObligationRow): Promise<ObligationRow> {
  const [saved] = await tx.run<ObligationRow>(
    `WITH o AS (
       UPDATE obligations o SET (${COLUMNS}) = ROW (${VALUES}), status = $2::text,
       closed_at = CASE WHEN $2 IN ('completed', 'waived', 'cancelled')
         THEN coalesce(o.closed_at, (SELECT date_trunc('milliseconds', clock_timestamp()))) END,
       closed_by_user_id = $3, closed_reason = $4,
       updated_at = (SELECT date_trunc('milliseconds', clock_timestamp()))
       FROM jsonb_to_recordset($5::jsonb) AS n (${MEMBERS})
       WHERE o.workspace_id = current_workspace() AND o.id = $1 RETURNING o.*)
     SELECT ${OBLIGATION} FROM o`,
    [row.id, row.status, row.closedByUserId, row.closedReason, JSON.stringify([row])],
  )
  return saved!
}

/** Cancels open obligations, which must be locked. */
export function cancelObligations(
  tx: Tx,
  ids: readonly number[],
  by: number | null,
  reason: string,
): void {
  tx.queue(
    `UPDATE obligations SET status = 'cancelled', closed_by_user_id = $2, closed_reason = $3,
       closed_at = (SELECT date_trunc('milliseconds', clock_timestamp())),
       updated_at = (SELECT date_trunc('milliseconds', clock_timestamp()))
     WHERE workspace_id = current_workspace() AND id = ANY ($1::integer[])`,
    [ids, by, reason],
  )
}

export async function escalateObligation(
  tx: Tx,
  id: number,
  toUserId: number | null,
): Promise<ObligationRow> {
  const [escalated] = await tx.run<ObligationRow>(
    `WITH o AS (
       UPDATE obligations SET escalated_to_user_id = $2,
       escalated_at = (SELECT date_trunc('milliseconds', clock_timestamp())),
       updated_at = (SELECT date_trunc('milliseconds', clock_timestamp()))
       WHERE workspace_id = current_workspace() AND id = $1 RETURNING *)
     SELECT ${OBLIGATION} FROM o`,
    [id, toUserId],
  )
  return escalated!
}

/** Whether the next obligation of its series has been made. */
export async function hasSuccessor(tx: Tx, id: number): Promise<boolean> {
  const found = await tx.run(
    'SELECT 1 FROM obligations WHERE workspace_id = current_workspace() AND predecessor_id = $1',
    [id],
  )
  return found.length > 0
}

/** Clears references of obligations to rows that are being purged, as the owner of the tables. */
export async function clearRows(query: OwnerQuery, rowIds: readonly string[]): Promise<void> {
  await query(
    `UPDATE obligations SET deal_row_id = NULL
     WHERE workspace_id = current_workspace() AND deal_row_id = ANY ($1::uuid[])`,
    [rowIds],
  )
}
