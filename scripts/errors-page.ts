import { type CellReason, cellReasons, cellSentence } from '../contract/cell-refusals.ts'
import { isKeyAccess } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { type RefusalCode, refusals } from '../contract/refusals.ts'

const remedies: Record<RefusalCode, string> = {
  invalid_request: 'Correct what `issues` names and send the request again.',
  invalid_json: 'Send a JSON object, encoded as UTF-8, nested at most 32 levels.',
  invalid_rows: 'Correct what `errors` names, by row and column, and send the whole request again.',
  invalid_cursor: 'Start the list again without `cursor`.',
  unknown_reference: 'Send an id that exists in this workspace.',
  unknown_column: 'Name a column by its key, its id or its name.',
  unauthenticated: 'Sign in, or send a key that works here.',
  wrong_password:
    'Try again. To reset a forgotten password, use an emailed link or ask the operator.',
  plan_required: 'Ask the operator for a plan that includes it.',
  forbidden: 'Ask for a role, or use a key, that allows it.',
  session_required: 'Send the access token of a sign-in.',
  csrf_refused:
    'Send the header `X-Sourcebook-Session: cookie` from a page of the service itself, or use an access token.',
  invalid_token: 'Ask for a new link.',
  signup_closed: 'Ask somebody in a workspace for an invitation.',
  column_locked: 'Leave the column out.',
  not_found: 'Check the id or the key in the path.',
  method_not_allowed: 'Use one of the methods in `Allow`.',
  email_taken: 'Sign in with that email address.',
  key_taken: 'Choose another key, or leave it out to have one made.',
  name_taken: 'Choose another name.',
  seat_exists: 'Change the existing seat.',
  last_owner: 'Make somebody else an owner first.',
  invitation_pending: 'Wait until the person has accepted it, or remove the seat.',
  values_not_unique: 'Make the values differ first.',
  row_changed: 'Look at `current`, and send the change again with its `version`.',
  value_taken: 'Change the value in the other row first.',
  cells_would_be_lost: 'Correct the cells that the preview shows, or send `confirmLoss: true`.',
  import_running: 'Wait until the run has a `finishedAt`.',
  already_undone: 'There is nothing to do. `redo` puts the rows back.',
  not_undone: 'Undo the run first.',
  parent_closed: 'Reopen the parent first, or name another one.',
  already_started: 'Submit or complete it.',
  already_submitted: 'Complete or reject it.',
  not_submitted: 'Wait until it is submitted.',
  already_completed: 'There is nothing to do. An admin can reopen it.',
  already_waived: 'There is nothing to do. If it is owed after all, add a new obligation.',
  already_cancelled: 'There is nothing to do. If it is owed after all, add a new obligation.',
  not_completed: 'Reopen only completed obligations.',
  document_required: 'Send the `documentId` of a document whose type is `requiredDocumentType`.',
  children_open: 'Complete, waive or cancel its children first.',
  over_allocated: 'Lower this share, or lower another one first.',
  split_inactive: 'Change its successor, or add a new split.',
  already_held: 'To hold it for another reason, release it first.',
  not_held: 'There is nothing to release.',
  split_held: 'Release the split first.',
  insufficient_available: 'Draw at most `availability.availableMinor`.',
  exceeds_collected: 'Claw back at most the deal’s `collectedMinor` less its `clawedBackMinor`.',
  amount_too_large: 'Check the amount: it is in minor units.',
  already_reversed:
    'There is nothing to take back. If the entry was right after all, post a new one.',
  not_reversible: 'Void a draw that is not paid. Post again what was reversed.',
  would_go_negative: 'Reverse the clawback first.',
  already_paid: 'If it was not paid after all, reverse its entry `draw_paid` first.',
  already_voided: 'Request a new draw.',
  email_only: 'Leave out `subject` and `content_html`.',
  template_fields_missing:
    'Fill the cells that `issues` names, or give the fields a fallback: `{{name|there}}`.',
  invalid_message: 'Send it as the provider’s documentation describes.',
  conversation_exists: 'Write to that conversation.',
  recipient_opted_out:
    'Ask the person some other way. They can opt in again with START, or somebody can do it for them.',
  not_cancelable: 'It can no longer be cancelled.',
  not_retryable: 'Send a new message.',
  party_is_fixed: 'Deactivate the split with a successor for the other party.',
  version_changed: 'Read the standing again, and sign its `version` and `documentHash`.',
  not_viewed: 'Show it to the person, and POST `…/viewed`.',
  already_signed: 'There is nothing left to sign.',
  webhook_disabled: 'Switch it on first: PATCH it with `enabled: true`.',
  request_in_progress: 'Send it again in a moment, with the same key.',
  payload_too_large:
    'Send less at once: at most 1 MiB, 8 MiB when writing rows, 64 MiB for a file to import, and 25 MiB for other files unless the operator set `MAX_FILE_MB`.',
  unsupported_media_type:
    'Send the header `Content-Type: application/json`, or send a file as `multipart/form-data`.',
  idempotency_key_reused: 'Use a new key for a new request.',
  rate_limited: 'Wait as many seconds as `Retry-After` says, then send it again.',
  internal:
    'Give the answer’s `X-Request-Id` to the operator, who can find the request in the log.',
  overloaded: 'Wait as many seconds as `Retry-After` says, then send it again.',
}

/** docs/errors.md. */
export function errorsPage(): string {
  const rows = Object.entries(refusals).map(([code, [status, meaning]]) => {
    const families = familiesOf(code as RefusalCode)
    const remedy = remedies[code as RefusalCode].replaceAll('|', '\\|')
    return `| ${status} | \`${code}\` | ${meaning} | ${remedy} | ${families} |`
  })
  const cellRows = Object.keys(cellReasons).map((reason) => {
    return `| \`${reason}\` | ${cellSentence(reason as CellReason)} |`
  })
  return `<!-- Written by scripts/generate.ts from contract/refusals.ts; not by hand. -->

# Errors

Every answer that is not a success has a \`code\` to branch on, a message for people, and the header \`X-Request-Id\`,
which the operator can use to find the request in the log. Messages may change; codes never do.

Routes under \`/v1/ingest/\` answer:

\`\`\`json
{"error": {"message": "email: …", "code": "invalid_rows", "errors": [{"index": 0, "message": "email: …", "column": "email", "reason": "not_an_email", "values": {"sent": "\\"nobody\\""}}]}}
\`\`\`

\`errors\` is there when rows are wrong. It lists every problem in the request (the first 1,000 of them). \`index\` is the
row's place in the request, counting from 0. Nothing in a refused request is written.

All other routes answer:

\`\`\`json
{"error": "body.name is required.", "code": "invalid_request", "issues": [{"path": "body.name", "message": "is required"}]}
\`\`\`

\`issues\` is there when the body or the query does not fit.

A request is checked in this order, and refused for the first thing that is wrong: 401, 403 (what the route asks of the
caller), 402 (the plan), 400 (body and query), 404, 403 (what this particular thing allows), 409. On ingest routes 429 comes
before 400, so a request with a wrong body counts against the rate too.

If a request is refused before its whole body has arrived, the answer has \`Connection: close\`. The client has 10 seconds to
read it, whether or not it goes on sending. Its next request needs a new connection.

| Status | Code | Meaning | What to do | Where |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## Why a cell is refused

A problem of a cell also carries a \`reason\` and the \`values\` that its message names, in \`errors\`, in \`issues\`, and in
the failures of an import. Use them to say it in your own words.

| Reason | Message |
| --- | --- |
${cellRows.join('\n')}
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
