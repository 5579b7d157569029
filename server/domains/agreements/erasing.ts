import type { OwnerQuery } from '../../platform/database/owner.ts'
import * as sql from './erasing.sql.ts'

/** Takes a person out of what they viewed and signed. @returns the ids of the signatures. */
export async function eraseSigner(query: OwnerQuery, accountId: string): Promise<string[]> {
  await sql.eraseViewer(query, accountId)
  return (await sql.eraseSigner(query, accountId)).map(({ id }) => id)
}
