import type { ClientBase } from 'pg'
import { ERASED_NAME } from '../../../../shared/erased-name.ts'
import type { OwnerQuery } from '../../../platform/database/owner.ts'

// What the worker erases as the owner of the tables.

export const findNames = (query: OwnerQuery, crmUserId: number): Promise<{ name: string }[]> =>
  query('SELECT name FROM seats WHERE workspace_id = current_workspace() AND crm_user_id = $1', [
    crmUserId,
  ])

/** Ends the tokens of a seat and takes off what they are called. @returns their ids. */
export const eraseTokens = (query: OwnerQuery, crmUserId: number): Promise<{ id: string }[]> =>
  query(
    `UPDATE api_tokens SET name = $2, addresses = NULL, revoked_at = coalesce(revoked_at, (SELECT now()))
     WHERE workspace_id = current_workspace() AND crm_user_id = $1 RETURNING id`,
    [crmUserId, ERASED_NAME],
  )

export const deleteTokenHashes = (
  query: OwnerQuery,
  tokenIds: readonly string[],
): Promise<unknown> =>
  query(
    'DELETE FROM token_hashes WHERE workspace_id = current_workspace() AND token_id = ANY ($1::uuid[])',
    [tokenIds],
  )

export const deleteInvitations = (query: OwnerQuery, crmUserId: number): Promise<unknown> =>
  query('DELETE FROM invitations WHERE workspace_id = current_workspace() AND crm_user_id = $1', [
    crmUserId,
  ])

export const deleteSeat = (query: OwnerQuery, crmUserId: number): Promise<unknown> =>
  query('DELETE FROM seats WHERE workspace_id = current_workspace() AND crm_user_id = $1', [
    crmUserId,
  ])

export const forgetFormerSeat = (query: OwnerQuery, crmUserId: number): Promise<unknown> =>
  query('DELETE FROM former_seats WHERE workspace_id = current_workspace() AND crm_user_id = $1', [
    crmUserId,
  ])

export const endEscalations = (query: OwnerQuery, crmUserId: number): Promise<unknown> =>
  query(
    `UPDATE workspaces SET escalation_user_id = NULL
     WHERE id = current_workspace() AND escalation_user_id = $1`,
    [crmUserId],
  )

/** The accounts that have or had a seat in the workspace. */
export const listAccounts = (query: OwnerQuery): Promise<{ id: string }[]> =>
  query(
    `SELECT account_id AS id FROM seats WHERE workspace_id = current_workspace()
     UNION SELECT account_id FROM former_seats WHERE workspace_id = current_workspace()`,
    [],
  )

export const deleteWorkspaceRow = (query: OwnerQuery): Promise<unknown> =>
  query('DELETE FROM workspaces WHERE id = current_workspace()', [])

export const forgetLastWorkspace = (query: OwnerQuery): Promise<unknown> =>
  query(
    'UPDATE accounts SET last_workspace_id = NULL WHERE last_workspace_id = current_workspace()',
    [],
  )

export const deleteSessions = (client: ClientBase, accountId: string): Promise<unknown> =>
  client.query('DELETE FROM access_tokens WHERE account_id = $1', [accountId])

export const deleteResetLinks = (client: ClientBase, accountId: string): Promise<unknown> =>
  client.query('DELETE FROM password_resets WHERE account_id = $1', [accountId])

export const deleteAccount = (client: ClientBase, accountId: string): Promise<unknown> =>
  client.query('DELETE FROM accounts WHERE id = $1', [accountId])

// The wait grows with the time since the mark.

export const postponeWorkspace = (query: OwnerQuery, fault: string): Promise<unknown> =>
  query(
    `UPDATE workspaces SET erase_fault = $1, erase_at =
       (SELECT clock_timestamp()) + least(greatest(((SELECT clock_timestamp()) - deleted_at) / 2, '5 s'), '1 h')
     WHERE id = current_workspace()`,
    [fault],
  )

export const postponeAccount = (
  client: ClientBase,
  accountId: string,
  fault: string,
): Promise<unknown> =>
  client.query(
    `UPDATE accounts SET erase_fault = $2, erase_at =
       (SELECT clock_timestamp()) + least(greatest(((SELECT clock_timestamp()) - erased_at) / 2, '5 s'), '1 h')
     WHERE id = $1`,
    [accountId, fault],
  )
