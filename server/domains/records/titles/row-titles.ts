import { why } from '../../../../contract/refusals/reasons.ts'
import { MOST_TITLES } from '../../../../shared/limits.ts'
import { rowTitle } from '../../../../shared/row-title.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { invalid } from '../../../platform/refusal.ts'
import type { Definition } from '../definitions/definition.rules.ts'
import { findViews } from '../definitions/definition-views.ts'
import { listTitledRows } from './row-titles.sql.ts'

/** A row's title, and its board or page. */
export interface RowTitle {
  id: string
  definition: Definition
  title: string | null
  trashed: boolean
}

/** The titles of rows of any boards and pages, as the actor sees them; a missing row has no entry. */
export async function titlesOf(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, RowTitle>> {
  const found = ids.length === 0 ? [] : await listTitledRows(tx, ids)
  const views = await findViews(
    tx,
    actor,
    found.map(({ definitionId }) => definitionId),
  )
  return new Map(
    found.flatMap(({ id, definitionId, cells, trashed }): [string, RowTitle][] => {
      const view = views.get(definitionId)
      if (!view) return []
      const title = rowTitle(view.columns, ({ slot }) => cells[slot])
      return [[id, { id, definition: view.definition, title, trashed }]]
    }),
  )
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** @throws Refusal invalid_request. */
export async function listTitles(tx: Tx, actor: Actor, query: { ids: string }) {
  const ids = [...new Set(query.ids.split(',').map((id) => id.trim().toLowerCase()))]
  const wrong = ids.find((id) => !UUID.test(id))
  if (wrong !== undefined) {
    throw invalid('query.ids', why('not_an_id', { sent: `"${wrong}"` }))
  }
  if (ids.length > MOST_TITLES) {
    throw invalid('query.ids', why('too_many_ids', { count: ids.length, most: MOST_TITLES }))
  }
  const titles = await titlesOf(tx, actor, ids)
  const data = ids.flatMap((id) => {
    const found = titles.get(id)
    if (!found) return []
    const { definition, title, trashed } = found
    const of = { definitionKey: definition.key, definitionName: definition.name }
    return [{ id, ...of, title, ...(trashed ? { trashed } : {}) }]
  })
  return { data, nextCursor: null }
}
