import type { Tx } from '../../../platform/database/tx.ts'
import { setOptOut } from '../addresses/opt-outs.ts'
import { listOptedIn } from './provider-opt-outs.sql.ts'

/** Opts out the contacts of these threads, who said STOP to the provider and not to us. */
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
