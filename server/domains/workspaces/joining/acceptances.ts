import { userRef } from '../../../platform/actor.ts'
import { secretHash } from '../../../platform/ids.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import * as accounts from '../accounts/accounts.sql.ts'
import type { Purpose } from '../accounts/throttle.rules.ts'
import { attempting, forgive, reserve } from '../accounts/throttle.ts'
import { findInvitation, takeInvitation } from '../seats/invitations.sql.ts'
import { nameFrom } from '../seats/seats.rules.ts'
import { activateSeat, findSeat, lockSeats } from '../seats/seats.sql.ts'
import { listMemberships } from '../sessions/sessions.sql.ts'
import { type Device, openSession, type SignedInAnswer } from '../sessions/sessions.ts'
import { findWorkspace } from '../workspace/workspaces.sql.ts'
import type { Workspaces } from '../workspace/workspaces.ts'

/**
 * What a person sees who opens the link of an invitation.
 *
 * @throws Refusal not_found (unknown, used, retired or expired, all alike).
 */
export async function getInvitation({ db }: Workspaces, token: string) {
  const invitation = await db.withDirectory((tx) => findInvitation(tx, secretHash(token)))
  if (!invitation) throw notFound()
  const { workspaceId, crmUserId } = invitation
  return db.withWorkspace({ workspaceId }, async (tx) => {
    const [workspace, seat] = await Promise.all([findWorkspace(tx), findSeat(tx, crmUserId)])
    const account = seat && (await accounts.findAccount(tx, seat.accountId))
    if (!account) throw notFound()
    const { email, passwordHash } = account
    return {
      workspaceName: workspace.name,
      email,
      name: seat.name === nameFrom(email) ? null : seat.name,
      needsAccount: passwordHash === null,
    }
  })
}

/**
 * Accepts an invitation: activates its seat and signs in. People who have an account send its password; for others, the
 * password and the name that they send become those of the new account.
 *
 * @throws Refusal not_found (unknown, used, retired or expired, all alike), wrong_password, rate_limited, overloaded.
 */
export async function acceptInvitation(
  { db, passwords }: Workspaces,
  token: string,
  body: { name: string; password: string },
  device: Device,
): Promise<SignedInAnswer> {
  const tokenHash = secretHash(token)
  const invitation = await db.withDirectory((tx) => findInvitation(tx, tokenHash))
  if (!invitation) throw notFound()
  const { workspaceId, crmUserId } = invitation
  const { account, attempt, reserved } = await db.withWorkspace({ workspaceId }, async (tx) => {
    const seat = await findSeat(tx, crmUserId)
    const account = seat && (await accounts.findAccount(tx, seat.accountId))
    if (!account) throw notFound()
    const purpose: Purpose = account.passwordHash === null ? 'new' : 'password'
    const attempt = { email: account.email, ...device, for: purpose }
    return { account, attempt, reserved: await reserve(tx, attempt) }
  })
  const isNew = account.passwordHash === null
  const passwordHash = await attempting(db, reserved, async () => {
    if (isNew) return passwords.hash(body.password)
    return (
      (await passwords.verify(body.password, account.passwordHash, reserved)) &&
      account.passwordHash
    )
  })
  if (!passwordHash) throw ownPassword()

  return db.withWorkspace({ workspaceId, accountId: account.id }, async (tx) => {
    lockSeats(tx)
    if (isNew) {
      if (!(await accounts.replacePassword(tx, account.id, null, passwordHash))) throw ownPassword()
      accounts.renameAccount(tx, account.id, body.name)
    }
    const entered = await accounts.enterWorkspace(tx, account.id, passwordHash, workspaceId)
    if (!entered) throw ownPassword()
    const activated = await activateSeat(tx, crmUserId, body.name)
    if (!activated || !(await takeInvitation(tx, tokenHash))) throw notFound()
    appendEvent(tx, {
      type: 'seat.accepted',
      actor: userRef(crmUserId),
      subject: `seat:${crmUserId}`,
    })
    const memberships = await listMemberships(tx)
    const membership = memberships.find(({ workspace }) => workspace.id === workspaceId)!
    forgive(tx, attempt, reserved)
    const person = isNew ? { ...account, name: body.name } : account
    return openSession(tx, person, membership, memberships, device)
  })
}

const ownPassword = () => new Refusal('wrong_password', 'own')
