import { randomUUID } from 'node:crypto'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { announceFile, forgetFile } from './files.sql.ts'

/**
 * The store for somebody's uploads. The database knows of each file before its first byte is stored: if the process is
 * killed before the file is complete, or before something holds it, it is purged a day later like any other that nothing
 * holds. `createFile` completes it.
 */
export function announcing(
  db: Database,
  actor: Actor,
  store: FileStore,
): Pick<FileStore, 'put' | 'delete'> {
  const forget = (key: string) =>
    db.withWorkspace(actor, async (tx) => {
      forgetFile(tx, key)
    })
  return {
    async put(source, maxBytes, options) {
      const key = randomUUID()
      await db.withWorkspace(actor, async (tx) => announceFile(tx, key, actorRef(actor)))
      try {
        return await store.put(source, maxBytes, { ...options, key })
      } catch (error) {
        await forget(key)
        throw error
      }
    },
    async delete(key) {
      await store.delete(key)
      await forget(key)
    },
  }
}
