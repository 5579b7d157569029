import type { OwnerQuery } from '../../../platform/database/owner.ts'
import * as sql from './erasing.sql.ts'

/**
 * Takes a person out of the comments that mention them, and deletes what only they could see.
 *
 * @param names what they were ever called here
 * @param refs how rows name them and their tokens
 */
export async function eraseFromRecords(
  query: OwnerQuery,
  crmUserId: number,
  names: Iterable<string>,
  refs: readonly string[],
): Promise<void> {
  for (const name of names) await sql.eraseMentions(query, crmUserId, name)
  await sql.deleteMentions(query, crmUserId)
  await sql.deletePrivateViews(query, refs)
}
