import type { AnswerOf } from '../../../../contract/language/operation.ts'
import type { workspaceOperations } from '../../../../contract/workspaces/workspace.ts'
import type { Role } from '../../../../shared/roles.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Sent, UserCall } from '../../../platform/http/call.ts'
import { newId, newSecret, secretHash } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Mail } from '../../../platform/system-mail.ts'
import { appendEvent } from '../../events/events.ts'
import { type Account, findAccountByEmail, insertAccount } from '../accounts/accounts.sql.ts'
import { invitationMail } from '../workspace/mails.rules.ts'
import { findWorkspace } from '../workspace/workspaces.sql.ts'
import type { Workspaces } from '../workspace/workspaces.ts'
import { putInvitation } from './invitations.sql.ts'
import { nameFrom, refuseInvite, refuseSeatChange } from './seats.rules.ts'
import * as seats from './seats.sql.ts'
import { requireTeams } from './teams.ts'

export interface InviteBody {
  email: string
  name?: string
  role: Role
  teamIds?: string[]
}

type Invite = typeof workspaceOperations.inviteSeat

/** Makes an invited seat, and emails the link after the commit. A repeated request sends no second email. */
export async function invite(
  deps: Workspaces,
  { actor, body, transaction }: Pick<UserCall<Invite>, 'actor' | 'body' | 'transaction'>,
): Promise<AnswerOf<Invite> | Sent> {
  let mail: Mail | undefined
  const answer = await transaction(async (tx) => {
    const [workspace, by] = await Promise.all([
      findWorkspace(tx),
      seats.findSeat(tx, actor.crmUserId),
    ])
    const seat = await inviteSeat(deps, tx, actor, body)
    mail = invitationMail(seat, workspace.name, by?.name ?? 'Somebody')
    return { data: seat }
  })
  if (mail) deps.mail?.post(async () => mail)
  return answer
}

/**
 * Makes an invited seat and the link that accepts it. Inviting somebody again who has not accepted yet changes their
 * seat, and the new link replaces the old one.
 *
 * @throws Refusal unknown_reference, forbidden, seat_exists.
 */
async function inviteSeat(
  { config }: Workspaces,
  tx: Tx,
  actor: UserActor,
  { email: sent, name, role, teamIds = [] }: InviteBody,
) {
  const email = sent.toLowerCase()
  await requireTeams(tx, teamIds)
  seats.lockSeats(tx)
  const standing = await seats.findStanding(tx, actor.crmUserId)
  refuseIf(refuseInvite(role, standing))
  const account = await accountFor(tx, email, name)
  const waiting = await seats.findSeatOfAccount(tx, account.id)
  if (waiting && waiting.status !== 'invited') throw seatExists(email)
  if (waiting) refuseIf(refuseSeatChange(waiting, { role }, standing))

  const crmUserId = waiting?.crmUserId ?? (await seats.takeCrmUserId(tx))
  if (waiting) seats.updateSeat(tx, crmUserId, { name, role })
  else {
    seats.insertSeat(tx, {
      accountId: account.id,
      crmUserId,
      email,
      role,
      status: 'invited',
      name: name ?? nameFrom(email),
    })
  }
  seats.setTeams(tx, crmUserId, teamIds)
  const token = newSecret()
  putInvitation(tx, secretHash(token), crmUserId)
  appendEvent(tx, {
    type: 'seat.invited',
    actor: actorRef(actor),
    subject: `seat:${crmUserId}`,
    data: { role, teamIds },
  })
  const seat = (await seats.findSeat(tx, crmUserId))!
  return { ...seat, inviteUrl: `${config.publicUrl}/invitations/${token}` }
}

/** The account with this email. If there is none, it makes one without a password. */
export async function accountFor(tx: Tx, email: string, name = nameFrom(email)): Promise<Account> {
  const fresh = { id: newId(), email, name, passwordHash: null, lastWorkspaceId: null }
  const [, account] = await Promise.all([insertAccount(tx, fresh), findAccountByEmail(tx, email)])
  return account!
}

export const seatExists = (email: string): Refusal => new Refusal('seat_exists', 'email', { email })

function refuseIf(refusal: Refusal | undefined): void {
  if (refusal) throw refusal
}
