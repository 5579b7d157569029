import type { Tx } from '../../platform/database/tx.ts'

// What the service keeps about a person, in one workspace unless it says otherwise. Secrets and their hashes are left out.

type Listed = Promise<Record<string, unknown>[]>

export const findAccountFacts = (tx: Tx, accountId: string): Listed =>
  tx.run('SELECT id, email, name, created_at AS "createdAt" FROM accounts WHERE id = $1', [
    accountId,
  ])

export const listSessionFacts = (tx: Tx, accountId: string): Listed =>
  tx.run(
    `SELECT workspace_id AS "workspaceId", user_agent AS "userAgent", address, created_at AS "createdAt",
       last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
     FROM access_tokens WHERE account_id = $1 ORDER BY created_at`,
    [accountId],
  )

export const findWorkspaceFacts = (tx: Tx): Listed =>
  tx.run('SELECT id, slug, name FROM workspaces WHERE id = current_workspace()')

export const findSeatFacts = (tx: Tx, crmUserId: number): Listed =>
  tx.run(
    `SELECT crm_user_id AS "crmUserId", name, email, role, status, created_at AS "createdAt",
       ARRAY(SELECT t.name FROM team_members m JOIN teams t ON t.workspace_id = m.workspace_id AND t.id = m.team_id
         WHERE m.workspace_id = current_workspace() AND m.crm_user_id = $1 ORDER BY t.name) AS teams
     FROM seats WHERE workspace_id = current_workspace() AND crm_user_id = $1`,
    [crmUserId],
  )

export const listTokenFacts = (
  tx: Tx,
  crmUserId: number,
): Promise<({ id: string } & Record<string, unknown>)[]> =>
  tx.run(
    `SELECT id, name, scopes, addresses, created_at AS "createdAt", expires_at AS "expiresAt",
       last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
     FROM api_tokens WHERE workspace_id = current_workspace() AND crm_user_id = $1 ORDER BY id`,
    [crmUserId],
  )

export const listSignatures = (tx: Tx, accountId: string): Listed =>
  tx.run(
    `SELECT kind, version, email, for_workspace AS "forWorkspace", signer_name AS "signerName",
       signer_title AS "signerTitle", signed_at AS "signedAt", address, user_agent AS "userAgent"
     FROM agreement_signatures WHERE workspace_id = current_workspace() AND account_id = $1 ORDER BY id`,
    [accountId],
  )

export const listViewed = (tx: Tx, accountId: string): Listed =>
  tx.run(
    `SELECT kind, version, name, first_viewed_at AS "firstViewedAt", last_viewed_at AS "lastViewedAt",
       view_count AS "viewCount"
     FROM agreement_views WHERE workspace_id = current_workspace() AND account_id = $1 ORDER BY kind, version`,
    [accountId],
  )

export const listSplits = (tx: Tx, accountId: string, crmUserId: number): Listed =>
  tx.run(
    `SELECT deal_id AS "dealId", id, basis, share_ppm AS "sharePpm", flat_amount_minor AS "flatAmountMinor",
       status, collected_minor AS "collectedMinor", clawed_minor AS "clawedMinor", drawn_minor AS "drawnMinor",
       created_at AS "createdAt"
     FROM deal_splits WHERE workspace_id = current_workspace() AND (account_id = $1 OR crm_user_id = $2)
     ORDER BY deal_id, id`,
    [accountId, crmUserId],
  )

export const listAssigned = (tx: Tx, crmUserId: number): Listed =>
  tx.run(
    `SELECT id, title, status, due_at AS "dueAt" FROM obligations
     WHERE workspace_id = current_workspace() AND assigned_to_user_id = $1 ORDER BY id`,
    [crmUserId],
  )

export const listWritten = (tx: Tx, refs: readonly string[]): Listed =>
  tx.run(
    `SELECT row_id AS "rowId", id, body, created_at AS "createdAt", updated_at AS "updatedAt"
     FROM comments WHERE workspace_id = current_workspace() AND created_by = ANY ($1::text[]) ORDER BY id`,
    [refs],
  )

export const listSent = (tx: Tx, crmUserId: number): Listed =>
  tx.run(
    `SELECT id, conversation_id AS "conversationId", medium, status, subject, content,
       sender_name AS "senderName", recorded_at AS "recordedAt"
     FROM messages WHERE workspace_id = current_workspace() AND sender_type = 'user' AND sender_id = $1
     ORDER BY id`,
    [crmUserId],
  )

export const listViews = (tx: Tx, refs: readonly string[]): Listed =>
  tx.run(
    `SELECT id, name, kind, private, query, created_at AS "createdAt" FROM saved_views
     WHERE workspace_id = current_workspace() AND created_by = ANY ($1::text[]) ORDER BY id`,
    [refs],
  )

export const listUploads = (
  tx: Tx,
  refs: readonly string[],
): Promise<
  { id: string; name: string; type: string; size: number; createdAt: Date; key: string }[]
> =>
  tx.run(
    `SELECT id, name, type, size::float8 AS size, created_at AS "createdAt", store_key AS key FROM files
     WHERE workspace_id = current_workspace() AND created_by = ANY ($1::text[]) AND sha256 <> '' ORDER BY id`,
    [refs],
  )

/** What the person did, after an event, in order. */
export const listDeeds = (
  tx: Tx,
  refs: readonly string[],
  after: { xid: string; id: string },
  limit: number,
): Promise<{ xid: string; id: string; at: Date; type: string; subject: string }[]> =>
  tx.run(
    `SELECT xid::text AS xid, id, at, type, subject FROM events
     WHERE workspace_id = current_workspace() AND actor = ANY ($1::text[])
       AND (xid, id) > ($2::text::xid8, $3::uuid)
     ORDER BY events.xid, id LIMIT $4`,
    [refs, after.xid, after.id, limit],
  )
