import type { ClientConfig } from 'pg'
import type { Database } from '../../../platform/database/db.ts'
import { withOwner } from '../../../platform/database/owner.ts'
import { allWorkspaceIds } from '../../workspaces/sweeps.ts'
import * as sql from './trash-purge.sql.ts'

const BLOCK = 500

/**
 * Removes what has been in the trash for 30 days, in all workspaces. As the owner: the role that serves requests has no
 * right to delete rows or history, so that nothing that reaches it from outside can.
 */
export async function purgeTrash(
  db: Database,
  owner: ClientConfig,
  signal: AbortSignal,
): Promise<void> {
  const workspaceIds = await allWorkspaceIds(db)
  await withOwner(owner, async (client) => {
    for (const workspaceId of workspaceIds) {
      await sql.bindWorkspace(client, workspaceId)
      while ((await sql.purgeRows(client, BLOCK)) === BLOCK && !signal.aborted) {}
    }
  })
}
