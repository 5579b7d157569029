import { holdsFiles } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { CellContext } from '../../records/cells/column.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { listSeenHashes } from '../../records/files/files.ts'
import type { ReceivedFile } from '../../records/rows/rows.rules.ts'

/**
 * What receipts say of the files that a request names, by their ids: among them whether a row of the definition has the
 * same bytes already. Columns that the key cannot see do not count.
 */
export async function receivedFiles(
  tx: Tx,
  { columns, definition }: DefinitionView,
  { files = new Map() }: Pick<CellContext, 'files'>,
): Promise<ReadonlyMap<string, ReceivedFile>> {
  if (files.size === 0) return new Map()
  const fileColumns = columns.filter(({ type }) => holdsFiles(type)).map(({ id }) => id)
  const hashes = [...files.values()].map(({ sha256 }) => sha256)
  const seen = new Set(await listSeenHashes(tx, definition.id, fileColumns, hashes))
  return new Map(
    [...files].map(([id, { cell, sha256 }]) => [
      id,
      { name: cell.name, sha256, seenBefore: seen.has(sha256) },
    ]),
  )
}
