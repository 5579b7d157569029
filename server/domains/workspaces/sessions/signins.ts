import { SYSTEM } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import { Refusal, unknownReference } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import * as accounts from '../accounts/accounts.sql.ts'
import { attempting, forgive, reserve } from '../accounts/throttle.ts'
import type { Workspaces } from '../workspace/workspaces.ts'
import { inEverySeat } from './account-events.ts'
import { listMemberships, type Membership } from './sessions.sql.ts'
import { appendSignIn, type Device, openSession, type SignedInAnswer } from './sessions.ts'

export interface SignInBody {
  email: string
  password: string
  workspaceId?: string
}

/**
 * Opens a session with a password. An unknown email takes the same steps and the same time as a wrong password, so only
 * people who know the password learn anything about the account.
 *
 * @throws Refusal wrong_password, rate_limited, overloaded; forbidden (no active seat at all), unknown_reference
 *   (no active seat in the workspace asked for).
 */
export async function signIn(
  { db, passwords, afterwards }: Workspaces,
  body: SignInBody,
  device: Device,
): Promise<SignedInAnswer> {
  const email = body.email.toLowerCase()
  const attempt = { email, ...device, for: 'password' as const }
  const { account, reserved } = await db.withDirectory(async (tx) => {
    const reserved = await reserve(tx, attempt)
    return { account: await accounts.findAccountByEmail(tx, email), reserved }
  })
  const right = await attempting(db, reserved, () =>
    passwords.verify(body.password, account?.passwordHash, reserved),
  )
  if (!account || !right) {
    if (account) afterwards(() => noteRefused(db, account.id, device))
    throw new Refusal('wrong_password')
  }

  const answer = await db.withDirectory(
    async (tx) => {
      const memberships = await listMemberships(tx)
      const membership = choose(memberships, body.workspaceId, account.lastWorkspaceId)
      if (membership) {
        const { id } = membership.workspace
        const unchanged = await accounts.enterWorkspace(tx, account.id, account.passwordHash, id)
        if (!unchanged) throw new Refusal('wrong_password')
      }
      forgive(tx, attempt, reserved)
      if (!membership) return undefined
      const answer = await openSession(tx, account, membership, memberships, device)
      appendSignIn(tx, membership, device)
      return answer
    },
    { accountId: account.id },
  )
  if (!answer) throw body.workspaceId === undefined ? noSeat() : unknownReference('workspaceId')
  return answer
}

/** Says that a password was wrong, in every workspace that it would have opened. */
const noteRefused = (db: Database, accountId: string, { address }: Device): Promise<void> =>
  db.withDirectory((tx) =>
    inEverySeat(tx, accountId, ({ crmUserId, isActive }) => {
      if (!isActive) return
      appendEvent(tx, {
        type: 'session.refused',
        actor: SYSTEM,
        subject: `seat:${crmUserId}`,
        data: { address },
      })
    }),
  )

/** The seat in the workspace asked for, or else in the one used last, or else in the first by name. */
function choose(
  memberships: readonly Membership[],
  wanted: string | undefined,
  last: string | null,
): Membership | undefined {
  const at = (id: string | null) => memberships.find(({ workspace }) => workspace.id === id)
  return wanted === undefined ? (at(last) ?? memberships[0]) : at(wanted.toLowerCase())
}

const noSeat = (): Refusal => new Refusal('forbidden', 'no_seat')
