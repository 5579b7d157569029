import type { Reason } from './reason.ts'
import { refusals } from './refusals.ts'

/**
 * Every reason why work failed after it was taken on, such as an import or the delivery of a message. Each is a sentence by
 * itself. `detail` is what more is known: it begins with a colon or a parenthesis, or is empty.
 */
export const workReasons = {
  // An import run. `file_unread` is also why a file is refused.
  definition_deleted: { is: 'The board or page was deleted.' },
  column_closed: { is: 'The person importing can no longer edit the column {column}.' },
  column_gone: {
    is: 'A mapped column was deleted, or the person importing can no longer see it.',
  },
  kept_column_gone: { is: 'The column for values that do not fit is no longer there.' },
  seat_ended: { is: 'The person importing no longer has an active seat here.' },
  role_too_low: { is: 'The person importing can no longer write rows.' },
  file_gone: { is: 'The file is gone.' },
  no_progress: {
    is: 'It made no progress for {minutes} minutes and was given up; what it had written was kept.',
  },
  // A message that is not sent, of several
  address_repeated: { is: '{address} gets the message for another row.' },
  recipient_opted_out: { is: '{address} has opted out.' },
  template_fields_missing: { is: 'The record has no value for {columns}.' },
  message_too_long: { is: 'The message would be too long.' },
  // A delivery of a message, or the test of a channel
  opted_out: { is: refusals.recipient_opted_out.meaning },
  channel_removed: { is: 'Its channel was removed, and there is no other one for {medium}.' },
  credentials_unreadable: {
    is: 'The credentials of the channel "{name}" cannot be read with this service’s SECRET_KEY; send them again.',
    people: {
      is: 'The credentials of the channel "{name}" cannot be read with this service’s SECRET_KEY; enter them again.',
    },
  },
  no_provider: { is: 'This service cannot send through {provider}.' },
  no_answer: { is: 'No answer within {seconds} seconds.' },
  no_connection: { is: 'No connection: {why}.' },
  connection_lost: { is: 'The connection was lost.' },
  answer_cut: { is: 'The connection was lost before the answer was complete.' },
  answer_without_sid: { is: 'The provider answered {status} without the text’s SID.' },
  provider_refused: { is: 'The provider answered {status}{detail}.' },
  account_suspended: { is: 'The account is suspended.' },
  account_closed: { is: 'The account is closed.' },
  account_not_active: { is: 'The account is not active.' },
  outcome_unknown: {
    is: 'We do not know whether the provider has it, and it could not tell us.',
  },
  worker_stopped: { is: 'The worker that had it was stopped.' },
  worker_lost: { is: 'The worker that had it stopped midway.' },
  sender_not_one_address: { is: 'The channel’s address is not exactly one email address.' },
  recipient_not_one_address: { is: 'The recipient is not exactly one email address.' },
  subject_not_one_line: { is: 'The subject is not one line.' },
  no_message_id: { is: 'The message has no Message-ID.' },
  smtp_unreached: { is: 'No connection to the mail server{detail}.' },
  smtp_closed: { is: 'The connection was closed by the mail server{detail}.' },
  smtp_broke_off: { is: 'The connection to the mail server broke off{detail}.' },
  smtp_silent: { is: 'The mail server did not answer in time{detail}.' },
  smtp_not_encrypted: { is: 'No encrypted connection to the mail server{detail}.' },
  smtp_turned_away: { is: 'The mail server turned the connection away{detail}.' },
  smtp_sign_in_refused: { is: 'The mail server refused the sign-in{detail}.' },
  smtp_address_refused: { is: 'The mail server refused the sender or the recipient{detail}.' },
  smtp_sender_refused: { is: 'The mail server refused the sender{detail}.' },
  smtp_recipient_refused: { is: 'The mail server refused the recipient{detail}.' },
  smtp_message_refused: { is: 'The mail server refused the message{detail}.' },
  smtp_attachment_unread: { is: 'An attachment could not be read{detail}.' },
  smtp_not_spoken: { is: 'The mail server’s answer was not SMTP{detail}.' },
  smtp_not_done: { is: 'The mail server did not do what it was asked{detail}.' },
  reported: { is: '{said}' },
  reported_status: { is: 'Status {status}' },
  reported_without_reason: { is: 'The mail server gave no reason' },
  reported_as_spam: { is: 'The recipient reported it as spam.' },
  // A file of a received text
  file_not_fetched: { is: 'One of its files could not be fetched.' },
  file_not_reached: { is: 'One of its files could not be fetched: {why}.' },
  // A delivery of an event to a webhook
  secret_unreadable: { is: 'its secret was sealed with another SECRET_KEY: rotate it' },
  nothing_visible: { is: 'the role cannot see any of it' },
  address_refused: { is: 'not sent: the address {problem}' },
  not_sent: { is: 'not sent: {why}' },
  no_answer_in: { is: 'no answer within {seconds} s' },
  interrupted: { is: 'interrupted: the service stopped' },
  connection_failed: { is: 'the connection failed: {code}' },
  answered: { is: 'answered {status}' },
  redirected: { is: 'answered {status}; redirects are not followed' },
  // Any of them
  unforeseen: { is: '{problem}' },
} as const satisfies Record<string, Reason>
