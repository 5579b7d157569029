import type { Database } from '../../../platform/database/db.ts'
import type { UserCall } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import * as accounts from '../accounts/accounts.sql.ts'
import { attempting, forgive, reserve } from '../accounts/throttle.ts'
import type { Workspaces } from '../workspace/workspaces.ts'
import { confirmSession, isConfirmed } from './sessions.sql.ts'

/** Counts an attempt at the password of the session's own account, before it is made. @throws Refusal rate_limited */
export const reserveOwn = (db: Database, { actor, address }: Pick<UserCall, 'actor' | 'address'>) =>
  db.withDirectory(async (tx) => {
    const account = (await accounts.findAccount(tx, actor.accountId))!
    const attempt = { email: account.email, address, for: 'session' as const }
    return { account, attempt, reserved: await reserve(tx, attempt) }
  })

interface Confirming extends Pick<UserCall, 'actor' | 'address'> {
  password: string
}

/**
 * The account of the person of a session, if the password is its own. Wrong ones are counted apart from those at sign-in.
 *
 * @throws Refusal wrong_password, rate_limited, overloaded.
 */
export async function requirePassword(
  { db, passwords }: Workspaces,
  { actor, address, password }: Confirming,
): Promise<accounts.Account> {
  const { account, attempt, reserved } = await reserveOwn(db, { actor, address })
  const isRight = await attempting(db, reserved, () =>
    passwords.verify(password, account.passwordHash, reserved),
  )
  if (!isRight) throw new Refusal('wrong_password', 'current')
  await db.withDirectory(async (tx) => {
    forgive(tx, attempt, reserved)
    confirmSession(tx, actor.sessionId)
  })
  return account
}

/**
 * Refuses unless the person of the session has lately shown who they are: with the password in this request, or at sign-in or
 * with such a request within the last hours. Somebody who finds a session open, or has stolen it, can then make nothing that
 * outlives it.
 *
 * @throws Refusal password_required, wrong_password, rate_limited, overloaded.
 */
export async function confirmPerson(
  workspaces: Workspaces,
  {
    actor,
    address,
    body: { password },
  }: Pick<UserCall, 'actor' | 'address'> & { body: { password?: string } },
): Promise<void> {
  if (password !== undefined) {
    await requirePassword(workspaces, { actor, address, password })
    return
  }
  const isRecent = await workspaces.db.withDirectory((tx) => isConfirmed(tx, actor.sessionId))
  if (!isRecent) throw new Refusal('password_required')
}
