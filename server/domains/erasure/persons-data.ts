import { tokenRef, userRef } from '../../platform/actor.ts'
import { type ArchiveWriter, bytesOf } from '../../platform/backup/archive.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { seatPlaces } from '../workspaces/leaving/account-erasure.ts'
import type { Place } from '../workspaces/leaving/erasing.ts'
import * as sql from './persons-data.sql.ts'

const AT_ONCE = 5_000

/**
 * Writes what the service keeps about a person: their account, and in each workspace their seat, what they signed, wrote and
 * sent, when they did what, and the files that they uploaded. What they wrote into records belongs to the workspace, and is not
 * in it.
 */
export async function writePersonsData(
  { db, files }: { db: Database; files: FileStore },
  { id }: { id: string },
  archive: ArchiveWriter,
): Promise<{ seats: number; uploads: number }> {
  const json = async (name: string, data: unknown) =>
    void (await archive.add(name, bytesOf(`${JSON.stringify(data, null, 2)}\n`)))
  const account = await db.withDirectory(async (tx) => ({
    account: (await sql.findAccountFacts(tx, id))[0],
    sessions: await sql.listSessionFacts(tx, id),
  }))
  await json('account.json', account)
  const places = await seatPlaces(db, id)
  let uploads = 0
  for (const place of places) {
    const within = <T>(read: (tx: Tx) => Promise<T>) =>
      db.withWorkspace({ workspaceId: place.workspaceId }, read)
    const { facts, held, refs } = await within((tx) => factsOf(tx, id, place))
    const folder = `${facts.workspace!.slug}-${place.crmUserId}`
    await json(`${folder}/seat.json`, facts)
    await archive.add(`${folder}/history.jsonl`, deedsOf(within, refs))
    for (const { id: fileId, name, key } of held) {
      await archive.add(`${folder}/files/${fileId} ${safeName(name)}`, await bytesIn(files, key))
      uploads++
    }
  }
  await archive.end()
  return { seats: places.length, uploads }
}

async function factsOf(tx: Tx, accountId: string, { crmUserId }: Place) {
  const tokens = await sql.listTokenFacts(tx, crmUserId)
  const refs = [userRef(crmUserId), ...tokens.map((token) => tokenRef(token.id))]
  const held = await sql.listUploads(tx, refs)
  const facts = {
    workspace: (await sql.findWorkspaceFacts(tx))[0],
    seat: (await sql.findSeatFacts(tx, crmUserId))[0] ?? { crmUserId, removed: true },
    tokens,
    signatures: await sql.listSignatures(tx, accountId),
    agreementsViewed: await sql.listViewed(tx, accountId),
    splits: await sql.listSplits(tx, accountId, crmUserId),
    obligations: await sql.listAssigned(tx, crmUserId),
    comments: await sql.listWritten(tx, refs),
    messages: await sql.listSent(tx, crmUserId),
    views: await sql.listViews(tx, refs),
    files: held.map(({ key: _, ...file }) => file),
  }
  return { facts, held, refs }
}

/** What the person did, one line each. */
async function* deedsOf(
  within: <T>(read: (tx: Tx) => Promise<T>) => Promise<T>,
  refs: readonly string[],
): AsyncGenerator<Buffer, void> {
  let after = { xid: '0', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const deeds = await within((tx) => sql.listDeeds(tx, refs, after, AT_ONCE))
    const lines = deeds.map(({ at, type, subject }) => `${JSON.stringify({ at, type, subject })}\n`)
    yield Buffer.from(lines.join(''))
    if (deeds.length < AT_ONCE) return
    after = deeds.at(-1)!
  }
}

const bytesIn = async (files: FileStore, key: string) =>
  (await files.get(key)) as AsyncIterable<Buffer>

/** Without what would lead out of its folder. */
const safeName = (name: string): string => name.replace(/[/\\\p{Cc}]/gu, '_').slice(-100)
