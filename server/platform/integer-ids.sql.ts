import type { Tx } from './db.ts'

/** What a workspace counts by integers. */
export type Counted = 'obligation' | 'document' | 'deal' | 'deal_split' | 'conversation' | 'message'

/** The first of `count` new ids of that kind: they follow one another. Others wait for this transaction's end. */
export async function takeIntegerIds(tx: Tx, kind: Counted, count = 1): Promise<number> {
  const [taken] = await tx.run<{ first: number }>(
    `INSERT INTO integer_ids (workspace_id, kind, next_id)
     VALUES (current_workspace(), $1, 1 + $2)
     ON CONFLICT (workspace_id, kind) DO UPDATE SET next_id = integer_ids.next_id + $2
     RETURNING next_id - $2 AS first`,
    [kind, count],
  )
  return taken!.first
}
