import type { Role } from '../../../../shared/roles.ts'
import type { Seating } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Seat, SeatChange, Standing } from './seats.rules.ts'

const SEAT = `
  SELECT s.account_id AS "accountId", s.crm_user_id AS "crmUserId", s.name, s.email, s.role,
    ARRAY(SELECT m.team_id FROM team_members m
      WHERE m.workspace_id = s.workspace_id AND m.crm_user_id = s.crm_user_id
      ORDER BY m.team_id) AS "teamIds", s.status
  FROM seats s WHERE s.workspace_id = current_workspace()`

export async function findSeat(tx: Tx, crmUserId: number): Promise<Seat | undefined> {
  return (await tx.run<Seat>(`${SEAT} AND s.crm_user_id = $1`, [crmUserId]))[0]
}

export async function findSeatOfAccount(tx: Tx, accountId: string): Promise<Seat | undefined> {
  return (await tx.run<Seat>(`${SEAT} AND s.account_id = $1`, [accountId]))[0]
}

/** The accounts that have a seat here, of those given. They keep it until the transaction ends. */
export async function holdAccounts(tx: Tx, accountIds: readonly string[]): Promise<string[]> {
  const held = await tx.run<{ accountId: string }>(
    `SELECT account_id AS "accountId" FROM seats
     WHERE workspace_id = current_workspace() AND account_id = ANY ($1::uuid[])
     ORDER BY crm_user_id FOR KEY SHARE`,
    [accountIds],
  )
  return held.map(({ accountId }) => accountId)
}

/** In the order of their ids. `after` is the last id of the page before. */
export function listSeats(tx: Tx, after: number, limit: number): Promise<Seat[]> {
  return tx.run<Seat>(`${SEAT} AND s.crm_user_id > $1::bigint ORDER BY s.crm_user_id LIMIT $2`, [
    after,
    limit,
  ])
}

/** Lets only one transaction at a time change the workspace's seats, so that rules about all of them hold. */
export function lockSeats(tx: Tx): void {
  tx.queue('SELECT 1 FROM workspaces WHERE id = current_workspace() FOR NO KEY UPDATE')
}

export async function findStanding(tx: Tx, actor: number): Promise<Standing> {
  const [row] = await tx.run<{ activeOwners: number; actorRole: Role | null }>(
    `SELECT count(*) FILTER (WHERE role = 'owner') AS "activeOwners",
       max(role) FILTER (WHERE crm_user_id = $1) AS "actorRole"
     FROM seats WHERE workspace_id = current_workspace() AND status = 'active'`,
    [actor],
  )
  return { activeOwners: row!.activeOwners, actorRole: row!.actorRole ?? undefined }
}

/** The next `crmUserId`. A workspace never uses one twice. */
export async function takeCrmUserId(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ taken: number }>(
    `UPDATE workspaces SET next_crm_user_id = next_crm_user_id + 1
     WHERE id = current_workspace() RETURNING next_crm_user_id - 1 AS taken`,
  )
  return row!.taken
}

export function insertSeat(tx: Tx, seat: Omit<Seat, 'teamIds'>): void {
  tx.queue(
    `INSERT INTO seats (workspace_id, crm_user_id, account_id, email, name, role, status)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6)`,
    [seat.crmUserId, seat.accountId, seat.email, seat.name, seat.role, seat.status],
  )
}

export function updateSeat(tx: Tx, crmUserId: number, change: Omit<SeatChange, 'teamIds'>): void {
  tx.queue(
    `UPDATE seats SET name = coalesce($2, name), role = coalesce($3, role),
       status = coalesce($4, status)
     WHERE workspace_id = current_workspace() AND crm_user_id = $1`,
    [crmUserId, change.name ?? null, change.role ?? null, change.status ?? null],
  )
}

/** Returns whether the seat was still waiting for its invitation to be accepted. */
export async function activateSeat(tx: Tx, crmUserId: number, name: string): Promise<boolean> {
  const activated = await tx.run(
    `UPDATE seats SET status = 'active', name = $2
     WHERE workspace_id = current_workspace() AND crm_user_id = $1 AND status = 'invited'
     RETURNING 1`,
    [crmUserId, name],
  )
  return activated.length > 0
}

/** Only the account is kept of it, so that it can be erased here too. */
export function deleteSeat(tx: Tx, crmUserId: number): void {
  tx.queue(
    `WITH gone AS (
       DELETE FROM seats WHERE workspace_id = current_workspace() AND crm_user_id = $1
       RETURNING crm_user_id, account_id)
     INSERT INTO former_seats (workspace_id, crm_user_id, account_id)
     SELECT current_workspace(), crm_user_id, account_id FROM gone RETURNING 1`,
    [crmUserId],
  )
}

/** Makes these the teams of the person, and no others. */
export function setTeams(tx: Tx, crmUserId: number, teamIds: readonly string[]): void {
  tx.queue(
    `WITH wanted AS (SELECT unnest($2::uuid[]) AS team_id),
     left_teams AS (
       DELETE FROM team_members WHERE workspace_id = current_workspace() AND crm_user_id = $1
         AND team_id NOT IN (SELECT team_id FROM wanted))
     INSERT INTO team_members (workspace_id, team_id, crm_user_id)
     SELECT current_workspace(), team_id, $1 FROM wanted ON CONFLICT DO NOTHING`,
    [crmUserId, teamIds],
  )
}

/** The person of an active seat, as an actor without a session; undefined if there is none. */
export async function findSeatActor(tx: Tx, crmUserId: number): Promise<Seating | undefined> {
  const [row] = await tx.run<Seating>(
    `SELECT s.workspace_id AS "workspaceId", s.account_id AS "accountId",
       s.crm_user_id AS "crmUserId", s.role, w.plan,
       ARRAY(SELECT m.team_id FROM team_members m WHERE m.workspace_id = s.workspace_id
         AND m.crm_user_id = s.crm_user_id ORDER BY m.team_id) AS "teamIds"
     FROM seats s JOIN workspaces w ON w.id = s.workspace_id
     WHERE s.workspace_id = current_workspace() AND s.crm_user_id = $1 AND s.status = 'active'`,
    [crmUserId],
  )
  return row
}
