import type { Tx } from '../../../platform/database/tx.ts'
import type { HookSettings } from './hooks.sql.ts'

/** The hook with this address, and its workspace, from the directory. */
export async function findHookLink(
  tx: Tx,
  publicId: string,
): Promise<{ workspaceId: string; id: string } | undefined> {
  const [found] = await tx.run<{ workspaceId: string; id: string }>(
    `SELECT workspace_id AS "workspaceId", hook_id AS id FROM hook_links WHERE public_id = $1`,
    [publicId],
  )
  return found
}

export interface LiveHook extends HookSettings {
  id: string
  definitionId: string
  kind: 'board' | 'page'
  now: Date
}

const LIVE = `h.id, h.definition_id AS "definitionId", d.kind, h.name, h.fields, h.misfits, h.signature, h.secret,
    h.event_path, h.enabled, now() AS now
  FROM intake_hooks h
  JOIN definitions d ON d.workspace_id = h.workspace_id AND d.id = h.definition_id
  WHERE h.workspace_id = current_workspace() AND h.id = $1 AND h.enabled AND h.removed_at IS NULL
    AND d.deleted_at IS NULL`

/** A hook that takes something now. */
export async function findLiveHook(tx: Tx, id: string): Promise<LiveHook | undefined> {
  const [found] = await tx.run<LiveHook>(`SELECT ${LIVE}`, [id])
  return found
}

/** The same, locked until the transaction ends, so that what comes to it is taken one after the other. */
export async function lockLiveHook(tx: Tx, id: string): Promise<LiveHook | undefined> {
  const [found] = await tx.run<LiveHook>(`SELECT ${LIVE} FOR NO KEY UPDATE OF h`, [id])
  return found
}

export function noteReceived(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE intake_hooks SET last_received_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}

/** Counts a request whose signature is missing or wrong. */
export function countUnsigned(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE intake_hooks SET wrong_signatures = wrong_signatures + 1, wrong_signature_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}

export function insertSample(tx: Tx, sample: { id: string; hookId: string; body: string }): void {
  tx.queue(
    `INSERT INTO hook_samples (workspace_id, hook_id, id, body)
     VALUES (current_workspace(), $1, $2, $3)`,
    [sample.hookId, sample.id, sample.body],
  )
}

/** Deletes all samples of a hook but the newest. */
export function deleteOldSamples(tx: Tx, hookId: string, most: number): void {
  tx.queue(
    `DELETE FROM hook_samples WHERE workspace_id = current_workspace() AND hook_id = $1
       AND id NOT IN (SELECT id FROM hook_samples
         WHERE workspace_id = current_workspace() AND hook_id = $1 ORDER BY id DESC LIMIT $2)`,
    [hookId, most],
  )
}

/** The row that an event made before. */
export async function findEvent(
  tx: Tx,
  hookId: string,
  eventHash: Buffer,
): Promise<string | undefined> {
  const [found] = await tx.run<{ row_id: string }>(
    `SELECT row_id FROM hook_events
     WHERE workspace_id = current_workspace() AND hook_id = $1 AND event_hash = $2`,
    [hookId, eventHash],
  )
  return found?.row_id
}

export function insertEvent(tx: Tx, hookId: string, eventHash: Buffer, rowId: string): void {
  tx.queue(
    `INSERT INTO hook_events (workspace_id, hook_id, event_hash, row_id)
     VALUES (current_workspace(), $1, $2, $3)`,
    [hookId, eventHash, rowId],
  )
}

/** Forgets samples and events that are older than 30 days. */
export function forgetReceived(tx: Tx): void {
  tx.queue(
    `WITH old AS (
       DELETE FROM hook_samples WHERE workspace_id = current_workspace()
         AND received_at <= now() - interval '30 days')
     DELETE FROM hook_events WHERE workspace_id = current_workspace()
       AND received_at <= now() - interval '30 days'`,
  )
}
