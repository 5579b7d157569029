import { isKeyAccess } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { type RefusalCode, refusals } from '../contract/refusals.ts'

const remedies: Record<RefusalCode, string> = {
  invalid_request: 'Mend what `issues` names and send it again.',
  invalid_json: 'Send a JSON object, encoded as UTF-8, nested 32 levels at most.',
  invalid_rows: 'Mend what `errors` names, by row and column, and send the whole request again.',
  invalid_cursor: 'Start the list again without `cursor`.',
  unknown_reference: 'Send an id that exists in this workspace.',
  unknown_column: 'Name a column by its key, its id or its name.',
  unauthenticated: 'Sign in, or send a key that works here.',
  wrong_password:
    'Try again; a person who forgot it has it reset, by a mailed link or by the operator.',
  plan_required: 'Ask the operator for a plan that includes it.',
  forbidden: 'Ask for a role, or use a key, that covers it.',
  session_required: 'Send the access token of a sign-in.',
  csrf_refused:
    'Send the header `X-Sourcebook-Session: cookie` from a page of the service itself, or an access token.',
  invalid_token: 'Ask for a new link.',
  signup_closed: 'Ask somebody in a workspace for an invitation.',
  column_locked: 'Leave the column out.',
  not_found: 'Check the id or the key in the path.',
  method_not_allowed: 'Use one of the methods in `Allow`.',
  email_taken: 'Sign in with that email.',
  key_taken: 'Choose another key, or leave it out to have one made.',
  name_taken: 'Choose another name.',
  seat_exists: 'Change the seat that is there.',
  last_owner: 'Make somebody else an owner first.',
  invitation_pending: 'Wait until the person has accepted, or remove the seat.',
  values_not_unique: 'Make the values differ first.',
  row_changed: 'Look at `current`, and send the change again with its `version`.',
  value_taken: 'Change the value in the other row first.',
  cells_would_be_lost: 'Mend the cells that the preview shows, or send `confirmLoss: true`.',
  import_running: 'Wait until the run has a `finishedAt`.',
  already_undone: 'Nothing is left to undo; `redo` puts the rows back.',
  not_undone: 'Undo the run first.',
  parent_closed: 'Reopen the parent first, or name another.',
  already_started: 'Submit or complete it.',
  already_submitted: 'Complete or reject it.',
  not_submitted: 'Wait until it is submitted.',
  already_completed: 'Nothing is left to do; an admin can reopen it.',
  already_waived: 'Nothing is left to do; add a new obligation if it is owed after all.',
  already_cancelled: 'Nothing is left to do; add a new obligation if it is owed after all.',
  not_completed: 'Reopen only what was completed.',
  document_required: 'Send the `documentId` of a document of the type in `requiredDocumentType`.',
  children_open: 'Complete, waive or cancel its children first.',
  over_allocated: 'Lower this share, or another’s first.',
  split_inactive: 'Change its successor, or add a stake.',
  already_held: 'Release it first, if it is to be held for another reason.',
  not_held: 'Nothing is left to release.',
  split_held: 'Release the stake first.',
  insufficient_available: 'Draw at most `availability.availableMinor`.',
  exceeds_collected:
    'Claw back at most what the deal has in `collectedMinor` less `clawedBackMinor`.',
  amount_too_large: 'Check the amount: it is in minor units.',
  already_reversed: 'Nothing is left to take back; post a new entry if it holds after all.',
  not_reversible: 'Void a draw that is not paid; post anew what was reversed.',
  would_go_negative: 'Reverse the clawback first.',
  already_paid: 'Reverse its entry `draw_paid` first, if it was not paid after all.',
  already_voided: 'Ask for a new draw.',
  email_only: 'Leave out `subject` and `content_html`.',
  template_fields_missing:
    'Fill the cells that `issues` names, or give the fields something that stands in: `{{name|there}}`.',
  invalid_message: 'Send it as the provider’s documentation says.',
  conversation_exists: 'Write to the thread that is there.',
  recipient_opted_out: 'Ask the person another way; only START, or a person’s word, opts in again.',
  not_cancelable: 'Nothing can be taken back any more.',
  not_retryable: 'Send a new message.',
  party_is_fixed: 'Deactivate the stake with a successor for the other party.',
  version_changed: 'Read the standing anew, and sign its `version` and `documentHash`.',
  not_viewed: 'Show it to the person, and POST `…/viewed`.',
  already_signed: 'Nothing is left to sign.',
  webhook_disabled: 'Switch it on first: PATCH it with `enabled: true`.',
  request_in_progress: 'Send it again in a moment, with the same key.',
  payload_too_large:
    'Send less at once: 1 MiB, 8 MiB where rows are written, 64 MiB of a file to import, 25 MiB of other files unless the operator set `MAX_FILE_MB`.',
  unsupported_media_type:
    'Send the header `Content-Type: application/json`, or a file as `multipart/form-data`.',
  idempotency_key_reused: 'Use a new key for a new request.',
  rate_limited: 'Wait the seconds in `Retry-After`, then send it again.',
  internal: 'Give the `X-Request-Id` of the answer to the operator: the log has it.',
  overloaded: 'Wait the seconds in `Retry-After`, then send it again.',
}

/** docs/errors.md. */
export function errorsPage(): string {
  const rows = Object.entries(refusals).map(([code, [status, meaning]]) => {
    const families = familiesOf(code as RefusalCode)
    return `| ${status} | \`${code}\` | ${meaning} | ${remedies[code as RefusalCode]} | ${families} |`
  })
  return `<!-- Written by scripts/generate.ts from contract/refusals.ts; not by hand. -->

# Errors

An answer that is not a success carries a \`code\` to branch on, a text to read, and the header
\`X-Request-Id\`, under which the operator finds the request in the log. Texts may change; codes stay.

Routes under \`/v1/ingest/\` answer:

\`\`\`json
{"error": {"message": "email: …", "code": "invalid_rows", "errors": [{"index": 0, "message": "email: …", "column": "email"}]}}
\`\`\`

\`errors\` is there when rows are wrong. It names every problem of the request (the first 1,000 of them), \`index\`
being the row's place in the request from 0. Nothing of a refused request is written.

All other routes answer:

\`\`\`json
{"error": "body.name is required.", "code": "invalid_request", "issues": [{"path": "body.name", "message": "is required"}]}
\`\`\`

\`issues\` is there when the body or the query does not fit.

A request is checked in this order, and the first thing wrong is what it is refused for: 401, 403 (what the route
asks of the caller), 402 (the plan), 400 (body and query), 404, 403 (what this very thing allows), 409. On ingest routes 429 comes
before 400, so that a request with a wrong body counts against the rate too.

A request that is refused before its whole body has arrived is answered with \`Connection: close\`. The client has 10
seconds to read the answer, whether or not it goes on sending; its next request needs a new connection.

| Status | Code | Meaning | What to do | Where |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}

/** What any route may answer, whatever the contract says of it. */
const common: readonly string[] = ['method_not_allowed', 'internal', 'overloaded']

function familiesOf(code: RefusalCode): string {
  const by = operations.filter(({ refuses }) => refuses.includes(code))
  if (common.includes(code)) return 'all routes'
  if (by.length === 0) return 'no route of this version'
  const keys = by.some(({ access }) => isKeyAccess(access))
  const others = by.some(({ access }) => !isKeyAccess(access))
  return keys && others ? 'all routes' : keys ? 'ingest' : 'not ingest'
}
