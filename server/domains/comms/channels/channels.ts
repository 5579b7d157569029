import type { ProviderName } from '../../../../contract/comms/channels.ts'
import type { Medium } from '../../../../contract/comms/messages.ts'
import { type Failed, failed } from '../../../../contract/refusals/reasons.ts'
import type { Actor, UserActor } from '../../../platform/actor.ts'
import { type Database, violates } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { whyFailed } from '../../../platform/failed-work.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId, newSecret, secretHash } from '../../../platform/ids.ts'
import { mailboxText } from '../../../platform/mailbox.rules.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { type Issue, notFound, Refusal } from '../../../platform/refusal.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { within } from '../../../platform/within.ts'
import { appendNamedEvent } from '../../events/events.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import { addressIssue, readNamedAddress } from '../addresses/addresses.rules.ts'
import { refuse } from '../threads/message-body.rules.ts'
import {
  type ChannelCredentials,
  type ChannelSettings,
  faultsOf,
  keptFaults,
} from './channels.rules.ts'
import * as sql from './channels.sql.ts'
import { hookBaseOf, openChannel, sealCredentials } from './open-channels.ts'
import type { Providers } from './provider.ts'

export interface ChannelTools {
  db: Database
  seal: Seal
  /** Says which settings lead to a forbidden place. */
  outbound: Outbound
  providers: Providers
  readonly publicUrl: string
}

export interface ChannelBody {
  name?: string
  from?: string
  settings?: ChannelSettings
  credentials?: ChannelCredentials
}

const MOST = 100
/** How long to wait for a provider. */
const TEST_MS = 15_000

export async function listChannels(
  tx: Tx,
  { publicUrl }: ChannelTools,
  query: { limit?: number; cursor?: string },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const found = await sql.listChannels(tx, after, limit + 1)
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  return { data: items.map((channel) => channelOut(publicUrl, channel)), nextCursor }
}

/** Whether messages are really sent, and not only kept. */
export const anySends = (tx: Tx): Promise<boolean> => sql.hasSendingChannel(tx)

/** @throws Refusal not_found. */
export const getChannel = async (tx: Tx, { publicUrl }: ChannelTools, id: string) =>
  channelOut(publicUrl, standing(await sql.findChannel(tx, id)))

/**
 * Connects a channel. Only this answer contains its hook's secret.
 *
 * @throws Refusal invalid_request (with every fault), name_taken.
 */
export async function createChannel(
  tx: Tx,
  { seal, outbound, publicUrl }: ChannelTools,
  actor: Actor,
  body: ChannelBody & { name: string; medium: Medium; provider: ProviderName; from: string },
) {
  const { name, medium, provider, settings = {}, credentials = {} } = body
  const from = await readFrom(tx, medium, body.from)
  refuse([...faultsOf({ medium, provider, settings, credentials }, outbound), ...from.issues])
  if ((await sql.countChannels(tx)) >= MOST) {
    throw new Refusal('invalid_request', 'too_many_channels', { most: MOST })
  }
  const id = newId()
  const hookSecret = newHookSecret()
  sql.insertChannelHook(tx, id, medium === 'email' ? from.address : null)
  const made = await named(
    name,
    sql.insertChannel(tx, {
      id,
      name,
      medium,
      provider,
      from: from.address,
      fromName: from.name,
      settings,
      credentials: sealCredentials(seal, { workspaceId: actor.workspaceId, id }, credentials),
      hookHash: secretHash(hookSecret),
    }),
  )
  appendNamedEvent(tx, actor, 'channel.created', made)
  return { ...channelOut(publicUrl, made), hookSecret }
}

/** @throws Refusal not_found, invalid_request, name_taken. */
export async function updateChannel(
  tx: Tx,
  { seal, outbound, publicUrl }: ChannelTools,
  actor: Actor,
  id: string,
  body: ChannelBody,
) {
  const before = standing(await sql.lockChannel(tx, id))
  const { medium, provider } = before
  const { name = before.name, settings, credentials } = body
  const from =
    body.from === undefined
      ? { address: before.from, name: before.fromName, issues: [] }
      : await readFrom(tx, medium, body.from)
  const hasCredentials = before.credentials !== null
  refuse([...faultsOf({ medium, provider, settings, credentials }, outbound), ...from.issues])
  refuse(keptFaults({ settings: before.settings, hasCredentials }, { settings, credentials }))
  sql.moveMailHook(tx, before.id, from.address)
  const changed = await named(
    name,
    sql.updateChannel(tx, {
      id: before.id,
      name,
      from: from.address,
      fromName: from.name,
      settings: settings ?? before.settings,
      credentials: credentials ? sealCredentials(seal, before, credentials) : before.credentials,
    }),
  )
  appendNamedEvent(tx, actor, 'channel.updated', changed)
  return channelOut(publicUrl, changed)
}

/** @throws Refusal not_found. */
export async function removeChannel(tx: Tx, actor: Actor, id: string): Promise<void> {
  const name = await sql.removeChannel(tx, id)
  if (name === undefined) throw notFound()
  sql.closeMailHook(tx, id)
  appendNamedEvent(tx, actor, 'channel.deleted', { id: id.toLowerCase(), name })
}

/** @throws Refusal not_found. */
export async function rotateHookSecret(
  tx: Tx,
  { publicUrl }: ChannelTools,
  actor: Actor,
  id: string,
) {
  const hookSecret = newHookSecret()
  const [changed] = await sql.replaceHook(tx, id, secretHash(hookSecret))
  const channel = standing(changed)
  appendNamedEvent(tx, actor, 'channel.secret_rotated', channel)
  return { ...channelOut(publicUrl, channel), hookSecret }
}

/**
 * Connects and signs in to the provider. This can take a while, so it happens outside of transactions.
 *
 * @throws Refusal not_found.
 */
export async function testChannel(
  { db, seal, providers, publicUrl }: ChannelTools,
  actor: UserActor,
  id: string,
) {
  const channel = standing(await db.withWorkspace(actor, (tx) => sql.findChannel(tx, id)))
  const { value: why = failed('no_answer', { seconds: TEST_MS / 1000 }), ms } = await within(
    reach(providers, () => openChannel(seal, publicUrl, channel)),
    TEST_MS,
  )
  return { ok: why === null, error: null, ...why, ms }
}

/** The problem in our own words; null if the provider could be reached. */
async function reach(
  providers: Providers,
  open: () => ReturnType<typeof openChannel>,
): Promise<Failed | null> {
  let channel: ReturnType<typeof openChannel>
  try {
    channel = open()
  } catch (error) {
    return whyFailed(error)
  }
  const provider = providers[channel.provider]
  return provider ? provider.test(channel) : failed('no_provider', { provider: channel.provider })
}

/** 256 bits. */
const newHookSecret = (): string => `shs_${newSecret()}`

async function readFrom(
  tx: Tx,
  medium: Medium,
  sent: string,
): Promise<{ address: string; name: string | null; issues: Issue[] }> {
  const read = readNamedAddress(medium, sent, (await getWorkspace(tx)).region)
  if ('address' in read) return { ...read, issues: [] }
  return { address: sent, name: null, issues: [addressIssue('from', read.refusal)] }
}

async function named<T>(name: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!violates(error, 'channels_by_name')) throw error
    throw new Refusal('name_taken', 'channel', { name })
  }
}

function standing(channel: sql.ChannelRow | undefined): sql.ChannelRow {
  if (!channel) throw notFound()
  return channel
}

const channelOut = (
  publicUrl: string,
  { id, name, medium, provider, from, fromName, settings, ...rest }: sql.ChannelRow,
) => ({
  id,
  name,
  medium,
  provider,
  from: mailboxText({ name: fromName, address: from }),
  settings,
  hasCredentials: rest.credentials !== null,
  hookUrl: `${hookBaseOf(publicUrl, id)}/inbound`,
  createdAt: rest.createdAt.toISOString(),
  updatedAt: rest.updatedAt.toISOString(),
})
