import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { allWorkspaceIds } from '../../workspaces/sweeps.ts'
import { heldAmong } from './file-holders.ts'
import { deleteLooseFiles, keepFiles, takeLooseFiles } from './files.sql.ts'

const BLOCK = 500

/**
 * Purges files that no cell has held for a day and that nothing else holds. The database row goes first: if the
 * process ends in between, only the bytes are left over, which harms nobody.
 */
export async function purgeFiles(
  db: Database,
  store: FileStore,
  signal: AbortSignal,
): Promise<void> {
  for (const workspaceId of await allWorkspaceIds(db)) {
    for (;;) {
      if (signal.aborted) return
      const { count, keys } = await db.withWorkspace({ workspaceId }, purgeLooseBlock)
      for (const key of keys) await store.delete(key)
      if (count < BLOCK) break
    }
  }
}

/** @returns how many files were checked, and the keys of the bytes of those that were deleted. */
async function purgeLooseBlock(tx: Tx): Promise<{ count: number; keys: string[] }> {
  const ids = await takeLooseFiles(tx, BLOCK)
  if (ids.length === 0) return { count: 0, keys: [] }
  // The lock makes new holders wait, so this finds all of them.
  const held = await heldAmong(tx, ids)
  if (held.size > 0) keepFiles(tx, [...held])
  const keys = await deleteLooseFiles(
    tx,
    ids.filter((id) => !held.has(id)),
  )
  return { count: ids.length, keys }
}
