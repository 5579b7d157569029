/**
 * Every refusal of the API: its code, its HTTP status and what it means. A use case refuses by code; the
 * status follows from here, and the reference lists them per operation.
 */
export const refusals = {
  invalid_request: [
    400,
    'The body, query or path does not fit its schema; `issues` lists what and where.',
  ],
  invalid_json: [400, 'The body is not JSON that this API accepts.'],
  invalid_rows: [
    400,
    'A cell or the body is wrong; nothing was written. `errors` lists every problem.',
  ],
  invalid_cursor: [400, 'The cursor is not one that this list gave out.'],
  unknown_reference: [400, 'A field names something that does not exist in this workspace.'],
  unknown_column: [400, 'A column is named that does not exist here.'],
  unauthenticated: [401, 'No credential, or one that does not work here.'],
  wrong_password: [401, 'The email or the password is wrong.'],
  plan_required: [402, 'The plan does not include this operation.'],
  forbidden: [403, 'The seat or the key scope does not allow it.'],
  session_required: [403, 'This route takes a signed-in session; a board or page key is refused.'],
  signup_closed: [403, 'New workspaces cannot be signed up here.'],
  column_locked: [403, 'The column may be seen but not written by this seat.'],
  not_found: [404, 'It does not exist or is not visible to the caller.'],
  method_not_allowed: [
    405,
    'The path exists, but not with this method; `Allow` lists those it has.',
  ],
  email_taken: [409, 'That email has an account already.'],
  key_taken: [409, 'That key is in use in this workspace.'],
  name_taken: [409, 'That name is in use here.'],
  seat_exists: [409, 'That person has a seat here already.'],
  last_owner: [409, 'A workspace keeps at least one owner.'],
  invitation_pending: [409, 'The person has not accepted the invitation yet.'],
  values_not_unique: [409, 'Rows hold the same value twice, so the column cannot be unique.'],
  row_changed: [409, 'The row was changed meanwhile; `current` is how it is now.'],
  value_taken: [409, 'Another row has by now what must be unique in a row that would come back.'],
  cells_would_be_lost: [409, 'Cells cannot be converted to the new type and would be emptied.'],
  import_running: [409, 'The import has not settled yet.'],
  already_undone: [409, 'The import was undone before.'],
  not_undone: [409, 'The import is not undone, so there is nothing to put back.'],
  webhook_disabled: [409, 'The webhook is switched off, so nothing is sent to it.'],
  request_in_progress: [409, 'A request with this Idempotency-Key is still running.'],
  payload_too_large: [413, 'The body is larger than this route takes.'],
  unsupported_media_type: [415, 'The body must be application/json.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used with another request.'],
  rate_limited: [429, 'Too many requests; wait the seconds in Retry-After.'],
  internal: [500, 'Our fault. The request id is in the log.'],
  overloaded: [503, 'Too busy or restarting; wait the seconds in Retry-After.'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals

export const statusOf = (code: RefusalCode): number => refusals[code][0]
