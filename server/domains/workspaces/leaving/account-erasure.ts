import type { AnswerOf } from '../../../../contract/language/operation.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import type { authOperations } from '../../../../contract/workspaces/auth.ts'
import { userRef } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Sent, UserCall } from '../../../platform/http/call.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { findAccount } from '../accounts/accounts.sql.ts'
import { forgetPlaces } from '../accounts/places.sql.ts'
import { accountBucket } from '../accounts/throttle.rules.ts'
import { forgetAccount } from '../accounts/throttle.sql.ts'
import { lockSeats, updateSeat } from '../seats/seats.sql.ts'
import { requirePassword } from '../sessions/confirmations.ts'
import { deleteResets } from '../sessions/password-resets.sql.ts'
import { endSessionsOfAccount } from '../sessions/sessions.sql.ts'
import { revokeTokensOfSeat } from '../tokens/tokens.sql.ts'
import type { Workspaces } from '../workspace/workspaces.ts'
import * as sql from './leaving.sql.ts'

type Erase = typeof authOperations.eraseAccount

/**
 * Ends everything that the caller's account can do, at once, and lets the worker erase it.
 *
 * @throws Refusal invalid_request (another email address), wrong_password, rate_limited, last_owner.
 */
export async function eraseOwnAccount(
  deps: Workspaces,
  {
    actor,
    body,
    address,
    transaction,
  }: Pick<UserCall<Erase>, 'actor' | 'body' | 'address' | 'transaction'>,
): Promise<AnswerOf<Erase> | Sent> {
  const account = await requirePassword(deps, { actor, address, password: body.password })
  if (body.email.trim().toLowerCase() !== account.email) {
    throw invalid('body.email', why('not_the_name', { name: account.email }))
  }
  const places = await seatPlaces(deps.db, account.id)
  await refuseLastOwner(deps.db, account.id, places)
  const isHere = ({ workspaceId }: sql.Place) => workspaceId === actor.workspaceId
  for (const place of places.filter((one) => !isHere(one))) {
    await leaveElsewhere(deps.db, account.id, place, userRef(place.crmUserId))
  }
  return transaction(async (tx) => {
    for (const place of places.filter(isHere)) {
      await leave(tx, account.id, place, userRef(place.crmUserId))
    }
    await end(tx, account)
    return { data: { erased: true } }
  })
}

/**
 * The same for an operator, of any account. Does nothing if it is done already.
 *
 * @throws Refusal last_owner.
 */
export async function endAccount(
  db: Database,
  account: { id: string; email: string },
  by: string,
): Promise<void> {
  const places = await seatPlaces(db, account.id)
  await refuseLastOwner(db, account.id, places)
  for (const place of places) await leaveElsewhere(db, account.id, place, by)
  await db.withDirectory((tx) => end(tx, account))
}

/** Ends an account whose only workspace is being deleted. */
export const endAccountOf = (db: Database, accountId: string): Promise<void> =>
  db.withDirectory(async (tx) => {
    const account = await findAccount(tx, accountId)
    if (account) await end(tx, account)
  })

/** Where the account has or had a seat. */
export const seatPlaces = (db: Database, accountId: string): Promise<sql.Place[]> =>
  db.withDirectory((tx) => sql.listPlaces(tx), { accountId })

async function end(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  sql.markErased(tx, id)
  endSessionsOfAccount(tx, id, null)
  deleteResets(tx, id)
  forgetAccount(tx, accountBucket(email))
  forgetPlaces(tx, accountBucket(email))
}

async function refuseLastOwner(
  db: Database,
  accountId: string,
  places: readonly sql.Place[],
): Promise<void> {
  const owned: string[] = []
  for (const { workspaceId } of places) {
    const found = await db.withWorkspace({ workspaceId }, (tx) => sql.findOwnership(tx, accountId))
    if (found?.isLast) owned.push(found.name)
  }
  if (owned.length > 0) throw lastOwner(owned)
}

const leaveElsewhere = (
  db: Database,
  accountId: string,
  place: sql.Place,
  by: string,
): Promise<void> =>
  db.withWorkspace({ workspaceId: place.workspaceId }, (tx) => leave(tx, accountId, place, by))

/** Ends a seat. The worker removes it, with the name. The event says so for good. */
async function leave(
  tx: Tx,
  accountId: string,
  { crmUserId, isSeated }: sql.Place,
  by: string,
): Promise<void> {
  if (isSeated) {
    lockSeats(tx)
    const found = await sql.findOwnership(tx, accountId)
    if (found?.isLast) throw lastOwner([found.name])
    updateSeat(tx, crmUserId, { status: 'suspended' })
    revokeTokensOfSeat(tx, crmUserId)
  }
  appendEvent(tx, { type: 'seat.erased', actor: by, subject: `seat:${crmUserId}` })
}

const lastOwner = (workspaces: readonly string[]): Refusal =>
  new Refusal('last_owner', 'owner_of', { workspaces: workspaces.join(', ') })
