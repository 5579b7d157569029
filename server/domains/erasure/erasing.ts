import type { ClientBase, ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { deleteRowsOf, renewSamples } from '../../platform/backup/workspace-rows.ts'
import type { Database } from '../../platform/database/db.ts'
import { inWorkspace, takeTurn, withOwner } from '../../platform/database/owner.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { endAccountOf, seatPlaces } from '../workspaces/leaving/account-erasure.ts'
import {
  listAccounts,
  listDeleted,
  listErased,
  type Marked,
  postponeAccount,
  postponeWorkspace,
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

const LONGEST_FAULT = 300

/** Erases the people and workspaces whose owners, or the operator, said so. Killed on the way, it goes on in its next turn. */
export const eraseWhatIsMarked = (options: Erasing): Job => ({
  name: 'erasure',
  everyMs: 5_000,
  run: async (signal) => {
    await eraseWorkspaces(options, signal)
    await erasePeople(options, signal)
  },
})

/** @param only erases that one, even if it waits. @throws what keeps it from being erased. */
export const erasePeople = (options: Erasing, signal: AbortSignal, only?: string): Promise<void> =>
  eraseMarked(options, signal, only, {
    list: () => options.db.withDirectory((tx) => listErased(tx, only ?? null)),
    async erase(client, account) {
      for (const place of await seatPlaces(options.db, account.id)) {
        signal.throwIfAborted()
        await erasePersonHere(client, options.seal, account, place)
      }
      await removeAccount(client, account.id)
      options.log.info({ accountId: account.id }, 'a person was erased')
    },
    postpone: (client, { id }, fault) => postponeAccount(client, id, fault),
    name: 'a person',
  })

/** @param only erases that one, even if it waits. @throws what keeps it from being erased. */
export const eraseWorkspaces = (
  options: Erasing,
  signal: AbortSignal,
  only?: string,
): Promise<void> =>
  eraseMarked(options, signal, only, {
    list: () =>
      options.db.withDirectory((tx) => listDeleted(tx, only ?? null), { allWorkspaces: true }),
    async erase(client, { id }) {
      const rows = await eraseWorkspace(client, options, id)
      options.log.info({ workspaceId: id, rows }, 'a workspace was deleted')
    },
    postpone: (client, { id }, fault) =>
      inWorkspace(client, id, (query) => postponeWorkspace(query, fault)),
    name: 'a workspace',
  })

interface Kind<M extends Marked> {
  list(): Promise<M[]>
  erase(client: ClientBase, one: M): Promise<void>
  postpone(client: ClientBase, one: M, fault: string): Promise<unknown>
  /** What the log calls one. */
  name: string
}

/** Erases one after the other. One that cannot be erased waits, and the log says so once. */
async function eraseMarked<M extends Marked>(
  { owner, log }: Erasing,
  signal: AbortSignal,
  only: string | undefined,
  { list, erase, postpone, name }: Kind<M>,
): Promise<void> {
  if ((await list()).length === 0) return
  await withOwner(owner, async (client) => {
    await takeTurn(client, 'erasure')
    let count = 0
    // Asked again, because another process may have had its turn meanwhile.
    for (const one of await list()) {
      if (signal.aborted) return
      try {
        await erase(client, one)
        count++
      } catch (err) {
        if (signal.aborted) return
        await postpone(client, one, (err as Error).message.slice(0, LONGEST_FAULT))
        if (only) throw err
        if (one.fault !== null) continue
        log.warn({ err, id: one.id }, `${name} could not be erased; it is tried again later`)
      }
    }
    if (count > 0) await renewSamples(client)
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
    const places = await seatPlaces(db, id)
    if (places.every((place) => place.workspaceId === workspaceId)) await endAccountOf(db, id)
  }
  for (const { key } of [...(await within(listFileKeys)), ...(await within(listRunKeys))]) {
    await files.delete(key)
  }
  const rows = await deleteRowsOf(client, workspaceId)
  await within(removeWorkspace)
  return rows
}
