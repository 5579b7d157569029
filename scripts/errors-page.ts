import { isKeyAccess } from '../contract/language/operation.ts'
import { operations } from '../contract/operations.ts'
import { cellReasons } from '../contract/refusals/cell-refusals.ts'
import { workReasons } from '../contract/refusals/failed-work.ts'
import { fieldReasons } from '../contract/refusals/field-refusals.ts'
import { type ReasonName, sentenceOf } from '../contract/refusals/reasons.ts'
import { type RefusalCode, refusals } from '../contract/refusals/refusals.ts'

/** The text of docs/errors.md. */
export function errorsPage(): string {
  const rows = Object.entries(refusals).map(([code, { status, meaning, remedy }]) => {
    const families = familiesOf(code as RefusalCode)
    return `| ${status} | \`${code}\` | ${meaning} | ${inCell(remedy)} | ${families} |`
  })
  return `<!-- Written by scripts/generate.ts from contract/refusals/refusals.ts; not by hand. -->

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
{"error": "This needs the role manager or above; yours is viewer.", "code": "forbidden", "reason": "role_too_low", "values": {"least": "manager", "role": "viewer"}}
{"error": "body.name is required.", "code": "invalid_request", "issues": [{"path": "body.name", "message": "is required", "reason": "missing", "values": {}}]}
\`\`\`

\`issues\` is there when the body or the query does not fit. Each issue also carries a \`reason\` and the \`values\` that its
message names. Use them to say it in your own words. If a code has several messages, the answer has a \`reason\` and \`values\` too,
beside the code. New reasons may be added; show the message of one that you do not know.

A request is checked in this order, and refused for the first thing that is wrong: 401, 403 (what the route asks of the
caller), 402 (the plan), 400 (body and query), 404, 403 (what this particular thing allows), 409. On ingest routes 429 comes
before 400, so a request with a wrong body counts against the rate too.

If a request is refused before its whole body has arrived, the answer has \`Connection: close\`. The client has 10 seconds to
read it, whether or not it goes on sending. Its next request needs a new connection.

| Status | Code | Meaning | What to do | Where |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## What an answer says

The message of an answer with a reason. An answer without one says what its code means, or the first of its problems.

${answerTable()}

## Why a cell is refused

Each problem with a cell has one of these reasons, in \`errors\`, in \`issues\`, and in the failures of an import. So does a phone
number or an email address that messages cannot go to.

${reasonTable(cellReasons)}

## Why a field is refused

The message follows the path of the field.

${reasonTable(fieldReasons)}

## Why work failed

An import that broke off, a message, a channel’s test and an attempt of a webhook say why they failed in \`error\`, and have one of these
reasons beside it. An import of a file that cannot be read as a table has \`file_unread\`.

${reasonTable(workReasons)}
`
}

function answerTable(): string {
  const rows = Object.entries(refusals).flatMap(([code, refusal]) =>
    Object.entries('reasons' in refusal ? refusal.reasons : {}).map(
      ([reason, sentence]: [string, string | { is: string }]) => {
        const { is } = typeof sentence === 'string' ? { is: sentence } : sentence
        return `| \`${code}\` | \`${reason}\` | ${inCell(is)} |`
      },
    ),
  )
  return `| Code | Reason | Message |\n| --- | --- | --- |\n${rows.join('\n')}`
}

function reasonTable(reasons: object): string {
  const rows = Object.keys(reasons).map((reason) => {
    return `| \`${reason}\` | ${inCell(sentenceOf(reason as ReasonName))} |`
  })
  return `| Reason | Message |\n| --- | --- |\n${rows.join('\n')}`
}

/** A sentence in a table's cell, without what would end the cell or begin a tag. */
const inCell = (text: string): string =>
  text.replaceAll('|', '\\|').replace(/`[^`]*`|</g, (part) => (part === '<' ? '\\<' : part))

/** The refusals of every route, which the contract does not list for each. */
const common: readonly string[] = ['method_not_allowed', 'internal', 'overloaded']

function familiesOf(code: RefusalCode): string {
  const by = operations.filter(({ refuses }) => refuses.includes(code))
  if (common.includes(code)) return 'all routes'
  if (by.length === 0) return 'no route of this version'
  const keys = by.some(({ access }) => isKeyAccess(access))
  const others = by.some(({ access }) => !isKeyAccess(access))
  return keys && others ? 'all routes' : keys ? 'ingest' : 'not ingest'
}
