import type { Tx } from './tx.ts'

/** The kinds of things that have integer ids, counted per workspace. */
export type Counted = 'obligation' | 'document' | 'deal' | 'deal_split' | 'conversation' | 'message'

/** Takes the next id of that kind. Other transactions that take one wait for the end of this one. */
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
