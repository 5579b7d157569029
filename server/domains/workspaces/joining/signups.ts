import { userActor, userRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { insertAccount } from '../accounts/accounts.sql.ts'
import { attempting, forgive, reserve } from '../accounts/throttle.ts'
import { insertSeat, takeCrmUserId } from '../seats/seats.sql.ts'
import { listMemberships } from '../sessions/sessions.sql.ts'
import { type Device, newSession, openSession, type SignedInAnswer } from '../sessions/sessions.ts'
import { anyWorkspace, lockFounding } from '../workspace/workspaces.sql.ts'
import { foundWorkspace, refuseLocale, type Workspaces } from '../workspace/workspaces.ts'

export interface SignUpBody {
  email: string
  password: string
  name: string
  workspaceName: string
  timeZone?: string
}

/** Whether people can sign up, and whether a sign-up would make the first workspace. */
export async function getSignup({ db, config }: Workspaces) {
  const any = await db.withDirectory(anyWorkspace, { allWorkspaces: true })
  return { open: config.signup === 'open' || !any, firstRun: !any }
}

/**
 * Makes an account and a workspace that it owns, and signs in. If several people sign up for the first workspace at
 * once, one of them gets it.
 *
 * @throws Refusal invalid_request (no such time zone), signup_closed, email_taken, rate_limited (refused sign-ups of an address), overloaded.
 */
export async function signUp(
  { db, config, passwords, onWorkspaceCreated }: Workspaces,
  body: SignUpBody,
  device: Device,
): Promise<SignedInAnswer> {
  refuseLocale(body)
  const refuseIfClosed = async (tx: Tx) => {
    if (config.signup === 'closed' && (await anyWorkspace(tx))) throw closed()
  }
  const email = body.email.toLowerCase()
  const attempt = { email, ...device, for: 'new' as const }
  const reserved = await db.withDirectory(
    async (tx) => {
      await refuseIfClosed(tx) // before the costly hash; the check that decides is below
      return reserve(tx, attempt)
    },
    { allWorkspaces: true },
  )
  const passwordHash = await attempting(db, reserved, () => passwords.hash(body.password))

  const workspaceId = newId()
  const account = { id: newId(), email, name: body.name }
  const scope = { workspaceId, accountId: account.id, allWorkspaces: true }
  return db.withWorkspace(scope, async (tx) => {
    if (config.signup === 'closed') lockFounding(tx)
    await refuseIfClosed(tx)
    if (!(await insertAccount(tx, { ...account, passwordHash, lastWorkspaceId: workspaceId }))) {
      throw emailTaken()
    }
    const { workspaceName, timeZone } = body
    const workspace = await foundWorkspace(tx, userRef(1), { name: workspaceName, timeZone })
    const crmUserId = await takeCrmUserId(tx)
    const { id: accountId, name } = account
    insertSeat(tx, { accountId, crmUserId, email, name, role: 'owner', status: 'active' })
    const memberships = await listMemberships(tx)
    const session = newSession()
    const answer = await openSession(tx, account, memberships[0]!, memberships, device, session)
    const { plan } = workspace
    const seat = { workspaceId, accountId, crmUserId, role: 'owner' as const, teamIds: [], plan }
    await onWorkspaceCreated(tx, workspace, userActor(seat, session.id))
    forgive(tx, attempt, reserved)
    return answer
  })
}

const closed = (): Refusal => new Refusal('signup_closed', 'closed')

const emailTaken = (): Refusal => new Refusal('email_taken', 'sign_up')
