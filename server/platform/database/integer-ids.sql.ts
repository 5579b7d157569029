import type { Tx } from './db.ts'

/** What a workspace numbers by integers. */
export type Counted = 'obligation' | 'document' | 'deal' | 'deal_split' | 'conversation' | 'message'

/** A new id of that kind. Whoever takes the next one waits for the end of this transaction. */
export async function takeIntegerId(tx: Tx, kind: Counted): Promise<number> {
  const [taken] = await tx.run<{ id: number }>(
    `INSERT INTO integer_ids (workspace_id, kind, next_id)
     VALUES (current_workspace(), $1, 2)
     ON CONFLICT (workspace_id, kind) DO UPDATE SET next_id = integer_ids.next_id + 1
     RETURNING next_id - 1 AS id`,
    [kind],
  )
  return taken!.id
}
