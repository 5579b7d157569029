import type { Tx } from '../../../platform/database/db.ts'
import { type Issue, Refusal } from '../../../platform/refusal.ts'
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
