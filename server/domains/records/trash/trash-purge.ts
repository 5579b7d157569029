import type { ClientBase, ClientConfig } from 'pg'
import { type Database, sqlState } from '../../../platform/database/db.ts'
import { inWorkspace, type OwnerQuery, withOwner } from '../../../platform/database/owner.ts'
import { Port } from '../../../platform/port.ts'
import { allWorkspaceIds } from '../../workspaces/sweeps.ts'
import { keepFromLinking } from '../links/linking.ts'
import * as sql from './trash-purge.sql.ts'

const BLOCK = 500
const LOCK_NOT_AVAILABLE = '55P03'

/** Removes what a higher domain stores about rows, just before the rows are purged in the same transaction. */
export type RowPurger = (query: OwnerQuery, rowIds: readonly string[]) => Promise<void>

export const rowPurgers = new Port<readonly RowPurger[]>('row purgers')

/**
 * Removes rows that have been in the trash for 30 days, or were deleted for good there, in all workspaces. Runs as the
 * owner: the role that serves requests cannot delete rows or history, so that no attack from outside can.
 */
export async function purgeTrash(
  db: Database,
  owner: ClientConfig,
  signal: AbortSignal,
): Promise<void> {
  const workspaceIds = await allWorkspaceIds(db)
  await withOwner(owner, async (client) => {
    for (const workspaceId of workspaceIds) {
      while ((await purgeBlock(client, workspaceId)) === BLOCK && !signal.aborted) {}
    }
  })
}

/** @returns how many rows were removed; none if somebody takes long to add links to rows of the workspace. */
async function purgeBlock(client: ClientBase, workspaceId: string): Promise<number> {
  try {
    return await inWorkspace(client, workspaceId, async (query) => {
      const ids = await sql.takeOldRows(query, BLOCK)
      if (ids.length === 0) return 0
      await keepFromLinking(query)
      for (const remove of rowPurgers.filled) await remove(query, ids)
      await sql.purgeRows(query, ids)
      return ids.length
    })
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return 0
    throw error
  }
}
