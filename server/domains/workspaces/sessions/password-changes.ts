import type { AnswerOf } from '../../../../contract/language/operation.ts'
import type { authOperations } from '../../../../contract/workspaces/auth.ts'
import type { Sent, UserCall } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import * as accounts from '../accounts/accounts.sql.ts'
import { attempting, forgive } from '../accounts/throttle.ts'
import type { Workspaces } from '../workspace/workspaces.ts'
import { appendPasswordEvents } from './account-events.ts'
import { reserveOwn } from './confirmations.ts'
import { deleteResets } from './password-resets.sql.ts'
import { endSessionsOfAccount } from './sessions.sql.ts'

type Change = typeof authOperations.changePassword

/**
 * Changes the password and ends every other session of the account.
 *
 * @throws Refusal wrong_password, rate_limited (apart from sign-in, so that strangers there keep nobody from it), overloaded.
 */
export async function changePassword(
  { db, passwords }: Workspaces,
  {
    actor,
    body,
    address,
    transaction,
  }: Pick<UserCall<Change>, 'actor' | 'body' | 'address' | 'transaction'>,
): Promise<AnswerOf<Change> | Sent> {
  const { account, attempt, reserved } = await reserveOwn(db, { actor, address })
  const replacement = await attempting(db, reserved, async () =>
    (await passwords.verify(body.currentPassword, account.passwordHash, reserved))
      ? passwords.hash(body.newPassword)
      : undefined,
  )
  return transaction(async (tx) => {
    // Refused only in here, where a repeated Idempotency-Key has got its first answer: a repeat sends the old password.
    if (
      replacement === undefined ||
      !(await accounts.replacePassword(tx, account.id, account.passwordHash, replacement))
    ) {
      throw new Refusal('wrong_password', 'current')
    }
    endSessionsOfAccount(tx, account.id, actor.sessionId)
    deleteResets(tx, account.id)
    await appendPasswordEvents(tx, account.id, 'changed')
    forgive(tx, attempt, reserved)
    return { data: { changed: true } }
  })
}
