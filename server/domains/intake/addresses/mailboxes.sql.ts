import type { Tx } from '../../../platform/database/tx.ts'
import type { ColumnsOfParts } from './addresses.sql.ts'

/** The address with this local part, and its workspace, from the directory. */
export async function findMailbox(
  tx: Tx,
  localPart: string,
): Promise<{ workspaceId: string; id: string } | undefined> {
  const [found] = await tx.run<{ workspaceId: string; id: string }>(
    `SELECT workspace_id AS "workspaceId", address_id AS id FROM intake_mailboxes
     WHERE local_part = $1`,
    [localPart],
  )
  return found
}

export interface LiveAddress {
  id: string
  definitionId: string
  kind: 'board' | 'page'
  localPart: string
  columns: ColumnsOfParts
}

const LIVE = `a.id, a.definition_id AS "definitionId", d.kind, a.local_part AS "localPart", a.columns
  FROM intake_addresses a
  JOIN definitions d ON d.workspace_id = a.workspace_id AND d.id = a.definition_id
  WHERE a.workspace_id = current_workspace() AND a.id = $1 AND a.enabled AND a.removed_at IS NULL
    AND d.deleted_at IS NULL`

/** An address that takes email now. */
export async function findLiveAddress(tx: Tx, id: string): Promise<LiveAddress | undefined> {
  const [found] = await tx.run<LiveAddress>(`SELECT ${LIVE}`, [id])
  return found
}

/** The same, locked until the transaction ends, so that emails to it come one after the other. */
export async function lockLiveAddress(tx: Tx, id: string): Promise<LiveAddress | undefined> {
  const [found] = await tx.run<LiveAddress>(`SELECT ${LIVE} FOR NO KEY UPDATE OF a`, [id])
  return found
}

export interface Taken {
  /** Whether the address has taken this very email. */
  before: boolean
  /** How many emails it took within the last hour: from this sender, and in all. */
  fromSender: number
  inAll: number
}

export async function countTaken(
  tx: Tx,
  id: string,
  messageHash: Buffer,
  sender: string,
): Promise<Taken> {
  const [counted] = await tx.run<Taken>(
    `SELECT count(*) FILTER (WHERE sender = $3) AS "fromSender", count(*) AS "inAll",
       EXISTS (SELECT FROM intake_messages WHERE workspace_id = current_workspace()
         AND address_id = $1 AND message_hash = $2) AS before
     FROM intake_messages WHERE workspace_id = current_workspace() AND address_id = $1
       AND received_at > now() - interval '1 hour'`,
    [id, messageHash, sender],
  )
  return counted!
}

/** Notes that an address, which is locked, takes an email. */
export function insertTaken(tx: Tx, id: string, messageHash: Buffer, sender: string): void {
  tx.queue(
    `WITH taken AS (
       INSERT INTO intake_messages (workspace_id, address_id, message_hash, sender)
       VALUES (current_workspace(), $1, $2, $3))
     UPDATE intake_addresses SET last_received_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, messageHash, sender],
  )
}

/** Forgets emails that no mail server delivers again. */
export function forgetTaken(tx: Tx): void {
  tx.queue(
    `DELETE FROM intake_messages m USING intake_addresses a
     WHERE a.workspace_id = current_workspace() AND m.workspace_id = current_workspace()
       AND m.address_id = a.id AND m.received_at <= now() - interval '30 days'`,
  )
}

/** @returns true once an hour. */
export async function noteFlood(tx: Tx, id: string): Promise<boolean> {
  const noted = await tx.run(
    `UPDATE intake_addresses SET flood_noted_at = now()
     WHERE workspace_id = current_workspace() AND id = $1
       AND (flood_noted_at IS NULL OR flood_noted_at <= now() - interval '1 hour') RETURNING id`,
    [id],
  )
  return noted.length > 0
}
