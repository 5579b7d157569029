import type { Tx } from '../../../platform/database/tx.ts'

/** A seat that an account has or had. */
export interface Place {
  workspaceId: string
  crmUserId: number
  /** Whether the seat is there. */
  isSeated: boolean
}

/** The places of the transaction's account, in every workspace. */
export const listPlaces = (tx: Tx): Promise<Place[]> =>
  tx.run(
    `SELECT workspace_id AS "workspaceId", crm_user_id AS "crmUserId", true AS "isSeated"
     FROM seats WHERE account_id = current_account()
     UNION ALL
     SELECT workspace_id, crm_user_id, false FROM former_seats WHERE account_id = current_account()
     ORDER BY 1, 2`,
  )

/** Keeps whose a removed seat was. */
export function rememberSeat(tx: Tx, crmUserId: number, accountId: string): void {
  tx.queue(
    `INSERT INTO former_seats (workspace_id, crm_user_id, account_id)
     VALUES (current_workspace(), $1, $2)`,
    [crmUserId, accountId],
  )
}

/** The seats that were removed, as events tell; under one name, or all. */
export const listRemoved = (tx: Tx, name: string | null): Promise<{ crmUserId: number }[]> =>
  tx.run(
    `SELECT split_part(subject, ':', 2)::integer AS "crmUserId" FROM events
     WHERE workspace_id = current_workspace() AND type = 'seat.removed'
       AND ($1::text IS NULL OR data ->> 'name' = $1) ORDER BY 1`,
    [name],
  )

/** The numbers whose former account is known. */
export const listFormer = (tx: Tx): Promise<{ crmUserId: number }[]> =>
  tx.run(
    'SELECT crm_user_id AS "crmUserId" FROM former_seats WHERE workspace_id = current_workspace()',
  )

/** Lets the worker erase the account. From now on nobody can sign in to it, and its email address is free. */
export function markErased(tx: Tx, accountId: string): void {
  tx.queue(
    `UPDATE accounts SET erased_at = now(), password_hash = NULL, email = id || '@erased.invalid'
     WHERE id = $1 AND erased_at IS NULL`,
    [accountId],
  )
}

/** The accounts and workspaces that are marked to be erased. */
export interface Marked {
  id: string
  /** Why it could not be erased when that was tried last. */
  fault: string | null
}

/** The accounts whose person is to be erased now; or that one, also if it waits. */
export const listErased = (tx: Tx, only: string | null): Promise<(Marked & { name: string })[]> =>
  tx.run(
    `SELECT id, name, erase_fault AS fault FROM accounts
     WHERE erased_at IS NOT NULL AND ($1::uuid = id OR $1 IS NULL AND coalesce(erase_at <= now(), true))
     ORDER BY erase_at NULLS FIRST, id`,
    [only],
  )

/** From now on, nobody can sign in to the workspace. */
export function markDeleted(tx: Tx): void {
  tx.queue(
    `UPDATE workspaces SET deleted_at = now() WHERE id = current_workspace() AND deleted_at IS NULL`,
  )
}

/** The workspaces that are to be deleted now, for a transaction that sees all; or that one, also if it waits. */
export const listDeleted = (tx: Tx, only: string | null): Promise<Marked[]> =>
  tx.run(
    `SELECT id, erase_fault AS fault FROM workspaces
     WHERE deleted_at IS NOT NULL AND ($1::uuid = id OR $1 IS NULL AND coalesce(erase_at <= now(), true))
     ORDER BY erase_at NULLS FIRST, id`,
    [only],
  )

/** What should be erased by now, and was marked when: it could not be, or nobody tried for an hour. */
export const listLate = (
  tx: Tx,
): Promise<{ what: 'workspace' | 'account'; id: string; since: Date; fault: string | null }[]> =>
  tx.run(
    `SELECT 'workspace' AS what, id, deleted_at AS since, erase_fault AS fault FROM workspaces
     WHERE deleted_at < now() - CASE WHEN erase_fault IS NULL THEN interval '1 hour' ELSE '0' END
     UNION ALL
     SELECT 'account', id, erased_at, erase_fault FROM accounts
     WHERE erased_at < now() - CASE WHEN erase_fault IS NULL THEN interval '1 hour' ELSE '0' END
     ORDER BY since, id`,
  )

export function endSessionsHere(tx: Tx): void {
  tx.queue('DELETE FROM access_tokens WHERE workspace_id = current_workspace()')
}

/** Whether an account has an active owner's seat here, and whether there is no other one. */
export async function findOwnership(
  tx: Tx,
  accountId: string,
): Promise<{ isLast: boolean; name: string } | undefined> {
  const [found] = await tx.run<{ isLast: boolean; name: string }>(
    `SELECT w.name, s.role = 'owner' AND s.status = 'active' AND NOT EXISTS (
       SELECT FROM seats o WHERE o.workspace_id = current_workspace() AND o.role = 'owner'
         AND o.status = 'active' AND o.account_id <> s.account_id) AS "isLast"
     FROM workspaces w JOIN seats s ON s.workspace_id = w.id AND s.account_id = $1
     WHERE w.id = current_workspace() AND w.deleted_at IS NULL`,
    [accountId],
  )
  return found
}
