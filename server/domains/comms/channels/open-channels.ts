import type { Medium } from '../../../../contract/comms/messages.ts'
import { failed } from '../../../../contract/refusals/reasons.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { FailedWork } from '../../../platform/failed-work.ts'
import type { Reseal, Seal, Sealed } from '../../../platform/secrets/seal.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import type { ChannelCredentials } from './channels.rules.ts'
import {
  type ChannelRow,
  chooseChannel,
  findChannel,
  findHookWorkspace,
  listCredentials,
  lockCredentials,
  setCredentials,
} from './channels.sql.ts'
import type { OpenChannel } from './provider.ts'

/** Where a provider sends its reports. */
export const hookBaseOf = (publicUrl: string, id: string): string => `${publicUrl}/v1/hooks/${id}`

/** Seals credentials, so that they open only in this workspace and for this channel. */
export const sealCredentials = (
  seal: Seal,
  { workspaceId, id }: { workspaceId: string; id: string },
  credentials: ChannelCredentials,
): Buffer | null =>
  Object.keys(credentials).length === 0
    ? null
    : seal.seal(JSON.stringify(credentials), contextOf(workspaceId, id))

/** @throws if the credentials do not open. */
export function openChannel(seal: Seal, publicUrl: string, channel: ChannelRow): OpenChannel {
  const { workspaceId, id, medium, provider, from, fromName, settings } = channel
  return {
    workspaceId,
    id,
    medium,
    provider,
    from,
    fromName,
    settings,
    hookBase: hookBaseOf(publicUrl, id),
    credentials: channel.credentials === null ? {} : opened(seal, channel, channel.credentials),
  }
}

/**
 * The channel that sends a message: the one it was queued for, or else the one that its conversation last used, or else
 * the oldest of the medium. Undefined if there was none when the message was queued, and there still is none.
 *
 * @throws if the credentials do not open, or if the message was for a channel and none is left. Otherwise it would
 *   count as sent although nobody got it.
 */
export async function channelFor(
  tx: Tx,
  seal: Seal,
  publicUrl: string,
  wanted: { medium: Medium; channelId: string | null; lastChannelId?: string | null },
): Promise<OpenChannel | undefined> {
  const { medium, channelId, lastChannelId = null } = wanted
  const chosen = await chooseChannel(tx, medium, channelId, lastChannelId)
  const found = chosen && (await findChannel(tx, chosen.id))
  if (found) {
    const fromName = found.fromName ?? (await getWorkspace(tx)).name
    return openChannel(seal, publicUrl, { ...found, fromName })
  }
  if (channelId === null) return undefined
  throw new FailedWork(failed('channel_removed', { medium }))
}

/** The channel whose hook was called, and the hash of the hook's secret; undefined if it was disconnected. */
export async function findHook(
  db: Database,
  seal: Seal,
  publicUrl: string,
  channelId: string,
): Promise<{ workspaceId: string; channel: OpenChannel; hookHash: Buffer } | undefined> {
  const workspaceId = await db.withDirectory((tx) => findHookWorkspace(tx, channelId))
  if (workspaceId === undefined) return undefined
  const found = await db.withWorkspace({ workspaceId }, (tx) => findChannel(tx, channelId))
  if (!found) return undefined
  return { workspaceId, channel: openChannel(seal, publicUrl, found), hookHash: found.hookHash }
}

/** The sealed credentials of the workspace's channels. */
export async function sealedCredentials(tx: Tx, workspaceId: string): Promise<Sealed[]> {
  const kept = await listCredentials(tx)
  return kept.map(({ id, credentials }) => ({
    bytes: credentials,
    context: contextOf(workspaceId, id),
  }))
}

/** Seals the credentials of the workspace's channels with the current key. Returns how many were sealed with another. */
export async function resealCredentials(
  tx: Tx,
  workspaceId: string,
  reseal: Reseal,
): Promise<number> {
  let count = 0
  for (const { id, credentials } of await lockCredentials(tx)) {
    const again = reseal({ bytes: credentials, context: contextOf(workspaceId, id) })
    if (again === null) continue
    setCredentials(tx, id, again)
    count++
  }
  return count
}

const contextOf = (workspaceId: string, id: string): string => `channel ${workspaceId} ${id}`

function opened(seal: Seal, { workspaceId, id, name }: ChannelRow, sealed: Buffer) {
  try {
    return JSON.parse(seal.open(sealed, contextOf(workspaceId, id))) as ChannelCredentials
  } catch {
    throw new FailedWork(failed('credentials_unreadable', { name }))
  }
}
