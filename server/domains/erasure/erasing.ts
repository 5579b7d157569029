import type { ClientBase, ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { deleteRowsOf, renewSamples } from '../../platform/backup/workspace-rows.ts'
import type { Database } from '../../platform/database/db.ts'
import { inWorkspace, takeTurn, withOwner } from '../../platform/database/owner.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { endAccountOf, placesOf } from '../workspaces/leaving/account-erasure.ts'
import {
  listAccounts,
  listDeleted,
  listErased,
  removeAccount,
  removeWorkspace,
} from '../workspaces/leaving/erasing.ts'
import { listFileKeys, listRunKeys } from './erasure.sql.ts'
import { erasePersonHere } from './people.ts'

export interface Erasing {
  db: Database
  owner: ClientConfig
  files: FileStore
  seal: Seal
  log: Logger
}

/** Erases the people and workspaces whose owners, or the operator, said so. Killed on the way, it goes on in its next turn. */
export const eraseWhatIsMarked = (options: Erasing): Job => ({
  name: 'erasure',
  everyMs: 5_000,
  run: async (signal) => {
    await eraseWorkspaces(options, signal)
    await erasePeople(options, signal)
  },
})

export async function erasePeople({ db, owner, seal, log }: Erasing, signal: AbortSignal) {
  const accounts = await db.withDirectory((tx) => listErased(tx))
  if (accounts.length === 0) return
  await withOwner(owner, async (client) => {
    await takeTurn(client, 'erasure')
    for (const account of accounts) {
      for (const place of await placesOf(db, account.id)) {
        if (signal.aborted) return
        await erasePersonHere(client, seal, account, place)
      }
      await removeAccount(client, account.id)
      log.info({ accountId: account.id }, 'a person was erased')
    }
    await renewSamples(client)
  })
}

export async function eraseWorkspaces(options: Erasing, signal: AbortSignal) {
  const { db, owner, log } = options
  const closed = await db.withDirectory((tx) => listDeleted(tx), { allWorkspaces: true })
  if (closed.length === 0) return
  await withOwner(owner, async (client) => {
    await takeTurn(client, 'erasure')
    for (const { id } of closed) {
      if (signal.aborted) return
      const rows = await eraseWorkspace(client, options, id)
      log.info({ workspaceId: id, rows }, 'a workspace was deleted')
    }
    await renewSamples(client)
  })
}

/**
 * People who have and had a seat nowhere else are erased too. The bytes of files go before the rows that name them, so that
 * both are found again if the process ends in between.
 *
 * @throws DatabaseError if something was written to the workspace meanwhile: the next turn deletes that too.
 */
async function eraseWorkspace(
  client: ClientBase,
  { db, files }: Erasing,
  workspaceId: string,
): Promise<number> {
  const within = <T>(use: Parameters<typeof inWorkspace<T>>[2]) =>
    inWorkspace(client, workspaceId, use)
  for (const { id } of await within(listAccounts)) {
    const places = await placesOf(db, id)
    if (places.every((place) => place.workspaceId === workspaceId)) await endAccountOf(db, id)
  }
  for (const { key } of [...(await within(listFileKeys)), ...(await within(listRunKeys))]) {
    await files.delete(key)
  }
  const rows = await deleteRowsOf(client, workspaceId)
  await within(removeWorkspace)
  return rows
}
