import type { OwnerQuery } from '../../../platform/database/owner.ts'
import { limitLockWait, lockLinking } from './links.sql.ts'

/**
 * For the purge: keeps others from adding links until the transaction ends. Writers who come later wait behind it, so its turn
 * comes however many there are.
 *
 * @param mostMs is shorter than the second after which PostgreSQL looks for deadlocks, so that nobody else is ended for this.
 * @throws the error lock_not_available if somebody who adds links takes longer than that.
 */
export async function keepFromLinking(query: OwnerQuery, mostMs = 500): Promise<void> {
  await limitLockWait(query, mostMs)
  await lockLinking(query)
  await limitLockWait(query, 0)
}
