import type { Tx } from '../../../platform/database/tx.ts'

/** Stores an invitation for 7 days. It replaces an earlier one to the same seat. */
export function putInvitation(tx: Tx, tokenHash: Buffer, crmUserId: number): void {
  tx.queue(
    `INSERT INTO invitations (token_hash, workspace_id, crm_user_id, expires_at)
     VALUES ($1, current_workspace(), $2, now() + interval '7 days')
     ON CONFLICT (workspace_id, crm_user_id) DO UPDATE
       SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [tokenHash, crmUserId],
  )
}

export async function findInvitation(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ workspaceId: string; crmUserId: number } | undefined> {
  const [row] = await tx.run<{ workspaceId: string; crmUserId: number }>(
    `SELECT workspace_id AS "workspaceId", crm_user_id AS "crmUserId" FROM invitations
     WHERE token_hash = $1 AND expires_at > now()`,
    [tokenHash],
  )
  return row
}

/** Uses up an invitation. Returns whether it was still valid. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const taken = await tx.run(
    `DELETE FROM invitations
     WHERE token_hash = $1 AND workspace_id = current_workspace() AND expires_at > now()
     RETURNING 1`,
    [tokenHash],
  )
  return taken.length > 0
}

export function deleteInvitation(tx: Tx, crmUserId: number): void {
  tx.queue(
    'DELETE FROM invitations WHERE workspace_id = current_workspace() AND crm_user_id = $1',
    [crmUserId],
  )
}
