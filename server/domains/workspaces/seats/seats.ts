import { actorRef, type UserActor, userActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { notFound, unknownReference } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { endSessionsOfSeat } from '../sessions/sessions.sql.ts'
import { revokeTokensOfSeat } from '../tokens/tokens.sql.ts'
import { deleteInvitation } from './invitations.sql.ts'
import { refuseSeatChange, type Seat, type SeatChange } from './seats.rules.ts'
import * as sql from './seats.sql.ts'
import { requireTeams } from './teams.ts'

export async function listSeats(tx: Tx, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['number'])[0] : 0
  const seats = await sql.listSeats(tx, after, limit + 1)
  const { items, nextCursor } = page(seats, limit, ({ crmUserId }) => [crmUserId])
  return { data: items, nextCursor }
}

/** @throws Refusal not_found */
export async function getSeat(tx: Tx, crmUserId: number): Promise<Seat> {
  const seat = await sql.findSeat(tx, crmUserId)
  if (!seat) throw notFound()
  return seat
}

/** The person of a seat, for work done later in their name. Undefined if the seat is gone or suspended. */
export async function findActor(tx: Tx, crmUserId: number): Promise<UserActor | undefined> {
  const found = await sql.findSeatActor(tx, crmUserId)
  return found && userActor(found)
}

/** The seat that an account has here, whatever its status. */
export const findSeatOfAccount = (tx: Tx, accountId: string): Promise<Seat | undefined> =>
  sql.findSeatOfAccount(tx, accountId)

/** @throws Refusal unknown_reference, with the first account that has no seat here. */
export async function requireAccounts(
  tx: Tx,
  accountIds: readonly string[],
  path: string,
): Promise<void> {
  if (accountIds.length === 0) return
  const held = new Set(await sql.holdAccounts(tx, accountIds))
  const unknown = accountIds.findIndex((id) => !held.has(id.toLowerCase()))
  if (unknown >= 0) throw unknownReference(`${path}[${unknown}]`)
}

/**
 * Changes a seat. A change of its status ends its sessions.
 *
 * @throws Refusal unknown_reference, not_found, forbidden, invitation_pending, last_owner.
 */
export async function updateSeat(
  tx: Tx,
  actor: UserActor,
  crmUserId: number,
  change: SeatChange,
): Promise<Seat> {
  await requireTeams(tx, change.teamIds)
  const { status } = await allowChange(tx, actor, crmUserId, change)
  sql.updateSeat(tx, crmUserId, change)
  if (change.teamIds) sql.setTeams(tx, crmUserId, change.teamIds)
  if (change.status && change.status !== status) endSessionsOfSeat(tx, crmUserId)
  appendEvent(tx, { ...eventOf(actor, crmUserId), type: 'seat.updated', data: { ...change } })
  return getSeat(tx, crmUserId)
}

/**
 * Removes a person from the workspace. The history of what they did keeps their id.
 *
 * @throws Refusal not_found, forbidden, last_owner.
 */
export async function removeSeat(tx: Tx, actor: UserActor, crmUserId: number): Promise<void> {
  const { name } = await allowChange(tx, actor, crmUserId, undefined)
  sql.deleteSeat(tx, crmUserId)
  deleteInvitation(tx, crmUserId)
  endSessionsOfSeat(tx, crmUserId)
  revokeTokensOfSeat(tx, crmUserId)
  appendEvent(tx, { ...eventOf(actor, crmUserId), type: 'seat.removed', data: { name } })
}

/** Locks the workspace's seats, and refuses a change that the actor cannot make to this one. */
async function allowChange(
  tx: Tx,
  actor: UserActor,
  crmUserId: number,
  change: SeatChange | undefined,
): Promise<Seat> {
  sql.lockSeats(tx)
  const [seat, standing] = await Promise.all([
    sql.findSeat(tx, crmUserId),
    sql.findStanding(tx, actor.crmUserId),
  ])
  if (!seat) throw notFound()
  const refusal = refuseSeatChange(seat, change, standing)
  if (refusal) throw refusal
  return seat
}

const eventOf = (actor: UserActor, crmUserId: number) => ({
  actor: actorRef(actor),
  subject: `seat:${crmUserId}`,
})
