import type { Action } from '../../../../shared/obligation-states.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { FieldChange } from './obligation-changes.rules.ts'

export interface NewEntry {
  obligationId: number
  id: string
  actor: string
  action: Action
  reason: string | null
  changes: FieldChange[]
  successorId: number | null
}

/** The obligations must be locked, so that the times of each one's entries rise. */
export function insertEntries(tx: Tx, entries: readonly NewEntry[]): void {
  tx.queue(
    `INSERT INTO obligation_history (workspace_id, obligation_id, id, actor, action, reason, changes,
       successor_id)
     SELECT current_workspace(), e."obligationId", e.id, e.actor, e.action, e.reason, e.changes,
       e."successorId"
     FROM jsonb_to_recordset($1::jsonb) AS e ("obligationId" integer, id uuid, actor text,
       action text, reason text, changes jsonb, "successorId" integer) RETURNING 1`,
    [JSON.stringify(entries)],
  )
}

export interface EntryRow extends Omit<NewEntry, 'obligationId'> {
  at: Date
  /** `at` in microseconds. A Date has only milliseconds. */
  atUs: number
}

/** Oldest first. `after` is the last entry of the page before. */
export function listEntries(
  tx: Tx,
  obligationId: number,
  after: { atUs: number; id: string } | null,
  limit: number,
): Promise<EntryRow[]> {
  return tx.run<EntryRow>(
    `SELECT id, at, (extract(epoch FROM at) * 1000000)::bigint AS "atUs", actor, action, reason,
       changes, successor_id AS "successorId"
     FROM obligation_history
     WHERE workspace_id = current_workspace() AND obligation_id = $1
       AND ($3::uuid IS NULL
         OR (at, id) > ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3))
     ORDER BY at, id LIMIT $4`,
    [obligationId, after?.atUs ?? null, after?.id ?? null, limit],
  )
}
