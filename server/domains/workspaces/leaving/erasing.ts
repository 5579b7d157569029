import type { ClientBase } from 'pg'
import { inTransaction, type OwnerQuery } from '../../../platform/database/owner.ts'
import * as sql from './erasing.sql.ts'

export { listAccounts, postponeAccount, postponeWorkspace } from './erasing.sql.ts'
export { listDeleted, listErased, type Marked, type Place } from './leaving.sql.ts'

/** What a seat is called now; nothing if it is gone. */
export const seatNames = async (query: OwnerQuery, crmUserId: number): Promise<string[]> =>
  (await sql.findNames(query, crmUserId)).map(({ name }) => name)

/** Ends the tokens of a seat, and takes off what they are called. @returns their ids. */
export async function eraseTokens(query: OwnerQuery, crmUserId: number): Promise<string[]> {
  const ids = (await sql.eraseTokens(query, crmUserId)).map(({ id }) => id)
  await sql.deleteTokenHashes(query, ids)
  return ids
}

/** Removes a seat, without keeping whose it was. */
export async function eraseSeat(query: OwnerQuery, crmUserId: number): Promise<void> {
  await sql.endEscalations(query, crmUserId)
  await sql.deleteInvitations(query, crmUserId)
  await sql.deleteSeat(query, crmUserId)
  await sql.forgetFormerSeat(query, crmUserId)
}

/** Removes an account that has no seat. @throws DatabaseError if it has one. */
export const removeAccount = (client: ClientBase, accountId: string): Promise<void> =>
  inTransaction(client, async () => {
    await sql.deleteSessions(client, accountId)
    await sql.deleteResetLinks(client, accountId)
    await sql.deleteAccount(client, accountId)
  })

/** Removes a workspace of which nothing else is left. @throws DatabaseError if something is. */
export async function removeWorkspace(query: OwnerQuery): Promise<void> {
  await sql.forgetLastWorkspace(query)
  await sql.deleteWorkspaceRow(query)
}
