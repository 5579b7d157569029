import type { Item } from '../../../service/api.ts'
import { failedWords } from '../../../service/failures/refused-value.rules.ts'

export type Message = Item<'conversations.listMessages'>

/** What happened to a message, in words that people can act on. */
export interface DeliveryStatus {
  tone: 'quiet' | 'waiting' | 'good' | 'bad' | 'unsure'
  label: string
  /** Why. */
  detail?: string
  /** What to do about it, for people who may do it. */
  remedy?: string
  /** The action that is offered. */
  may?: 'cancel' | 'retry'
  /** Whether the same text to the same number would fail again. */
  isHopeless?: boolean
}

/** The codes of text providers whose meaning is clear. */
const meanings: Record<string, string> = {
  '21211': 'this is not a phone number',
  '21408': 'your provider account cannot send to that country',
  '21610': 'the recipient has opted out',
  '21614': 'that number cannot receive texts',
  '30003': 'the number cannot be reached',
  '30004': 'the recipient blocks messages',
  '30005': 'that number is not in service',
  '30006': 'that number is a landline, or its carrier cannot be reached',
  '30007': 'the carrier blocked it as spam',
  '30008': 'the carrier gave no reason',
}

const nth = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
const tryOf = (attempt: number): string => `${nth[attempt - 1] ?? `${attempt}th`} try`

/** The codes that say something about the number itself, which a retry does not change. */
const HOPELESS = new Set(['21211', '21610', '21614', '30004', '30005', '30006'])

/** A text whose first try is later than this waits for the recipient's morning, not for the channel's rate limit. */
const MORNING_MS = 10 * 60_000

const again = { may: 'retry', remedy: 'Retry to send it as a new message.' } as const
const another = {
  may: 'retry',
  remedy: 'A retry will most likely fail again. Use another number, or email.',
  isHopeless: true,
} as const
const afterFailure = ({ text }: Message) =>
  text?.error_code && HOPELESS.has(text.error_code) ? another : again

/**
 * Says what happened to an outbound message.
 *
 * @param now in milliseconds, to see what is due.
 * @param momentOf how a time is shown.
 */
export function deliveryStatusOf(
  message: Message,
  now: number,
  momentOf: (at: string) => string,
): DeliveryStatus {
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
        detail: `${sentence(failedWords(delivery))}We don’t resend it automatically, because the recipient might get it twice.`,
        ...again,
      }
    case 'failed':
      return {
        tone: 'bad',
        label: `Failed${because(message)}`,
        ...afterFailure(message),
      }
    case 'sent':
      return sent(message, status, momentOf)
  }
}

function waiting(message: Message, now: number, momentOf: (at: string) => string): DeliveryStatus {
  const { attempts, next_attempt_at: at } = message.delivery!
  const error = failedWords(message.delivery!)
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
      ? 'Texts from a template, or to several records, are sent 8 am–8 pm recipient time.'
      : 'The channel limits how many messages it sends per minute.'
  return { tone: 'waiting', label: `Waiting until ${momentOf(at)}`, detail: why, may: 'cancel' }
}

function sent(
  message: Message,
  status: Message['status'],
  momentOf: (at: string) => string,
): DeliveryStatus {
  const on = (at: string | null) => (at === null ? '' : ` ${momentOf(at)}`)
  if (status === 'read') return { tone: 'good', label: `Read${on(message.read_at)}` }
  if (status === 'delivered') return { tone: 'good', label: `Delivered${on(message.delivered_at)}` }
  if (status === 'undelivered' || status === 'failed') {
    return {
      tone: 'bad',
      label: `Not delivered${because(message)}`,
      ...afterFailure(message),
    }
  }
  if (isKeptHere(message)) {
    return { tone: 'quiet', label: 'Not sent: no channel connected' }
  }
  const taker = message.medium === 'email' ? 'mail server' : 'provider'
  return {
    tone: 'quiet',
    label: `Sent: the ${taker} accepted it${on(message.delivery!.settled_at)}`,
  }
}

/** Whether a message stayed in the outbox of a workspace without channels. */
const isKeptHere = ({ text, external_id: id }: Message): boolean =>
  text ? text.provider === 'local' : (id?.endsWith('@local.invalid>') ?? false)

/** `: the number cannot be reached (30003)`, or what the provider said. */
function because({ text, delivery }: Message): string {
  const code = text?.error_code ?? null
  if (code !== null && meanings[code]) return `: ${meanings[code]} (${code})`
  const error =
    failedWords({ ...delivery }) ?? failedWords({ ...text, error: text?.error_message ?? null })
  return error === undefined ? '' : `: ${error.replace(/\.$/, '')}`
}

const sentence = (text: string | undefined): string =>
  text ? `${text.endsWith('.') ? text : `${text}.`} ` : ''

/** Whether the outcome of a message is still open. */
export const isUnderWay = ({ delivery }: Message): boolean =>
  delivery?.state === 'pending' || delivery?.state === 'claimed'

/** Whether somebody has already sent it again, so that the new message is the one to look at. */
export const isRetried = (message: Message, all: readonly Message[]): boolean =>
  all.some(
    (other) =>
      other.id > message.id &&
      other.direction === 'outbound' &&
      other.content === message.content &&
      other.parent_message_id !== null &&
      [message.id, message.parent_message_id].includes(other.parent_message_id),
  )
