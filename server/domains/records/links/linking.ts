import type { ClientBase } from 'pg'
import { limitLockWait, lockLinking } from './links.sql.ts'

/**
 * For the purge: keeps others from adding links until the transaction ends. Those who come later wait behind it, so its turn
 * comes however many there are.
 *
 * @param mostMs is shorter than the second after which PostgreSQL looks for deadlocks, so that nobody else is ended for this.
 * @throws the error lock_not_available if somebody who adds links takes longer than that.
 */
export async function keepFromLinking(client: ClientBase, mostMs = 500): Promise<void> {
  await limitLockWait(client, mostMs)
  await lockLinking(client)
  await limitLockWait(client, 0)
}
