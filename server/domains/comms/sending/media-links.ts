import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { StoredContent } from '../../../platform/http/stored-files.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { attachment } from '../../records/files/files.rules.ts'
import type { OpenChannel, Outgoing } from '../channels/provider.ts'
import { findLinked } from './media-links.sql.ts'

/**
 * The address from which the provider fetches a text's file. It is sealed, and works only for its channel, until an
 * hour after the text was submitted.
 */
export function mediaUrlOf(
  seal: Seal,
  { id, hookBase }: OpenChannel,
  { workspaceId, messageId }: Outgoing,
  fileId: string,
): string {
  const token = seal.seal([workspaceId, messageId, fileId].join(' '), contextOf(id))
  return `${hookBase}/media/${token.toString('base64url')}`
}

/** @throws Refusal not_found, also if the address was not sealed for this channel or is too old. */
export async function openMedia(
  { db, files, seal }: { db: Database; files: FileStore; seal: Seal },
  channelId: string,
  token: string,
): Promise<StoredContent> {
  const [workspaceId = '', messageId, fileId = ''] = opened(seal, channelId, token)
  const file = await db.withWorkspace({ workspaceId }, (tx) =>
    findLinked(tx, Number(messageId), fileId),
  )
  if (!file) throw notFound()
  const { key, type, name, size, sha256 } = file
  return {
    type,
    disposition: attachment(name),
    size: Number(size),
    sha256,
    open: (range) => files.get(key, range),
  }
}

const contextOf = (channelId: string): string => `media ${channelId.toLowerCase()}`

function opened(seal: Seal, channelId: string, token: string): string[] {
  try {
    return seal.open(Buffer.from(token, 'base64url'), contextOf(channelId)).split(' ')
  } catch {
    throw notFound()
  }
}
