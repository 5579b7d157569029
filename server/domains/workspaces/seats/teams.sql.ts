import type { Tx } from '../../../platform/database/tx.ts'

export interface TeamRow {
  id: string
  name: string
  crmUserIds: number[]
  createdAt: Date
}

const FIELDS = `t.id, t.name, ARRAY(SELECT m.crm_user_id FROM team_members m
    WHERE m.workspace_id = t.workspace_id AND m.team_id = t.id ORDER BY m.crm_user_id
  ) AS "crmUserIds", t.created_at AS "createdAt"`

export async function findTeam(tx: Tx, id: string): Promise<TeamRow | undefined> {
  const [team] = await tx.run<TeamRow>(
    `SELECT ${FIELDS} FROM teams t WHERE t.workspace_id = current_workspace() AND t.id = $1`,
    [id],
  )
  return team
}

/** In the order in which they were made. `after` is the last id of the page before. */
export function listTeams(tx: Tx, after: string | null, limit: number): Promise<TeamRow[]> {
  return tx.run<TeamRow>(
    `SELECT ${FIELDS} FROM teams t
     WHERE t.workspace_id = current_workspace() AND ($1::uuid IS NULL OR t.id > $1)
     ORDER BY t.id LIMIT $2`,
    [after, limit],
  )
}

/** The ids that are teams here, of those given. They stay teams until the transaction ends. */
export async function holdTeams(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const held = await tx.run<{ id: string }>(
    `SELECT id FROM teams WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])
     ORDER BY id FOR KEY SHARE`,
    [ids],
  )
  return held.map(({ id }) => id)
}

export function insertTeam(tx: Tx, id: string, name: string): Promise<TeamRow[]> {
  return tx.run<TeamRow>(
    `INSERT INTO teams AS t (workspace_id, id, name) VALUES (current_workspace(), $1, $2)
     RETURNING t.id, t.name, '{}'::integer[] AS "crmUserIds", t.created_at AS "createdAt"`,
    [id, name],
  )
}

export function renameTeam(tx: Tx, id: string, name: string): Promise<TeamRow[]> {
  return tx.run<TeamRow>(
    `UPDATE teams t SET name = $2 WHERE t.workspace_id = current_workspace() AND t.id = $1
     RETURNING ${FIELDS}`,
    [id, name],
  )
}

/** Returns the team's name, if it existed. */
export async function deleteTeam(tx: Tx, id: string): Promise<string | undefined> {
  const [deleted] = await tx.run<{ name: string }>(
    'DELETE FROM teams WHERE workspace_id = current_workspace() AND id = $1 RETURNING name',
    [id],
  )
  return deleted?.name
}
