import type { Outcome } from './provider.ts'

/** What is known of an attempt that failed: `responseCode` and `response` are the server's. */
export interface SmtpFailure {
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  message: string
}

const words: Record<string, string> = {
  ECONNECTION: 'The connection was closed by the mail server',
  ESOCKET: 'The mail server cannot be reached',
  ETIMEDOUT: 'The mail server did not answer in time',
  EABORT: 'The mail server did not answer in time',
  EDNS: 'The name of the mail server is not known',
  ETLS: 'No encrypted connection to the mail server',
  EAUTH: 'The mail server refused the sign-in',
  EENVELOPE: 'The mail server refused the sender or the recipient',
  EMESSAGE: 'The mail server refused the message',
  ESTREAM: 'An attachment could not be read',
  EPROTOCOL: 'The mail server answered what is no SMTP',
}

/** What went wrong, and the server's or the network's words for it. */
export function sayFailure({ code = '', response, message }: SmtpFailure): string {
  const said = words[code]
  const detail = (response ?? message).trim().replace(/\s+/g, ' ')
  return said === undefined ? detail : `${said}: ${detail}`
}

/**
 * What a failure means for the message.
 *
 * @param handedOver whether the server had the whole message by then, so that it may have taken it.
 */
export function verdictOf(failure: SmtpFailure, handedOver: boolean): Outcome {
  const error = sayFailure(failure)
  const { responseCode: answer, code } = failure
  if (answer !== undefined && answer >= 400 && answer < 600) {
    return { kind: answer >= 500 ? 'permanent' : 'transient', error, code: String(answer) }
  }
  if (handedOver) return { kind: 'unknown', error }
  // Refused here, before the server was asked: an address that it could not be told, more than it says that it takes.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'permanent', error }
  return { kind: 'transient', error }
}
