import type { Actor } from '../../../platform/actor.ts'
import { violates } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound, Refusal, unknownReference } from '../../../platform/refusal.ts'
import { appendNamedEvent } from '../../events/events.ts'
import * as sql from './teams.sql.ts'

export async function listTeams(tx: Tx, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const teams = await sql.listTeams(tx, after, limit + 1)
  const { items, nextCursor } = page(teams, limit, ({ id }) => [id])
  return { data: items.map(teamOut), nextCursor }
}

/** @throws Refusal not_found */
export async function getTeam(tx: Tx, id: string) {
  return teamOut(found(await sql.findTeam(tx, id)))
}

/** @throws Refusal name_taken, also if the names differ only in upper and lower case. */
export async function createTeam(tx: Tx, actor: Actor, { name }: { name: string }) {
  const [team] = await named(name, sql.insertTeam(tx, newId(), name))
  appendNamedEvent(tx, actor, 'team.created', team!)
  return teamOut(team!)
}

/** @throws Refusal not_found, name_taken */
export async function renameTeam(tx: Tx, actor: Actor, id: string, { name }: { name: string }) {
  const [renamed] = await named(name, sql.renameTeam(tx, id, name))
  const team = found(renamed)
  appendNamedEvent(tx, actor, 'team.updated', team)
  return teamOut(team)
}

/** @throws Refusal not_found */
export async function deleteTeam(tx: Tx, actor: Actor, id: string): Promise<void> {
  const name = await sql.deleteTeam(tx, id)
  if (name === undefined) throw notFound()
  appendNamedEvent(tx, actor, 'team.deleted', { id: id.toLowerCase(), name })
}

/** @throws Refusal unknown_reference, with the first id that is not a team here. */
export async function requireTeams(
  tx: Tx,
  teamIds: readonly string[] = [],
  path = 'teamIds',
): Promise<void> {
  if (teamIds.length === 0) return
  const held = new Set(await sql.holdTeams(tx, teamIds))
  const unknown = teamIds.findIndex((id) => !held.has(id.toLowerCase()))
  if (unknown >= 0) throw unknownReference(`${path}[${unknown}]`)
}

async function named<T>(name: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!violates(error, 'teams_by_name')) throw error
    throw new Refusal('name_taken', 'team', { name })
  }
}

function found(team: sql.TeamRow | undefined): sql.TeamRow {
  if (!team) throw notFound()
  return team
}

const teamOut = ({ id, name, crmUserIds, createdAt }: sql.TeamRow) => ({
  id,
  name,
  crmUserIds,
  createdAt: createdAt.toISOString(),
})
