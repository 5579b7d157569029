import { why } from '../../../contract/refusals/reasons.ts'
import { SYSTEM } from '../../platform/actor.ts'
import { countRowsOf } from '../../platform/backup/workspace-rows.ts'
import type { Database } from '../../platform/database/db.ts'
import { withOwner } from '../../platform/database/owner.ts'
import { invalid } from '../../platform/refusal.ts'
import { endAccount, seatPlaces } from '../workspaces/leaving/account-erasure.ts'
import { claimSeat, unknownSeats } from '../workspaces/leaving/former-seats.ts'
import { closeWorkspace } from '../workspaces/leaving/workspace-deletion.ts'
import { findWorkspace } from '../workspaces/operators.ts'
import { allWorkspaces } from '../workspaces/sweeps.ts'
import { type Erasing, erasePeople, eraseWorkspaces } from './erasing.ts'

// What the operator erases from the command line.

const NEVER = new AbortController().signal

interface Named {
  id: string
  name: string
}

/** How many rows of each table a workspace has, the most first. */
export const holdingsOf = ({ owner }: Pick<Erasing, 'owner'>, { id }: Named) =>
  withOwner(owner, (client) => countRowsOf(client, id))

/**
 * Deletes a workspace with everything in it, and waits until it is gone.
 *
 * @throws Refusal invalid_request (another name).
 */
export async function deleteWorkspaceNow(
  erasing: Erasing,
  { id, name }: Named,
  confirmed: string,
): Promise<void> {
  if (confirmed !== name) throw invalid('confirm', why('not_the_name', { name }))
  await closeWorkspace(erasing.db, id)
  await eraseWorkspaces(erasing, NEVER, id)
  await erasePeople(erasing, NEVER)
}

/** A seat that a person has or had, or may have had. */
export interface PersonsSeat {
  slug: string
  crmUserId: number
  /** `like them`: an earlier release removed somebody of that name. */
  standing: 'has' | 'had' | 'like them'
}

export async function seatsOf(db: Database, { id, name }: Named): Promise<PersonsSeat[]> {
  const places = await seatPlaces(db, id)
  const seats: PersonsSeat[] = []
  for (const { id: workspaceId, slug } of await allWorkspaces(db)) {
    for (const place of places.filter((one) => one.workspaceId === workspaceId)) {
      seats.push({ slug, crmUserId: place.crmUserId, standing: place.isSeated ? 'has' : 'had' })
    }
    for (const crmUserId of await db.withWorkspace({ workspaceId }, (tx) =>
      unknownSeats(tx, name),
    )) {
      seats.push({ slug, crmUserId, standing: 'like them' })
    }
  }
  return seats
}

/**
 * Erases a person from everywhere, and waits until that is done.
 *
 * @param also seats that earlier releases removed, which were the person's.
 * @throws Refusal invalid_request (another name, no such seat), not_found (its workspace), last_owner.
 */
export async function erasePersonNow(
  erasing: Erasing,
  account: Named & { email: string },
  confirmed: string,
  also: readonly { slug: string; crmUserId: number }[],
): Promise<void> {
  const { db } = erasing
  const { id, name } = account
  if (confirmed !== name) throw invalid('confirm', why('not_the_name', { name }))
  for (const seat of also) {
    const { id: workspaceId } = await findWorkspace({ db }, seat.slug)
    await db.withWorkspace({ workspaceId }, (tx) => claimSeat(tx, seat, id))
  }
  await endAccount(db, account, SYSTEM)
  await erasePeople(erasing, NEVER, id)
}
