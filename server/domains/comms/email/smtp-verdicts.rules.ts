import { type Failed, failed, type ReasonName } from '../../../../contract/refusals/reasons.ts'
import { sayFault } from '../../../platform/outbound/connection-faults.rules.ts'
import type { Outcome } from '../channels/provider.ts'

/** The facts about a failed attempt. `responseCode` and `response` come from the server. */
export interface SmtpFailure {
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  message: string
}

const reasons: Record<string, Extract<ReasonName, `smtp_${string}`>> = {
  EUNREACHED: 'smtp_unreached',
  ECONNECTION: 'smtp_closed',
  ESOCKET: 'smtp_broke_off',
  ETIMEDOUT: 'smtp_silent',
  EABORT: 'smtp_silent',
  ETLS: 'smtp_not_encrypted',
  EAUTH: 'smtp_sign_in_refused',
  EENVELOPE: 'smtp_address_refused',
  'EENVELOPE MAIL FROM': 'smtp_sender_refused',
  'EENVELOPE RCPT TO': 'smtp_recipient_refused',
  EMESSAGE: 'smtp_message_refused',
  ESTREAM: 'smtp_attachment_unread',
  EPROTOCOL: 'smtp_not_spoken',
}

/** What went wrong, in our own words. Only the status codes are repeated from the server's text. */
export function sayFailure(failure: SmtpFailure): Failed {
  const { code = '', command, responseCode, response, message } = failure
  const isReply = responseCode !== undefined && responseCode >= 200 && responseCode < 600
  const reason =
    isReply && code === 'EPROTOCOL'
      ? 'smtp_turned_away'
      : (reasons[`${code} ${command}`] ?? reasons[code] ?? 'smtp_not_done')
  const status = response?.match(STATUS)?.[1]
  const why = code === 'EUNREACHED' ? message : isReply ? meaningOf(status) : sayFault({ message })
  const digits = isReply ? ` (${responseCode}${status === undefined ? '' : ` ${status}`})` : ''
  return failed(reason, { detail: (why === undefined ? '' : `: ${why}`) + digits })
}

/** An enhanced status code (RFC 3463). */
const STATUS = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/

const meaningOf = (status: string | undefined): string | undefined =>
  status === undefined ? undefined : meanings[status.slice(2)]

/** Meanings by the subject and detail of the status, from IANA's registry. */
const meanings: Record<string, string> = {
  '1.1': 'no mailbox has that address',
  '1.2': 'the domain of the address does not accept mail',
  '1.3': 'the address is not a valid one',
  '1.6': 'the mailbox has moved',
  '1.7': 'the sender’s address is not a valid one',
  '1.8': 'the sender’s domain is not known',
  '1.10': 'the domain of the address does not accept mail',
  '2.1': 'the mailbox is switched off',
  '2.2': 'the mailbox is full',
  '2.3': 'the message is too large for the mailbox',
  '3.1': 'the mail server is full',
  '3.2': 'the mail server is not accepting mail at the moment',
  '3.4': 'the message is too large',
  '4.1': 'the recipient’s mail server does not answer',
  '4.4': 'there is no route to the recipient’s mail server',
  '4.5': 'the mail server is too busy',
  '4.7': 'it could not be delivered in time',
  '5.3': 'it has too many recipients',
  '7.0': 'the mail server’s rules do not allow it',
  '7.1': 'the mail server does not accept it from this sender',
  '7.8': 'the user or the password is wrong',
  '7.9': 'that way of signing in is not accepted',
  '7.11': 'the connection must be encrypted',
  '7.23': 'the sender’s domain does not list this mail server (SPF)',
  '7.25': 'the sending mail server has no name of its own (reverse DNS)',
  '7.26': 'it does not prove who it is from (SPF, DKIM)',
  '7.28': 'too much mail from this sender',
}

/**
 * What a failure means for the message.
 *
 * @param handedOver whether the server got the whole message, so that it may have accepted it.
 */
export function verdictOf(failure: SmtpFailure, handedOver: boolean): Outcome {
  const why = sayFailure(failure)
  const { responseCode: answer, code } = failure
  if (answer !== undefined && answer >= 400 && answer < 600) {
    return { kind: answer >= 500 ? 'permanent' : 'transient', ...why, code: String(answer) }
  }
  if (handedOver) return { kind: 'unknown', ...why }
  // Refused before anything was sent: an address that the server cannot take, or more bytes than it accepts.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'permanent', ...why }
  return { kind: 'transient', ...why }
}
