import type { ClientBase } from 'pg'
import type { Database } from '../database/db.ts'
import type { Tx } from '../database/tx.ts'

/** A workspace with work of a kind, and when it is due. */
export interface DueWork {
  workspaceId: string
  /** As PostgreSQL writes it, to the microsecond, because `settleWork` compares it. */
  dueAt: string
}

/**
 * Announces that the transaction's workspace has work of the kind, due in `inMs`. An earlier due time stays, but grows
 * by a microsecond, so that a worker that has already found it does not settle the new announcement.
 */
export function announceWork(tx: Tx, kind: string, inMs = 0): void {
  tx.queue(
    `INSERT INTO due_work (kind, workspace_id, due_at)
     VALUES ($1, current_workspace(), clock_timestamp() + $2 * interval '1 millisecond')
     ON CONFLICT (kind, workspace_id) DO UPDATE
     SET due_at = least(just_after(due_work.due_at), excluded.due_at)`,
    [kind, inMs],
  )
}

/** Like `announceWork`, for a given time. */
export function announceWorkAt(tx: Tx, kind: string, at: Date): void {
  tx.queue(
    `INSERT INTO due_work (kind, workspace_id, due_at) VALUES ($1, current_workspace(), $2)
     ON CONFLICT (kind, workspace_id) DO UPDATE
     SET due_at = least(just_after(due_work.due_at), excluded.due_at)`,
    [kind, at],
  )
}

/**
 * The workspaces whose work of the kind is due, longest overdue first. Several processes may get the same ones.
 *
 * @param except workspaces that cannot be served now, so that they do not stand before others.
 */
export function findDueWork(
  db: Database,
  kind: string,
  { limit = 100, except = [] }: { limit?: number; except?: readonly string[] } = {},
): Promise<DueWork[]> {
  return db.withDirectory((tx) =>
    tx.run<DueWork>(
      `SELECT workspace_id AS "workspaceId", due_at::text AS "dueAt" FROM due_work
       WHERE kind = $1 AND due_at <= clock_timestamp() AND workspace_id <> ALL ($3::uuid[])
       ORDER BY due_work.due_at LIMIT $2`,
      [kind, limit, except],
    ),
  )
}

/** For every kind of work that any workspace has: in how many it is due, and since how many seconds at most. */
export function findWaitingWork(
  db: Database,
): Promise<{ kind: string; count: number; seconds: number }[]> {
  return db.withDirectory((tx) =>
    tx.run(
      `SELECT kind, count(*) FILTER (WHERE due_at <= clock_timestamp())::integer AS count,
         greatest(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float8 AS seconds
       FROM due_work GROUP BY kind`,
    ),
  )
}

/**
 * Settles due work: it is due again in `againInMs` or, if that is null, after a new announcement. Work announced since
 * `due` was found stays.
 */
export function settleWork(tx: Tx, kind: string, due: DueWork, againInMs: number | null): void {
  tx.queue(
    `WITH gone AS (DELETE FROM due_work
       WHERE kind = $1 AND workspace_id = $2 AND due_at = $3::timestamptz AND $4::float8 IS NULL)
     UPDATE due_work SET due_at = (SELECT clock_timestamp() + $4 * interval '1 millisecond')
     WHERE kind = $1 AND workspace_id = $2 AND due_at = $3::timestamptz AND $4 IS NOT NULL`,
    [kind, due.workspaceId, due.dueAt, againInMs],
  )
}

/** Locks the workspace's work of the kind: waits for transactions that are announcing some, and holds up new ones. */
export function lockWork(tx: Tx, kind: string): void {
  tx.queue(
    'SELECT FROM due_work WHERE kind = $1 AND workspace_id = current_workspace() FOR UPDATE',
    [kind],
  )
}

/** Makes all work due now. A restore needs this, for example because indexes have to be made again. */
export async function lookAtAllWork(client: ClientBase): Promise<void> {
  await client.query('UPDATE due_work SET due_at = now() WHERE due_at > now()')
}
