/**
 * Every refusal of the API: its code, its HTTP status, what it means and what to do about it. A use case names only the
 * code. The reference, docs/errors.md and the write guide show the rest.
 */
export const refusals = {
  invalid_request: [
    400,
    'The body, query or path does not fit its schema. `issues` lists each problem and where it is.',
    'Correct what `issues` names and send the request again.',
  ],
  invalid_json: [
    400,
    'The body is not JSON that this API accepts.',
    'Send a JSON object, encoded as UTF-8, nested at most 32 levels.',
  ],
  invalid_rows: [
    400,
    'A cell or the body is wrong, and nothing was written. `errors` lists every problem.',
    'Correct what `errors` names, by row and column, and send the whole request again.',
  ],
  invalid_cursor: [
    400,
    'The cursor did not come from this list.',
    'Start the list again without `cursor`.',
  ],
  unknown_reference: [
    400,
    'A field names something that does not exist in this workspace.',
    'Send an id that exists in this workspace.',
  ],
  unknown_column: [
    400,
    'The request names a column that does not exist here.',
    'Name a column by its key, its id or its name.',
  ],
  email_only: [
    400,
    'A subject and HTML are for email only; texts take neither.',
    'Leave out `subject` and `content_html`.',
  ],
  template_fields_missing: [
    400,
    'The record has no value for some of the template’s fields.',
    'Fill the cells that `issues` names, or give the fields a fallback: `{{name|there}}`.',
  ],
  invalid_token: [
    400,
    'The link was not sent by this service, has been used, or has expired.',
    'Ask for a new link.',
  ],
  invalid_message: [
    400,
    'The provider sent something that cannot be read as a message.',
    'Send it as the provider’s documentation describes.',
  ],
  party_is_fixed: [
    400,
    'You cannot change who a split belongs to. Retire it and add a new one.',
    'Deactivate the split with a successor for the other party.',
  ],
  unauthenticated: [
    401,
    'There is no credential, or it does not work here.',
    'Sign in, or send a key that works here, as `Authorization: Bearer` or `X-API-Key`.',
  ],
  wrong_password: [
    401,
    'The email or the password is wrong.',
    'Try again. To reset a forgotten password, use an emailed link or ask the operator.',
  ],
  plan_required: [
    402,
    'The plan does not include this operation.',
    'Ask the operator for a plan that includes it.',
  ],
  forbidden: [
    403,
    'Your role, or the key’s scope, does not allow it.',
    'Ask for a role, or use a key, that allows it.',
  ],
  session_required: [
    403,
    'This route is for a person who is signed in, or takes a session; what was sent is neither.',
    'Send the access token of a sign-in. Access tokens made for programs are refused where only a person may act, keys on all routes outside ingest.',
  ],
  insufficient_scope: [
    403,
    'The access token does not have the scope that this operation needs. `scope` names it.',
    'Make a token with that scope, and use it instead.',
  ],
  address_not_allowed: [
    403,
    'The access token may not be used from this network address.',
    'Send the request from an address that the token names, or make another token.',
  ],
  origin_not_allowed: [
    403,
    'The key may not be used by pages of that site.',
    'Send the request from a site that the key names, or from a program outside a browser.',
  ],
  csrf_refused: [
    403,
    'A change made with the session cookie needs the header X-Sourcebook-Session: cookie, and must come from the service’s own origin.',
    'Send the header `X-Sourcebook-Session: cookie` from a page of the service itself, or use an access token.',
  ],
  signup_closed: [
    403,
    'You cannot sign up for a new workspace here.',
    'Ask somebody in a workspace for an invitation.',
  ],
  column_locked: [403, 'Your seat can see the column but not edit it.', 'Leave the column out.'],
  not_found: [
    404,
    'It does not exist, or you cannot see it.',
    'Check the id or the key in the path.',
  ],
  method_not_allowed: [
    405,
    'The path exists, but does not take this method. `Allow` lists those that it takes.',
    'Use one of the methods in `Allow`.',
  ],
  email_taken: [
    409,
    'That email address already has an account.',
    'Sign in with that email address.',
  ],
  key_taken: [
    409,
    'That key is already in use in this workspace.',
    'Choose another key, or leave it out to have one made.',
  ],
  name_taken: [409, 'That name is already in use here.', 'Choose another name.'],
  seat_exists: [409, 'That person already has a seat here.', 'Change the existing seat.'],
  last_owner: [
    409,
    'A workspace must have at least one owner.',
    'Make somebody else an owner first.',
  ],
  invitation_pending: [
    409,
    'The person has not accepted the invitation yet.',
    'Wait until the person has accepted it, or remove the seat.',
  ],
  values_not_unique: [
    409,
    'Rows hold the same value twice, so the column cannot be unique.',
    'Make the values differ first.',
  ],
  row_changed: [
    409,
    'Somebody else has changed the row since. `current` is the row as it is now.',
    'Look at `current`, and send the change again with its `version`.',
  ],
  value_taken: [
    409,
    'A restored row’s unique value or own id is now used by another row.',
    'Change the value in the other row first, or delete that row.',
  ],
  cells_would_be_lost: [
    409,
    'Some cells cannot be converted to the new type and would be emptied.',
    'Correct the cells that the preview shows, or send `confirmLoss: true`.',
  ],
  import_running: [409, 'The import is still running.', 'Wait until the run has a `finishedAt`.'],
  import_finished: [
    409,
    'The import has finished, so it cannot be cancelled.',
    'Undo it instead, if its rows should go.',
  ],
  already_undone: [
    409,
    'The import has already been undone.',
    'There is nothing to do. `redo` puts the rows back.',
  ],
  not_undone: [
    409,
    'The import has not been undone, so there is nothing to put back.',
    'Undo the run first.',
  ],
  parent_closed: [
    409,
    'The parent is closed, so it cannot have open children.',
    'Reopen the parent first, or name another one.',
  ],
  already_started: [409, 'Somebody has already started on it.', 'Submit or complete it.'],
  already_submitted: [409, 'It has already been submitted.', 'Complete or reject it.'],
  not_submitted: [
    409,
    'It has not been submitted, so there is nothing to reject.',
    'Wait until it is submitted.',
  ],
  already_completed: [
    409,
    'It has already been completed.',
    'There is nothing to do. An admin can reopen it.',
  ],
  already_waived: [
    409,
    'It has already been waived.',
    'There is nothing to do. If it is owed after all, add a new obligation.',
  ],
  already_cancelled: [
    409,
    'It has already been cancelled.',
    'There is nothing to do. If it is owed after all, add a new obligation.',
  ],
  not_completed: [
    409,
    'It is not completed, so there is nothing to reopen.',
    'Reopen only completed obligations.',
  ],
  document_required: [
    409,
    'It needs a document of the required type.',
    'Send the `documentId` of a document whose type is `requiredDocumentType`.',
  ],
  children_open: [
    409,
    'Some of its children are still open.',
    'Complete, waive or cancel its children first.',
  ],
  over_allocated: [
    409,
    'The shares of the active splits would add up to more than the whole.',
    'Lower this share, or lower another one first.',
  ],
  split_inactive: [409, 'The split is retired.', 'Change its successor, or add a new split.'],
  already_held: [
    409,
    'The split is already held.',
    'To hold it for another reason, release it first.',
  ],
  not_held: [409, 'The split is not held.', 'There is nothing to release.'],
  split_held: [
    409,
    'The split is held, so nothing can be paid out of it.',
    'Release the split first.',
  ],
  insufficient_available: [
    409,
    'The amount is more than is available.',
    'Draw at most `availability.availableMinor`.',
  ],
  exceeds_collected: [
    409,
    'The amount is more than was collected and not yet clawed back.',
    'Claw back at most the deal’s `collectedMinor` less its `clawedBackMinor`.',
  ],
  parts_changed: [
    409,
    'The amount would now be divided differently. Somebody changed the splits or posted something in the meantime.',
    'Preview it again, and send the new `partsHash`, or none.',
  ],
  amount_too_large: [
    409,
    'The sum would be larger than 2^53 − 1 minor units, the most that can be kept exactly.',
    'Check the amount: it is in minor units.',
  ],
  token_ended: [409, 'The token was revoked or has expired.', 'Make a new token.'],
  key_ended: [409, 'The key was revoked or has expired.', 'Create a new key.'],
  already_reversed: [
    409,
    'The entry has already been reversed.',
    'There is nothing to take back. If the entry was right after all, post a new one.',
  ],
  not_reversible: [
    409,
    'Entries of this kind cannot be reversed.',
    'Void a draw that is not paid. Post again what was reversed.',
  ],
  would_go_negative: [
    409,
    'A split would have less collected than was clawed back from it. Reverse the clawback first.',
    'Reverse the clawback first.',
  ],
  already_paid: [
    409,
    'The draw has already been paid.',
    'If it was not paid after all, reverse its entry `draw_paid` first.',
  ],
  already_voided: [409, 'The draw has already been voided.', 'Request a new draw.'],
  version_changed: [
    409,
    'The current version, or its text, is a different one. Read it again.',
    'Read the standing again, and sign its `version` and `documentHash`.',
  ],
  not_viewed: [
    409,
    'This account has not opened the current version yet.',
    'Show it to the person, and POST `…/viewed`.',
  ],
  already_signed: [409, 'It has already been signed.', 'There is nothing left to sign.'],
  conversation_exists: [
    409,
    'The number already has a conversation.',
    'Write to that conversation.',
  ],
  recipient_opted_out: [
    409,
    'The recipient has opted out of messages.',
    'Ask the person some other way. They can opt in again with START, or somebody can do it for them.',
  ],
  not_cancelable: [
    409,
    'The message has already been sent, is being sent, or will not be sent.',
    'It can no longer be cancelled.',
  ],
  not_retryable: [
    409,
    'Only a message that failed, was not delivered or is uncertain can be sent again.',
    'Send a new message.',
  ],
  nothing_to_accept: [
    409,
    'The receipt is not blocked, or what was blocked has been accepted or removed.',
    'List the receipts again: `blocked` says what happened to it.',
  ],
  inbound_domain_missing: [
    409,
    'The operator has not set a domain for email to boards and pages.',
    'Ask the operator to set `INBOUND_DOMAIN`.',
  ],
  webhook_disabled: [
    409,
    'The webhook is switched off, so nothing is sent to it.',
    'Switch it on first: PATCH it with `enabled: true`.',
  ],
  request_in_progress: [
    409,
    'A request with this Idempotency-Key is still running.',
    'Send it again in a moment, with the same key.',
  ],
  payload_too_large: [
    413,
    'The body is larger than this route takes.',
    'Send less at once: at most 1 MiB, 8 MiB when writing rows, 64 MiB for a file to import, and 25 MiB for other files unless the operator set `MAX_FILE_MB`.',
  ],
  unsupported_media_type: [
    415,
    'The body must be application/json.',
    'Send the header `Content-Type: application/json`, or send a file as `multipart/form-data`.',
  ],
  idempotency_key_reused: [
    422,
    'This Idempotency-Key was used with a different request.',
    'Use a new key for a new request.',
  ],
  rate_limited: [
    429,
    'Too many requests. Wait as many seconds as Retry-After says.',
    'Wait as many seconds as `Retry-After` says, then send it again.',
  ],
  internal: [
    500,
    'This is our fault. The log has the request id.',
    'Give the answer’s `X-Request-Id` to the operator, who can find the request in the log.',
  ],
  overloaded: [
    503,
    'The service is too busy or is restarting. Wait as many seconds as Retry-After says.',
    'Wait as many seconds as `Retry-After` says, then send it again, with the same `Idempotency-Key` if it had one.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>

export type RefusalCode = keyof typeof refusals

export const statusOf = (code: RefusalCode): number => refusals[code][0]
