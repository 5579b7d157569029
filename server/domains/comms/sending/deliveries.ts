import type { DeliveryState } from '../../../../contract/comms/messages.ts'
import type { EventVerb } from '../../../../contract/events/events.ts'
import { type Failed, failed } from '../../../../contract/refusals/reasons.ts'
import { SYSTEM } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { whyFailed } from '../../../platform/failed-work.ts'
import { announceWork, lockWork } from '../../../platform/jobs/due-work.ts'
import { appendEvents } from '../../events/events.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import { notBefore } from '../addresses/quiet-hours.rules.ts'
import type { OpenChannel } from '../channels/provider.ts'
import { OPTED_OUT } from '../twilio/twilio-answers.rules.ts'
import * as claims from './claims.sql.ts'
import { lapse } from './deliveries.rules.ts'
import * as sql from './deliveries.sql.ts'
import { optOutOfThreads } from './provider-opt-outs.ts'

export { doubtTexts } from './claims.sql.ts'
export type { Settlement } from './deliveries.sql.ts'

/** The kind of due work for sending messages. */
export const WORK = 'messages'
/** The channel that workers listen to. */
export const WAKE_CHANNEL = 'message_deliveries'

const MOST_LAPSED = 10

/** Announces that a message of the transaction's workspace is due in `inMs`. */
export function announceDelivery(tx: Tx, inMs: number): void {
  announceWork(tx, WORK, inMs)
  if (inMs <= 0) sql.notifyWorkers(tx, WAKE_CHANNEL)
}

/** Finds the open channel that sends a message; undefined for the local outbox. */
export type ChannelOf = (
  tx: Tx,
  message: Pick<claims.Taken, 'medium' | 'channelId' | 'lastChannelId'>,
) => Promise<OpenChannel | undefined>

/** A claimed message, with everything that sending needs. */
export interface Claimed {
  message: claims.Taken
  channel: OpenChannel | undefined
  /** Why its channel cannot be used, if so. */
  fault: Failed | null
  files: claims.AttachedFile[]
  /** When submission began, if that claim has lapsed and the provider must be asked. */
  beganAt: Date | null
}

/**
 * One turn of a worker at a workspace: handles lapsed claims, claims due messages, and sets the next turn.
 */
export async function takeTurn(
  tx: Tx,
  channelOf: ChannelOf,
  most: number,
  worker: string,
): Promise<Claimed[]> {
  const [lapsed, ids] = await Promise.all([
    claims.lockLapsed(tx, Math.min(most, MOST_LAPSED)),
    claims.lockDue(tx, most),
  ])
  const asked = lapsed.length > 0 ? await seeToLapsed(tx, lapsed, worker) : []
  const taken = ids.length > 0 ? await claimDue(tx, ids, worker) : []
  const began = new Map(lapsed.map(({ id, beganAt }) => [id, beganAt]))
  const claimed = await load(tx, channelOf, [...asked, ...taken], began)
  const early = await findEarly(tx, claimed)
  if (early.length > 0) claims.putBack(tx, early)
  lockWork(tx, WORK)
  sql.setWork(tx, WORK)
  const left = new Set(early.map(({ id }) => id))
  return claimed.filter(({ message }) => !left.has(message.id))
}

async function seeToLapsed(
  tx: Tx,
  lapsed: readonly claims.Lapsed[],
  worker: string,
): Promise<claims.Taken[]> {
  const judged = lapsed.map((one) => ({ ...one, next: lapse(one, one.beganAt !== null) }))
  const settled = await sql.settle(
    tx,
    judged.flatMap(({ id, fence, next }): sql.Settlement[] => {
      if (next === 'ask') return []
      const why = failed('worker_lost', {})
      const left = { id, fence, why, externalId: null, facts: {} }
      return next === 'failed'
        ? [{ ...left, state: 'failed', status: 'failed', waitMs: null }]
        : [{ ...left, state: 'pending', status: 'queued', waitMs: 0 }]
    }),
  )
  reportChanges(tx, settled)
  const asks = judged.filter(({ next }) => next === 'ask').map(({ id }) => id)
  return asks.length > 0 ? claims.takeOver(tx, asks, worker) : []
}

async function claimDue(tx: Tx, ids: readonly number[], worker: string): Promise<claims.Taken[]> {
  const taken = await claims.claim(tx, ids, worker)
  reportChanges(tx, taken)
  return taken.filter(({ state }) => state === 'claimed')
}

async function load(
  tx: Tx,
  channelOf: ChannelOf,
  taken: readonly claims.Taken[],
  began: ReadonlyMap<number, Date | null>,
): Promise<Claimed[]> {
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id)
  const [attached, opened] = await Promise.all([
    claims.listAttached(tx, ids),
    openAll(tx, channelOf, taken),
  ])
  const files = Map.groupBy(attached, ({ messageId }) => messageId)
  return taken.map((message) => ({
    message,
    ...opened.get(keyOf(message))!,
    files: files.get(message.id) ?? [],
    beganAt: began.get(message.id) ?? null,
  }))
}

/** The channels of the messages, each opened once. */
async function openAll(tx: Tx, channelOf: ChannelOf, taken: readonly claims.Taken[]) {
  const opened = new Map<string, Pick<Claimed, 'channel' | 'fault'>>()
  for (const message of taken) {
    const key = keyOf(message)
    if (!opened.has(key)) opened.set(key, await open(tx, channelOf, message))
  }
  return opened
}

const keyOf = ({ medium, channelId, lastChannelId }: claims.Taken): string =>
  [medium, channelId, lastChannelId].join()

async function open(tx: Tx, channelOf: ChannelOf, message: claims.Taken) {
  try {
    return { channel: await channelOf(tx, message), fault: null }
  } catch (error) {
    return { channel: undefined, fault: whyFailed(error) }
  }
}

/** The messages that must wait for the recipient's morning or for a slot in their channel's pace. */
async function findEarly(tx: Tx, claimed: readonly Claimed[]): Promise<claims.Early[]> {
  const news = claimed.filter(({ beganAt }) => beganAt === null)
  const keepsQuiet = ({ message: { medium, templateId } }: Claimed) =>
    medium === 'text' && templateId
  const zone = news.some(keepsQuiet) ? (await getWorkspace(tx)).timeZone : undefined
  const early = news.flatMap(({ message }): claims.Early[] => {
    const { id, medium, templateId, address, now } = message
    const at = medium === 'text' && templateId ? notBefore(address, now, zone) : null
    return at ? [{ id, at, isSlot: false }] : []
  })
  const paced = news.filter(
    ({ message, channel }) =>
      channel?.settings.messagesPerMinute &&
      !message.hasSlot &&
      !early.some(({ id }) => id === message.id),
  )
  for (const [channelId, group] of Map.groupBy(paced, ({ channel }) => channel!.id)) {
    const eachMs = 60_000 / group[0]!.channel!.settings.messagesPerMinute!
    const slots = await claims.takeSlots(tx, channelId, group.length, eachMs)
    for (const [i, { message }] of slots ? group.entries() : []) {
      const at = new Date(slots!.first.getTime() + i * eachMs)
      if (at > slots!.now) early.push({ id: message.id, at, isSlot: true })
    }
  }
  return early
}

/** Settles messages whose claims are still valid. Returns their ids. */
export async function settle(tx: Tx, settlements: readonly sql.Settlement[]): Promise<number[]> {
  const settled = await sql.settle(tx, settlements)
  const kept = new Set(settlements.flatMap(({ id, inOutbox }) => (inOutbox ? [id] : [])))
  reportChanges(tx, settled, kept)
  const refused = settlements.filter(({ facts }) => facts.error_code === OPTED_OUT)
  if (refused.length > 0) {
    const ids = new Set(refused.map(({ id }) => id))
    await optOutOfThreads(
      tx,
      settled.filter(({ id }) => ids.has(id)).map(({ conversationId }) => conversationId),
    )
  }
  const waits = settlements.flatMap(({ waitMs }) => (waitMs === null ? [] : [waitMs]))
  if (waits.length > 0) announceWork(tx, WORK, Math.min(...waits))
  return settled.map(({ id }) => id)
}

/** The verbs in events for these states. */
const verbs: Partial<Record<DeliveryState, EventVerb<'message'>>> = {
  sent: 'sent',
  failed: 'failed',
  cancelled: 'cancelled',
  uncertain: 'uncertain',
}

/** @param kept the ids of those that stay in the local outbox */
function reportChanges(
  tx: Tx,
  changed: readonly (sql.Settled | claims.Taken)[],
  kept: ReadonlySet<number> = new Set(),
): void {
  const events = changed.flatMap(({ id: messageId, state, conversationId, rowId }) => {
    const verb = verbs[state]
    if (!verb) return []
    const data = {
      conversationId,
      messageId,
      ...(rowId && { rowId }),
      ...(verb === 'sent' && kept.has(messageId) && { inOutbox: true as const }),
    }
    return [
      { type: `message.${verb}` as const, actor: SYSTEM, subject: `message:${messageId}`, data },
    ]
  })
  if (events.length > 0) appendEvents(tx, events)
}
