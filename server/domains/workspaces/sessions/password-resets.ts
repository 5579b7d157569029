import { newSecret, secretHash } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findAccount, setPassword } from '../accounts/accounts.sql.ts'
import { accountBucket } from '../accounts/throttle.rules.ts'
import { forgetFailures } from '../accounts/throttle.sql.ts'
import { reserve } from '../accounts/throttle.ts'
import { resetMail } from '../workspace/mails.rules.ts'
import type { Workspaces } from '../workspace/workspaces.ts'
import { deleteResets, hasReset, insertReset, takeReset } from './password-resets.sql.ts'
import { endSessionsOfAccount } from './sessions.sql.ts'

/**
 * Emails a link for a new password, if the email has an account. Neither the answer nor its timing shows whether it has
 * one: the account is looked up after the answer is sent.
 *
 * @throws Refusal rate_limited (by email, whether it has an account or not, and by address).
 */
export async function requestReset(
  { db, config, mail }: Workspaces,
  { email: sent }: { email: string },
  address: string,
): Promise<{ requested: true }> {
  const email = sent.toLowerCase()
  await db.withDirectory((tx) => reserve(tx, { email, address, wants: 'reset' }))
  mail?.post(async () => {
    const token = newSecret()
    const made = await db.withDirectory((tx) => insertReset(tx, secretHash(token), email))
    return made ? resetMail(email, `${config.publicUrl}/reset/${token}`) : undefined
  })
  return { requested: true }
}

/**
 * Sets a new password, and ends all sessions and other links of the account. People who were blocked after wrong
 * passwords can sign in again.
 *
 * @throws Refusal invalid_token (unknown, used or expired, all alike), overloaded.
 */
export async function confirmReset(
  { db, passwords }: Workspaces,
  { token, password }: { token: string; password: string },
): Promise<{ changed: true }> {
  const tokenHash = secretHash(token)
  // Checked before the costly hash; the check that decides is below.
  if (!(await db.withDirectory((tx) => hasReset(tx, tokenHash)))) throw invalidToken()
  const passwordHash = await passwords.hash(password)
  await db.withDirectory(async (tx) => {
    const accountId = await takeReset(tx, tokenHash)
    const account = accountId && (await findAccount(tx, accountId))
    if (!account) throw invalidToken()
    await setPassword(tx, account.id, passwordHash)
    endSessionsOfAccount(tx, account.id, null)
    deleteResets(tx, account.id)
    forgetFailures(tx, accountBucket(account.email))
  })
  return { changed: true }
}

const invalidToken = (): Refusal => new Refusal('invalid_token', 'link')
