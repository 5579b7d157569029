import { userRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { appendEvent, type NewEvent } from '../../events/events.ts'
import { listSeatsOfAccount, showAccount } from './sessions.sql.ts'

/**
 * Does something for each seat of an account, with the transaction bound to the seat's workspace. Afterwards it is bound as
 * before, if it was.
 */
export async function inEverySeat(
  tx: Tx,
  accountId: string,
  work: (seat: { crmUserId: number; isActive: boolean }) => void,
): Promise<void> {
  const before = tx.workspaceId
  showAccount(tx, accountId)
  for (const { workspaceId, ...seat } of await listSeatsOfAccount(tx)) {
    tx.bind(workspaceId)
    work(seat)
  }
  if (before !== undefined) tx.bind(before)
}

/** Adds an event to the feed of another workspace than the transaction's. */
export function appendEventIn(tx: Tx, workspaceId: string, event: NewEvent): void {
  const before = tx.workspaceId
  if (before !== workspaceId) tx.bind(workspaceId)
  appendEvent(tx, event)
  if (before !== undefined && before !== workspaceId) tx.bind(before)
}

/** Says that a password changed, in every workspace where it opens a seat. @param by who did it; by default each seat itself. */
export const appendPasswordEvents = (
  tx: Tx,
  accountId: string,
  verb: 'changed' | 'reset' | 'replaced',
  by?: string,
): Promise<void> =>
  inEverySeat(tx, accountId, ({ crmUserId, isActive }) => {
    if (!isActive) return
    appendEvent(tx, {
      type: `password.${verb}`,
      actor: by ?? userRef(crmUserId),
      subject: `seat:${crmUserId}`,
    })
  })
