import { filled, type ValuesOf } from '../../shared/sentences.ts'

/**
 * Why work failed after it was taken on, such as an import or the delivery of a message. The sentence is kept with the work,
 * for the people who look at it later.
 */
export const faults = {
  // An import run
  definition_deleted: 'The board or page was deleted.',
  column_closed: 'The person importing can no longer edit the column {column}.',
  column_gone: 'A mapped column was deleted, or the person importing can no longer see it.',
  kept_column_gone: 'The column for values that do not fit is no longer there.',
  seat_ended: 'The person importing no longer has an active seat here.',
  role_too_low: 'The person importing can no longer write rows.',
  file_gone: 'The file is gone.',
  no_progress:
    'It made no progress for {minutes} minutes and was given up; what it had written was kept.',
  // A message that is not sent, of several
  address_repeated: '{address} gets the message for another row.',
  recipient_opted_out: '{address} has opted out.',
  template_fields_missing: 'The record has no value for {columns}.',
  too_long: 'The message would be too long.',
  // A delivery of a message, or the test of a channel
  no_provider: 'This service cannot send through {provider}.',
  no_answer: 'No answer within {seconds} seconds.',
  no_connection: 'No connection: {why}.',
  connection_lost: 'The connection was lost.',
  answer_cut: 'The connection was lost before the answer was complete.',
  answer_without_sid: 'The provider answered {status} without the text’s SID.',
  account_suspended: 'The account is suspended.',
  account_closed: 'The account is closed.',
  account_not_active: 'The account is not active.',
  outcome_unknown: 'We do not know whether the provider has it, and it could not tell us.',
  worker_stopped: 'The worker that had it was stopped.',
  worker_lost: 'The worker that had it stopped midway.',
  sender_not_one_address: 'The channel’s address is not exactly one email address.',
  recipient_not_one_address: 'The recipient is not exactly one email address.',
  subject_not_one_line: 'The subject is not one line.',
  no_message_id: 'The message has no Message-ID.',
  // A file of a received text
  file_not_fetched: 'One of its files could not be fetched.',
  file_not_reached: 'One of its files could not be fetched: {why}.',
  // A delivery of an event to a webhook
  secret_unreadable: 'its secret was sealed with another SECRET_KEY: rotate it',
  nothing_visible: 'the role cannot see any of it',
  answered: 'answered {status}',
  redirected: 'answered {status}; redirects are not followed',
} as const

export type Fault = keyof typeof faults
export type FaultValues<F extends Fault> = ValuesOf<(typeof faults)[F]>

export const faultText = <F extends Fault>(fault: F, values: FaultValues<F>): string =>
  filled(faults[fault], values)
