import type { Item } from '../../../api.ts'

export type Message = Item<'conversations.listMessages'>

/** What happened to a message, in words that somebody can act on. */
export interface Fate {
  tone: 'quiet' | 'waiting' | 'good' | 'bad' | 'unsure'
  label: string
  /** Why. */
  detail?: string
  /** What can be done, for whoever may. */
  remedy?: string
  /** What can be done about it. */
  may?: 'cancel' | 'retry'
}

/** Codes of text providers that have a plain meaning. */
const meanings: Record<string, string> = {
  '21211': 'that is not a phone number',
  '21408': 'the provider does not send to that country for you',
  '21610': 'the recipient has opted out',
  '21614': 'that number cannot take texts',
  '30003': 'the number is not reachable',
  '30004': 'the recipient blocks messages',
  '30005': 'nobody has that number',
  '30006': 'that number is a landline, or its carrier cannot be reached',
  '30007': 'the carrier took it for spam',
  '30008': 'the carrier did not say why',
}

const nth = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
const tryOf = (attempt: number): string => `${nth[attempt - 1] ?? `${attempt}th`} try`

/** Longer waits of a text before its first try are for the recipient's morning, shorter ones for the channel's pace. */
const MORNING_MS = 10 * 60_000

const again = { may: 'retry', remedy: 'Retry sends it as a new message.' } as const

/**
 * Says what happened to an outbound message.
 *
 * @param now in milliseconds, for what is due.
 * @param momentOf how a time is shown.
 */
export function fateOf(message: Message, now: number, momentOf: (at: string) => string): Fate {
  const { delivery, status } = message
  if (message.call || !delivery) return { tone: 'quiet', label: '' }
  switch (delivery.state) {
    case 'pending':
      return waiting(message, now, momentOf)
    case 'claimed':
      return { tone: 'waiting', label: 'Sending', detail: 'It is being handed to the provider.' }
    case 'cancelled':
      return { tone: 'quiet', label: 'Cancelled before it was sent' }
    case 'uncertain':
      return {
        tone: 'unsure',
        label: 'Uncertain: it may have been delivered',
        detail: `${sentence(delivery.error)}It is not sent again by itself, since the recipient might read it twice.`,
        ...again,
      }
    case 'failed':
      return {
        tone: 'bad',
        label: `Failed${because(message)}`,
        ...again,
      }
    case 'sent':
      return sent(message, status, momentOf)
  }
}

function waiting(message: Message, now: number, momentOf: (at: string) => string): Fate {
  const { attempts, next_attempt_at: at, error } = message.delivery!
  const waitMs = at === null ? 0 : Date.parse(at) - now
  const soon = at === null || waitMs < 5_000
  if (attempts > 0) {
    return {
      tone: 'waiting',
      label: `Waiting: ${tryOf(attempts + 1)} ${soon ? 'in a moment' : `at ${momentOf(at)}`}`,
      ...(error ? { detail: sentence(error).trim() } : {}),
      may: 'cancel',
    }
  }
  if (soon) return { tone: 'waiting', label: 'Queued', may: 'cancel' }
  const why =
    message.medium === 'text' && waitMs > MORNING_MS
      ? 'A text from a template goes out between 8 in the morning and 8 in the evening where the recipient is.'
      : 'The channel sends only so many messages a minute.'
  return { tone: 'waiting', label: `Waiting until ${momentOf(at)}`, detail: why, may: 'cancel' }
}

function sent(message: Message, status: Message['status'], momentOf: (at: string) => string): Fate {
  const on = (at: string | null) => (at === null ? '' : ` ${momentOf(at)}`)
  if (status === 'read') return { tone: 'good', label: `Read${on(message.read_at)}` }
  if (status === 'delivered') return { tone: 'good', label: `Delivered${on(message.delivered_at)}` }
  if (status === 'undelivered' || status === 'failed') {
    return {
      tone: 'bad',
      label: `Not delivered${because(message)}`,
      ...again,
    }
  }
  if (isKeptHere(message)) {
    return { tone: 'quiet', label: 'Kept in the local outbox, sent to nobody' }
  }
  const taker = message.medium === 'email' ? 'mail server' : 'provider'
  return { tone: 'quiet', label: `Sent: the ${taker} took it${on(message.delivery!.settled_at)}` }
}

/** Whether it went no further than the outbox of a workspace without channels. */
const isKeptHere = ({ text, external_id: id }: Message): boolean =>
  text ? text.provider === 'local' : (id?.endsWith('@local.invalid>') ?? false)

/** `: the number is not reachable (30003)`, or what the provider said. */
function because({ text, delivery }: Message): string {
  const code = text?.error_code ?? null
  if (code !== null && meanings[code]) return `: ${meanings[code]} (${code})`
  const said = delivery?.error ?? text?.error_message ?? null
  return said === null || said === '' ? '' : `: ${said.replace(/\.$/, '')}`
}

const sentence = (text: string | null): string =>
  text ? `${text.endsWith('.') ? text : `${text}.`} ` : ''

/** Whether its fate is still to come. */
export const isUnderWay = ({ delivery }: Message): boolean =>
  delivery?.state === 'pending' || delivery?.state === 'claimed'

/** Whether somebody has sent it again already, so that the new message is the one to look at. */
export const isRetried = (message: Message, all: readonly Message[]): boolean =>
  all.some(
    (other) =>
      other.id > message.id &&
      other.direction === 'outbound' &&
      other.content === message.content &&
      other.parent_message_id !== null &&
      [message.id, message.parent_message_id].includes(other.parent_message_id),
  )
