import { why } from '../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Issue, issueAt, refusalWith } from '../../../platform/refusal.ts'
import { listRowsByIds, type RowRecord } from './rows.sql.ts'

/** A row's id in a body, and its place there. */
export interface NamedRow {
  id: string
  path: string
}

/**
 * The rows that a body names, in the same order.
 *
 * @param trashed whether to look for them in the trash, and only there.
 * @throws Refusal invalid_request (one is named twice), unknown_reference (one does not exist), each with every place.
 */
export async function namedRows(
  tx: Tx,
  definitionId: string,
  named: readonly NamedRow[],
  trashed: boolean,
): Promise<RowRecord[]> {
  const first = new Map<string, string>()
  const twice = named.flatMap(({ id, path }): Issue[] => {
    const before = first.get(id.toLowerCase())
    if (before === undefined) first.set(id.toLowerCase(), path)
    return before === undefined ? [] : [issueAt(path, why('same_row', { place: before }))]
  })
  if (twice.length > 0) throw refusalWith('invalid_request', twice)
  const found = await listRowsByIds(tx, definitionId, [...first.keys()], trashed)
  const rows = new Map(found.map((row) => [row.id, row]))
  const gone = why(trashed ? 'not_in_trash' : 'not_a_row', {})
  const missing = named.flatMap(({ id, path }) =>
    rows.has(id.toLowerCase()) ? [] : [issueAt(path, gone)],
  )
  if (missing.length > 0) throw refusalWith('unknown_reference', missing)
  return named.map(({ id }) => rows.get(id.toLowerCase())!)
}
