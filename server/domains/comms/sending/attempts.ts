import { setTimeout as sleep } from 'node:timers/promises'
import { type Failed, failed } from '../../../../contract/refusals/reasons.ts'
import type { Database } from '../../../platform/database/db.ts'
import { whyFailed } from '../../../platform/failed-work.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { within } from '../../../platform/within.ts'
import { notBefore } from '../addresses/quiet-hours.rules.ts'
import type { OpenChannel, Outcome, Outgoing, Provider } from '../channels/provider.ts'
import { plain } from '../threads/lines.rules.ts'
import { begin } from './claims.sql.ts'
import { judge } from './deliveries.rules.ts'
import type { Claimed, Settlement } from './deliveries.ts'

export interface AttemptTools {
  db: Database
  files: FileStore
  providers: Partial<Record<OpenChannel['provider'], Provider>>
  /** How long an attempt may take: well below the lease. */
  limitMs: number
  /** How long to wait before asking the provider again, if it does not know a message. */
  askAgainMs: readonly number[]
}

/** The claim has lapsed, and another worker may have the message: it must not be sent, and nothing is settled. */
class LostClaim extends Error {}

/**
 * Makes one attempt to send a claimed message, or asks about the last attempt. Returns what to settle, if anything.
 *
 * @param late aborted when the process must end. It gives up its attempts, and other workers continue them.
 */
export async function attempt(
  tools: AttemptTools,
  workspaceId: string,
  claimed: Claimed,
  late: AbortSignal,
): Promise<Settlement | undefined> {
  const { message } = claimed
  const { id, fence, medium } = message
  try {
    const outcome = await outcomeOf(tools, workspaceId, claimed, late)
    if (outcome === 'stopped') return { ...blank(id, fence), why: failed('worker_stopped', {}) }
    const judged = judge(outcome, message, Math.random())
    return {
      id,
      fence,
      ...judged,
      why: judged.why && brief(judged.why),
      waitMs: judged.waitMs === null ? null : judged.waitMs + nightMs(message, judged.waitMs),
      externalId: medium === 'text' ? idOf(outcome) : null,
      // The channel may have been connected after the message was queued.
      facts: { ...factsOf(outcome), provider: providerOf(claimed) },
      inOutbox: providerOf(claimed) === 'local',
    }
  } catch (error) {
    if (error instanceof LostClaim) return undefined
    throw error
  }
}

const providerOf = ({ channel }: Claimed): OpenChannel['provider'] => channel?.provider ?? 'local'

const blank = (id: number, fence: number): Settlement => ({
  id,
  fence,
  state: 'pending',
  status: 'queued',
  waitMs: 0,
  why: null,
  externalId: null,
  facts: {},
})

async function outcomeOf(
  tools: AttemptTools,
  workspaceId: string,
  claimed: Claimed,
  late: AbortSignal,
): Promise<Outcome | 'stopped'> {
  const { message, fault } = claimed
  const channel = claimed.channel ?? localChannel(workspaceId, claimed)
  const provider = tools.providers[channel.provider]
  if (fault !== null || !provider) {
    const why = fault ?? failed('no_provider', { provider: channel.provider })
    return { kind: claimed.beganAt ? 'unknown' : 'transient', ...why }
  }
  const outgoing = outgoingOf(tools, workspaceId, claimed)
  const ask = (beganAt: Date) => asked(tools, provider, channel, outgoing, beganAt, late)
  if (claimed.beganAt) return (await ask(claimed.beganAt)) ?? UNKNOWN

  let began: Date | undefined
  const beginOnce = async () => {
    if (message.medium !== 'text') return
    const at = await tools.db.withWorkspace({ workspaceId }, (tx) =>
      begin(tx, message.id, message.fence),
    )
    if (!at) throw new LostClaim()
    began = at
  }
  const sending = provider.send(channel, outgoing, beginOnce).catch((error: Error): Outcome => {
    if (error instanceof LostClaim) throw error
    return { kind: began ? 'unknown' : 'transient', ...whyFailed(error) }
  })
  const ended = await within(sending, tools.limitMs, late)
  if (ended.how === 'stopped') {
    // The provider may have the message. The worker that finds the lapsed claim asks about it.
    if (began) throw new LostClaim()
    return 'stopped'
  }
  const outcome = ended.how === 'late' ? tooLate(tools.limitMs, began) : ended.value
  if (outcome.kind !== 'unknown' || !began) return outcome
  return (await ask(began)) ?? outcome
}

const UNKNOWN: Outcome = {
  kind: 'unknown',
  ...failed('outcome_unknown', {}),
}

const tooLate = (limitMs: number, began: Date | undefined): Outcome => ({
  kind: began ? 'unknown' : 'transient',
  ...failed('no_answer', { seconds: Math.round(limitMs / 1000) }),
})

/** Asks the provider about a text whose submission began, several times, since it may not know the text at once. */
async function asked(
  tools: AttemptTools,
  provider: Provider,
  channel: OpenChannel,
  outgoing: Outgoing,
  beganAt: Date,
  late: AbortSignal,
): Promise<Outcome | undefined> {
  for (const waitMs of [0, ...tools.askAgainMs]) {
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: late }).catch(() => {})
    if (late.aborted) throw new LostClaim()
    const asking = (async () => provider.find?.(channel, outgoing, beganAt))()
    const ended = await within(asking, ASK_LIMIT_MS, late).catch(() => undefined)
    if (ended?.how === 'stopped') throw new LostClaim()
    const kind = ended?.value?.kind
    if (kind === 'accepted' || kind === 'permanent') return ended?.value
  }
  return undefined
}

const ASK_LIMIT_MS = 20_000

const outgoingOf = (
  { files }: AttemptTools,
  workspaceId: string,
  { message, files: attached }: Claimed,
): Outgoing => ({
  workspaceId,
  messageId: message.id,
  to: message.address,
  toName: message.toName,
  senderName: message.senderName,
  isAutomatic: message.isAutomatic,
  subject: message.subject,
  content: message.content,
  contentHtml: message.contentHtml,
  messageIdHeader: message.medium === 'email' ? message.externalId : null,
  inReplyTo: message.inReplyTo,
  references: message.references ?? [],
  attachments: attached.map(({ key, id, name, type, size }) => ({
    id,
    name,
    type,
    size: Number(size),
    open: () => files.get(key),
  })),
})

/** The channel of the local outbox, for messages without a channel. */
const localChannel = (workspaceId: string, { message }: Claimed): OpenChannel => ({
  workspaceId,
  id: '',
  medium: message.medium,
  provider: 'local',
  from: '',
  fromName: null,
  settings: {},
  credentials: {},
  hookBase: '',
})

function factsOf(outcome: Outcome): Settlement['facts'] {
  if (outcome.kind === 'accepted') {
    const { segmentCount } = outcome
    const facts = { error_code: null, error_message: null, why: null }
    return segmentCount === undefined ? facts : { ...facts, segment_count: segmentCount }
  }
  const code = outcome.kind === 'unknown' ? undefined : outcome.code
  const why = brief(outcome)
  return {
    error_code: code === undefined ? null : cut(code),
    error_message: why.error,
    why,
  }
}

const idOf = (outcome: Outcome): string | null =>
  outcome.kind === 'accepted' && outcome.externalId !== null ? cut(outcome.externalId) : null

/** How much longer than `waitMs` a text from a template must wait, so that it is not sent at night. */
function nightMs(message: Claimed['message'], waitMs: number): number {
  if (message.medium !== 'text' || !message.templateId) return 0
  const planned = new Date(message.now.getTime() + waitMs)
  return Math.max(0, (notBefore(message.address, planned)?.getTime() ?? 0) - planned.getTime())
}

/** The number of characters after which a provider's error is cut off. */
const MOST_CHARS = 500
const cut = (text: string): string => plain(text).slice(0, MOST_CHARS).toWellFormed()

const brief = ({ error, reason, values }: Failed): Failed => ({
  error: cut(error),
  reason,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? cut(value) : value,
    ]),
  ),
})
