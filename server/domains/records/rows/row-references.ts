import type { Tx } from '../../../platform/database/db.ts'
import { type Issue, Refusal } from '../../../platform/refusal.ts'
import { listRowsByIds, type RowRecord } from './rows.sql.ts'

/** A row as a body names it, and where it does. */
export interface NamedRow {
  id: string
  path: string
}

/**
 * The rows that a body names, in its order.
 *
 * @param trashed whether they are looked for in the trash, and not among those that stand.
 * @throws Refusal invalid_request (one is named twice), unknown_reference (one is not there), each naming every place.
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
    return before === undefined ? [] : [{ path, message: `names the same row as ${before}` }]
  })
  if (twice.length > 0) throw refused('invalid_request', twice)
  const found = await listRowsByIds(tx, definitionId, [...first.keys()], trashed)
  const rows = new Map(found.map((row) => [row.id, row]))
  const message = trashed ? 'is not a row in the trash here' : 'is not a row here'
  const missing = named.flatMap(({ id, path }) =>
    rows.has(id.toLowerCase()) ? [] : [{ path, message }],
  )
  if (missing.length > 0) throw refused('unknown_reference', missing)
  return named.map(({ id }) => rows.get(id.toLowerCase())!)
}

const refused = (code: 'invalid_request' | 'unknown_reference', issues: Issue[]): Refusal =>
  new Refusal(code, `${issues[0]!.path} ${issues[0]!.message}.`, { issues })
