import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { allWorkspaceIds } from '../../workspaces/sweeps.ts'
import { deleteLooseFiles } from './files.sql.ts'

const BLOCK = 500

/**
 * Purges files that no cell has held for a day, and nothing else has. The database forgets a file first: if the process
 * ends in between, its bytes are left over, which harms nobody.
 */
export async function purgeFiles(
  db: Database,
  store: FileStore,
  signal: AbortSignal,
): Promise<void> {
  for (const workspaceId of await allWorkspaceIds(db)) {
    for (;;) {
      if (signal.aborted) return
      const keys = await db.withWorkspace({ workspaceId }, (tx) => deleteLooseFiles(tx, BLOCK))
      for (const key of keys) await store.delete(key)
      if (keys.length < BLOCK) break
    }
  }
}
