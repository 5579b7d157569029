import type { UserActor } from '../../../platform/actor.ts'
import { Refusal } from '../../../platform/refusal.ts'
import * as accounts from '../accounts/accounts.sql.ts'
import { attempting, forgive, reserve } from '../accounts/throttle.ts'
import type { Workspaces } from '../workspace/workspaces.ts'

interface Given {
  actor: UserActor
  address: string
  password: string
}

/**
 * The caller's account, if the password is its own. It is counted like one at sign-in.
 *
 * @throws Refusal wrong_password, rate_limited, overloaded.
 */
export async function requirePassword(
  { db, passwords }: Workspaces,
  { actor, address, password }: Given,
): Promise<accounts.Account> {
  const { account, attempt } = await db.withDirectory(async (tx) => {
    const account = (await accounts.findAccount(tx, actor.accountId))!
    const attempt = { email: account.email, address }
    await reserve(tx, attempt)
    return { account, attempt }
  })
  const isRight = await attempting(db, attempt, () =>
    passwords.verify(password, account.passwordHash),
  )
  if (!isRight) throw new Refusal('wrong_password', 'current')
  await db.withDirectory(async (tx) => forgive(tx, attempt))
  return account
}
