import { rowTitle } from '../../../../shared/row-title.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { findViews } from '../definitions/definition-views.ts'
import { listNewestRows } from './newest-rows.sql.ts'

const DEFAULT_LIMIT = 20

/** The rows that were added last to any board or page, with their titles as the actor sees them. */
export async function listNewest(
  tx: Tx,
  actor: Actor,
  { limit = DEFAULT_LIMIT }: { limit?: number },
) {
  const found = await listNewestRows(tx, limit)
  const views = await findViews(
    tx,
    actor,
    found.map(({ definitionId }) => definitionId),
  )
  const data = found.flatMap(({ id, definitionId, cells, source, createdAt, createdBy }) => {
    const view = views.get(definitionId)
    if (!view) return []
    const { key, name } = view.definition
    const title = rowTitle(view.columns, ({ slot }) => cells[slot])
    const of = { definitionKey: key, definitionName: name }
    return [{ id, ...of, title, source, createdAt: createdAt.toISOString(), createdBy }]
  })
  return { data, nextCursor: null }
}
