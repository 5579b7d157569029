import type { ClientBase, ClientConfig } from 'pg'
import type { Database } from '../../../platform/database/db.ts'
import { inTransaction, withOwner } from '../../../platform/database/owner.ts'
import { Port } from '../../../platform/port.ts'
import { allWorkspaceIds } from '../../workspaces/sweeps.ts'
import { keepFromLinking } from '../links/links.sql.ts'
import * as sql from './trash-purge.sql.ts'

const BLOCK = 500

/** Removes what a higher domain stores about rows, just before the rows are purged in the same transaction. */
export type RowPurger = (client: ClientBase, rowIds: readonly string[]) => Promise<void>

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
      await sql.bindWorkspace(client, workspaceId)
      while ((await purgeBlock(client)) === BLOCK && !signal.aborted) {}
    }
  })
}

/** @returns how many rows were removed; none while somebody adds links to rows of the workspace. */
const purgeBlock = (client: ClientBase): Promise<number> =>
  inTransaction(client, async () => {
    if (!(await keepFromLinking(client))) return 0
    const ids = await sql.takeOldRows(client, BLOCK)
    if (ids.length === 0) return 0
    for (const remove of rowPurgers.filled) await remove(client, ids)
    await sql.purgeRows(client, ids)
    return ids.length
  })
