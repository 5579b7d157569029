import { newSecret, secretHash } from '../../../platform/ids.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findAccount, setPassword } from '../accounts/accounts.sql.ts'
import { notePlaces } from '../accounts/places.sql.ts'
import {
  accountBucket,
  attemptPlaces,
  MAX_LINKS,
  MAX_OWN_LINKS,
} from '../accounts/throttle.rules.ts'
import { forgetAccount, lockFailures } from '../accounts/throttle.sql.ts'
import { reserve } from '../accounts/throttle.ts'
import { resetMail } from '../workspace/mails.rules.ts'
import type { Workspaces } from '../workspace/workspaces.ts'
import { appendPasswordEvents } from './account-events.ts'
import { deleteResets, hasReset, insertReset, takeReset } from './password-resets.sql.ts'
import { endSessionsOfAccount } from './sessions.sql.ts'
import type { Device } from './sessions.ts'
import { revokeTokensOfAccount } from './token-ends.ts'

/**
 * Emails a link for a new password, if the email has an account. Neither the answer nor its timing shows whether it has
 * one: the account is looked up after the answer is sent. If it has enough links that still work, no other is mailed, so nobody
 * can fill a mailbox; the person has one of those.
 *
 * @throws Refusal rate_limited (by address, or by the place that the account knows).
 */
export async function requestReset(
  { db, config, mail }: Workspaces,
  { email: sent }: { email: string },
  device: Pick<Device, 'address' | 'cookie'>,
): Promise<{ requested: true }> {
  const email = sent.toLowerCase()
  const { isKnown } = await db.withDirectory((tx) =>
    reserve(tx, { email, ...device, for: 'reset' }),
  )
  const most = isKnown ? MAX_OWN_LINKS : MAX_LINKS
  mail?.post(async () => {
    const token = newSecret()
    const made = await db.withDirectory(async (tx) => {
      await lockFailures(tx, accountBucket(email)) // one link after the other
      return insertReset(tx, secretHash(token), email, most)
    })
    return made ? resetMail(email, `${config.publicUrl}/reset/${token}`) : undefined
  })
  return { requested: true }
}

/**
 * Sets a new password, and ends all sessions, access tokens and other links of the account. A person who has the link can
 * then sign in from where they are, whatever strangers do.
 *
 * @throws Refusal invalid_token (unknown, used or expired, all alike), overloaded.
 */
export async function confirmReset(
  { db, passwords }: Workspaces,
  { token, password }: { token: string; password: string },
  device: Pick<Device, 'address' | 'cookie'>,
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
    await revokeTokensOfAccount(tx, account.id)
    await appendPasswordEvents(tx, account.id, 'reset')
    deleteResets(tx, account.id)
    forgetAccount(tx, accountBucket(account.email))
    notePlaces(tx, attemptPlaces({ email: account.email, ...device }))
  })
  return { changed: true }
}

const invalidToken = (): Refusal => new Refusal('invalid_token', 'link')
