import type { Static } from 'typebox'
import type { Seat } from '../../../../contract/workspaces/auth.ts'
import type { MoneyVisibleTo } from '../../../../contract/workspaces/money-visibility.ts'
import { RECENT_HOURS } from '../../../../shared/limits.ts'
import type { Plan } from '../../../../shared/plans.ts'
import type { Seating, UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'

const LIVE = "expires_at > now() AND last_used_at > now() - interval '7 days'"

/** Binds the transaction to the workspace and account of a token, if the token is valid. */
export function bindSession(tx: Tx, tokenHash: Buffer): void {
  tx.queue(
    `SELECT set_config('app.workspace_id', workspace_id::text, true),
       set_config('app.account_id', account_id::text, true)
     FROM access_tokens WHERE token_hash = $1 AND ${LIVE}`,
    [tokenHash],
  )
}

export interface SeatedSession extends Seating {
  sessionId: string
  /** Whether its use has to be written: at most every 30 seconds, so that not every read causes a write. */
  isUseDue: boolean
}

/** The session that `bindSession` found, with its seat; undefined if the seat is gone or suspended. */
export async function findSeated(tx: Tx, tokenHash: Buffer): Promise<SeatedSession | undefined> {
  const [row] = await tx.run<SeatedSession>(
    `SELECT s.workspace_id AS "workspaceId", s.account_id AS "accountId",
       s.crm_user_id AS "crmUserId", s.role, w.plan, t.id AS "sessionId",
       t.last_used_at < now() - interval '30 seconds' AS "isUseDue",
       ARRAY(SELECT m.team_id FROM team_members m
         WHERE m.workspace_id = s.workspace_id AND m.crm_user_id = s.crm_user_id
         ORDER BY m.team_id) AS "teamIds"
     FROM access_tokens t
     JOIN seats s ON s.workspace_id = t.workspace_id AND s.crm_user_id = t.crm_user_id
     JOIN workspaces w ON w.id = s.workspace_id
     WHERE t.token_hash = $1 AND s.workspace_id = current_workspace() AND s.status = 'active'
       AND w.deleted_at IS NULL`,
    [tokenHash],
  )
  return row
}

/** Fails, because a sentence is no boolean (22P02), unless the session is valid, with the seat that `findSeated` found then. */
export function proveSession(tx: Tx, known: UserActor): Promise<unknown> {
  const { sessionId, accountId, crmUserId, role, plan, teamIds } = known
  return tx.run(
    `SELECT (CASE WHEN count(*) = 1 THEN 'true' ELSE 'the session or its seat has changed' END)::boolean
       AS proven
     FROM access_tokens t
     JOIN seats s ON s.workspace_id = t.workspace_id AND s.crm_user_id = t.crm_user_id
     JOIN workspaces w ON w.id = s.workspace_id
     WHERE t.id = $1 AND t.workspace_id = current_workspace() AND s.account_id = $2
       AND s.crm_user_id = $3 AND s.role = $4 AND w.plan = $5 AND s.status = 'active'
       AND w.deleted_at IS NULL AND ${LIVE}
       AND $6::uuid[] = ARRAY(SELECT m.team_id FROM team_members m
         WHERE m.workspace_id = s.workspace_id AND m.crm_user_id = s.crm_user_id
         ORDER BY m.team_id)`,
    [sessionId, accountId, crmUserId, role, plan, teamIds],
  )
}

/** Unless somebody else has just done so. */
export function writeUse(tx: Tx, sessionId: string): void {
  tx.queue(
    `UPDATE access_tokens SET last_used_at = now()
     WHERE id = $1 AND last_used_at < now() - interval '30 seconds'`,
    [sessionId],
  )
}

export interface Membership {
  workspace: {
    id: string
    slug: string
    name: string
    plan: Plan
    region: string
    moneyVisibleTo: MoneyVisibleTo
  }
  seat: Static<typeof Seat>
}

/** The active seats of the transaction's account, in every workspace. */
export function listMemberships(tx: Tx): Promise<Membership[]> {
  showOwnSeats(tx)
  return tx.run<Membership>(
    `SELECT
       json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'plan', w.plan,
         'region', w.region, 'moneyVisibleTo', w.money_visible_to) AS workspace,
       json_build_object('accountId', s.account_id, 'crmUserId', s.crm_user_id, 'name', s.name,
         'email', s.email, 'role', s.role, 'teamIds', ARRAY(SELECT m.team_id FROM team_members m
           WHERE m.workspace_id = s.workspace_id AND m.crm_user_id = s.crm_user_id
           ORDER BY m.team_id), 'status', s.status) AS seat
     FROM seats s JOIN workspaces w ON w.id = s.workspace_id
     WHERE s.account_id = current_account() AND s.status = 'active' AND w.deleted_at IS NULL
     ORDER BY lower(w.name), w.id`,
  )
}

/** Shows the account's workspaces to the rest of the transaction, and the teams that it is in there. */
function showOwnSeats(tx: Tx): void {
  tx.queue(
    `SELECT set_config('app.own_seats', jsonb_object_agg(workspace_id, crm_user_id)::text, true)
     FROM seats WHERE account_id = current_account()`,
  )
}

export interface NewToken {
  id: string
  tokenHash: Buffer
  accountId: string
  workspaceId: string
  crmUserId: number
  userAgent: string
  address: string
  /** When its person last gave the password, if not now. */
  confirmedAt?: Date | undefined
}

export async function insertToken(tx: Tx, token: NewToken): Promise<{ expiresAt: Date }> {
  const { id, tokenHash, accountId, workspaceId, crmUserId, userAgent, address } = token
  const [row] = await tx.run<{ expiresAt: Date }>(
    `INSERT INTO access_tokens
       (id, token_hash, account_id, workspace_id, crm_user_id, user_agent, address, expires_at, confirmed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '30 days', coalesce($8, now()))
     RETURNING expires_at AS "expiresAt"`,
    [
      id,
      tokenHash,
      accountId,
      workspaceId,
      crmUserId,
      userAgent,
      address,
      token.confirmedAt ?? null,
    ],
  )
  return row!
}

export interface SessionRow {
  id: string
  workspaceId: string
  userAgent: string
  address: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

const SESSION = `
  SELECT id, workspace_id AS "workspaceId", user_agent AS "userAgent", address,
    created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
  FROM access_tokens`

export async function findSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  return (await tx.run<SessionRow>(`${SESSION} WHERE id = $1`, [id]))[0]
}

/** Newest first. `before` is the last id of the page before. */
export function listSessions(
  tx: Tx,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<SessionRow[]> {
  return tx.run<SessionRow>(
    `${SESSION} WHERE account_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ${LIVE}
     ORDER BY id DESC LIMIT $3`,
    [accountId, before, limit],
  )
}

/** Returns the session that was ended, if the account had it. */
export async function endSession(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ workspaceId: string; crmUserId: number; confirmedAt: Date } | undefined> {
  const [ended] = await tx.run<{ workspaceId: string; crmUserId: number; confirmedAt: Date }>(
    `DELETE FROM access_tokens WHERE account_id = $1 AND id = $2
     RETURNING workspace_id AS "workspaceId", crm_user_id AS "crmUserId", confirmed_at AS "confirmedAt"`,
    [accountId, id],
  )
  return ended
}

/** Whether the person of a session has lately given the password, or signed in. */
export async function isConfirmed(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.run(
    `SELECT 1 FROM access_tokens
     WHERE id = $1 AND confirmed_at + make_interval(hours => $2) > now()`,
    [id, RECENT_HOURS],
  )
  return found.length > 0
}

export function confirmSession(tx: Tx, id: string): void {
  tx.queue('UPDATE access_tokens SET confirmed_at = now() WHERE id = $1', [id])
}

/** Shows the seats of an account to the rest of the transaction. */
export function showAccount(tx: Tx, accountId: string): void {
  tx.queue("SELECT set_config('app.account_id', $1, true)", [accountId])
}

/** The seats of the transaction's account in every workspace, also those that rest, in the order of their workspaces. */
export function listSeatsOfAccount(
  tx: Tx,
): Promise<{ workspaceId: string; crmUserId: number; isActive: boolean }[]> {
  return tx.run(
    `SELECT workspace_id AS "workspaceId", crm_user_id AS "crmUserId", status = 'active' AS "isActive"
     FROM seats WHERE account_id = current_account() ORDER BY workspace_id`,
  )
}

export function endSessionsOfAccount(tx: Tx, accountId: string, except: string | null): void {
  tx.queue('DELETE FROM access_tokens WHERE account_id = $1 AND id IS DISTINCT FROM $2', [
    accountId,
    except,
  ])
}

export function endSessionsOfSeat(tx: Tx, crmUserId: number): void {
  tx.queue(
    'DELETE FROM access_tokens WHERE workspace_id = current_workspace() AND crm_user_id = $1',
    [crmUserId],
  )
}

/** The address of every session, if there is but one, and at least three accounts have it. */
export async function sharedAddress(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.run<{ address: string }>(
    `SELECT min(address) AS address FROM access_tokens WHERE ${LIVE}
     HAVING min(address) = max(address) AND count(DISTINCT account_id) >= 3`,
  )
  return row?.address
}

export async function sweepSessions(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ swept: number }>(
    `WITH gone AS (DELETE FROM access_tokens WHERE NOT (${LIVE}) RETURNING 1)
     SELECT count(*) AS swept FROM gone`,
  )
  return row!.swept
}

/** The role and teams of a session when it was last read. */
export interface KnownStanding {
  sessionId: string
  role: string
  /** Sorted. */
  teamIds: readonly string[]
}

/**
 * The sessions that have changed since, of those given. One that has ended, or whose seat is not active, has no role.
 * This call counts as use of the sessions.
 */
export function listChangedStandings(
  tx: Tx,
  known: readonly KnownStanding[],
): Promise<{ sessionId: string; role: UserActor['role'] | null; teamIds: string[] | null }[]> {
  return tx.run(
    `WITH known AS (
       SELECT id, standing FROM jsonb_to_recordset($1::jsonb) AS k (id uuid, standing text)),
     used AS (
       UPDATE access_tokens t SET last_used_at = now() FROM known k
       WHERE t.id = k.id AND ${LIVE} AND t.last_used_at < now() - interval '1 hour')
     SELECT k.id AS "sessionId", s.role, s."teamIds" FROM known k
     LEFT JOIN LATERAL (
       SELECT s.role, ARRAY(SELECT m.team_id FROM team_members m
         WHERE m.workspace_id = s.workspace_id AND m.crm_user_id = s.crm_user_id
         ORDER BY m.team_id) AS "teamIds"
       FROM access_tokens t
       JOIN seats s ON s.workspace_id = t.workspace_id AND s.crm_user_id = t.crm_user_id
       WHERE t.id = k.id AND t.workspace_id = current_workspace() AND s.status = 'active' AND ${LIVE}
     ) s ON true
     WHERE s.role IS NULL OR concat_ws(' ', s.role, array_to_string(s."teamIds", ' ')) <> k.standing`,
    [
      JSON.stringify(
        known.map(({ sessionId, role, teamIds }) => ({
          id: sessionId,
          standing: [role, teamIds.join(' ')].join(' '),
        })),
      ),
    ],
  )
}
