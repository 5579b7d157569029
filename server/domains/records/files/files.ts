import { type Actor, actorRef, onlySends } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { StoredContent } from '../../../platform/http/stored-files.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound } from '../../../platform/refusal.ts'
import { Lately } from '../../../platform/sharing/lately.ts'
import { appendReadEvent } from '../../events/events.ts'
import { sharedAmong } from './file-holders.ts'
import { attachment, mayRead, mayUse } from './files.rules.ts'
import * as sql from './files.sql.ts'
import type { Upload } from './uploads.ts'

export {
  deleteLooseFiles as dropFiles,
  expireFiles,
  listSeenHashes,
  listStoredFiles,
  loosenFiles,
} from './files.sql.ts'

/** Stores the name, type, size and hash of an upload. Its bytes are in the store already. */
export async function createFile(
  tx: Tx,
  actor: Actor,
  upload: Omit<Upload, 'fields'>,
  id = newId(),
) {
  const { key, name, type, size, sha256 } = upload
  const [file] = await sql.insertFile(tx, {
    id,
    store_key: key,
    name,
    type,
    size,
    sha256,
    created_by: actorRef(actor),
  })
  return fileOut(file!)
}

/** @throws Refusal not_found, also for a file that the actor cannot read. */
export async function getFile(tx: Tx, actor: Actor, id: string) {
  return fileOut(await readable(tx, actor, id))
}

/** A player asks for a file piece by piece, and a list shows the same pictures again and again. */
const downloads = new Lately({ forMs: 60 * 60_000, most: 10_000 })

/** A file as it is sent. */
export async function openFile(
  db: Database,
  store: FileStore,
  actor: Actor,
  id: string,
): Promise<StoredContent> {
  const file = await db.readWorkspace(actor, (tx) => readable(tx, actor, id))
  const by = actorRef(actor)
  if (downloads.isNew(`${actor.workspaceId} ${by} ${file.id}`)) {
    await appendReadEvent(db, actor, {
      type: 'file.downloaded',
      actor: by,
      subject: `file:${file.id}`,
    })
  }
  return {
    type: 'application/octet-stream',
    disposition: attachment(file.name),
    size: Number(file.size),
    sha256: file.sha256,
    open: (range) => store.get(file.store_key, range),
  }
}

/** Keeps a file from being purged until the transaction ends. @returns it; undefined if the actor cannot read it. */
export const holdFile = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<Pick<sql.FileRecord, 'id' | 'name'> | undefined> => (await holdFiles(tx, actor, [id]))[0]

/** Keeps files from being purged until the transaction ends. @returns those that the actor can put into a cell. */
export async function holdFiles(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<Pick<sql.FileRecord, 'id' | 'name' | 'size' | 'type' | 'sha256'>[]> {
  if (ids.length === 0) return []
  const hold = onlySends(actor) ? sql.reserveFiles : sql.holdFiles
  hold(tx, ids)
  return listFiles(tx, actor, ids, (file) => mayUse(file, actor))
}

async function readable(tx: Tx, actor: Actor, id: string): Promise<sql.FileRecord> {
  const [file] = await listFiles(tx, actor, [id], (file) => mayRead(file, actor))
  if (!file) throw notFound()
  return file
}

async function listFiles(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  may: (file: Parameters<typeof mayUse>[0]) => boolean,
): Promise<sql.FileRecord[]> {
  const [files, shared] = await Promise.all([sql.listFiles(tx, ids), sharedAmong(tx, actor, ids)])
  return files.filter((file) => may({ ...file, shared: shared.has(file.id) }))
}

const fileOut = (file: sql.FileRecord) => ({
  id: file.id,
  name: file.name,
  size: Number(file.size),
  type: file.type,
  sha256: file.sha256,
  createdAt: file.created_at.toISOString(),
  createdBy: file.created_by,
})
