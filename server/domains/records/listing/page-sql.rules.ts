import type { DefinitionView } from '../definitions/definition.rules.ts'
import { conditionSql } from '../filters/conditions.rules.ts'
import { afterSql, orderSql, type Phase, type Place } from '../filters/order.rules.ts'
import type { Condition } from '../filters/plan.rules.ts'
import { searchSql } from '../filters/search.rules.ts'
import { countSql, idSql, Parameters } from '../filters/statement.rules.ts'
import type { Listing } from './listing.rules.ts'

/** The rows of a page, as a statement names them, and the values of its parameters. */
export interface PageSql {
  rows: string
  values: readonly unknown[]
  /** Whether one plan is good for any values. How many rows are in a range, PostgreSQL has to know. */
  isPlannedOnce: boolean
}

/** Up to `limit` rows of one phase of a list, in order, after a place. */
export function pageSql(
  view: DefinitionView,
  listing: Listing,
  phase: Phase | undefined,
  after: Place | undefined,
  limit: number,
): PageSql {
  const parameters = new Parameters()
  const where = whereSql(view, listing, parameters)
  const from = afterSql(listing.order, phase, after, parameters)
  const order = orderSql(listing.order)
  return {
    rows: `rows WHERE ${where} AND ${from} ORDER BY ${order} LIMIT ${countSql(limit)}`,
    values: parameters.values,
    isPlannedOnce: !listing.among && !(listing.condition && hasRange(listing.condition)),
  }
}

const hasRange = (condition: Condition): boolean => {
  switch (condition.kind) {
    case 'test':
      return condition.test.is === 'between'
    case 'not':
      return hasRange(condition.of)
    default:
      return condition.of.some(hasRange)
  }
}

/** Which rows a list has. */
export function whereSql(view: DefinitionView, listing: Listing, parameters: Parameters): string {
  const { workspaceId, id } = view.definition
  const parts = [
    `workspace_id = ${idSql(workspaceId)}`,
    `definition_id = ${idSql(id)}`,
    // Rows that were deleted for good have -infinity there until the service removes them.
    listing.trashed ? "deleted_at > '-infinity'" : 'deleted_at IS NULL',
  ]
  if (listing.condition) parts.push(conditionSql(listing.condition, parameters))
  if (listing.among) parts.push(`id = ANY (${parameters.add(listing.among, 'uuid[]')})`)
  if (listing.search) parts.push(searchSql(listing.search, view, parameters))
  return parts.join(' AND ')
}
