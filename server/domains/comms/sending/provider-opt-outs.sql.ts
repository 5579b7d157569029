import type { Tx } from '../../../platform/database/tx.ts'

/** The addresses of threads that have not opted out yet, in order. */
export async function listOptedIn(tx: Tx, conversationIds: readonly number[]): Promise<string[]> {
  const found = await tx.run<{ address: string }>(
    `SELECT DISTINCT c.address FROM conversations c
     WHERE c.workspace_id = current_workspace() AND c.id = ANY ($1::integer[]) AND c.medium = 'text'
       AND NOT EXISTS (SELECT FROM opt_outs o WHERE o.workspace_id = current_workspace()
         AND o.medium = c.medium AND o.address = c.address AND o.opted_out)
     ORDER BY c.address`,
    [conversationIds],
  )
  return found.map(({ address }) => address)
}
