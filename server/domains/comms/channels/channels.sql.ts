import type { ProviderName } from '../../../../contract/comms/channels.ts'
import type { Medium } from '../../../../contract/comms/messages.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { ChannelSettings } from './channels.rules.ts'

export interface ChannelRow {
  id: string
  workspaceId: string
  name: string
  medium: Medium
  provider: ProviderName
  from: string
  fromName: string | null
  settings: ChannelSettings
  /** Sealed. */
  credentials: Buffer | null
  hookHash: Buffer
  createdAt: Date
  updatedAt: Date
}

const CHANNEL = `id, workspace_id AS "workspaceId", name, medium, provider, from_address AS "from",
  from_name AS "fromName",   settings, credentials, hook_hash AS "hookHash", created_at AS "createdAt", updated_at AS "updatedAt"`

/** In the order in which they were made. `after` is the last id of the page before. */
export function listChannels(tx: Tx, after: string | null, limit: number): Promise<ChannelRow[]> {
  return tx.run(
    `SELECT ${CHANNEL} FROM channels
     WHERE workspace_id = current_workspace() AND removed_at IS NULL AND ($1::uuid IS NULL OR id > $1)
     ORDER BY id LIMIT $2`,
    [after, limit],
  )
}

/** The addresses that a workspace writes emails from. */
export async function listMailAddresses(tx: Tx): Promise<string[]> {
  const found = await tx.run<{ address: string }>(
    `SELECT lower(from_address) AS address FROM channels
     WHERE workspace_id = current_workspace() AND medium = 'email' AND removed_at IS NULL`,
  )
  return found.map(({ address }) => address)
}

/** Whether a channel sends to people outside, not only to the local outbox. */
export async function hasSendingChannel(tx: Tx): Promise<boolean> {
  const [row] = await tx.run<{ sends: boolean }>(
    `SELECT EXISTS (SELECT FROM channels WHERE workspace_id = current_workspace()
       AND removed_at IS NULL AND provider <> 'local') AS sends`,
    [],
  )
  return row!.sends
}

export interface ChosenChannel {
  id: string
  provider: 'smtp' | 'twilio' | 'local'
  from_address: string
}

/** A channel of a medium: the one asked for, or else the one last used, or else the oldest. */
export async function chooseChannel(
  tx: Tx,
  medium: Medium,
  asked: string | null,
  last: string | null,
): Promise<ChosenChannel | undefined> {
  const [chosen] = await tx.run<ChosenChannel>(
    `SELECT id, provider, from_address FROM channels
     WHERE workspace_id = current_workspace() AND medium = $1 AND removed_at IS NULL
     ORDER BY (id = $2) IS TRUE DESC, (id = $3) IS TRUE DESC, created_at, id LIMIT 1`,
    [medium, asked, last],
  )
  return chosen
}

export async function findChannel(tx: Tx, id: string): Promise<ChannelRow | undefined> {
  const [channel] = await tx.run<ChannelRow>(
    `SELECT ${CHANNEL} FROM channels
     WHERE workspace_id = current_workspace() AND id = $1 AND removed_at IS NULL`,
    [id],
  )
  return channel
}

export async function lockChannel(tx: Tx, id: string): Promise<ChannelRow | undefined> {
  const [channel] = await tx.run<ChannelRow>(
    `SELECT ${CHANNEL} FROM channels
     WHERE workspace_id = current_workspace() AND id = $1 AND removed_at IS NULL FOR UPDATE`,
    [id],
  )
  return channel
}

export function listCredentials(tx: Tx): Promise<{ id: string; credentials: Buffer }[]> {
  return tx.run(
    `SELECT id, credentials FROM channels
     WHERE workspace_id = current_workspace() AND removed_at IS NULL AND credentials IS NOT NULL`,
  )
}

/** The credentials of all channels, removed ones too. They stay as they are until the transaction ends. */
export function lockCredentials(tx: Tx): Promise<{ id: string; credentials: Buffer }[]> {
  return tx.run(
    `SELECT id, credentials FROM channels
     WHERE workspace_id = current_workspace() AND credentials IS NOT NULL ORDER BY id FOR UPDATE`,
  )
}

export function setCredentials(tx: Tx, id: string, credentials: Buffer): void {
  tx.queue(
    'UPDATE channels SET credentials = $2 WHERE workspace_id = current_workspace() AND id = $1',
    [id, credentials],
  )
}

export async function countChannels(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ count: number }>(
    `SELECT count(*) FROM channels
     WHERE workspace_id = current_workspace() AND removed_at IS NULL`,
  )
  return row!.count
}

/** Stores in the directory which workspace a channel's hook belongs to, and the address whose email comes in there. */
export function insertChannelHook(tx: Tx, id: string, address: string | null): void {
  tx.queue(
    `INSERT INTO channel_hooks (channel_id, workspace_id, address)
     VALUES ($1, current_workspace(), $2)`,
    [id, address],
  )
}

export async function insertChannel(
  tx: Tx,
  c: Omit<ChannelRow, 'workspaceId' | 'createdAt' | 'updatedAt'>,
): Promise<ChannelRow> {
  const [made] = await tx.run<ChannelRow>(
    `INSERT INTO channels (workspace_id, id, name, medium, provider, from_address, settings, credentials,
       hook_hash, from_name)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${CHANNEL}`,
    [
      c.id,
      c.name,
      c.medium,
      c.provider,
      c.from,
      JSON.stringify(c.settings),
      c.credentials,
      c.hookHash,
      c.fromName,
    ],
  )
  return made!
}

/** Email to a new address comes in where email to the old one did. */
export function moveMailHook(tx: Tx, id: string, address: string): void {
  tx.queue(
    `UPDATE channel_hooks SET address = $2
     WHERE workspace_id = current_workspace() AND channel_id = $1 AND address IS NOT NULL`,
    [id, address],
  )
}

/** Changes a channel. If its pace changes, waiting messages get new slots. */
export async function updateChannel(
  tx: Tx,
  c: Pick<ChannelRow, 'id' | 'name' | 'from' | 'fromName' | 'settings' | 'credentials'>,
): Promise<ChannelRow> {
  const [changed] = await tx.run<ChannelRow>(
    `UPDATE channels SET name = $2, from_address = $3, settings = $4, credentials = $5, from_name = $6,
       updated_at = now(),
       slots_until = CASE WHEN settings -> 'messagesPerMinute'
         IS NOT DISTINCT FROM $4::jsonb -> 'messagesPerMinute' THEN slots_until END
     WHERE workspace_id = current_workspace() AND id = $1 RETURNING ${CHANNEL}`,
    [c.id, c.name, c.from, JSON.stringify(c.settings), c.credentials, c.fromName],
  )
  return changed!
}

export async function replaceHook(tx: Tx, id: string, hookHash: Buffer): Promise<ChannelRow[]> {
  return tx.run<ChannelRow>(
    `UPDATE channels SET hook_hash = $2, updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1 AND removed_at IS NULL RETURNING ${CHANNEL}`,
    [id, hookHash],
  )
}

/** Disconnects a channel and deletes its credentials. Messages still refer to it. Returns its name, if it existed. */
export async function removeChannel(tx: Tx, id: string): Promise<string | undefined> {
  const [removed] = await tx.run<{ name: string }>(
    `UPDATE channels SET removed_at = now(), credentials = NULL
     WHERE workspace_id = current_workspace() AND id = $1 AND removed_at IS NULL RETURNING name`,
    [id],
  )
  return removed?.name
}

/** Email to its address comes in no more. */
export function closeMailHook(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE channel_hooks SET address = NULL
     WHERE workspace_id = current_workspace() AND channel_id = $1`,
    [id],
  )
}

/** The channel for email to an address, from the directory. The first one wins, so that no later one can take over. */
export async function findMailHook(tx: Tx, address: string): Promise<string | undefined> {
  const [hook] = await tx.run<{ channelId: string }>(
    `SELECT channel_id AS "channelId" FROM channel_hooks WHERE address = $1 ORDER BY channel_id LIMIT 1`,
    [address],
  )
  return hook?.channelId
}

/** The workspace of a hook's channel, from the directory, even if the channel was disconnected. */
export async function findHookWorkspace(tx: Tx, channelId: string): Promise<string | undefined> {
  const [hook] = await tx.run<{ workspaceId: string }>(
    `SELECT workspace_id AS "workspaceId" FROM channel_hooks WHERE channel_id = $1`,
    [channelId],
  )
  return hook?.workspaceId
}
