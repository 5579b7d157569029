import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { appendEvent } from '../../events/events.ts'
import * as sql from '../accounts/accounts.sql.ts'
import { updateSeat } from './seats.sql.ts'

/** Changes the caller's name, in their account and in their seat here. */
export async function updateAccount(tx: Tx, actor: UserActor, { name }: { name: string }) {
  sql.renameAccount(tx, actor.accountId, name)
  updateSeat(tx, actor.crmUserId, { name })
  const subject = `seat:${actor.crmUserId}`
  appendEvent(tx, { type: 'seat.updated', actor: actorRef(actor), subject, data: { name } })
  const { id, email } = (await sql.findAccount(tx, actor.accountId))!
  return { id, email, name }
}
