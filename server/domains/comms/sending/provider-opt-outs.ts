import type { Tx } from '../../../platform/database/db.ts'
import { setOptOut } from '../addresses/opt-outs.ts'
import { listOptedIn } from './provider-opt-outs.sql.ts'

/** Contacts of these threads have said STOP to the provider, where it was not heard here. */
export async function optOutOfThreads(tx: Tx, conversationIds: readonly number[]): Promise<void> {
  for (const address of await listOptedIn(tx, conversationIds)) {
    await setOptOut(tx, 'contact', {
      medium: 'text',
      address,
      optedOut: true,
      reason: 'They opted out with the provider.',
    })
  }
}
